"""Say where a submission stands and what comes next, and list what is known of it, by evidence."""

from __future__ import annotations

from collections.abc import Iterator

from graders.model.scorecard import Finding, Probed, Result, Scorecard, Standing
from graders.reports.lines import WIDTH, Ink, Line, indented, line, wrapped

MOST_CASES_NAMED = 3
_HEADINGS = {
    "answers": "What the answers show",
    "measured": "What was measured",
    "source": "What the source has",
    "probes": "What the probes prove",
}
_INDENT = 2


def shown_standing(scorecard: Scorecard) -> Standing | None:
    """Return where it stands; None for a run that was not finished."""
    return scorecard.standing if scorecard.complete else None


def next_lines(standing: Standing, width: int = WIDTH) -> Iterator[Line]:
    """Say what comes next."""
    if standing.hint:
        yield from wrapped(f"Next: {standing.hint.rstrip()}", width, hanging=2)


def in_lines(standing: Standing) -> tuple[str, ...]:
    """Say in a line each where it stands and what comes next, as far as that is known.

    >>> in_lines(Standing("", "", "Play a column that wins.")), in_lines(Standing("", "sees 5", ""))
    (('Next: Play a column that wins.',), ('Stands: sees 5',))
    """
    said = {"Stands": standing.evidence, "Next": standing.hint}
    return tuple(f"{label}: {text}" for label, text in said.items() if text)


def looked_at(scorecard: Scorecard) -> str:
    """Return the id of the missed case that what comes next is about; empty where there is none.

    It may be that of a member of a group, which was the one missed.
    """
    standing = shown_standing(scorecard)
    wanted = "" if standing is None else standing.case
    return next((each.id for each in scorecard.results if wanted and _is_miss(each, wanted)), "")


def _is_miss(result: Result, wanted: str) -> bool:
    return not result.accepted and wanted in (result.id, result.decided_by)


def finding_blocks(standing: Standing, width: int = WIDTH) -> Iterator[tuple[Line, ...]]:
    """Yield all that is known of a program, a block for each kind of evidence."""
    for evidence, heading in _HEADINGS.items():
        found = [each for each in standing.findings if each.evidence == evidence]
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
