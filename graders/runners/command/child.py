"""Start a program as a child of this process, and exchange lines with it over two pipes."""

from __future__ import annotations

import os
import select
import signal
import time

from ..confine import WIRE_IN, WIRE_OUT
from . import speech
from .speech import BrokenRuleError, short_text

TYPE_CHECKING = False  # as typing has it, without the time to import typing

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import NoReturn

START_S = 4.0
"""So long a program may take to wait for its first question, without any of it counting."""
_BETWEEN_LOOKS_S = 0.002
_QUIET_LOOKS = 3
_WRITES_ON_S = 0.1
"""So long a program that is at work after its answer may still be writing another line."""
_END_S = 1.0
_FLOOD_BYTES = 1 << 20
_CHUNK = 1 << 16


class EndedError(Exception):
    """Say that the program ended; `status` is what the system says of how."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Child:
    """A program that is asked line by line.

    Its stderr is that of this process, and nothing else of this one is open in it.
    """

    def __init__(self, words: list[str]) -> None:
        """Start it; raise `BrokenRuleError` where the system does not."""
        for wire in (WIRE_IN, WIRE_OUT):
            os.set_inheritable(wire, False)
        its_in, self._to = os.pipe()
        self._back, its_out = os.pipe()
        try:
            self.pid = os.posix_spawn(
                words[0],
                words,
                os.environ,
                file_actions=[
                    (os.POSIX_SPAWN_DUP2, its_in, 0),
                    (os.POSIX_SPAWN_DUP2, its_out, 1),
                ],
                setsigdef=[signal.SIGPIPE, signal.SIGXFSZ],  # ignored by this interpreter
            )
        except OSError as error:
            raise BrokenRuleError(speech.NOT_STARTED, error.strerror or "") from None
        os.close(its_in)
        os.close(its_out)
        for end in (self._to, self._back):
            os.set_blocking(end, False)
        self._pending = b""
        self._at_end = False
        self._first = True
        self._reading, self._both = select.poll(), select.poll()
        for poll in (self._reading, self._both):
            poll.register(self._back, select.POLLIN)
        self._both.register(self._to, select.POLLOUT)

    def wait_for_start(self) -> None:
        """Wait until it waits for something itself, or has had its time to start.

        Raises `BrokenRuleError` where it writes to stdout meanwhile.
        """
        until = time.monotonic() + START_S
        quiet = 0
        while quiet < _QUIET_LOOKS and time.monotonic() < until and not self._at_end:
            if self._take_in(_BETWEEN_LOOKS_S):
                self._too_much(speech.UNASKED)
            quiet = 0 if is_busy(self.pid) else quiet + 1

    def ask(self, question: bytes, most: int, patience_s: float | None) -> bytes:
        """Write a line and return the one that comes back, without its end.

        Raises `BrokenRuleError` for anything but one line of at most `most` bytes; where none
        comes for `patience_s`, its stdin is closed to see why. Raises `EndedError` where it ended.
        """
        if self._take_in(0):
            self._too_much(speech.UNASKED)
        self._send(question, most)
        until = None if patience_s is None else time.monotonic() + patience_s
        while b"\n" not in self._pending:
            if self._at_end:
                self._tell_end()
            if until is not None and time.monotonic() >= until:
                self._find_out_why()
            self._take_in(None if until is None else max(0.0, until - time.monotonic()))
            self._bound(most)
        line, _, self._pending = self._pending.partition(b"\n")
        self._see_whether_more_comes(line)
        self._first = False
        return line

    def _send(self, question: bytes, most: int) -> None:
        """Write it; what comes back meanwhile is taken in, or both might wait for each other."""
        rest = memoryview(question)
        while rest:
            try:
                rest = rest[os.write(self._to, rest) :]
            except BlockingIOError:
                if dict(self._both.poll()).get(self._back) and self._take_in(0):
                    self._bound(most)
            except OSError:  # it reads no more; whether it still answers shows
                return

    def _take_in(self, wait_s: float | None) -> bool:
        """Take in what it wrote, waiting up to `wait_s`; tell whether there was anything."""
        if self._at_end or not self._reading.poll(None if wait_s is None else wait_s * 1000):
            return False
        chunk = os.read(self._back, _CHUNK)
        self._at_end = not chunk
        self._pending += chunk
        return bool(chunk)

    def _bound(self, most: int) -> None:
        if len(self._pending) > most and b"\n" not in self._pending[:most]:
            raise BrokenRuleError(speech.FLOOD, f"a line of more than {most} bytes")

    def _see_whether_more_comes(self, line: bytes) -> None:
        until = time.monotonic() + _WRITES_ON_S
        while True:
            asleep = is_asleep(self.pid)  # before the look at what it wrote
            if self._pending or self._take_in(0):
                before = f"{short_text(line)}, then "
                if self._first and not line.lstrip().startswith(b"{"):
                    before = f"a banner or a prompt? {before}"
                self._too_much(speech.ONE_LINE, before)
            if asleep or self._at_end or time.monotonic() >= until:
                return
            self._reading.poll(1)

    def _too_much(self, rule: str, before: str = "") -> NoReturn:
        """Say which rule it broke by what it wrote, once that is seen not to be a flood.

        `before` is said of what came before that.
        """
        until = time.monotonic() + _END_S
        first, size = self._pending, len(self._pending)
        while size <= _FLOOD_BYTES and time.monotonic() < until:
            self._pending = b""
            if not self._take_in(10 * _BETWEEN_LOOKS_S):
                raise BrokenRuleError(rule, before + short_text(first))
            size += len(self._pending)
        raise BrokenRuleError(speech.FLOOD, short_text(first))

    def _tell_end(self) -> NoReturn:
        if self._pending:
            raise BrokenRuleError(speech.WHOLE_LINE, short_text(self._pending))
        until = time.monotonic() + _END_S
        while time.monotonic() < until:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                raise EndedError(status)
            time.sleep(_BETWEEN_LOOKS_S)
        raise BrokenRuleError(speech.CLOSED)

    def _find_out_why(self) -> NoReturn:
        """Close its stdin: a program that forgot to flush does so as it ends."""
        os.close(self._to)
        began = bool(self._pending)
        until = time.monotonic() + _END_S
        while not self._at_end and b"\n" not in self._pending and time.monotonic() < until:
            self._take_in(max(0.0, until - time.monotonic()))
        if b"\n" in self._pending and not began:
            raise BrokenRuleError(speech.FLUSH, short_text(self._pending))
        if self._pending:
            raise BrokenRuleError(speech.WHOLE_LINE, short_text(self._pending))
        raise BrokenRuleError(speech.SILENCE)


def end_as(status: int) -> NoReturn:
    """End this process as another did, so that the grader is told how by the system itself."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        if number not in (signal.SIGKILL, signal.SIGSTOP):
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
        os._exit(128 + number)
    os._exit(os.WEXITSTATUS(status))


_AT_WORK = (b"R", b"D")
_MOST_PROCESSES = 64


def is_asleep(pid: int) -> bool:
    """Tell whether the first thread of a process waits; where that cannot be seen, it does."""
    return _state(f"/proc/{pid}/stat") not in _AT_WORK


def is_busy(pid: int) -> bool:
    """Tell whether any thread of a process, or of what it started, runs or could run."""
    found = [pid]
    for process in found:
        for task in _tasks(process):
            if _state(f"{task}/stat") in _AT_WORK:
                return True
            found.extend(_children(task))
        if len(found) > _MOST_PROCESSES:
            return True
    return False


def _state(path: str) -> bytes:
    """Return the letter for the state of a process or a thread, nothing where it is gone."""
    return _read(path).rpartition(b")")[2].strip()[:1]


def _tasks(pid: int) -> Iterator[str]:
    folder = f"/proc/{pid}/task"
    try:
        names = os.listdir(folder)  # noqa: PTH208  # pathlib takes long to import
    except OSError:
        return
    for name in names:
        yield f"{folder}/{name}"


def _children(task: str) -> list[int]:
    return [int(word) for word in _read(f"{task}/children").split()]


def _read(path: str) -> bytes:
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except OSError:
        return b""
    try:
        return os.read(descriptor, 1 << 12)
    except OSError:  # it has ended meanwhile
        return b""
    finally:
        os.close(descriptor)
