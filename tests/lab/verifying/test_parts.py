"""Pieces of a verification: the same comes of them in turn and several at a time."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial

import pytest

from graders.batch.job import WorkerLostError
from graders.katas import kata_named
from graders.lab.verifying.answer_keys import proofs_part
from graders.lab.verifying.parts import InTurn, Piece, Tell, _SideBySide, executor
from graders.suites import by_name
from tests.tiers import sampled


def squared(number: int, tell: Tell) -> int:
    tell(f"squaring {number}")
    return number * number


def pid(tell: Tell) -> int:
    return os.getpid()


def broken(tell: Tell) -> int:
    raise ValueError("no such proof")


class Watched:
    """Take note of what is told, by part; be what watches each, too."""

    def __init__(self) -> None:
        self.parts: list[tuple[str, int]] = []
        self.told: list[tuple[int, str]] = []
        self.done: list[int] = []
        self.looks = 0

    @contextmanager
    def part(self, name: str, pieces: int) -> Iterator[Watched]:
        self.parts.append((name, pieces))
        yield self

    def now(self, number: int, what: str) -> None:
        self.told.append((number, what))

    def ended(self, number: int) -> None:
        self.done.append(number)

    def waited(self) -> None:
        self.looks += 1


NUMBERS = [Piece(str(number), partial(squared, number)) for number in range(5)]


@pytest.mark.parametrize("jobs", sampled([1, 2], lambda jobs: jobs == 2))
def test_what_comes_of_them_is_in_their_order_and_all_is_told(jobs: int) -> None:
    watched, cases = Watched(), by_name("phase2").cases[:2]
    with executor(jobs, watched.part) as doing:
        assert doing.all("squares", NUMBERS) == [0, 1, 4, 9, 16]
        pids = doing.all("where", [Piece("here", pid), Piece("there", pid)])
        assert doing.all("nothing", []) == []
        alone = doing.all("timed", [Piece("here", pid), Piece("there", pid)], alone=True)
        proofs = proofs_part(kata_named("best_move"), cases, doing)
        with pytest.raises((ValueError, RuntimeError), match="no such proof"):
            doing.all("broken", [Piece("broken", broken)])
    assert proofs == proofs_part(kata_named("best_move"), cases)
    assert alone == [os.getpid()] * 2
    assert (os.getpid() in pids) is (jobs == 1)
    assert watched.parts[:3] == [("squares", 5), ("where", 2), ("nothing", 0)]
    first = [each for each in watched.told if each[1].startswith("squaring")]
    assert sorted(first) == [(number, f"squaring {number}") for number in range(5)]
    assert (4, "4") in watched.told
    assert sorted(watched.done[:5]) == [0, 1, 2, 3, 4]
    assert watched.looks


class Losing:
    """Be workers of which each of the first so many is lost with what it had to do."""

    def __init__(self, losses: int) -> None:
        self.losses = losses

    def submit(self, job: Piece[int], tell: Tell) -> Future[int]:
        future: Future[int] = Future()
        if self.losses:
            self.losses -= 1
            future.set_exception(WorkerLostError())
        else:
            future.set_result(job.do(tell))
        return future


def test_what_a_lost_worker_had_to_do_is_done_once_more() -> None:
    watched = Watched()
    assert _SideBySide(Losing(2), watched.part).all("squares", NUMBERS) == [0, 1, 4, 9, 16]
    assert sorted(watched.done) == [0, 1, 2, 3, 4]
    with pytest.raises(WorkerLostError):
        _SideBySide(Losing(2), watched.part).all("squares", NUMBERS[:1])


def test_one_job_is_done_in_this_process() -> None:
    with executor(1) as doing:
        assert isinstance(doing, InTurn)
