"""Run a case, and again in place of a run that the machine may have spoilt."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import msgspec

from graders.grading import fairness
from graders.grading.fairness import Record
from graders.grading.slim import in_short
from graders.model.outcome import Doubt, Event, Outcome
from graders.model.scorecard import Attempt
from graders.model.value import as_json
from graders.model.verdict import Judgement, Verdict


class Run(msgspec.Struct, frozen=True, dict=True):
    """Hold one run of a case: what came back, and what the judge makes of it."""

    outcome: Outcome
    judgement: Judgement

    @property
    def accepted(self) -> bool:
        """Tell whether the verdict is `accepted`."""
        return self.judgement.verdict is Verdict.ACCEPTED

    @cached_property
    def answer(self) -> object:
        """Return what the submission returned, as JSON can carry it; None where nothing came."""
        return as_json(self.outcome.value) if self.outcome.event is Event.REPLIED else None

    @property
    def kept_off_s(self) -> float | None:
        """Return for how long the machine kept it off the cores, where the kernel tells."""
        waited_s = self.outcome.waited_s
        return None if waited_s is None else round(waited_s, 6)

    @property
    def attempt(self) -> Attempt:
        """Return what a scorecard says of one run among several."""
        return Attempt(
            self.judgement.verdict,
            round(self.outcome.wall_s, 6),
            round(self.outcome.cpu_s, 6),
            self.kept_off_s,
            in_short(self.answer),
        )


class Runs(msgspec.Struct, frozen=True):
    """Hold every run of one case, in order.

    `doubt` says why the first does not count, where there are several, and `still` why the last
    may be the machine's fault as well; `record` is that of the file after them.
    """

    all: tuple[Run, ...]
    doubt: Doubt | None
    still: Doubt | None
    record: Record

    @property
    def last(self) -> Run:
        """Return the one run that counts."""
        return self.all[-1]

    @property
    def counted_s(self) -> float:
        """Return the seconds that count against a submission's total: of calls and of loading."""
        return sum(run.outcome.counted_s + run.outcome.loading_s for run in self.all)


def runs(once: Callable[[], Run], cap_s: float, record: Record, *, rerun: bool) -> Runs:
    """Run a case by `once`, with `rerun` again as long as `fairness` doubts the miss."""
    taken: list[Run] = []
    because: Doubt | None = None
    while True:
        taken.append(once())
        outcome, missed = taken[-1].outcome, not taken[-1].accepted
        doubt = fairness.doubt(outcome, cap_s, record) if missed and rerun else None
        if doubt is None or len(taken) > fairness.MOST_RERUNS:
            still = fairness.doubt(outcome, cap_s) if missed else None
            return Runs(tuple(taken), because, still, record)
        because = because or doubt
        record = record.after_repeating(outcome)
