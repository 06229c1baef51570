"""Say what was found out about a submission beside its score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graders.model.found import Found
from graders.model.scorecard import Scorecard
from graders.reports.lines import WIDTH, Ink, Line, line, wrapped

MANNER = "How it is called"
FACTS = "What its code shows (worth no points)"
_INDENT = 2


def found_lines(scorecard: Scorecard, width: int = WIDTH) -> Iterator[tuple[Line, ...]]:
    """Yield how a submission is called, and what its code shows: a block of lines each."""
    for heading, found in ((MANNER, scorecard.manner), (FACTS, scorecard.facts)):
        if found:
            yield (line(heading, Ink.HEAD), *_listed(found, width))


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
