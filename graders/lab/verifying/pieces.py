"""Do the pieces of a verification: in turn in this process, or several at a time in others."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from graders.batch.job import WorkerLostError
from graders.katas import all_katas
from graders.sandbox.interrupts import held_back
from graders.sandbox.leases import unleased
from graders.sandbox.machine import is_linux, on_cores, usable_cores

T = TypeVar("T")
Tell = Callable[[str], None]
"""Tell what is being done."""
_LOOK_EVERY_S = 0.25


class Piece(msgspec.Struct, Generic[T], frozen=True):
    """Hold one piece of work, its name, and what does it: all that goes to another process.

    What does it may tell of its own steps; what it returns comes back.
    """

    name: str
    do: Callable[[Tell], T]


class Watching(Protocol):
    """Be told how the pieces of one part go on; each is known by its number."""

    def now(self, number: int, what: str) -> None:
        """Be told what is being done about a piece."""

    def ended(self, number: int) -> None:
        """Be told that a piece is done."""

    def waited(self) -> None:
        """Be called a few times a second where anything is waited for, and else at each step."""


class Unwatched:
    """Be told of everything in vain."""

    def now(self, number: int, what: str) -> None:
        """Take no note."""

    def ended(self, number: int) -> None:
        """Take no note."""

    def waited(self) -> None:
        """Show nothing."""


Watch = Callable[[str, int], AbstractContextManager[Watching]]
"""Watch a part, by its name, of so many pieces, while the context lasts."""


def _unwatched(part: str, pieces: int) -> AbstractContextManager[Watching]:
    return nullcontext(Unwatched())


class Executor(Protocol):
    """Do pieces of work."""

    def all(self, part: str, pieces: Sequence[Piece[T]], *, alone: bool = False) -> list[T]:
        """Do all pieces of a part; return what came of each, in their order.

        What is timed is done `alone`: one at a time, with nothing else under way.
        """


class InTurn:
    """Do one piece after another, in this process."""

    def __init__(self, watch: Watch = _unwatched) -> None:
        """Have what is done watched."""
        self._watch = watch

    def all(self, part: str, pieces: Sequence[Piece[T]], *, alone: bool = False) -> list[T]:
        """Do all pieces of a part; return what came of each, in their order."""
        done = []
        with self._watch(part, len(pieces)) as watching:
            for number, piece in enumerate(pieces):
                tell = partial(_tell, watching, number)
                tell(piece.name)
                done.append(piece.do(tell))
                watching.ended(number)
        return done


IN_TURN = InTurn()


def _tell(watching: Watching, number: int, what: str) -> None:
    watching.now(number, what)
    watching.waited()


@contextmanager
def executor(jobs: int, watch: Watch = _unwatched) -> Iterator[Executor]:
    """Offer to do so many pieces at a time; whatever ends the context ends what is under way."""
    if jobs == 1 or not is_linux():
        yield InTurn(watch)
        return
    from graders.batch.workers import WorkerPool  # noqa: PLC0415  # Linux alone has all of it

    workers: WorkerPool[Piece[Any], Any] | None = None
    done = False
    try:
        with held_back():
            workers = WorkerPool([_Doing(cores) for cores in _shares(usable_cores(), jobs)])
        yield _SideBySide(workers, watch)
        done = True
    finally:
        with held_back():
            if workers is not None:
                workers.close(at_once=not done)


def _shares(cores: tuple[int, ...], jobs: int) -> list[tuple[int, ...]]:
    """Return the cores of each process: its own ones, or all where they do not go round.

    A session goes to and fro between a program, its supervisor and the grader: where two of them
    share two cores, each waits for the other half of the time.

    >>> _shares((0, 1, 2), 2), _shares((0, 1), 3)
    ([(0, 2), (1,)], [(0, 1), (0, 1), (0, 1)])
    """
    if jobs > len(cores):
        return [cores] * jobs
    return [cores[number::jobs] for number in range(jobs)]


class _Doing:
    """Be the work of a process that does pieces, on cores of its own."""

    def __init__(self, cores: tuple[int, ...]) -> None:
        self._cores = cores

    def get_ready(self) -> None:
        """Stay on the cores, and load what every piece needs."""
        with suppress(OSError):  # a core may have been taken away meanwhile
            os.sched_setaffinity(0, self._cores)
        list(all_katas())

    def do(self, piece: Piece[Any], tell: Tell) -> Any:
        """Do one."""
        tell(piece.name)
        return piece.do(tell)


class _Submitting(Protocol):
    def submit(self, job: Piece[Any], tell: Tell) -> Future[Any]:
        """Have a piece done."""


class _SideBySide:
    """Do several pieces at a time, in worker processes; one that is lost is replaced once."""

    def __init__(self, workers: _Submitting, watch: Watch) -> None:
        self._workers, self._watch = workers, watch

    def all(self, part: str, pieces: Sequence[Piece[T]], *, alone: bool = False) -> list[T]:
        """Do all pieces of a part; return what came of each, in their order."""
        if alone:
            return InTurn(self._watch).all(part, pieces)
        done: dict[int, T] = {}
        lost: set[int] = set()
        with self._watch(part, len(pieces)) as watching:

            def submit(number: int) -> Future[T]:
                return self._workers.submit(pieces[number], partial(watching.now, number))

            under_way = {submit(number): number for number in range(len(pieces))}
            while under_way:
                with on_cores(unleased()):  # they are not to be kept waiting by whoever waits
                    ended, _ = wait(under_way, _LOOK_EVERY_S, FIRST_COMPLETED)
                    watching.waited()
                for future in ended:
                    number = under_way.pop(future)
                    if isinstance(future.exception(), WorkerLostError) and number not in lost:
                        lost.add(number)
                        under_way[submit(number)] = number
                        continue
                    done[number] = future.result()
                    watching.ended(number)
        return [done[number] for number in range(len(pieces))]
