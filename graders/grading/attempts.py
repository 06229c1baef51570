"""Retry runs that a busy machine spoilt: which are void and which one counts, whatever the answer.

The cap itself is fair in every run: seconds for which the machine kept a program off its core do
not count (`graders.channel.budget`). What is left is a program that watches its own clock: robbed
of half of its time it gives up early, and answers wrong. So a run is void where the machine kept it
off its core for more than `VOID_SHARE` of the cap. Sleeping is no such sign, and nothing that a
program does with its own processes is one. Where the waiting is not known, no run is void.

A void run is replaced, whatever it came to; once a run is not void, or no more may be had, the
least disturbed of them counts. Nothing here depends on what the right answer is, so a program that
draws lots is accepted as often as if it had drawn once, however busy the machine is.

Two kinds of runs are never replaced. Crashes and exceeded limits do not depend on timing. A run
that was late by the seconds that count would have been late on any machine. Luck cannot exploit
that: whether a run is late does not depend on the right answer, and a late run is a miss. Replacing
it would repeat the longest runs there are, and use up the retries of runs that were stopped early.

The bound on a whole file: a case is run at most `1 + MOST_RERUNS` times. Runs that were stopped
cost the most, and a machine that keeps a program waiting for so long will not be idle a moment
later, so of those at most `MOST_STOPPED_RERUNS` are repeated in all cases of a file together: a
file that never answers is run at most `cases + MOST_STOPPED_RERUNS` times, and no run lasts longer
than `1 + PATIENCE` caps.

A file that was loaded before, and of which loading is now ended by a signal that the grader did not
send, is loaded once more, once a file: the system was out of memory, or somebody ended the process.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple

import msgspec

from graders.grading.truncate import truncate_answer
from graders.model.ending import Cause, Ending
from graders.model.outcome import Doubt, DoubtKind, Event, Outcome, Stage
from graders.model.request import SessionOutcome
from graders.model.scorecard import Attempt
from graders.model.value import as_json
from graders.model.verdict import Judgement, Verdict

VOID_SHARE = 0.05
"""Share of the cap for which a run may be kept off its core."""
MOST_RERUNS = 2
"""How often a case is run again at most."""
MOST_STOPPED_RERUNS = 2
"""How often in a whole file a run that was stopped is repeated."""
_ANSWERED = (Event.REPLIED, Event.RAISED)
_BY_SIGNAL = (Cause.SIGNAL, Cause.EXIT_OR_SIGNAL)


class FileRecord(msgspec.Struct, frozen=True):
    """What the runs of a file so far say about those to come.

    `stopped_reruns` are the repeats spent on runs that were stopped. The file was `loaded` in one
    of them, and was `reloaded` after a signal had ended its loading.
    """

    stopped_reruns: int = 0
    loaded: bool = False
    reloaded: bool = False

    def after(self, outcome: Outcome) -> FileRecord:
        called = outcome.stage is Stage.CALL and outcome.event is not Event.GRADER_FAULT
        return msgspec.structs.replace(self, loaded=self.loaded or called)

    def allows(self, doubt: Doubt, outcome: Outcome) -> bool:
        if doubt.kind is DoubtKind.LOAD_ENDED:
            return not self.reloaded
        return not was_stopped(outcome) or self.stopped_reruns < MOST_STOPPED_RERUNS

    def after_repeating(self, doubt: Doubt, outcome: Outcome) -> FileRecord:
        reloaded = self.reloaded or doubt.kind is DoubtKind.LOAD_ENDED
        return FileRecord(self.stopped_reruns + was_stopped(outcome), self.loaded, reloaded)


class JudgedRun(msgspec.Struct, frozen=True, dict=True):
    outcome: Outcome
    judgement: Judgement

    @property
    def accepted(self) -> bool:
        return self.judgement.verdict is Verdict.ACCEPTED

    @cached_property
    def answer(self) -> object:
        return as_json(self.outcome.value) if self.outcome.event is Event.REPLIED else None

    @property
    def kept_off_s(self) -> float | None:
        return _rounded(self.outcome.kept_off_s)

    @property
    def cpu_s(self) -> float | None:
        return _rounded(self.outcome.cpu_s)

    def attempt(self, *, counts: bool) -> Attempt:
        return Attempt(
            self.judgement.verdict,
            round(self.outcome.wall_s, 6),
            self.cpu_s,
            self.kept_off_s,
            truncate_answer(self.answer),
            counts,
        )


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 6)


class Attempts(msgspec.Struct, frozen=True):
    """Every run of one case, in order, of which the one with this `number` counts, from 0.

    `doubt` says why the first was replaced, where there are several, and `disturbed` what the
    machine did to the run that counts, where that is void as well; `record` is that of the file
    after them.
    """

    runs: tuple[JudgedRun, ...]
    number: int
    doubt: Doubt | None
    disturbed: Doubt | None
    record: FileRecord

    @property
    def counting(self) -> JudgedRun:
        return self.runs[self.number]

    @property
    def attempts(self) -> tuple[Attempt, ...]:
        if len(self.runs) == 1:
            return ()
        return tuple(run.attempt(counts=n == self.number) for n, run in enumerate(self.runs))

    @property
    def counted_s(self) -> float:
        """Return the seconds that count against a submission's total, those of loading included.

        The machine is to blame for every other run, so these cost the submission nothing.
        """
        outcome = self.counting.outcome
        return outcome.counted_s + outcome.loading_s


def attempt_until_one_counts(
    once: Callable[[], JudgedRun], cap_s: float, record: FileRecord, *, rerun: bool
) -> Attempts:
    """Run a case by `once`; with `rerun` again as long as the run is void, and may be repeated."""
    runs: list[JudgedRun] = []
    first: Doubt | None = None
    while True:
        runs.append(once())
        outcome = runs[-1].outcome
        why = reason_void(outcome, cap_s, record)  # by what was known before this run
        record = record.after(outcome)
        enough = not rerun or len(runs) > MOST_RERUNS
        if why is None or enough or not record.allows(why, outcome):
            break
        first = first or why
        record = record.after_repeating(why, outcome)
    number = _counting_run([run.outcome for run in runs], cap_s)
    # Without the record: loading that was ended each time is the verdict, and no longer a doubt.
    still = reason_void(runs[number].outcome, cap_s)
    return Attempts(tuple(runs), number, first, still, record)


class _Disturbance(NamedTuple):
    """For how many seconds a run was kept off its core, of a cap of so many.

    >>> _Disturbance(kept_off_s=0.5, cap_s=2.0).share
    0.25
    """

    kept_off_s: float
    cap_s: float

    @property
    def share(self) -> float:
        return self.kept_off_s / self.cap_s if self.kept_off_s else 0.0


def reason_void(outcome: Outcome, cap_s: float, record: FileRecord = FileRecord()) -> Doubt | None:
    """Return why a run does not count; None where the machine had no part in it.

    >>> reason_void(Outcome(Event.REPLIED, wall_s=1.0, cpu_s=0.6, kept_off_s=0.4), 2.0).kind.value
    'kept_waiting'
    >>> reason_void(Outcome(Event.REPLIED, wall_s=1.0, cpu_s=0.9, kept_off_s=0.1), 2.0)
    >>> reason_void(Outcome(Event.TIMED_OUT, wall_s=2.0, cpu_s=0.1, kept_off_s=0.0), 2.0)
    """
    if _load_was_ended(outcome):
        return Doubt(DoubtKind.LOAD_ENDED) if record.loaded else None
    found = _disturbance(outcome, cap_s)
    if not _depends_on_time(outcome, cap_s) or found.share <= VOID_SHARE:
        return None
    return Doubt(DoubtKind.KEPT_WAITING, found.kept_off_s, found.cap_s)


def _counting_run(outcomes: Sequence[Outcome], cap_s: float) -> int:
    """Return the number, from 0, of the run that counts: the first of the least disturbed.

    >>> waits = [Outcome(Event.REPLIED, kept_off_s=seconds) for seconds in (0.4, 0.2, 0.3)]
    >>> _counting_run(waits, cap_s=2.0)
    1
    """

    def rank(number: int) -> tuple[bool, float]:
        outcome = outcomes[number]
        return _load_was_ended(outcome), _disturbance(outcome, cap_s).share

    return min(range(len(outcomes)), key=rank)


def _disturbance(outcome: Outcome, cap_s: float) -> _Disturbance:
    """Return how a run was disturbed, in a session by the whole or the step that was the most.

    A session is measured by its own cap, or else by those of its steps together, and each step by
    `cap_s`; loading that was stopped by the limit on that. Waiting that is not known is none.
    """
    found = [_Disturbance(outcome.kept_off_s or 0.0, _whole_cap_s(outcome, cap_s))]
    if isinstance(outcome, SessionOutcome):
        found.extend(_Disturbance(call.kept_off_s or 0.0, cap_s) for call in outcome.calls)
    return max(found, key=lambda each: each.share)


def was_stopped(outcome: Outcome) -> bool:
    """Tell whether a time that was over ended the run, in a call or in loading the file."""
    return outcome.event is Event.TIMED_OUT or _loading_limit_s(outcome) is not None


def _depends_on_time(outcome: Outcome, cap_s: float) -> bool:
    """Tell whether on a quieter machine the run might have come to something else."""
    if was_stopped(outcome):  # by the seconds that count it is late on any machine
        return outcome.out_of_patience
    late = not isinstance(outcome, SessionOutcome) and outcome.counted_s > cap_s
    return outcome.event in _ANSWERED and not late


def _load_was_ended(outcome: Outcome) -> bool:
    fact = outcome.fact
    not_loaded = outcome.event is Event.NOT_LOADED
    return not_loaded and isinstance(fact, Ending) and fact.kind in _BY_SIGNAL


def _whole_cap_s(outcome: Outcome, cap_s: float) -> float:
    limit_s = _loading_limit_s(outcome)
    if limit_s is not None:
        return limit_s
    if isinstance(outcome, SessionOutcome):
        return outcome.session.cap_s or cap_s * max(1, len(outcome.calls))
    return cap_s


def _loading_limit_s(outcome: Outcome) -> float | None:
    fact = outcome.fact
    if outcome.event is Event.NOT_LOADED and isinstance(fact, Ending) and fact.kind is Cause.TIME:
        return fact.limit
    return None
