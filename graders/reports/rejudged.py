"""Say what a rejudge would change: a table of the submissions that would stand otherwise."""

from __future__ import annotations

from collections.abc import Iterator

from graders.model.batch import Grade, OtherVerdict, Rejudged, Rejudgement
from graders.model.tables import DASH
from graders.model.text import on_one_line
from graders.reports.layout import BLANK, Ink, Line, Side, grid, line, wrapped
from graders.reports.score import count

COLUMNS = ("candidate", "score", "rung", "verdicts that change")
_SIDES: tuple[Side, ...] = ("left", "left", "left", "left")
_LONGEST_NAME = 24
_SHOWN = 2
_NARROWEST = 30


def lines(rejudged: Rejudged, width: int) -> Iterator[Line]:
    """Return the table, not much wider than `width`, and the sum of it."""
    if changing := rejudged.changing:
        yield from map(line, _table(changing, width).splitlines())
        yield BLANK
    for each in rejudged.not_graded:
        text = f"{_name(each)} could not be graded again: {on_one_line(each.why_not)}"
        yield from wrapped(text, width, Ink.OURS, hanging=2)
    whole = len(rejudged.submissions)
    yield from wrapped(f"{len(changing)} of {count(whole, 'submission')} would change", width)


def _table(changing: tuple[Rejudgement, ...], width: int) -> str:
    rows = [_row(each) for each in changing]
    cells = [COLUMNS, *rows]
    taken = sum(max(len(row[column]) for row in cells) + 2 for column in range(len(COLUMNS) - 1))
    widths = [*[None] * (len(COLUMNS) - 1), max(_NARROWEST, width - taken)]
    return grid(COLUMNS, rows, align=_SIDES, widths=widths)


def _row(each: Rejudgement) -> tuple[str, ...]:
    before, after = each.before, each.after
    return (
        _name(each),
        _was(_score(after), _score(before)),
        _was(_rung(after), _rung(before)),
        _verdicts(each.verdicts),
    )


def _name(each: Rejudgement) -> str:
    name = on_one_line(each.candidate)
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"


def _score(assessment: Grade | None) -> str:
    return DASH if assessment is None else f"{assessment.score}/{assessment.max_score}"


def _rung(assessment: Grade | None) -> str:
    return (assessment.rung if assessment else None) or DASH


def _was(after: str, before: str) -> str:
    """Say how something would be, and how it is where that is otherwise.

    >>> _was("3/4", "4/4"), _was("naive", "naive")
    ('3/4, was 4/4', 'naive')
    """
    return after if after == before else f"{after}, was {before}"


def _verdicts(verdicts: tuple[OtherVerdict, ...]) -> str:
    said = [_said(each) for each in verdicts[:_SHOWN]]
    more = len(verdicts) - _SHOWN
    return "; ".join(said) + (f"; and {more} more" if more > 0 else "")


def _said(each: OtherVerdict) -> str:
    """Say of a case how it would be judged.

    >>> from graders.model.verdict import Verdict
    >>> _said(OtherVerdict("phase3/mate-in-9", Verdict.ACCEPTED, Verdict.TIME_LIMIT_EXCEEDED))
    'phase3/mate-in-9: time limit exceeded, was accepted'
    >>> _said(OtherVerdict("phase4/quiet", None, Verdict.ACCEPTED))
    'phase4/quiet: accepted, was not run'
    """
    before, after = (
        "not run" if verdict is None else verdict.in_words for verdict in (each.before, each.after)
    )
    return f"{each.case}: {_was(after, before)}"
