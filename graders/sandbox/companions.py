"""Start other processes of ours that work beside this one, and end with it however it ends.

A companion is told something by its standard input, which then stays open for as long as it is
wanted: the end of it is the order to end, and comes of itself where this process is gone. Where
somebody has stopped a companion, so that it notices nothing, the kernel ends it
(`end_with_parent`). It is in a session of its own, where no Ctrl-C reaches it. What it complains
of is kept in memory.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import graders

_PR_SET_PDEATHSIG = 1
_SAID_BYTES = 1 << 14


class Companion:
    """Hold one process of ours that works beside this one."""

    def __init__(self, words: Sequence[str], environment: Mapping[str, str]) -> None:
        """Start it; raise `OSError` where it cannot be started.

        The kernel takes the thread that starts it for its parent: that is to last as long.
        """
        self._words = os.memfd_create("companion")
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=self._words,
                cwd="/",
                env={**os.environ, **environment},
                start_new_session=True,
            )
        except BaseException:
            os.close(self._words)
            raise

    def tell(self, line: bytes) -> None:
        """Tell it the line that it waits for."""
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):  # it is gone already, which is told when asked
            self._process.stdin.write(line + b"\n")
            self._process.stdin.flush()

    @property
    def pid(self) -> int:
        """Return the number of its process."""
        return self._process.pid

    def exit_code(self) -> int | None:
        """Return with what it has ended; None while it has not."""
        return self._process.poll()

    def said(self) -> str:
        """Return the last line that it complained of."""
        said = os.pread(
            self._words, _SAID_BYTES, max(0, os.fstat(self._words).st_size - _SAID_BYTES)
        )
        lines = said.decode(errors="replace").strip().splitlines()
        return lines[-1].strip() if lines else ""

    def ask_to_end(self) -> None:
        """Tell it that it is no longer wanted, and wait for nothing."""
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            self._process.stdin.close()

    def kill(self) -> None:
        """End it at once, also where somebody stopped it."""
        self._process.kill()

    def end(self, within_s: float) -> None:
        """Ask it to end, wait for that at most so long, and kill it then."""
        self.ask_to_end()
        try:
            self._process.wait(within_s)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._words)


def ourselves(module: str) -> tuple[list[str], dict[str, str]]:
    """Return the words that run a module of this package by this interpreter, and where we are."""
    above = str(Path(graders.__file__).resolve().parent.parent)
    path = os.pathsep.join(filter(None, (above, os.environ.get("PYTHONPATH"))))
    return [sys.executable, "-P", "-m", module], {"PYTHONPATH": path}


def end_with_parent() -> None:
    """Have the kernel end this process, a companion, when the thread that started it ends."""
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def told() -> bytes:
    """Return, in a companion, the line that it was told; nothing where there will be none."""
    return sys.stdin.buffer.readline()


def when_unwanted(do: Callable[[], object]) -> None:
    """Do something, in a companion, when it is no longer wanted; in a thread of its own."""

    def wait() -> None:
        with suppress(OSError):
            while os.read(sys.stdin.fileno(), 1 << 10):
                pass
        do()

    threading.Thread(target=wait, daemon=True, name="unwanted").start()
