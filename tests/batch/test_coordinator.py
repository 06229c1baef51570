"""Every submission is graded once or told as a fault; doubtful ones are repeated, each alone."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.batch import coordinator
from graders.batch.coordinator import coordinate
from graders.batch.job import MOST_TRIES, GradedJob, Job, WorkerLostError
from graders.model.usage_error import UsageError

Reply = GradedJob | BaseException | None
"""What a worker comes to; None is a future that was cancelled."""


@pytest.fixture(autouse=True, scope="module")
def no_waiting() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(coordinator, "_LOOK_EVERY_S", 0.0005)
        yield


@dataclass
class Log:
    """Be workers, keeper and watcher at once, and remember everything.

    `replies` are those of each job in order, the last for good; `order` picks which of those
    under way is over next.
    """

    places: int
    replies: Mapping[int, Sequence[Reply]]
    order: Callable[[int], int] = lambda count: 0
    under_way: list[tuple[Job, Future[GradedJob]]] = field(default_factory=list)
    handed: list[int] = field(default_factory=list)
    beside: list[int] = field(default_factory=list)
    kept: list[tuple[int, bool]] = field(default_factory=list)
    faults: list[tuple[int, str]] = field(default_factory=list)
    told: deque[str] = field(default_factory=deque)
    closed: list[bool] = field(default_factory=list)

    def submit(self, job: Job) -> Future[GradedJob]:
        future: Future[GradedJob] = Future()
        self.under_way.append((job, future))
        assert len(self.under_way) <= self.places
        self.beside.append(len(self.under_way))
        return future

    def close(self, *, at_once: bool) -> None:
        self.closed.append(at_once)

    def handed_out(self, number: int) -> None:
        self.handed.append(number)

    def keep(self, graded: GradedJob, *, to_repeat: bool) -> None:
        self.kept.append((graded.number, to_repeat))

    def keep_fault(self, number: int, why: str) -> None:
        self.faults.append((number, why))

    def began(self, job: Job) -> None:
        self.told.append(f"began {job.number}")
        if len(self.under_way) == self.places:
            self.one_is_over()

    def ended(self, job: Job, graded: GradedJob | None) -> None:
        assert self.handed.count(job.number) == len(
            [one for one in (*self.kept, *self.faults) if one[0] == job.number]
        ), "what came back is kept before anybody is told"
        self.told.append(f"ended {job.number}")

    def waited(self) -> None:
        while self.under_way:
            self.one_is_over()

    def one_is_over(self) -> None:
        job, future = self.under_way.pop(self.order(len(self.under_way)))
        replies = self.replies[job.number]
        reply = replies[min(self.handed.count(job.number), len(replies)) - 1]
        if reply is None:
            future.cancel()
            future.set_running_or_notify_cancel()
        elif isinstance(reply, GradedJob):
            future.set_result(reply)
        else:
            future.set_exception(reply)


def fine(number: int) -> GradedJob:
    return GradedJob(number, b"", grader_errors=0, doubtful=False)


def doubtful(number: int) -> GradedJob:
    return GradedJob(number, b"", grader_errors=0, doubtful=True)


def failing(number: int) -> GradedJob:
    return GradedJob(number, b"", grader_errors=1, doubtful=False)


def jobs(*numbers: int) -> list[Job]:
    return [Job(number, f"{number}.py", b"") for number in numbers]


def coordinated(log: Log, *numbers: int, alone: Sequence[Job] = ()) -> Log:
    coordinate(jobs(*numbers), log, log, log, alone=alone)
    return log


def test_each_is_kept_as_it_comes_and_the_workers_are_closed_in_good_order() -> None:
    log = coordinated(Log(2, {number: [fine(number)] for number in range(5)}), *range(5))
    assert sorted(log.kept) == [(number, False) for number in range(5)]
    assert log.closed == [False]


def test_what_failed_for_our_own_fault_is_tried_again_after_all_others() -> None:
    log = Log(1, {1: [WorkerLostError(), fine(1)], 2: [failing(2), fine(2)], 3: [fine(3)]})
    coordinated(log, 1, 2, 3)
    assert log.handed == [1, 2, 3, 1, 2]
    assert log.kept == [(2, False), (3, False), (1, False), (2, False)]
    assert [number for number, _ in log.faults] == [1]


@pytest.mark.parametrize("lost", [WorkerLostError(), None], ids=["lost", "cancelled"])
def test_who_kills_every_worker_ends_as_a_fault_and_costs_nobody_else_a_try(lost: Reply) -> None:
    others = {number: [fine(number)] for number in range(1, 9)}
    log = coordinated(Log(2, {0: [lost], **others}), *range(9))
    assert log.handed.count(0) == MOST_TRIES
    assert {number for number, _ in log.faults} == {0}
    assert "killed, or crashed" in log.faults[-1][1]
    assert sorted(log.kept) == [(number, False) for number in range(1, 9)]


def test_what_the_user_has_to_correct_is_not_tried_again() -> None:
    log = coordinated(Log(1, {1: [UsageError("no case matches")]}), 1)
    assert log.handed == [1] and log.faults == [(1, "no case matches")]


def test_any_other_fault_is_told_with_its_type() -> None:
    log = coordinated(Log(1, {1: [OSError("no room")]}), 1)
    assert log.faults == [(1, "OSError: no room")] * MOST_TRIES


def test_doubtful_ones_are_repeated_in_the_end_one_at_a_time_and_the_repeat_counts() -> None:
    replies = {1: [doubtful(1)], 2: [doubtful(2), fine(2)], 3: [fine(3)], 4: [fine(4)]}
    log = coordinated(Log(2, replies), 1, 2, 3, alone=jobs(4))
    assert log.handed == [1, 2, 3, 4, 1, 2]
    assert log.beside[-3:] == [1, 1, 1]
    assert log.kept == [(1, True), (2, True), (3, False), (4, False), (1, False), (2, False)]


def test_a_repeat_that_fails_is_tried_again_too() -> None:
    log = coordinated(Log(2, {1: [WorkerLostError(), failing(1), fine(1)]}), alone=jobs(1))
    assert log.kept == [(1, False), (1, False)] and len(log.faults) == 1


def test_nothing_to_do_is_done() -> None:
    assert coordinated(Log(2, {})).closed == [False]


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError])
@pytest.mark.parametrize("where", ["keep", "waited", "submit", "close"])
def test_whatever_is_raised_ends_the_workers_at_once(
    where: str, error: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    log = Log(2, {number: [fine(number)] for number in range(5)})

    def stop(*_: object, **how: object) -> None:
        log.closed += [bool(at_once) for at_once in how.values() if where == "close"]
        if log.closed != [False, True]:
            raise error

    monkeypatch.setattr(log, where, stop)
    with pytest.raises(error):
        coordinated(log, *range(5))
    assert log.closed[-1] is True


def test_it_waits_while_there_is_no_worker_and_takes_those_that_come() -> None:
    log = Log(0, {number: [fine(number)] for number in range(4)})
    waited = log.waited

    def waits() -> None:
        waited()
        log.places = min(3, log.places + 1)

    log.waited = waits  # type: ignore[method-assign]
    coordinated(log, *range(4))
    assert max(log.beside) > 1 and len(log.kept) == 4


REPLIES = st.lists(
    st.sampled_from(
        [fine, doubtful, failing, lambda number: WorkerLostError(), lambda number: None]
    ),
    min_size=1,
    max_size=2 * MOST_TRIES,
)


@given(
    places=st.integers(1, 4),
    batch=st.lists(REPLIES, max_size=12),
    again=st.lists(REPLIES, max_size=4),
    picks=st.randoms(use_true_random=False),
)
def test_every_submission_is_graded_or_told_as_a_fault(
    places: int,
    batch: list[list[Callable[[int], Reply]]],
    again: list[list[Callable[[int], Reply]]],
    picks: Random,
) -> None:
    made = [*batch, *again]
    replies = {number: [make(number) for make in each] for number, each in enumerate(made)}
    first, alone = range(len(batch)), range(len(batch), len(made))
    log = Log(places, replies, picks.randrange)
    coordinated(log, *first, alone=jobs(*alone))
    assert {number for number, _ in (*log.kept, *log.faults)} == set(replies)
    times = Counter(log.handed)
    assert Counter(number for number, _ in (*log.kept, *log.faults)) == times
    assert all(times[number] <= 2 * MOST_TRIES for number in first)
    assert all(times[number] <= MOST_TRIES for number in alone)
    assert not log.under_way
    assert Counter(log.told) == Counter(
        f"{what} {number}" for number in log.handed for what in ("began", "ended")
    )
    for number in replies:
        mine = [repeat for one, repeat in log.kept if one == number]
        if mine and mine[-1]:
            # What was to be repeated and was not: each time the fault was ours.
            assert number in {one for one, _ in log.faults}
