"""Set caps that are multiples of the CPU time that an engine of ours takes for the same case.

A suite that tells one complexity from another asks for so many times what a plain engine takes, the
*yardstick* of its kata. So it is run as a submission is, in the language of the submission, at the
same level of isolation and within the same limits, before the case is graded that is its measure:
the least of `RUNS` runs counts. Each case is measured once in a process, so that a worker of a
batch does it once, and whoever watches a file waits for it once.

The cap stays between `LEAST` and `MOST` times the one in the suite, so that nobody gains much by
slowing the machine. That one stands where the yardstick fails, where its CPU time is unknown, and
where the machine kept it off its core for more than `BUSY_SHARE` of the time in every run.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from graders.channel.budget import Settings
from graders.channel.channel import ask
from graders.channel.languages import language_for
from graders.grading.intake import UnreadableError, read_submission
from graders.katas.kata import Kata
from graders.model.outcome import Event, Outcome
from graders.model.request import Request
from graders.model.scorecard import MeasuredCap, WhyNot, Yardstick
from graders.model.submission import Submission
from graders.model.suite import Case

RUNS = 3
MOST_SPOILT = 2
"""After so many runs that the machine kept waiting no further one is made."""
LEAST, MOST = 0.5, 4.0
STOPPED = 0.95
"""What was stopped has used this share of its seconds, unless the machine kept it waiting."""
BUSY_SHARE = 0.2
"""Kept off its core for a larger share of a run, a program shows that the machine is too busy."""


class EngineTime(msgspec.Struct, frozen=True):
    """The least CPU seconds of some runs of one engine on one case, None where none counts."""

    seconds: float | None
    runs: int
    why_not: WhyNot = ""


Once = Callable[[], Outcome]
_MEASURED: dict[tuple[object, ...], EngineTime] = {}


def least_time_of(once: Once, most_s: float, enough_s: float = 0.0, runs: int = RUNS) -> EngineTime:
    """Measure an engine that is stopped after `most_s` seconds, which then count as its time.

    No further run is made after one that took no more than `enough_s`, nor after `MOST_SPOILT` that
    the machine kept waiting, which do not count.
    """
    seconds: list[float] = []
    number = spoilt = 0
    while number < runs and spoilt < MOST_SPOILT:
        number += 1
        outcome = once()
        took_s = outcome.cpu_s
        if outcome.event not in (Event.REPLIED, Event.TIMED_OUT):
            return EngineTime(None, number, "failed")
        if took_s is None:
            return EngineTime(None, number, "unknown")
        if was_kept_waiting(outcome) or (
            outcome.event is Event.TIMED_OUT and took_s < STOPPED * most_s
        ):
            spoilt += 1
            continue
        seconds.append(min(took_s, most_s))
        if seconds[-1] <= enough_s:
            break
    return EngineTime(min(seconds), number) if seconds else EngineTime(None, number, "busy")


def was_kept_waiting(outcome: Outcome) -> bool:
    """Tell whether the machine was too busy during a run for its CPU time to be compared.

    >>> was_kept_waiting(Outcome(Event.REPLIED, wall_s=1.0, cpu_s=0.7, kept_off_s=0.3))
    True
    """
    return (outcome.kept_off_s or 0.0) > BUSY_SHARE * outcome.wall_s


class Caps:
    """Set the caps of one submission's cases as they come up, and keep where they are from."""

    def __init__(self, submission: Submission, kata: Kata[Any], settings: Settings) -> None:
        language = language_for(submission)
        self._kata, self._settings, self._language = kata, settings, language.name
        self._engine = kata.yardsticks.get(language.name)
        self._set: dict[str, MeasuredCap] = {}

    def with_cap(self, case: Case) -> Case:
        if case.yardstick is None or self._engine is None:
            return case
        if case.id not in self._set:
            found = _yardstick_time(self._engine, self._kata, case, self._settings)
            self._set[case.id] = cap_of(case, case.yardstick, found)
        return replace(case, cap_s=self._set[case.id].cap_s)

    @property
    def yardstick(self) -> Yardstick | None:
        if self._engine is None or not self._set:
            return None
        return Yardstick(self._engine.name, self._language, tuple(self._set.values()))


def cap_of(case: Case, times: float, found: EngineTime) -> MeasuredCap:
    """Return the cap of a case by what was measured.

    >>> case = Case("scale/a", 1, 1.0, None)
    >>> [cap_of(case, 5.0, EngineTime(each, 3)).cap_s for each in (0.05, 0.2, 1.0, None)]
    [0.5, 1.0, 4.0, 1.0]
    """
    cap_s = case.cap_s
    if found.seconds is not None:
        cap_s = min(max(times * found.seconds, LEAST * case.cap_s), MOST * case.cap_s)
    seconds = None if found.seconds is None else round(found.seconds, 6)
    return MeasuredCap(
        case.id, times, case.cap_s, round(cap_s, 3), seconds, found.runs, found.why_not
    )


def _yardstick_time(engine: Path, kata: Kata[Any], case: Case, settings: Settings) -> EngineTime:
    plain = Settings(settings.isolation, settings.limits)  # the engine imports no package
    known_as = (  # by what is asked, too: a suite may be edited while somebody watches a file
        engine,
        kata.name,
        case.id,
        repr(case.task),
        case.cap_s,
        case.yardstick,
        plain.isolation,
        plain.limits,
    )
    found = _MEASURED.get(known_as)
    if found is None:
        found = measure_yardstick(engine, kata, case, plain)
        if not found.why_not:
            _MEASURED[known_as] = found
    return found


def measure_yardstick(
    engine: Path, kata: Kata[Any], case: Case, settings: Settings, runs: int = RUNS
) -> EngineTime:
    """Return what the yardstick takes for a case now, whatever it took before."""
    assert case.yardstick is not None
    asked = kata.request(case.task)
    if not isinstance(asked, Request):
        return EngineTime(None, 0, "failed")
    try:
        submission = read_submission(engine)
    except (OSError, UnreadableError):
        return EngineTime(None, 0, "failed")
    one_s = case.cap_s / case.yardstick
    most_s = MOST * one_s
    return least_time_of(
        lambda: ask(submission, asked, most_s, settings), most_s, LEAST * one_s, runs
    )
