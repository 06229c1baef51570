"""Say where a submission stands, what comes next, and what was found out beside its score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graders.model.scorecard import Assessment, Finding, Observation, Probed, Result, Scorecard
from graders.reports.layout import WIDTH, Ink, Line, indented, line, wrapped

MOST_CASES_NAMED = 3
_HEADINGS = {
    "answers": "What the answers show",
    "measured": "What was measured",
    "source": "What the source has",
    "probes": "What the probes prove",
}
_INDENT = 2


def shown_assessment(scorecard: Scorecard) -> Assessment | None:
    """Return where it stands; None for a run that was not finished."""
    return scorecard.assessment if scorecard.complete else None


def next_lines(assessment: Assessment, width: int = WIDTH) -> Iterator[Line]:
    """Say what comes next."""
    if assessment.hint:
        yield from wrapped(f"Next: {assessment.hint.rstrip()}", width, hanging=2)


def in_lines(assessment: Assessment) -> tuple[str, ...]:
    """Say in a line each where it stands and what comes next, as far as that is known.

    >>> in_lines(Assessment("", "sees 5", "Play a column that wins."))
    ('Stands: sees 5', 'Next: Play a column that wins.')
    """
    said = {"Stands": assessment.evidence, "Next": assessment.hint}
    return tuple(f"{label}: {text}" for label, text in said.items() if text)


def looked_at(scorecard: Scorecard) -> str:
    """Return the id of the missed case that what comes next is about; empty where there is none.

    It may be that of a member of a group, which was the one missed.
    """
    assessment = shown_assessment(scorecard)
    wanted = "" if assessment is None else assessment.case
    return next((each.id for each in scorecard.results if wanted and _is_miss(each, wanted)), "")


def _is_miss(result: Result, wanted: str) -> bool:
    return not result.accepted and wanted in (result.id, result.decided_by)


def finding_blocks(assessment: Assessment, width: int = WIDTH) -> Iterator[tuple[Line, ...]]:
    """Yield all that is known of a program, a block for each kind of evidence."""
    for evidence, heading in _HEADINGS.items():
        found = [each for each in assessment.findings if each.evidence == evidence]
        if found:
            told = [told_line for each in found for told_line in _told(each, width - _INDENT)]
            yield (line(heading, Ink.HEAD), *indented(told, _INDENT))


def _told(finding: Finding, width: int) -> Iterator[Line]:
    where = "" if finding.line is None else f"line {finding.line}"
    named = ", ".join(finding.cases[:MOST_CASES_NAMED])
    left = len(finding.cases) - MOST_CASES_NAMED
    cases = f"{named} and {left} more" if left > 0 else named
    beside = "; ".join(each for each in (where, cases) if each)
    yield from wrapped(f"{finding.text}{f' ({beside})' if beside else ''}", width, hanging=2)
    for probe in finding.probes:
        yield from wrapped(f"  {_asked(probe)}", width, hanging=4)


def _asked(probe: Probed) -> str:
    columns = " or ".join(map(str, probe.predicted))
    played = "no column came back" if probe.answer is None else f"it played {probe.answer}"
    return f'after "{probe.moves}", {probe.first} first: predicted {columns}, {played}'


CALLED = "How it is called"
FACTS = "What its code shows (worth no points)"
_FOUND_INDENT = 2
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


def how_called(scorecard: Scorecard) -> tuple[Observation, ...]:
    """Return how a submission was called: through which driver, and what else there is to tell."""
    driver = scorecard.driver
    if driver is None:
        return scorecard.called_as
    how = _ORIGINS.get(driver.origin, driver.origin).format(name=driver.name)
    digest = f" (sha256 {driver.sha256[:_SHORT]}…)" if driver.sha256 else ""
    return (Observation("called", how + digest), *scorecard.called_as)


def _listed(found: Sequence[Observation], width: int) -> Iterator[Line]:
    at = max(len(each.what) for each in found) + 2
    for each in found:
        text = f"{' ' * _FOUND_INDENT}{each.what:<{at}}{each.how}"
        yield from _hung(text, width, _FOUND_INDENT + at)


def _hung(text: str, width: int, hanging: int) -> Iterator[Line]:
    """Break a line whose second half goes on below itself."""
    first, rest = text[:hanging], text[hanging:]
    for number, pieces in enumerate(wrapped(rest, max(width - hanging, hanging))):
        yield ((first if number == 0 else " " * hanging, Ink.PLAIN), *pieces)
