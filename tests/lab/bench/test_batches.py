"""How batches are compared with one job's, on workers that answer at once; nothing is timed."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field

import pytest

from graders.batch import coordinator
from graders.batch.job import BatchTerms, GradedJob, Job, pack_scorecard
from graders.lab.bench.batches import (
    Load,
    Speed,
    Steadiness,
    graded_in_batch,
    measure_speeds,
    measure_steadiness,
    stability_table,
    throughput_table,
)
from graders.lab.bench.outcomes import NothingToMeasureError
from graders.model.provenance import Submitted
from graders.model.scorecard import Result, Scorecard
from graders.model.tables import cell_text
from graders.model.verdict import Verdict

IN_TIME, LATE, WRONG = Verdict.ACCEPTED, Verdict.TIME_LIMIT_EXCEEDED, Verdict.WRONG_ANSWER
CAP_S = 2.0
Answer = Callable[[int, float], tuple[Verdict, float]]
"""Return verdict and seconds for so many jobs and a cap."""


@dataclass
class Pretended:
    """Be workers who answer at once."""

    terms: BatchTerms
    places: int
    answer: Answer
    closed: list[bool] = field(default_factory=list)

    def submit(self, job: Job) -> Future[GradedJob]:
        cap_s = self.terms.cap_s or CAP_S
        verdict, seconds = self.answer(self.places, cap_s)
        result = Result("a/b", verdict, 0, 1, cap_s, wall_s=seconds, cpu_s=seconds)
        card = Scorecard(Submitted("mine.py"), "some kata", "limits", (result,))
        future: Future[GradedJob] = Future()
        future.set_result(
            GradedJob(job.number, pack_scorecard(card), grader_errors=0, doubtful=False)
        )
        return future

    def close(self, *, at_once: bool) -> None:
        self.closed.append(at_once)


def found(answer: Answer, load: Load) -> Steadiness:
    (only,) = measure_steadiness(
        [load], 2, lambda terms, jobs: Pretended(terms, jobs, answer), repeat=4
    )
    return only


LOAD = Load("mine", "", BatchTerms())


def test_a_verdict_that_is_the_same_side_by_side_is_steady() -> None:
    seen = found(lambda jobs, cap_s: (IN_TIME, 1.0), LOAD)
    assert (seen.usual, seen.gradings, seen.differing) == (IN_TIME, 4, 0)
    assert seen.share == 0.5 and seen.must_hold


def test_verdicts_that_differ_from_one_jobs_are_counted() -> None:
    seen = found(lambda jobs, cap_s: (IN_TIME if jobs == 1 else LATE, 1.0), LOAD)
    assert seen.usual is IN_TIME and seen.differing == 4


@pytest.mark.parametrize(
    ("needs_s", "share", "must_hold"), [(1.7, 0.85, False), (2.2, 1.1, False), (2.7, None, True)]
)
def test_what_is_late_is_given_more_time_to_tell_how_late(
    needs_s: float, share: float | None, must_hold: bool
) -> None:
    def answer(jobs: int, cap_s: float) -> tuple[Verdict, float]:
        return (LATE, cap_s) if needs_s > cap_s else (WRONG, needs_s)

    seen = found(answer, LOAD)
    assert seen.share == (None if share is None else pytest.approx(share))
    assert seen.must_hold is must_hold


@pytest.mark.parametrize(
    ("share", "must_hold"), [(0.8, True), (0.95, False), (1.05, False), (1.3, True)]
)
def test_a_share_that_is_known_is_taken_as_it_is(share: float, must_hold: bool) -> None:
    seen = found(lambda jobs, cap_s: (LATE, cap_s), Load("burns", "", BatchTerms(), share))
    assert (seen.share, seen.must_hold) == (share, must_hold)


def steady(share: float | None, differing: int) -> Steadiness:
    return Steadiness("mine", "a/b", share, IN_TIME, 20, differing)


def test_the_table_sums_up_a_submission_and_says_whether_the_goal_is_met() -> None:
    met = stability_table([steady(0.2, 0), steady(0.9, 3), steady(None, 0)], 2)
    assert [[cell_text(cell) for cell in row] for row in met.rows] == [
        ["mine", "20", "2", "0", "1", "3"]
    ]
    assert met.note.startswith("20 gradings") and met.note.endswith("cap: met.")
    assert stability_table([steady(0.2, 2)], 2).note.endswith("cap: missed 2 times.")


def test_each_is_graded_by_one_and_by_several_in_turns() -> None:
    asked: list[int] = []

    def make_workers(terms: BatchTerms, jobs: int) -> Pretended:
        asked.append(jobs)
        return Pretended(terms, jobs, lambda jobs, cap_s: (IN_TIME, 0.1))

    (speed,) = measure_speeds([LOAD], 2, make_workers, repeat=3)
    assert asked == [1, 2] * 3
    assert len(speed.one) == len(speed.several) == 3


@pytest.mark.parametrize(
    ("jobs", "several", "said"),
    [(2, 3.8, "one job's: met."), (2, 3.0, "missed by mine"), (4, 3.0, "ready on another.")],
)
def test_the_goal_for_the_gain_is_for_two_cores(jobs: int, several: float, said: str) -> None:
    table = throughput_table([Speed("mine", jobs, (2.0,), (several,))])
    assert said in table.note
    assert [cell_text(cell) for cell in table.rows[0]][1:3] == ["120.0", f"{60 * several:.1f}"]


def test_what_cannot_be_graded_is_no_measurement(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coordinator, "_LOOK_EVERY_S", 0.001)

    class Broken(Pretended):
        def submit(self, job: Job) -> Future[GradedJob]:
            future: Future[GradedJob] = Future()
            future.set_exception(OSError("no room"))
            return future

    with pytest.raises(NothingToMeasureError, match="mine could not be graded: OSError: no room"):
        graded_in_batch(
            LOAD, 2, 1, lambda terms, jobs: Broken(terms, jobs, lambda *_: (IN_TIME, 0.0))
        )
