"""The confined child: load one module of ours, put up walls, then answer question by question.

What is handed over, answered or raised goes through two pipes; open files come by a socket. See
`confined.py`, which is the other side.
"""

from __future__ import annotations

import importlib
import os
import signal
import struct
import sys
import sysconfig
import time
from collections.abc import Callable
from contextlib import suppress

from graders.model.installation import PACKAGE

QUESTION = struct.Struct(">BdQ")
"""How many open files come with a question, its seconds of CPU time, its length."""
REPLY = struct.Struct(">BdQ")
"""How it went (a place in `STATUSES`), seconds of CPU time, the length of the answer."""
STATUSES = ("", "too_much_memory", "too_deep", "failed")
LATE = tuple(
    int(getattr(signal, name))
    for name in ("SIGALRM", "SIGPROF", "SIGXCPU")
    if hasattr(signal, name)  # Windows has none
)
"""The signals by which the kernel ends a child that has used up its seconds."""
_WALL_FACTOR, _WALL_SPARE_S = 5, 4.0
_SPARE_DESCRIPTORS = 24
_LONGEST_DETAILS = 500
_LOADED_AHEAD = (
    *("socket", "traceback"),
    *(f"encodings.{name}" for name in ("ascii", "cp437", "latin_1", "cp1252", "utf_8_sig")),
)
"""Modules that are loaded when they are needed; the encodings are of archives and sources."""


def main(
    module: str, subject: str, *, memory_bytes: int, file_bytes: int, user: int, line: int
) -> None:
    """Answer questions until there are no more."""
    # All that is needed is loaded first: whom the child becomes may not be able to read it.
    work = importlib.import_module(module)
    if hasattr(work, "get_ready"):
        work.get_ready(*filter(None, [subject]))
    for name in _LOADED_AHEAD:
        with suppress(ImportError):
            importlib.import_module(name)
    program = _filter_program()
    _limit(memory_bytes, file_bytes)
    _wall_in(user, program)
    while head := _read(QUESTION.size):
        count, cpu_s, size = QUESTION.unpack(head)
        question, descriptors = _read(size), _handed(line, count)
        began = time.process_time()
        _end_after(cpu_s)
        status, said = _outcome(work.answer, question, descriptors)
        _end_after(0)
        for each in descriptors:
            os.close(each)
        _write(REPLY.pack(status, time.process_time() - began, len(said)) + said)


def _outcome(
    answer: Callable[..., bytes], question: bytes, descriptors: list[int]
) -> tuple[int, bytes]:
    """Return how it went, as a place in `STATUSES`, and the answer or what else there is to say."""
    try:
        return 0, answer(question, *descriptors)
    except MemoryError:
        return STATUSES.index("too_much_memory"), b""
    except RecursionError:
        return STATUSES.index("too_deep"), b""
    except Exception as error:
        said = f"{type(error).__name__}: {error}"[:_LONGEST_DETAILS]
        return STATUSES.index("failed"), said.encode("utf-8", "backslashreplace")


def _limit(memory_bytes: int, file_bytes: int) -> None:
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415  # Windows has none

    wanted = {
        "RLIMIT_AS": memory_bytes,
        "RLIMIT_CORE": 0,
        "RLIMIT_FSIZE": file_bytes,
        "RLIMIT_NOFILE": _SPARE_DESCRIPTORS,
        "RLIMIT_NPROC": 0,
    }
    for name, value in wanted.items():
        with suppress(OSError, ValueError, AttributeError):  # not every system has all of them
            resource.setrlimit(getattr(resource, name), (value, value))


def _filter_program() -> bytes:
    if not sys.platform.startswith("linux"):
        return b""
    from graders.sandbox import seccomp  # noqa: PLC0415  # Linux alone has it

    return seccomp.seccomp_filter().program


def _wall_in(user: int, program: bytes) -> None:
    """Put up what this machine has: no file but our own code, no network, no rare system call."""
    if not sys.platform.startswith("linux"):
        return
    from graders.sandbox import landlock, seccomp  # noqa: PLC0415  # Linux alone has them

    ours = [*_library_places(), str(PACKAGE)]
    with suppress(OSError):
        landlock.confine((), ours)
    _become(user)
    if program:
        with suppress(OSError):
            seccomp.install(program)


def _become(user: int) -> None:
    if user >= 0:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)


def _library_places() -> list[str]:
    """Return where the interpreter's own modules lie, of which some are loaded when needed."""
    return [sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")]


def _end_after(cpu_s: float) -> None:
    """Have the kernel end this process after so much CPU time; never where it is 0."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_PROF, cpu_s)
        wall_s = _WALL_SPARE_S + _WALL_FACTOR * cpu_s if cpu_s else 0
        signal.setitimer(signal.ITIMER_REAL, wall_s)


def _handed(line: int, count: int) -> list[int]:
    if not count:
        return []
    import socket  # noqa: PLC0415  # few children are handed a file

    with socket.socket(fileno=os.dup(line)) as end:
        _, descriptors, _, _ = socket.recv_fds(end, 1, count)
    return descriptors


def _read(size: int) -> bytes:
    parts = []
    while size and (part := os.read(0, min(size, 1 << 20))):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def _write(data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(1, left) :]


if __name__ == "__main__":
    memory, size, whom, socket_line = map(int, sys.argv[3:])
    with suppress(BrokenPipeError):  # whoever asked is gone
        main(
            sys.argv[1],
            sys.argv[2],
            memory_bytes=memory,
            file_bytes=size,
            user=whom,
            line=socket_line,
        )
