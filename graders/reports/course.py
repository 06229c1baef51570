"""Decide how much is shown of each result of a run as it comes, so that the whole can be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum, auto

import msgspec

from graders.model.scorecard import Result
from graders.model.suite import Case
from graders.model.verdict import Verdict

MOST_CASES = 10
"""A longer run has no line for each of its cases."""
LINES = 6
"""So many lines the cases of a longer run take, those of its suites together."""

Cause = tuple[str, ...]
"""What two failures have in common that are the same one: the exception and where it came from."""


class How(Enum):
    """Name how a result is shown."""

    WHOLE = auto()
    """Its line, and all there is to tell of it."""
    LINE = auto()
    COUNTED = auto()
    """Only in a line for all such cases of its suite."""


class Counted(msgspec.Struct):
    """Hold what is told of a suite in one line: how many are accepted, how many missed."""

    suite: str
    accepted: int = 0
    missed: int = 0


class Course:
    """Take the results of a run in order, and say how each is shown.

    Each has a line. Of a long run a suite has few lines: its first misses have one each, all
    others are counted. Where everything fails in the same way, one is shown and the others are
    `held`. With `full` everything is shown whole.
    """

    def __init__(self, cases: Sequence[Case], *, full: bool) -> None:
        """Take the cases that will be run."""
        suites = [case.id.split("/", 1)[0] for case in cases]
        share = max(2, LINES // max(1, len(set(suites))))
        is_long = len(cases) > MOST_CASES
        self._large = {suite for suite in suites if is_long and suites.count(suite) > share}
        self._misses = share - 1
        self._full = full
        self._missed_lines: dict[str, int] = {}
        self._all_the_same: Cause | None = None
        self._seen = 0
        self.held: list[Result] = []
        self.counted: dict[str, Counted] = {}
        self.not_offered: dict[str, int] = {}
        """How many cases each part would have been needed for, by what is said of it."""

    def takes(self, result: Result) -> Iterator[tuple[Result, How]]:
        """Yield what is shown now that a result has come, and how; it may be nothing."""
        self._seen += 1
        cause = cause_of(result)
        if self._full:
            yield result, How.LINE if result.accepted else How.WHOLE
            return
        if self._seen == 1:
            self._all_the_same = cause
        elif cause is not None and cause == self._all_the_same:
            self.held.append(result)
            return
        elif self._all_the_same is not None:
            self._all_the_same = None
            for earlier in self.held:
                yield earlier, self._line(earlier)
            self.held = []
        yield result, self._how(result)

    def _how(self, result: Result) -> How:
        if result.verdict is Verdict.NOT_OFFERED:
            self.not_offered[result.message] = self.not_offered.get(result.message, 0) + 1
            return How.COUNTED
        return self._line(result)

    def _line(self, result: Result) -> How:
        if result.suite not in self._large:
            return How.LINE
        if result.accepted:
            self._count(result.suite).accepted += 1
            return How.COUNTED
        lines = self._missed_lines.get(result.suite, 0) + 1
        self._missed_lines[result.suite] = lines
        if lines <= self._misses:
            return How.LINE
        self._count(result.suite).missed += 1
        return How.COUNTED

    def _count(self, suite: str) -> Counted:
        return self.counted.setdefault(suite, Counted(suite))


def cause_of(result: Result) -> Cause | None:
    """Return what a failure has in common with others that are the same; None where nothing has.

    >>> cause_of(Result("a/b", Verdict.WRONG_ANSWER, 0, 1, 2.0, message="no"))
    """
    if result.verdict is Verdict.RUNTIME_ERROR and result.thrown is not None:
        return (result.verdict, result.thrown.type, result.thrown.function)
    if result.verdict in (Verdict.RUNTIME_ERROR, Verdict.LOAD_ERROR, Verdict.GRADER_ERROR):
        return (result.verdict, result.message)
    return None
