"""State what a report is to the commands that use it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TextIO

import msgspec
from msgspec.structs import replace

from graders.model.batch import Batch
from graders.model.installation import COMMAND
from graders.model.scorecard import Result, Scorecard
from graders.model.submission import Content
from graders.model.suite import Case, Suite
from graders.reports.spoilers import (
    Hiding,
    batch_without_spoilers,
    card_without_spoilers,
    private_suites,
    without_suites,
)


class Heading(msgspec.Struct, frozen=True):
    """What is known before the first case: whose file, which kata, contained how.

    `cautions` are sentences that a reader must see, such as what is not contained. `try_options`
    are what `kata try` needs beside file and case to find the same case. `content` is what was
    handed in, None where it could not be read, and `entry` the file of a folder that is called.
    `again` are the words that grade a program once more, where it is one. `suites` are those that
    the cases are of. `program` is how the `kata` command is called where the report is read.
    """

    submission: str
    kata: str
    isolation: str
    cases: Sequence[Case]
    cautions: Sequence[str] = ()
    try_options: Sequence[str] = ()
    content: Content | None = None
    again: Sequence[str] = ()
    entry: str = ""
    suites: Sequence[Suite] = ()
    program: str = COMMAND


class Graded(msgspec.Struct, frozen=True):
    file: str
    scorecard: Scorecard | None = None
    why_not: str = ""


class Report:
    """Write one scorecard to a stream; a format overrides the steps at which it writes."""

    several: ClassVar[bool] = False
    """Whether reports of several files may follow each other in one stream."""
    batches: ClassVar[bool] = False  # whether it can write a whole batch
    exits_0_on_failures: ClassVar[bool] = False
    """Whether the command exits 0 where the submission failed, as those who run it demand."""
    begins_file: ClassVar[str] = ""
    """What a file begins with, and stdout does not."""
    needs: ClassVar[tuple[str, str] | None] = None
    """A module that is not always installed, and the extra that brings it."""

    def __init__(
        self, stream: TextIO, *, hints: bool = True, full: bool = False, spoilers: bool = True
    ) -> None:
        """Write to `stream`; without `hints`, leave the assessment out.

        With `full`, tell every failure whole; without `spoilers`, tell no answer.
        """
        self.stream = stream
        self.hints = hints
        self.full = full
        self.spoilers = spoilers
        self.heading: Heading | None = None
        self._hiding: Hiding | None = None

    def tellable(self, scorecard: Scorecard) -> Scorecard:
        bare = scorecard if self.hints else replace(scorecard, assessment=None)
        return bare if self.spoilers else card_without_spoilers(bare)

    def tellable_result(self, result: Result) -> Result:
        """Return the same of one result while the run, of which `heading` is known, goes on."""
        if self.spoilers:
            return result
        return (self._hiding or Hiding((), ())).result(result)

    def tellable_batch(self, batch: Batch) -> Batch:
        told = batch if self.spoilers else batch_without_spoilers(batch)
        if self.hints:
            return told
        entries = (
            replace(each, scorecard=each.scorecard and replace(each.scorecard, assessment=None))
            for each in told.entries
        )
        return replace(told, entries=tuple(entries))

    def start(self, heading: Heading) -> None:
        """Begin, before the first case; `heading` then holds what may be told of it."""
        self.heading = heading
        private = () if self.spoilers else private_suites(heading.suites)
        if private:
            self._hiding = Hiding(private, [case.id for case in heading.cases])
            self.heading = replace(
                heading,
                cases=[*map(self._hiding.case, heading.cases)],
                try_options=without_suites(heading.try_options),
            )

    def case_started(self, case: Case) -> None:
        """Tell that a case is being run."""

    def case_finished(self, result: Result) -> None:
        """Tell what became of a case."""

    def waiting(self, what: str) -> bool:
        """Show what is waited for, nothing once that is over; tell whether there is a place for it.

        It is part of no report: only a live line on a terminal is such a place.
        """
        return False

    def between(self) -> None:
        """Set what comes apart from the report before it, where there are several."""

    def sum_up(self, graded: Sequence[Graded]) -> None:
        """Sum several files up, once all of them are graded."""

    def batch(self, batch: Batch) -> None:
        """Write a whole batch, in place of the steps above; for formats with `batches`."""
        raise NotImplementedError(f"{type(self).__name__} does not write batches")

    def finish(self, scorecard: Scorecard) -> None:
        raise NotImplementedError(f"{type(self).__name__} does not write scorecards")
