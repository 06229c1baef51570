"""Start other processes of ours, and programs of this machine that are no submissions.

A worker process is told something by its standard input, which then stays open for as long as it
is wanted: the end of it is the order to end, and comes of itself where this process is gone. Where
somebody has stopped a worker, so that it notices nothing, the kernel ends it (`end_with_parent`).
"""

from __future__ import annotations

import ctypes
import functools
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from graders.model.installation import ABOVE

_PR_SET_PDEATHSIG = 1
_SAID_BYTES = 1 << 14


class WorkerProcess:
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
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):  # it is gone already, which is told when asked
            self._process.stdin.write(line + b"\n")
            self._process.stdin.flush()

    @property
    def pid(self) -> int:
        return self._process.pid

    def exit_code(self) -> int | None:
        """Return with what it has ended; None while it has not."""
        return self._process.poll()

    def said(self) -> str:
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
        """Ask it to end, and kill it after `within_s`."""
        self.ask_to_end()
        try:
            self._process.wait(within_s)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._words)


def own_command(module: str) -> tuple[list[str], dict[str, str]]:
    """Return the words that run a module of this package by this interpreter, and where we are."""
    path = os.pathsep.join(filter(None, (str(ABOVE), os.environ.get("PYTHONPATH"))))
    return [sys.executable, "-P", "-m", module], {"PYTHONPATH": path}


def end_with_parent() -> None:
    """Have the kernel end this process, a worker process, when the thread that started it ends."""
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def read_order() -> bytes:
    """Return, in a worker process, the line that it was told; nothing where there will be none."""
    return sys.stdin.buffer.readline()


def when_unwanted(do: Callable[[], object]) -> None:
    """Do something, in a worker process, when it is no longer wanted; in a thread of its own."""

    def wait() -> None:
        with suppress(OSError):
            while os.read(sys.stdin.fileno(), 1 << 10):
                pass
        do()

    threading.Thread(target=wait, daemon=True, name="unwanted").start()


class ProgramOutput(NamedTuple):
    """What it wrote to stdout, and after how many seconds of wall time its first line came."""

    text: str
    first_line_s: float


def run_ourselves(
    words: Sequence[str], above: Path | None = None, byte_code: Path | None = None
) -> ProgramOutput:
    """Run this interpreter with some words, and wait for its end.

    It imports us from the folder `above`, by default from where we are. Byte code it finds and
    leaves in the folder `byte_code`, or else it writes none. Raises `OSError` where it does not
    end with 0.
    """
    place = above or ABOVE
    environment = {**os.environ, "PYTHONPATH": str(place), "PYTHONDONTWRITEBYTECODE": "1"}
    if byte_code is not None:
        environment |= {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(byte_code)}
    start = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        env=environment,
        cwd="/",
        text=True,
    ) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        first_line_s = time.perf_counter() - start
        text = first + process.stdout.read()
    if process.returncode:
        raise OSError(f"{words[0]} … ended with exit code {process.returncode}")
    return ProgramOutput(text, first_line_s)


_CHUNK = 1 << 16


@contextmanager
def worker_pipe(words: Sequence[str]) -> Iterator[Callable[[bytes], bytes]]:
    """Yield what writes a line to the program and returns the line that comes back.

    It is contained in no way, and waited for without end. Raises `OSError` where it cannot be
    started, or ends without an answer.
    """
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        to, back = process.stdin.fileno(), process.stdout.fileno()

        def ask(line: bytes) -> bytes:
            os.write(to, line)
            answer = b""
            while not answer.endswith(b"\n"):
                chunk = os.read(back, _CHUNK)
                if not chunk:
                    raise OSError(f"{words[0]} ended without an answer")
                answer += chunk
            return answer

        try:
            yield ask
        finally:
            process.stdin.close()


_LONGEST_S = 30.0


def ask_program(words: Sequence[str]) -> str:
    """Run a program and return what it prints; it has nothing to read and no variables but `PATH`.

    Raises `OSError` where it cannot be run, does not end, or ends with another code than 0.
    """
    environment = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    try:
        done = subprocess.run(
            words,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env=environment,
            cwd=os.sep,
            timeout=_LONGEST_S,
            check=True,
            start_new_session=os.name == "posix",
        )
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode(errors="replace").strip().splitlines()
        raise OSError(said[-1] if said else f"it ended with exit code {error.returncode}") from None
    except subprocess.TimeoutExpired:
        raise OSError(f"it did not end within {_LONGEST_S:g} s") from None
    return done.stdout.decode(errors="replace")


_ANSWERS_WITHIN_S = 20.0


@functools.cache
def bubblewrap_version() -> str | None:
    """Return the version that bubblewrap gives itself, None where it is not there; asked once."""
    program = shutil.which("bwrap")
    if program is None:
        return None
    try:
        done = subprocess.run(
            [program, "--version"],
            capture_output=True,
            text=True,
            timeout=_ANSWERS_WITHIN_S,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip().rpartition(" ")[2] or None
