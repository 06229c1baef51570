"""Grade many submissions at once: what that gains, and that no verdict depends on it."""

from __future__ import annotations

import statistics
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from graders.batch.coordinator import Workers, coordinate
from graders.batch.job import BatchTerms, GradedJob, Job
from graders.lab.bench.fairness import SURELY_OVER, SURELY_WITHIN, by_share_of_the_cap
from graders.lab.bench.outcomes import NothingToMeasureError
from graders.model.progress import Bar, Quiet
from graders.model.scorecard import Result, Scorecard
from graders.model.tables import Cell, Figure, Picture, Table, Unit
from graders.model.verdict import Verdict

GOAL = 1.8
"""How many times as many a minute two jobs are to grade as one does, on two cores."""
GRADINGS = 200
"""How many gradings at once the verdicts are to be steady in."""
MakeWorkers = Callable[[BatchTerms, int], Workers[Job, GradedJob]]
"""Make so many workers that grade on some terms."""


class Load(msgspec.Struct, frozen=True):
    """A submission to be graded again and again: its name, its source, and on what terms.

    `share` is the share of the cap that it uses; None where only a run tells. `a_job` is how many
    each job is given where its speed is measured.
    """

    name: str
    source: str
    terms: BatchTerms
    share: float | None = None
    a_job: int = 1

    def job(self, number: int) -> Job:
        return Job(number, "mine.py", self.source.encode())


class _Memory(msgspec.Struct):
    """A ledger and a watcher of a batch, in memory: the last card of a job counts."""

    bar: Bar
    graded: dict[int, GradedJob] = msgspec.field(default_factory=dict)
    faults: dict[int, str] = msgspec.field(default_factory=dict)

    def handed_out(self, number: int) -> None:
        pass

    def keep(self, graded: GradedJob, *, to_repeat: bool) -> None:
        self.graded[graded.number] = graded
        self.faults.pop(graded.number, None)

    def keep_fault(self, number: int, why: str) -> None:
        self.faults[number] = why

    def began(self, job: Job) -> None:
        pass

    def ended(self, job: Job, graded: GradedJob | None) -> None:
        self.bar.advance()

    def waited(self) -> None:
        pass


def graded_in_batch(
    load: Load, count: int, jobs: int, make_workers: MakeWorkers, bar: Bar | None = None
) -> tuple[Scorecard, ...]:
    memory = _Memory(bar or Quiet())
    workers = make_workers(load.terms, jobs)
    coordinate((load.job(number) for number in range(count)), workers, memory, memory)
    for why in memory.faults.values():
        raise NothingToMeasureError(f"{load.name} could not be graded: {why}")
    return tuple(memory.graded[number].card for number in range(count))


class Speed(msgspec.Struct, frozen=True):
    """How many of a submission were graded a second, by one job and by several, by turns.

    >>> Speed("instant", 2, (1.0, 2.0, 1.0), (1.9, 3.6, 2.0)).gain
    1.9
    """

    name: str
    jobs: int
    one: tuple[float, ...]
    several: tuple[float, ...]

    @property
    def gain(self) -> float:
        return statistics.median(b / a for a, b in zip(self.one, self.several, strict=True))


def measure_speeds(
    loads: Sequence[Load],
    jobs: int,
    make_workers: MakeWorkers,
    *,
    repeat: int,
    bar: Bar | None = None,
) -> tuple[Speed, ...]:
    """Grade each by one job and by `jobs`, taking turns, `repeat` times.

    The clock starts when every worker has graded one.
    """
    bar = bar or Quiet()
    found = []
    for load in loads:
        bar.now(load.name)
        turns = [
            (_rate(load, 1, make_workers, bar), _rate(load, jobs, make_workers, bar))
            for _ in range(repeat)
        ]
        found.append(Speed(load.name, jobs, *zip(*turns, strict=True)))
    return tuple(found)


def _rate(load: Load, jobs: int, make_workers: MakeWorkers, bar: Bar) -> float:
    workers = make_workers(load.terms, jobs)
    try:
        for future in [workers.submit(load.job(number)) for number in range(jobs)]:
            future.result()
        count, start = jobs * load.a_job, time.monotonic()
        for future in [workers.submit(load.job(number)) for number in range(count)]:
            future.result()
            bar.advance()
        rate = count / (time.monotonic() - start)
        workers.close(at_once=False)
    except BaseException:
        workers.close(at_once=True)
        raise
    return rate


def throughput_table(found: Sequence[Speed]) -> Table:
    jobs, turns = found[0].jobs, len(found[0].one)
    missed = [speed.name for speed in found if jobs == 2 and speed.gain < GOAL]
    goal = f"missed by {', '.join(missed)}" if missed else "met"
    aim = f" Goal: at least {GOAL:g} times one job's: {goal}." if jobs == 2 else ""
    return Table(
        "10. Submissions graded a minute, by one job and by several",
        ("submission", "1 job", f"{jobs} jobs", "gain"),
        tuple(map(_speed_row, found)),
        f"Medians of {turns} turns, one job and {jobs} taking them; the gain is the median of "
        f"theirs. One job has all cores to itself: while it times on one, the next process gets "
        f"ready on another.{aim}",
    )


def _speed_row(speed: Speed) -> tuple[Cell, ...]:
    a_minute = (f"{60 * statistics.median(rates):.1f}" for rates in (speed.one, speed.several))
    return speed.name, *a_minute, Figure(speed.gain, Unit.TIMES)


class Steadiness(msgspec.Struct, frozen=True):
    """How often the verdict on one case of a submission differed from one job's.

    `share` is how much of the cap it uses, None where that is known only to be more than
    `SURELY_OVER`.
    """

    submission: str
    case: str
    share: float | None
    usual: Verdict
    gradings: int
    differing: int

    @property
    def must_hold(self) -> bool:
        return self.share is None or not SURELY_WITHIN < self.share < SURELY_OVER


def measure_steadiness(
    loads: Sequence[Load],
    jobs: int,
    make_workers: MakeWorkers,
    *,
    repeat: int,
    alone: int = 3,
    bar: Bar | None = None,
) -> tuple[Steadiness, ...]:
    """Grade each `alone` times by one job, then `repeat` times by `jobs` side by side."""
    bar = bar or Quiet()
    found: list[Steadiness] = []
    for load in loads:
        bar.now(load.name)
        by_one = graded_in_batch(load, alone, 1, make_workers, bar)
        with_more_time = _with_more_time(load, by_one[0], make_workers)
        by_all = graded_in_batch(load, repeat, jobs, make_workers, bar)
        for at, more in enumerate(with_more_time):
            one, several = ([card.results[at] for card in cards] for cards in (by_one, by_all))
            found.append(_steadiness_of_case(load, one, more, several))
    return tuple(found)


def _with_more_time(load: Load, card: Scorecard, make_workers: MakeWorkers) -> tuple[Result, ...]:
    """Grade once more under a cap that is surely long enough to tell how late it was."""
    if load.share is not None or not any(map(_is_late, card.results)):
        return card.results
    cap_s = SURELY_OVER * max(result.cap_s for result in card.results)
    patient = replace(load, terms=replace(load.terms, cap_s=cap_s))
    (more,) = graded_in_batch(patient, 1, 1, make_workers)
    return more.results


def _is_late(result: Result) -> bool:
    return result.verdict is Verdict.TIME_LIMIT_EXCEEDED


def _steadiness_of_case(
    load: Load, alone: Sequence[Result], more: Result, beside: Sequence[Result]
) -> Steadiness:
    usual = Counter(each.verdict for each in alone).most_common(1)[0][0]
    share: float | None = load.share
    if share is None and usual is not Verdict.TIME_LIMIT_EXCEEDED:
        share = max(each.counted_s / each.cap_s for each in alone)
    elif share is None and not _is_late(more):
        share = more.counted_s / alone[0].cap_s
    return Steadiness(
        load.name,
        alone[0].id,
        share,
        usual,
        len(beside),
        sum(each.verdict is not usual for each in beside),
    )


def stability_table(found: Sequence[Steadiness], jobs: int) -> Table:
    """Lay out how many verdicts differ from one job's, a line a submission."""
    by_name: Mapping[str, list[Steadiness]] = {each.submission: [] for each in found}
    for each in found:
        by_name[each.submission].append(each)
    differing = sum(each.differing for each in found if each.must_hold)
    gradings = sum(own[0].gradings for own in by_name.values())
    goal = "met" if not differing else f"missed {differing} times"
    return Table(
        f"11. Verdicts that differ at {jobs} jobs from those of one",
        ("submission", "gradings", "cases that must hold", "differ", "other cases", "differ there"),
        tuple((name, *_line(own)) for name, own in by_name.items()),
        f"{gradings} gradings by {jobs} jobs on as many cores, doubtful ones repeated alone. Goal: "
        f"none differs where one job uses up to {SURELY_WITHIN:g} or from {SURELY_OVER:g} of the "
        f"cap: {goal}.",
        stability_picture(found, jobs),
    )


def stability_picture(found: Sequence[Steadiness], jobs: int) -> Picture:
    """Draw how many verdicts are one job's, by the share of the cap it uses."""
    late = Verdict.TIME_LIMIT_EXCEEDED
    kinds = {
        "answered in time by one job": [each for each in found if each.usual is not late],
        "late by one job": [each for each in found if each.usual is late],
    }
    return by_share_of_the_cap(
        "verdicts-side-by-side",
        f"Verdicts of {jobs} jobs side by side",
        "verdict as by one job, % of the gradings",
        {
            name: [
                (each.share, 100 * (1 - each.differing / each.gradings))
                for each in own
                if each.share is not None and each.gradings
            ]
            for name, own in kinds.items()
        },
        shares=(0, 0.2, 0.4, 0.6, SURELY_WITHIN, 1, SURELY_OVER),
    )


def _line(own: Sequence[Steadiness]) -> tuple[Cell, ...]:
    held = [each for each in own if each.must_hold]
    others = [each for each in own if not each.must_hold]
    return (
        own[0].gradings,
        len(held),
        sum(each.differing for each in held),
        len(others),
        sum(each.differing for each in others),
    )
