"""Start supervisors, lend each to one sandbox at a time, and end those that are no longer needed.

A supervisor takes some tens of milliseconds to start, so one that has done its work waits here for
the next sandbox. Two take turns, as one makes itself ready again after its work, which can take
tens of milliseconds as well, while the other works. A process that is forked from the grader closes
its copies of the sockets to supervisors at once; and as a supervisor watches the grader's process
beside the socket, it sees the end of its own grader though somebody else may still hold a copy.
"""

from __future__ import annotations

import atexit
import fcntl
import os
import signal
import socket
import subprocess
import sys
import threading
import weakref
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

from graders.model.installation import ABOVE
from graders.sandbox import cgroup
from graders.sandbox.interface import SupervisorError
from graders.sandbox.supervisor_protocol import LineBrokenError, Message, SupervisorLine

_ANSWERS_S = 30.0
"""Seconds in which a supervisor answers, on however busy a machine; it waits for nobody."""
_PROMPT_S = 1.0
_ENDS_S = 5.0
_MOST_IDLE = 16
_TAKING_TURNS = 2
_SAID_BYTES = 1 << 14
_AFTER_THE_STANDARD_STREAMS = 3
_START = (
    "import os, sys; all = os.sched_getaffinity(0); os.sched_setaffinity(0, {!r} or all); "
    "sys.path.append({!r}); from graders.sandbox.supervisor import main; "
    "os.sched_setaffinity(0, all); main({}, {}, {}); os._exit(0)"
)
with_groups = True
"""Whether new supervisors make control groups where they can; tests try what happens without."""


class Supervisor:
    """One supervisor process, from the grader's side."""

    def __init__(self, cores: tuple[int, ...] = ()) -> None:
        """Start it; it is ready for messages at once and answers when it is.

        It gets ready on `cores`, where these are given.
        """
        with ExitStack() as given, ExitStack() as kept:
            ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            given.enter_context(theirs)
            kept.enter_context(ours)
            self._words = os.memfd_create("supervisor")
            kept.callback(os.close, self._words)
            # Where the host has closed its standard streams, the numbers up to 2 are given out
            # again; in the supervisor they are its own standard streams.
            end = fcntl.fcntl(theirs, fcntl.F_DUPFD_CLOEXEC, _AFTER_THE_STANDARD_STREAMS)
            given.callback(os.close, end)
            self._process = subprocess.Popen(
                _command(end, cores),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._words,
                cwd="/",
                env={},
                pass_fds=(end,),
                start_new_session=True,
            )
            self._held = kept.pop_all()
        self.line = SupervisorLine(ours)
        self._closed = False
        _all.add(self)

    @property
    def pid(self) -> int:
        return self._process.pid

    def tell(self, message: Message, descriptors: Sequence[int] = ()) -> None:
        """Send a message; raise `SupervisorError` where the supervisor is gone."""
        try:
            self.line.send(message, descriptors)
        except LineBrokenError:
            raise self._lost() from None

    def hear(self, seconds: float = _ANSWERS_S) -> Message:
        """Return its next message.

        Raises `SupervisorError` where it is gone, failed, or says nothing for so long.
        """
        if not self.line.has_news(min(seconds, _PROMPT_S)):
            self._process.send_signal(signal.SIGCONT)  # a program of the same user may stop it
        if not self.line.has_news(seconds):
            raise SupervisorError(f"the supervisor of a sandbox said nothing for {seconds:g} s")
        got = self.line.receive()
        if got is None:
            raise self._lost()
        message, _ = got
        if message.get("op") == "broken":
            raise SupervisorError(f"the supervisor of a sandbox failed:\n{message.get('report')}")
        return message

    def _lost(self) -> SupervisorError:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_ENDS_S)
        said = os.pread(self._words, _SAID_BYTES, 0).decode(errors="replace").strip()
        code = self._process.returncode
        return SupervisorError(
            f"the supervisor of a sandbox is gone (exit code {code}) {said}".rstrip()
        )

    def is_there(self) -> bool:
        """Tell whether it waits for work; one that has died meanwhile does not."""
        return self.is_alive() and not self.line.has_news(0)

    def is_alive(self) -> bool:
        return self._process.poll() is None

    def close(self) -> None:
        """Let it go: it ends what it keeps, and then itself, also where somebody stopped it."""
        if self._closed:
            return
        self.line.end()
        self._let_go()
        self._process.send_signal(signal.SIGCONT)
        with suppress(subprocess.TimeoutExpired):
            if self._process.wait(_ENDS_S) < 0:
                cgroup.sweep_after(self.pid)  # it was killed, so it could not do so itself

    def disown(self) -> None:
        if not self._closed:
            self._let_go()
            self._process.returncode = 0  # it is no child of ours, so there is nothing to wait for

    def _let_go(self) -> None:
        self._closed = True
        self._held.close()


def _command(descriptor: int, cores: tuple[int, ...]) -> list[str]:
    # Isolated and without site, for a quick start; at the end of the path, so that nothing beside
    # this package stands before the standard library.
    interpreter = str(Path(sys.executable).resolve())
    return [
        interpreter,
        "-I",
        "-S",
        "-c",
        _START.format(cores, str(ABOVE), descriptor, os.getpid(), with_groups),
    ]


_all: weakref.WeakSet[Supervisor] = weakref.WeakSet()
_idle: list[Supervisor] = []
_lock = threading.Lock()


def lend(cores: tuple[int, ...] = ()) -> Supervisor:
    """Return a supervisor that keeps nothing; `take_back` or `close` it afterwards.

    One that has to be started for that gets ready on `cores`, where these are given.
    """
    while True:
        with _lock:
            if not _idle:
                break
            supervisor = _idle.pop(0)  # the one that has had the longest time to get ready
        if supervisor.is_there():
            return supervisor
        supervisor.close()
    return Supervisor(cores)


def take_back(supervisor: Supervisor) -> None:
    """Keep a supervisor whose sandbox is over for the next one."""
    with _lock:
        if len(_idle) < _MOST_IDLE:
            _idle.append(supervisor)
            return
    supervisor.close()


def prepare(count: int = _TAKING_TURNS) -> None:
    """Start supervisors ahead of time, until so many wait: by default enough to take turns."""
    with _lock:
        while len(_idle) < count:
            _idle.append(Supervisor())


def pids() -> frozenset[int]:
    """Return the numbers of the supervisors that wait for work."""
    with _lock:
        return frozenset(supervisor.pid for supervisor in _idle)


def close_all() -> None:
    """Let every waiting supervisor go, as the end of this process does as well."""
    with _lock:
        leaving, _idle[:] = list(_idle), []
    for supervisor in leaving:
        supervisor.line.end()  # all at once, and only then wait for each
    for supervisor in leaving:
        supervisor.close()


def _start_afresh() -> None:
    global _lock  # noqa: PLW0603  # a thread that is not here any more may have held it
    _lock = threading.Lock()
    _idle.clear()
    for supervisor in list(_all):
        supervisor.disown()


os.register_at_fork(after_in_child=_start_afresh)
atexit.register(close_all)
