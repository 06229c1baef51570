"""The parts of a verification, and how their pieces get done.

A part is a table with what in it does not hold. Its pieces are done in turn in this process, or
several at a time in others.
"""

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
from graders.sandbox.interrupts import interrupts_deferred
from graders.sandbox.leases import unleased
from graders.sandbox.machine import is_linux, on_cores, usable_cores


class Part(msgspec.Struct, frozen=True):
    """One table of a verification, with what does not hold."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    problems: tuple[str, ...] = ()  # fail the verification
    warnings: tuple[str, ...] = ()
    undecided: tuple[str, ...] = ()  # what the machine was too busy to tell

    @property
    def holds(self) -> bool:
        return not self.problems and not self.undecided


T = TypeVar("T")
Tell = Callable[[str], None]
"""Is told what is being done."""
NOTHING = "-"
"""Stands in a cell of which there is nothing to say."""
_LOOK_EVERY_S = 0.25


class Piece(msgspec.Struct, Generic[T], frozen=True):
    """One piece of work: all that goes to another process. `do` may tell of its own steps."""

    name: str
    do: Callable[[Tell], T]


class Watching(Protocol):
    """Is told how the pieces of one part go on; each is known by its number."""

    def now(self, number: int, what: str) -> None: ...

    def ended(self, number: int) -> None: ...

    # A few times a second where anything is waited for, and else at each step.
    def waited(self) -> None: ...


class Unwatched(Watching):
    def now(self, number: int, what: str) -> None: ...

    def ended(self, number: int) -> None: ...

    def waited(self) -> None: ...


Watch = Callable[[str, int], AbstractContextManager[Watching]]
"""Watches a part, by its name, of so many pieces, while the context lasts."""


def _unwatched(part: str, pieces: int) -> AbstractContextManager[Watching]:
    return nullcontext(Unwatched())


class Executor(Protocol):
    def all(self, part: str, pieces: Sequence[Piece[T]], *, alone: bool = False) -> list[T]:
        """Do all pieces of a part; return what came of each, in their order.

        What is timed is done `alone`: one at a time, with nothing else under way.
        """


class InTurn:
    """Does one piece after another, in this process."""

    def __init__(self, watch: Watch = _unwatched) -> None:
        self._watch = watch

    def all(self, part: str, pieces: Sequence[Piece[T]], *, alone: bool = False) -> list[T]:
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
    from graders.batch.worker_pool import WorkerPool  # noqa: PLC0415  # Linux alone has all of it

    workers: WorkerPool[Piece[Any], Any] | None = None
    done = False
    try:
        with interrupts_deferred():
            workers = WorkerPool([_Doing(cores) for cores in _shares(usable_cores(), jobs)])
        yield _SideBySide(workers, watch)
        done = True
    finally:
        with interrupts_deferred():
            if workers is not None:
                workers.close(at_once=not done)


def _shares(cores: tuple[int, ...], jobs: int) -> list[tuple[int, ...]]:
    """Divide the cores among processes.

    >>> _shares((0, 1, 2), 2), _shares((0, 1), 3)
    ([(0, 2), (1,)], [(0, 1), (0, 1), (0, 1)])
    """
    # A session goes to and fro between a program, its supervisor and the grader: where two of them
    # share two cores, each waits for the other half of the time.
    if jobs > len(cores):
        return [cores] * jobs
    return [cores[number::jobs] for number in range(jobs)]


class _Doing:
    """The work of a process that does pieces, on cores of its own."""

    def __init__(self, cores: tuple[int, ...]) -> None:
        self._cores = cores

    def get_ready(self) -> None:
        with suppress(OSError):  # a core may have been taken away meanwhile
            os.sched_setaffinity(0, self._cores)
        list(all_katas())  # loads them: every piece needs one

    def do(self, piece: Piece[Any], tell: Tell) -> Any:
        tell(piece.name)
        return piece.do(tell)


class _Submitting(Protocol):
    def submit(self, job: Piece[Any], tell: Tell) -> Future[Any]: ...


class _SideBySide:
    """Does several pieces at a time, in worker processes; one that is lost is done again once."""

    def __init__(self, workers: _Submitting, watch: Watch) -> None:
        self._workers, self._watch = workers, watch

    def all(self, part: str, pieces: Sequence[Piece[T]], *, alone: bool = False) -> list[T]:
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
