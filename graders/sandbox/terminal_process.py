"""Run programs on the terminal of this process, with nothing contained: one's own, and a debugger.

They read, print and hear Ctrl-C as this process does. With the first of them lines are exchanged
beside the terminal, behind the descriptors that a runner knows.
"""

from __future__ import annotations

import fcntl
import os
import signal
import socket
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress

_READ_FROM, _WRITE_TO = 3, 4
_ABOVE = 10
"""Descriptors from here on are none that a program is handed."""
_CHUNK = 1 << 16


class TerminalProgram:
    def __init__(self, words: Sequence[str], environment: Mapping[str, str]) -> None:
        """Start it; raise `OSError` where that cannot be done."""
        its_input, self._to = _pipe()
        self._from, its_output = _pipe()
        self._rest = b""
        self.exit_code: int | None = None
        places = ((its_input, _READ_FROM), (its_output, _WRITE_TO))
        try:
            self._pid = _start(words, environment, places)
        finally:
            os.close(its_input)
            os.close(its_output)

    def ask(self, line: bytes) -> bytes:
        """Send a line and return what comes back; nothing where the program has ended."""
        with suppress(BrokenPipeError):
            os.write(self._to, line)
        return self.line()

    def line(self) -> bytes:
        """Wait for a line, without end; return nothing where the program has ended."""
        while b"\n" not in self._rest:
            chunk = os.read(self._from, _CHUNK)
            if not chunk:
                self.exit_code = _end(self._pid, None)
                return b""
            self._rest += chunk
        line, _, self._rest = self._rest.partition(b"\n")
        return line

    def close(self) -> None:
        os.close(self._to)
        os.close(self._from)
        if self.exit_code is None:
            self.exit_code = _end(self._pid, signal.SIGKILL)


@contextmanager
def on_this_terminal(
    words: Sequence[str], environment: Mapping[str, str], helper: Sequence[str] = ()
) -> Iterator[TerminalProgram]:
    """Run a program, and a `helper` that has the keyboard, such as its debugger.

    Both are over in the end, and the terminal is as it was before.
    """
    with _terminal_kept():
        program = TerminalProgram(words, environment)
        other = _start(helper, {}, ()) if helper else None
        try:
            yield program
        finally:
            program.close()
            if other is not None:
                _end(other, signal.SIGTERM)


def free_port() -> int:
    """Return a port of this machine that nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _pipe() -> tuple[int, int]:
    """Return a pipe whose ends are in nobody's way and are not inherited."""
    ends = os.pipe()
    above = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, _ABOVE) for end in ends]
    for end in ends:
        os.close(end)
    return above[0], above[1]


def _start(
    words: Sequence[str], environment: Mapping[str, str], places: Sequence[tuple[int, int]]
) -> int:
    actions = [(os.POSIX_SPAWN_DUP2, own, place) for own, place in places]
    return os.posix_spawn(words[0], [*words], {**os.environ, **environment}, file_actions=actions)


def _end(pid: int, by: int | None) -> int:
    """Wait for the end of a process, after a signal where one is named; return its exit code."""
    if by is not None:
        with suppress(ProcessLookupError):
            os.kill(pid, by)
    with suppress(ChildProcessError):
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    return 0


@contextmanager
def _terminal_kept() -> Iterator[None]:
    if not sys.stdin.isatty():
        yield
        return
    import termios  # noqa: PLC0415  # Windows has none

    settings = termios.tcgetattr(sys.stdin.fileno())
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, settings)
