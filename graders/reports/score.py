"""Say what a run adds up to: points by suite, the score, what was not run, whether it holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from graders.model.scorecard import NotRun, Result, Scorecard
from graders.reports.case_line import Columns
from graders.reports.lines import Ink, Line, wrapped

SHOWN_NOT_RUN = 12


def not_run_lines(not_run: Sequence[NotRun], columns: Columns) -> Iterator[Line]:
    """Name the cases that were not run, of many the first."""
    not_run = [case for case in not_run if case.cap_s]
    shown = not_run if len(not_run) <= SHOWN_NOT_RUN else not_run[: SHOWN_NOT_RUN - 1]
    width = max((len(case.id) for case in shown), default=0)
    for case in shown:
        mark = (columns.marks.not_run, Ink.CARE)
        yield (mark, (f" {case.id:<{width}}  ", Ink.PLAIN), ("not run", Ink.CARE))
    if len(not_run) > len(shown):
        yield ((f"… and {count(len(not_run) - len(shown), 'more case')} not run", Ink.CARE),)


def score_lines(scorecard: Scorecard, width: int) -> Iterator[Line]:
    """Return the points of each suite, the score, and what keeps it from being taken as it is."""
    suites: dict[str, tuple[list[Result], list[NotRun]]] = {}
    for result in scorecard.results:
        if result.cap_s:  # otherwise nothing of a suite was chosen or called
            suites.setdefault(result.suite, ([], []))[0].append(result)
    for case in scorecard.not_run:
        if case.cap_s:
            suites.setdefault(case.suite, ([], []))[1].append(case)
    at = max((len(name) for name in [*suites, "score"]), default=0)
    for name, (results, not_run) in suites.items():
        accepted = sum(result.accepted for result in results)
        points = sum(result.points for result in results)
        most = sum(result.max_points for result in results)
        most += sum(case.max_points for case in not_run)
        cases = len(results) + len(not_run)
        left = f", {len(not_run)} not run" if not_run else ""
        yield (
            (
                f"{name:<{at}}  {points}/{most} points, {accepted} of {cases} cases accepted{left}",
                Ink.PLAIN,
            ),
        )
    yield ((f"{'score':<{at}}  {scorecard.score}/{scorecard.max_score}", Ink.HEAD),)
    for words, ink in _reservations(scorecard):
        yield from wrapped(words, width, ink)
    if any(result.variant for result in scorecard.results):
        yield from _holds(scorecard, width)


def count(number: int, what: str) -> str:
    """Write a number of things.

    >>> count(1, "case"), count(3, "case")
    ('1 case', '3 cases')
    """
    return f"1 {what}" if number == 1 else f"{number} {what}s"


def _reservations(scorecard: Scorecard) -> Iterable[tuple[str, Ink]]:
    """Say what keeps the score from being taken at its word."""
    cases, left = len(scorecard.results) + len(scorecard.not_run), len(scorecard.not_run)
    what = f"{left} of {cases} cases not run" if scorecard.results else "no case was run"
    if scorecard.stopped_at_first and left:
        yield f"stopped at the first failure, as asked: {what}", Ink.CARE
    elif not scorecard.complete:
        yield f"interrupted, {what}: this is no final score", Ink.CARE
    if lost := len(scorecard.lost):
        yield f"but it loses {count(lost, 'variant')} of cases that it solves", Ink.BAD
    if ours := scorecard.grader_errors:
        words = f"the grader itself failed on {count(ours, 'case')}: this is no score to rely on"
        yield words, Ink.OURS


def _holds(scorecard: Scorecard, width: int) -> Iterator[Line]:
    says = "holds under mirror and colour swap: "
    if scorecard.holds is None:
        why = (
            "the run was not finished"
            if not scorecard.complete
            else "what is solved shows too little"
        )
        yield from wrapped(f"{says}{why}", width, Ink.CARE, hanging=2)
    elif scorecard.holds:
        yield from wrapped(f"{says}yes", width, Ink.GOOD)
    else:
        lost = scorecard.lost
        shown = ", ".join(lost[:3]) + (f" and {len(lost) - 3} more" if len(lost) > 3 else "")
        yield from wrapped(f"{says}no ({shown})", width, Ink.BAD, hanging=2)
