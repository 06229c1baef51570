"""Have a child ready that becomes the command of the next sandbox.

Moving a process into a control group can take tens of milliseconds, so a supervisor forks the child
ahead of need, while it waits for work. The child joins its group, waits for an order, takes on
what has to be taken on before the command is executed, and becomes it. Nothing of a submission
runs in it before that, so whatever fails here is our own fault.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import signal
import socket
from collections.abc import Sequence
from contextlib import suppress
from functools import cache

from graders.sandbox import cgroup, landlock, seccomp, supervisor_protocol
from graders.sandbox.machine import set_niceness
from graders.sandbox.supervisor_protocol import (
    FIRST_INHERITED,
    LineBrokenError,
    Message,
    SandboxOrder,
    SupervisorLine,
)

_PROMPT_S = 1.0
"""After so many seconds without a word the child is continued: it may have been stopped."""


_READY_S = 8.0
"""Seconds within which it then does each of its parts, on however busy a machine.

All of them together take less than the grader waits for the supervisor.
"""


_RESTORED = set(signal.valid_signals()) - {signal.SIGKILL, signal.SIGSTOP}


_ABOVE_USUAL_PLACES = FIRST_INHERITED + 16
"""Few commands inherit more, and not everywhere may a descriptor have a high number."""


_AFTER_THE_STANDARD_STREAMS = 3


_HIGHEST = 1 << 16


_PR_SET_PDEATHSIG = 1


_LIBC = ctypes.CDLL(None, use_errno=True)


class ForkServerError(OSError):
    """Say that the child was lost before it became the command."""


class ForkServer:
    """The child that waits to become a command, and its group where it has one."""

    def __init__(self, site: cgroup.Site) -> None:
        """Fork it; where `site` has folders it joins a group of its own there."""
        _all_cores()
        self.group = _new_group(site)
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.pid = os.fork()
        if self.pid == 0:
            try:
                _serve(theirs.detach(), self.group)
            finally:
                os._exit(1)
        theirs.close()
        self._end, self._line = ours, SupervisorLine(ours)
        self._told = self._used = False

    def is_there(self) -> bool:
        """Tell whether it waits for its order, once it has told which group it could join."""
        try:
            self._hear_which_group()
        except ForkServerError:
            return False
        return not self._line.has_news(0)

    def _hear_which_group(self) -> None:
        if self._told:
            return
        joined = self._heard()["joined"]
        self._told = True
        if self.group is not None:
            assert isinstance(joined, list)
            self.group.keep_only(joined)

    def start(self, wanted: SandboxOrder, descriptors: Sequence[int]) -> None:
        """Let it become the command; the descriptors are those of `order.start_message`.

        The first three become stdin, stdout and stderr, the others `FIRST_INHERITED` and on.
        Raises `OSError` where that fails.
        """
        self._hear_which_group()
        if self._line.has_news(0):
            raise ForkServerError("the program that starts a sandbox is gone")
        self._used = True
        with self._end:
            try:
                self._line.send(supervisor_protocol.start_message(wanted), descriptors)
            except LineBrokenError as error:
                raise ForkServerError(str(error)) from None
            self._raise_trouble(self._heard())
            self._wait()
            last = self._line.receive()  # the line ends as the command takes its place
            if last is not None:
                self._raise_trouble(last[0])

    def end(self) -> None:
        """Let it go where it is not needed any more, with its group."""
        if not self._used:
            self._end.close()
            with suppress(ChildProcessError):  # it was ended with its sandbox
                if os.waitpid(self.pid, os.WNOHANG) == (0, 0):
                    os.kill(self.pid, signal.SIGKILL)
                    os.waitpid(self.pid, 0)
        if self.group is not None:
            self.group.remove()

    def _raise_trouble(self, said: Message) -> None:
        if "errno" in said:
            number, why, path = (said[key] for key in ("errno", "why", "path"))
            raise OSError(number, why, path or None)

    def _heard(self) -> Message:
        self._wait()
        if (got := self._line.receive()) is not None:
            return got[0]
        raise ForkServerError("the program that starts a sandbox is gone")

    def _wait(self) -> None:
        """Wait for a word of the child; raise `ForkServerError` where none comes."""
        if self._line.has_news(_PROMPT_S):
            return
        self._continue()
        if not self._line.has_news(_READY_S):
            raise ForkServerError(
                f"the process {self.pid} of the grader's, which starts a sandbox, did nothing for "
                f"{_PROMPT_S + _READY_S:g} s, though it was continued: find out what stops "
                "processes on this machine, and grade again"
            )

    def _continue(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGCONT)


def _new_group(site: cgroup.Site) -> cgroup.ControlGroup | None:
    with suppress(OSError):
        return cgroup.ControlGroup(site) if site.folders else None
    return None


def _serve(descriptor: int, group: cgroup.ControlGroup | None) -> None:
    """Wait in the child for an order and carry it out; returns only where that fails."""
    line = SupervisorLine(socket.socket(fileno=_alone_with(descriptor)))
    _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    os.setsid()
    join_fresh()
    joined = () if group is None else cgroup.join(group.site)
    with suppress(LineBrokenError):
        line.send({"joined": joined})
        got = line.receive()
        if got is None:
            return  # the supervisor is gone
        line = _out_of_the_way(line, len(got[1]))
        try:
            _become(supervisor_protocol.read_order(got[0]), got[1], line)
        except OSError as error:
            why, path = error.strerror or str(error), str(error.filename or "")
            line.send({"errno": error.errno, "why": why, "path": path})


def _alone_with(descriptor: int) -> int:
    """Close every descriptor but the standard streams and this one; return it in its new place."""
    place = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, _ABOVE_USUAL_PLACES)
    os.closerange(_AFTER_THE_STANDARD_STREAMS, place)
    os.closerange(place + 1, _HIGHEST)
    return place


def _above_all_places(descriptors: int) -> int:
    return max(_ABOVE_USUAL_PLACES, FIRST_INHERITED + descriptors)


def _out_of_the_way(line: SupervisorLine, descriptors: int) -> SupervisorLine:
    """Return the line by a descriptor that none of so many will take the place of."""
    above = _above_all_places(descriptors)
    if line.fileno() >= above:
        return line
    return SupervisorLine(
        socket.socket(fileno=fcntl.fcntl(line.fileno(), fcntl.F_DUPFD_CLOEXEC, above))
    )


def _become(wanted: SandboxOrder, descriptors: list[int], line: SupervisorLine) -> None:
    """Become the command; no user code runs in this process until its last step."""
    places = (0, 1, 2, *range(FIRST_INHERITED, FIRST_INHERITED + len(descriptors) - 3))
    # Beyond all places, so that none is taken too early.
    above = _above_all_places(len(descriptors))
    beyond = [fcntl.fcntl(d, fcntl.F_DUPFD_CLOEXEC, above) for d in descriptors]
    _settle(wanted)
    _wall_in(wanted)
    for descriptor, place in zip(beyond, places, strict=True):
        os.dup2(descriptor, place)
    for number in _RESTORED:
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    line.send({"op": "executing"})
    os.execve(wanted.words[0], wanted.words, dict(wanted.environment))


@cache
def _all_cores() -> set[int]:
    """Return the cores that this supervisor was given; to be called before it stays on some."""
    return os.sched_getaffinity(0)


def _settle(wanted: SandboxOrder) -> None:
    """Take on what every process of the sandbox is to have, and none can change later."""
    os.umask(0o022)
    with suppress(OSError):
        os.sched_setaffinity(0, wanted.cpus or _all_cores())
    set_niceness(wanted.nice)


def _wall_in(wanted: SandboxOrder) -> None:
    """Put up the walls that bubblewrap does not; an older kernel has not all of them."""
    if wanted.may_write is not None:
        with suppress(OSError):
            landlock.confine(wanted.may_write, wanted.may_read)
    if wanted.filter:
        with suppress(OSError):
            seccomp.install(bytes.fromhex(wanted.filter))


_NUMBERS = {"x86_64": 250, "i686": 288, "ppc64le": 271, "s390x": 280, "armv7l": 311}


_NUMBER_ELSEWHERE = 219
"""The number of `keyctl`; the machines since 64-bit ARM share one table."""


_TELL_NUMBER, _JOIN_SESSION_KEYRING = 0, 1


_OF_THE_SESSION = -3


def join_fresh() -> bool:
    """Join a new session keyring without a name; tell whether the kernel has any.

    That of a login session is inherited by every process below it, with the user's secrets in it,
    and what one process adds the next can read. A fresh one is empty, and goes with its process.
    """
    return _keyctl(_JOIN_SESSION_KEYRING, None, 0) is not None


def own_number() -> int | None:
    """Return the number of the session keyring of this process; None where it has none."""
    return _keyctl(_TELL_NUMBER, _OF_THE_SESSION, 0)


def _keyctl(*words: int | None) -> int | None:
    number = _NUMBERS.get(os.uname().machine, _NUMBER_ELSEWHERE)
    told: int = ctypes.CDLL(None, use_errno=True).syscall(number, *words, 0, 0)
    return None if told < 0 else told
