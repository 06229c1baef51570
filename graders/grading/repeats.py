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
        """Return for how long the machine kept it off its core, where the kernel tells."""
        return _rounded(self.outcome.waited_s)

    @property
    def cpu_s(self) -> float | None:
        """Return the CPU seconds of all its processes, where the system tells."""
        return _rounded(self.outcome.cpu_s)

    def attempt(self, *, counts: bool) -> Attempt:
        """Return what a scorecard says of one run among several, of which one `counts`."""
        return Attempt(
            self.judgement.verdict,
            round(self.outcome.wall_s, 6),
            self.cpu_s,
            self.kept_off_s,
            in_short(self.answer),
            counts,
        )


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 6)


class Runs(msgspec.Struct, frozen=True):
    """Hold every run of one case, in order, of which the one with this `number` counts, from 0.

    `doubt` says why the first was replaced, where there are several, and `disturbed` what the
    machine did to the run that counts, where that is void as well; `record` is that of the file
    after them.
    """

    all: tuple[Run, ...]
    number: int
    doubt: Doubt | None
    disturbed: Doubt | None
    record: Record

    @property
    def counting(self) -> Run:
        """Return the one run that counts."""
        return self.all[self.number]

    @property
    def attempts(self) -> tuple[Attempt, ...]:
        """Return what a scorecard says of them; nothing where there is only one."""
        if len(self.all) == 1:
            return ()
        return tuple(run.attempt(counts=n == self.number) for n, run in enumerate(self.all))

    @property
    def counted_s(self) -> float:
        """Return the seconds that count against a submission's total, those of loading included.

        The machine is to blame for every other run, so these cost the submission nothing.
        """
        outcome = self.counting.outcome
        return outcome.counted_s + outcome.loading_s


def runs(once: Callable[[], Run], cap_s: float, record: Record, *, rerun: bool) -> Runs:
    """Run a case by `once`; with `rerun` again as long as the run is void, and may be repeated."""
    taken: list[Run] = []
    first: Doubt | None = None
    while True:
        taken.append(once())
        outcome = taken[-1].outcome
        doubt = fairness.doubt(outcome, cap_s, record)
        record = record.after(outcome)
        enough = not rerun or len(taken) > fairness.MOST_RERUNS
        if doubt is None or enough or not record.allows(doubt, outcome):
            break
        first = first or doubt
        record = record.after_repeating(doubt, outcome)
    number = fairness.counting([run.outcome for run in taken], cap_s)
    still = fairness.doubt(taken[number].outcome, cap_s)
    return Runs(tuple(taken), number, first, still, record)
