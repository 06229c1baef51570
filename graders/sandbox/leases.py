"""Lease cores, so that submissions which are timed side by side do not share one.

A lease is a lock (`flock`) on the folder that the kernel shows for a core, `/sys/devices/system/
cpu/cpuN`. Every user can open it, nobody can take it away or put something in its place, no file
is ever made, and the kernel gives the lock back when its holder is gone, however it went. It is
held from before a sandbox is started until it is over. All graders of a machine see each other's,
in whatever process, thread or session; a container that has a network of its own also has a `/sys`
of its own, so give containers cores of their own (`--cpuset-cpus`).

While a core is free nobody shares one. Where all are taken a grader waits for one, for a bounded
time, and then shares. Who waits stands in a queue, which is a lock again, on the folder above those
of the cores: the kernel gives it to those who wait for it in the order in which they came, and to
the next where one is killed. Only whoever has it looks out for a core that gets free. A core that
stays free is none that this one could use, as it is confined to others, was stopped, or is no
grader: then anybody in the queue takes it.

Where the kernel shows no such folder, or takes no locks on it, there are no leases, and nothing
else changes.
"""

from __future__ import annotations

import os
import random
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from contextvars import ContextVar
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

from graders.sandbox.interrupts import Check, unchecked
from graders.sandbox.machine import Cores, is_linux, usable_cores

FOLDER = "/sys/devices/system/cpu/cpu{}"


LONGEST_WAIT_S = 60.0
"""Seconds for which a grader waits for a core of its own."""


RAISED = -15
"""The niceness of a submission that has a core of its own."""


_LOOK_S = 0.002
"""How often whoever is the first of the queue looks for a core that is free."""


_STAYS_FREE_S = 0.1
"""A core that stays free for these seconds is one that the first of the queue cannot use."""


class _OfThread(threading.local):
    """The leases of a thread: waiting for itself would be in vain."""

    def __init__(self) -> None:
        self.held: set[Lease] = set()


_of_thread = _OfThread()


class Lease:
    """The place of one sandbox: its cores, the others' cores, its niceness, and the lock.

    Grader and supervisor stay on those of the other cores that nobody had leased when it began, so
    that they take no time of what anybody measures. Where there were none they stay on its own,
    where they have nothing to do but wait and look: they take no time of what others measure.
    `others` are all other cores.

    Raised priority is for a submission whose supervisor and grader have a core beside it, and never
    on the first core: one core of the machine always remains for everybody alike.
    """

    def __init__(
        self,
        cores: Cores,
        nice: int = 0,
        lock: int | None = None,
        others: tuple[int, ...] | None = None,
    ) -> None:
        """Take over a lock where there is one; without, the place is anybody's."""
        self.cores, self.nice, self._lock = cores, nice, lock
        self.others = cores.grader if others is None else others
        self._among = _of_thread.held
        if lock is not None:
            self._among.add(self)
            _all.add(self)

    def __enter__(self) -> Lease:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def is_held(self) -> bool:
        """Tell whether nobody else has a lease of this core."""
        return self._lock is not None

    def close(self) -> None:
        if self._lock is not None:
            lock, self._lock = self._lock, None
            self._among.discard(self)
            os.close(lock)


_all: weakref.WeakSet[Lease] = weakref.WeakSet()


def lease(
    usable: Sequence[int], check: Check = unchecked, *, longest_s: float = LONGEST_WAIT_S
) -> Lease:
    """Lease one of the cores, the last that is free; share one where none is for so long.

    Those who wait are served in the order in which they came. `check` may end the waiting. A
    thread that already holds a lease does not wait for another.
    """
    try:
        if _of_thread.held:
            return _first_free(usable, usable) or _lease(usable, random.choice(usable), None)
        with closing(_standing()) as turn, Wait(What.CORE, longest_s) as wait:
            return _in_turn(usable, turn, check, wait, time.monotonic() + longest_s)
    except OSError:
        return _lease(usable, random.choice(usable[1:] or usable), None)


def _in_turn(
    usable: Sequence[int], turn: _Turn, check: Check, wait: Wait, deadline: float
) -> Lease:
    """Wait for one's turn, and then for a core; take one before that only where it stays free."""
    free_before: set[int] = set()
    while True:
        free = set(usable) if turn.has_come else set(filter(_is_free, usable))
        open_to_me = free if turn.has_come else free & free_before
        if (taken := _first_free(usable, open_to_me)) is not None:
            return taken
        if time.monotonic() >= deadline:
            return _lease(usable, random.choice(usable), None)
        check()
        wait.look()
        free_before = free
        turn.wait()


def _first_free(usable: Sequence[int], among: Collection[int]) -> Lease | None:
    """Lease the last of some of the usable cores that is free; None where none of them is."""
    for core in reversed(usable):
        if core in among:
            with suppress(BlockingIOError):
                return _lease(usable, core, _lock(core))
    return None


class _Turn:
    """Stand in the queue, from now until this is closed.

    The system has no call that waits for a lock for a bounded time, so a thread waits for it. One
    that is closed before its turn has come leaves the thread there, which lets the next pass,
    unless somebody of this process takes its place up again.
    """

    def __init__(self) -> None:
        self.has_come = False
        self._news = threading.Event()
        self._state = threading.Lock()
        self._closed = False
        self._place: int | None = _opened(Path(FOLDER).parent)
        _turns.add(self)
        try:
            self.has_come = _is_locked_now(self._place)
        except BaseException:
            self._leave()
            raise
        if self.has_come:
            return
        try:
            threading.Thread(target=self._stand, args=(self._place,), daemon=True).start()
        except RuntimeError:  # there are too many threads: it has what stays free
            self._leave()

    def _stand(self, place: int) -> None:
        import fcntl  # noqa: PLC0415  # as in `_is_locked_now`

        with suppress(OSError):  # then nobody stands in a queue
            fcntl.flock(place, fcntl.LOCK_EX)
        with self._state:
            self.has_come = True
            if self._closed:
                self._leave()
        self._news.set()

    def wait(self) -> None:
        """Wait a moment for one's turn or, where it has come, for a core."""
        if self.has_come:
            time.sleep(_LOOK_S)
        else:
            self._news.wait(_STAYS_FREE_S)

    def close(self) -> None:
        """Leave the queue; the next one's turn comes where this one's had."""
        with self._state:
            self._closed = True
            if self.has_come:
                self._leave()
            elif self._place is not None:
                _abandoned.append(self)

    def take_up(self) -> bool:
        """Stand in the queue again, in the place from before; tell whether it is still there."""
        with self._state:
            self._closed = self.has_come
            return not self._closed

    def _leave(self) -> None:
        place, self._place = self._place, None
        if place is not None:
            os.close(place)

    def forget(self) -> None:
        """Close, in a forked process, its copy of what its parent's thread waits for."""
        with suppress(OSError):
            self._leave()


_turns: weakref.WeakSet[_Turn] = weakref.WeakSet()


_abandoned: deque[_Turn] = deque()
"""Those that were closed before their turn had come."""


def _standing() -> _Turn:
    with suppress(IndexError):
        while True:
            if (turn := _abandoned.popleft()).take_up():
                return turn
    return _Turn()


def anywhere() -> Lease:
    """Return the place of who leases nothing: any core."""
    cores = usable_cores()
    return Lease(Cores(cores, cores))


def free_beside(place: Lease) -> tuple[int, ...]:
    """Return the other cores of a place that nobody has leased; none where that cannot be told."""
    others = set(place.others) - set(place.cores.submission)
    return tuple(filter(_is_free, sorted(others))) if place.is_held else ()


def unleased() -> tuple[int, ...]:
    """Return the cores, of those that this process may run on, on which nothing is timed now.

    Where all are leased, or nobody can lease any, they are all.
    """
    cores = usable_cores()
    return (tuple(filter(_is_free, cores)) if is_linux() else ()) or cores


def _is_free(core: int) -> bool:
    try:
        os.close(_lock(core, shared=True))  # so that two who look do not take it for leased
    except OSError:
        return False
    return True


def _lease(usable: Sequence[int], core: int, lock: int | None) -> Lease:
    others = tuple(each for each in usable if each != core)
    beside = others if lock is None else tuple(filter(_is_free, others))
    nice = RAISED if beside and core != usable[0] else 0
    return Lease(Cores(beside or (core,), (core,)), nice, lock, others or (core,))


def _lock(core: int, *, shared: bool = False) -> int:
    """Return a descriptor that holds the lock; raise `BlockingIOError` where another one does."""
    folder = _opened(Path(FOLDER.format(core)))
    try:
        if not _is_locked_now(folder, shared=shared):
            raise BlockingIOError
    except BaseException:
        os.close(folder)
        raise
    return folder


def _opened(folder: Path) -> int:
    return os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)


def _is_locked_now(folder: int, *, shared: bool = False) -> bool:
    """Lock a folder unless somebody else has locked it; tell whether it is."""
    import fcntl  # noqa: PLC0415  # where there is none, nobody leases

    with suppress(BlockingIOError):
        fcntl.flock(folder, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        return True
    return False


def _start_afresh() -> None:
    """Give back, in a forked process, the copies of its parent's locks."""
    _abandoned.clear()
    for turn in list(_turns):
        turn.forget()
    for each in list(_all):
        with suppress(OSError):
            each.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_start_afresh)


TOLD_AFTER_S = 2.0
"""Nobody is told of a shorter wait."""


class What(StrEnum):
    """What can be waited for that is not the submission's doing."""

    CORE = "core"
    BUBBLEWRAP = "bubblewrap"


class Awaited(NamedTuple):
    """What is waited for, and for how many seconds at most."""

    what: What
    longest_s: float


Listener = Callable[[Awaited | None], None]
"""Called with what is waited for, in the thread that waits, and with None once that is over."""


def _nobody(awaited: Awaited | None) -> None:
    """Listen to nothing."""


_LISTENER: ContextVar[Listener] = ContextVar("_LISTENER", default=_nobody)


@contextmanager
def told_to(listener: Listener) -> Iterator[None]:
    """Have a listener told of each long wait of the work that is done inside, in this thread."""
    token = _LISTENER.set(listener)
    try:
        yield
    finally:
        _LISTENER.reset(token)


class Wait:
    """One wait: looked at now and then, and told of once it has taken long."""

    def __init__(self, what: What, longest_s: float) -> None:
        self._awaited = Awaited(what, longest_s)
        self._listener = _LISTENER.get()
        self._due = time.monotonic() + TOLD_AFTER_S
        self._told = False

    def __enter__(self) -> Wait:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._told:
            self._listener(None)

    def look(self) -> None:
        if not self._told and time.monotonic() >= self._due:
            self._told = True
            self._listener(self._awaited)
