"""Have a confined child of ours read what a stranger wrote: an archive, a source.

Parsers have faults: a loop without end, memory without bounds, a stack that runs over. So they run
in a process of our own code that can be lost without loss. It opens nothing of ours, reaches
nobody, and is ended by the kernel when its seconds are used up, also where we are gone. One child
does one thing after another; where it died another takes its place.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import threading
from array import array
from collections.abc import Sequence
from contextlib import suppress
from enum import StrEnum
from socket import SOL_SOCKET, socket, socketpair
from typing import Any, NamedTuple

import graders.sandbox.confined_child as child
from graders.sandbox.machine import is_linux, on_cores
from graders.sandbox.processes import own_command

MOST_REPLY = 4 << 20
"""Bytes that are taken of a child for an answer."""
_WALL_FACTOR, _WALL_SPARE_S = 6, 5.0
"""A busy machine takes its time, so wall time is bounded generously and CPU time strictly."""
_STARTS_S = 30.0
_READ_AT_ONCE = 1 << 20


class Failure(StrEnum):
    """What became of a child that did not answer."""

    TOO_LONG = "too_long"
    TOO_MUCH_MEMORY = "too_much_memory"
    TOO_DEEP = "too_deep"
    TOO_LARGE = "too_large"
    DIED = "died"
    FAILED = "failed"


class ConfinedError(RuntimeError):
    """Say that a confined child could not read something, and how it failed."""

    def __init__(self, failure: Failure, details: str = "") -> None:
        super().__init__(details or failure.value)
        self.failure = failure


class Answer(NamedTuple):
    """What a child answered, and how many seconds of CPU time that took."""

    data: bytes
    cpu_s: float


class Work(NamedTuple):
    """What children do: call `answer` of `module`, which they load before they are walled in.

    Where the module has a `get_ready`, that is called then, with the `subject` if there is one.
    `memory_bytes` is all that a child may have mapped, its interpreter included. `file_bytes` is
    how far it may write into a file that it is handed.
    """

    module: str
    memory_bytes: int
    file_bytes: int = 0
    subject: str = ""


class Confined:
    """One child at a time for some work; usable from any thread, one question after another.

    `processes` counts the children that were started.
    """

    def __init__(self, work: Work) -> None:
        self.work = work
        self.processes = 0
        self._lock = threading.Lock()
        self._child: _Child | None = None

    def warm(self, cores: tuple[int, ...]) -> None:
        """Start a child on these cores, if there is none, and wait for nothing."""
        with self._lock, on_cores(cores), suppress(OSError):  # who asks it is told what is wrong
            self._started()

    def ask(
        self,
        question: bytes,
        cpu_s: float,
        descriptors: Sequence[int] = (),
        most_reply: int = MOST_REPLY,
    ) -> Answer:
        """Return what the child answers within so many seconds of CPU time.

        `descriptors` are open files that it is handed copies of. A child that was lost for another
        reason than its limits is replaced once. Raises `ConfinedError`, and `OSError` where none
        can be started.
        """
        with self._lock:
            for is_last in (False, True):
                taken = self._started()
                try:
                    return taken.ask(question, cpu_s, descriptors, most_reply)
                except ConfinedError as error:
                    if error.failure not in child.STATUSES:
                        self._lose()
                    if error.failure is not Failure.DIED or is_last:
                        raise
                except BaseException:
                    self._lose()
                    raise
            raise AssertionError("the second try returns or raises")

    @property
    def pid(self) -> int | None:
        return None if self._child is None else self._child.pid

    def close(self) -> None:
        with self._lock:
            self._lose()

    def forget(self) -> None:
        """Let go, in a forked process, of a child that is its parent's."""
        if self._child is not None:
            self._child.let_go()
        self._child, self._lock = None, threading.Lock()

    def _started(self) -> _Child:
        if self._child is None:
            self._child = _Child(self.work)
            self.processes += 1
        return self._child

    def _lose(self) -> None:
        if self._child is not None:
            self._child.kill()
            self._child = None


class _Child:
    def __init__(self, work: Work) -> None:
        words, environment = own_command(child.__name__)
        sizes = (work.memory_bytes, work.file_bytes, _fresh_user())
        passed = [work.module, work.subject, *map(str, sizes)]
        self._handing, theirs = _line_for_descriptors()
        try:
            self._process = subprocess.Popen(
                [*words, *passed, str(-1 if theirs is None else theirs.fileno())],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                env={**os.environ, **environment},
                **_apart(theirs),
            )
        except BaseException:
            if self._handing is not None:
                self._handing.close()
            raise
        finally:
            if theirs is not None:
                theirs.close()
        self._is_fresh = True
        self.pid = self._process.pid

    def ask(
        self, question: bytes, cpu_s: float, descriptors: Sequence[int], most_reply: int
    ) -> Answer:
        wall_s = _WALL_SPARE_S + _WALL_FACTOR * cpu_s + (_STARTS_S if self._is_fresh else 0)
        self._is_fresh = False
        ends = threading.Timer(wall_s, self._process.kill)
        ends.daemon = True
        self._follow_us()
        ends.start()
        try:
            self._tell(question, cpu_s, descriptors)
            status, used_s, size = child.REPLY.unpack(self._read(child.REPLY.size))
            if size > most_reply or status >= len(child.STATUSES):
                raise ConfinedError(Failure.TOO_LARGE)
            data = self._read(size)
        except ConfinedError:
            if not ends.is_alive():  # it was this that ended the child
                raise ConfinedError(Failure.TOO_LONG) from None
            raise
        finally:
            ends.cancel()
        if status:
            failure = Failure(child.STATUSES[status])
            raise ConfinedError(failure, data.decode("utf-8", "replace"))
        return Answer(data, used_s)

    def _follow_us(self) -> None:
        """Keep the child on the cores that whoever asks stays on: no others are ours to use."""
        if hasattr(os, "sched_setaffinity"):
            with suppress(OSError):
                os.sched_setaffinity(self._process.pid, os.sched_getaffinity(0))

    def _tell(self, question: bytes, cpu_s: float, descriptors: Sequence[int]) -> None:
        assert self._process.stdin is not None
        head = child.QUESTION.pack(len(descriptors), cpu_s, len(question))
        try:
            if descriptors:
                assert self._handing is not None
                _hand_over(self._handing, descriptors)
            left = memoryview(head + question)
            while left:
                left = left[os.write(self._process.stdin.fileno(), left) :]
        except OSError:
            raise self._died() from None

    def _read(self, size: int) -> bytes:
        assert self._process.stdout is not None
        parts = []
        while size:
            part = os.read(self._process.stdout.fileno(), min(size, _READ_AT_ONCE))
            if not part:
                raise self._died()
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def _died(self) -> ConfinedError:
        """Wait for its end, which has begun, and say whether its seconds were used up."""
        code = self._process.wait()
        late = -code in child.LATE
        return ConfinedError(Failure.TOO_LONG if late else Failure.DIED, f"it ended with {code}")

    def kill(self) -> None:
        self._process.kill()
        self.let_go()
        self._process.wait()

    def let_go(self) -> None:
        for end in (self._process.stdin, self._process.stdout, self._handing):
            if end is not None:
                with suppress(OSError):
                    end.close()


def _line_for_descriptors() -> tuple[socket | None, socket | None]:
    if sys.platform == "win32":
        return None, None
    return socketpair()


def _apart(line: socket | None) -> dict[str, Any]:
    """Return how the child is started where it can be: away from our folder and our terminal."""
    if line is None:
        return {}
    return {"cwd": "/", "start_new_session": True, "pass_fds": (line.fileno(),)}


def _hand_over(line: socket, descriptors: Sequence[int]) -> None:
    from socket import SCM_RIGHTS  # noqa: PLC0415  # Windows has none

    line.sendmsg([b"\0"], [(SOL_SOCKET, SCM_RIGHTS, array("i", descriptors))])


def _fresh_user() -> int:
    """Return the number of a user that nothing belongs to; -1 where the child stays who we are."""
    if not is_linux() or os.geteuid() != 0:
        return -1
    from graders.sandbox.launch import fresh_user  # noqa: PLC0415  # Linux alone has it

    user = fresh_user()
    return -1 if user is None else user


_all: dict[Work, Confined] = {}


def confined(work: Work) -> Confined:
    """Return what does that work in this process: one child at a time, kept for the next time."""
    if work not in _all:
        _all[work] = Confined(work)
    return _all[work]


def pids() -> set[int]:
    """Return the numbers of all children, which wait for work or do some."""
    return {each.pid for each in _all.values() if each.pid is not None}


def close_all() -> None:
    for each in _all.values():
        each.close()


def _start_afresh() -> None:
    for each in _all.values():
        each.forget()


atexit.register(close_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_start_afresh)
