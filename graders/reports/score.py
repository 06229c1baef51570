"""Say what a run adds up to: points by suite, the score, what was not run, whether it holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

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


class OfSuite(msgspec.Struct, frozen=True):
    """Hold what was won of the cases of one suite, those that were not run included."""

    name: str
    results: tuple[Result, ...]
    not_run: tuple[NotRun, ...]

    @property
    def points(self) -> int:
        """Return the points won."""
        return sum(result.points for result in self.results)

    @property
    def max_points(self) -> int:
        """Return the points there were to win."""
        not_run = sum(case.max_points for case in self.not_run)
        return sum(result.max_points for result in self.results) + not_run

    @property
    def accepted(self) -> int:
        """Return how many cases were accepted."""
        return sum(result.accepted for result in self.results)

    @property
    def cases(self) -> int:
        """Return how many cases there are."""
        return len(self.results) + len(self.not_run)

    @property
    def in_words(self) -> str:
        """Return points and cases.

        >>> OfSuite("a", (), (NotRun("a/b", 2, 1.0),)).in_words
        '0/2 points, 0 of 1 cases accepted, 1 not run'
        """
        left = f", {len(self.not_run)} not run" if self.not_run else ""
        won = f"{self.points}/{self.max_points} points"
        return f"{won}, {self.accepted} of {self.cases} cases accepted{left}"


def by_suite(scorecard: Scorecard) -> tuple[OfSuite, ...]:
    """Return what was won of each suite, in their order; a file of no kata has no suites."""
    # Without a cap nothing of a suite was chosen or called.
    results = [result for result in scorecard.results if result.cap_s]
    not_run = [case for case in scorecard.not_run if case.cap_s]
    names = dict.fromkeys([result.suite for result in results] + [case.suite for case in not_run])
    return tuple(
        OfSuite(
            name,
            tuple(result for result in results if result.suite == name),
            tuple(case for case in not_run if case.suite == name),
        )
        for name in names
    )


def score_lines(scorecard: Scorecard, width: int) -> Iterator[Line]:
    """Return the points of each suite, the score, and what keeps it from being taken as it is."""
    suites = by_suite(scorecard)
    at = max(len(name) for name in ("score", *(suite.name for suite in suites)))
    for suite in suites:
        yield ((f"{suite.name:<{at}}  {suite.in_words}", Ink.PLAIN),)
    yield ((f"{'score':<{at}}  {scorecard.score}/{scorecard.max_score}", Ink.HEAD),)
    yield from _to_heed(scorecard, width)


def score_in_short(scorecard: Scorecard, width: int) -> Iterator[Line]:
    """Return the score and the points of the suites in one line, and what keeps it from holding."""
    suites = by_suite(scorecard)
    won = ", ".join(f"{suite.name} {suite.points}/{suite.max_points}" for suite in suites)
    score = f"score {scorecard.score}/{scorecard.max_score}"
    beside = f": {won}" if len(suites) > 1 else ""
    if len(score + beside) <= width:
        yield ((score, Ink.HEAD), (beside, Ink.PLAIN))
    else:
        yield from wrapped(score + beside, width, Ink.HEAD, hanging=2)
    yield from _to_heed(scorecard, width)


def _to_heed(scorecard: Scorecard, width: int) -> Iterator[Line]:
    for words, ink in reservations(scorecard):
        yield from wrapped(words, width, ink)
    if any(result.variant for result in scorecard.results):
        words, ink = holds_in_words(scorecard)
        yield from wrapped(words, width, ink, hanging=2)


def count(number: int, what: str) -> str:
    """Write a number of things.

    >>> count(1, "case"), count(3, "case")
    ('1 case', '3 cases')
    """
    return f"1 {what}" if number == 1 else f"{number} {what}s"


def reservations(scorecard: Scorecard) -> Iterable[tuple[str, Ink]]:
    """Say what keeps the score from being taken at its word."""
    cases, left = len(scorecard.results) + len(scorecard.not_run), len(scorecard.not_run)
    what = f"{left} of {cases} cases not run" if scorecard.results else "no case was run"
    if scorecard.stopped_at_first and left:
        yield f"stopped at the first failure, as asked: {what}", Ink.CARE
    elif not scorecard.complete and scorecard.results and not left:
        yield "interrupted after the last case: where it stands is not known", Ink.CARE
    elif not scorecard.complete:
        yield f"interrupted, {what}: this score is not final", Ink.CARE
    if lost := len(scorecard.lost):
        yield f"but it loses {count(lost, 'variant')} of cases that it solves", Ink.BAD
    if ours := scorecard.grader_errors:
        words = f"the grader itself failed on {count(ours, 'case')}: do not rely on this score"
        yield words, Ink.OURS


def holds_in_words(scorecard: Scorecard) -> tuple[str, Ink]:
    """Say whether what is solved holds in its variants, of a run that had some."""
    says = "holds under mirror and colour swap: "
    if scorecard.holds is None:
        shows = "what is solved shows too little"
        return says + (shows if scorecard.complete else "the run was not finished"), Ink.CARE
    if scorecard.holds:
        return f"{says}yes", Ink.GOOD
    lost = scorecard.lost
    shown = ", ".join(lost[:3]) + (f" and {len(lost) - 3} more" if len(lost) > 3 else "")
    return f"{says}no ({shown})", Ink.BAD
