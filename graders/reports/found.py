"""Say what was found out about a submission beside its score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graders.model.scorecard import Found, Scorecard
from graders.reports.lines import WIDTH, Ink, Line, line, wrapped

CALLED = "How it is called"
FACTS = "What its code shows (worth no points)"
_INDENT = 2
_SHORT = 12
_ORIGINS = {
    "kata": "by the driver of the kata, as its statement says",
    "file": "by the class Driver in the file itself",
    "beside": "by {name}, which lies beside the file",
    "named": "by the driver {name}, named with --driver",
    "program": "as a driver of its own, in lines of JSON",
}


def found_lines(scorecard: Scorecard, width: int = WIDTH) -> Iterator[tuple[Line, ...]]:
    """Yield how a submission is called, and what its code shows: a block of lines each."""
    for heading, found in ((CALLED, how_called(scorecard)), (FACTS, scorecard.facts)):
        if found:
            yield (line(heading, Ink.HEAD), *_listed(found, width))


def how_called(scorecard: Scorecard) -> tuple[Found, ...]:
    """Return how a submission was called: through which driver, and what else there is to tell."""
    driver = scorecard.driver
    if driver is None:
        return scorecard.manner
    how = _ORIGINS.get(driver.origin, driver.origin).format(name=driver.name)
    digest = f" (sha256 {driver.sha256[:_SHORT]}…)" if driver.sha256 else ""
    return (Found("called", how + digest), *scorecard.manner)


def _listed(found: Sequence[Found], width: int) -> Iterator[Line]:
    at = max(len(each.what) for each in found) + 2
    for each in found:
        text = f"{' ' * _INDENT}{each.what:<{at}}{each.how}"
        yield from _hung(text, width, _INDENT + at)


def _hung(text: str, width: int, hanging: int) -> Iterator[Line]:
    """Break a line whose second half goes on below itself."""
    first, rest = text[:hanging], text[hanging:]
    for number, pieces in enumerate(wrapped(rest, max(width - hanging, hanging))):
        yield ((first if number == 0 else " " * hanging, Ink.PLAIN), *pieces)
