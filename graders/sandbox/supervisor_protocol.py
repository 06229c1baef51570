"""What the grader and a supervisor say to each other: JSON messages, with descriptors beside them.

The line is a pair of connected sockets that keep messages apart. It is private to the two: a
submission never has an end of it. When one side is gone, however it went, the other reads the
end of the line, which is how a supervisor learns that its grader has died.
"""

from __future__ import annotations

import array
import json
import select
import socket
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from graders.model.ending import Cause, Ending
from graders.model.limits import Limits
from graders.sandbox.interface import Breach, Usage
from graders.sandbox.scratch import Plan

LARGEST_BYTES = 1 << 17


MOST_DESCRIPTORS = 240
"""One for each file of a submission, and some more; the kernel sends no more than 253 at once."""


_DESCRIPTOR_BYTES = array.array("i").itemsize


Message = dict[str, object]


class LineBrokenError(RuntimeError):
    """Say that the other side of the line is gone, or says nothing any more."""


class SupervisorLine:
    def __init__(self, end: socket.socket) -> None:
        """Take over a connected socket of the kind `SOCK_SEQPACKET`."""
        self._end = end

    def fileno(self) -> int:
        return self._end.fileno()

    def send(self, message: Message, descriptors: Sequence[int] = ()) -> None:
        """Send one message; raise `LineBrokenError` where nobody is there to take it."""
        data = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        try:
            # No SIGPIPE where nobody is there: a host may have it end the process.
            sent = data.encode("utf-8", "surrogatepass")
            socket.send_fds(self._end, [sent], descriptors, socket.MSG_NOSIGNAL)
        except OSError as error:
            raise LineBrokenError(f"the line is broken: {error}") from None

    def receive(self) -> tuple[Message, list[int]] | None:
        """Wait for a message and the descriptors that came with it; None at the line's end."""
        try:
            # Not by socket.recv_fds, which takes flags and forgets them.
            room = socket.CMSG_LEN(MOST_DESCRIPTORS * _DESCRIPTOR_BYTES)
            data, beside, _, _ = self._end.recvmsg(LARGEST_BYTES, room, socket.MSG_CMSG_CLOEXEC)
        except ConnectionError:
            return None
        if not data:
            return None
        message: Message = json.loads(data)
        descriptors = array.array("i")
        for level, kind, packed in beside:
            if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
                descriptors.frombytes(
                    packed[: len(packed) // _DESCRIPTOR_BYTES * _DESCRIPTOR_BYTES]
                )
        return message, list(descriptors)

    def has_news(self, seconds: float) -> bool:
        """Wait at most `seconds` for a message, or the line's end."""
        poll = select.poll()
        poll.register(self._end, select.POLLIN)
        return bool(poll.poll(max(0.0, seconds) * 1000))

    def end(self) -> None:
        """End the line for both sides, whoever else may hold a copy of this end."""
        with suppress(OSError):
            self._end.shutdown(socket.SHUT_RDWR)


FIRST_INHERITED = 10
"""The number of the first descriptor that a command inherits beside stdin, stdout and stderr."""


class SandboxOrder(NamedTuple):
    """What a supervisor is to start, and within which limits to keep it.

    `own` of the processes are ours, each the parent of the next, and do not count. `cores` are
    those that the supervisor itself stays on, `cpus` those that the command gets: all where none is
    named. Its niceness becomes `nice` where that may be had. `filter` is a seccomp program to be
    loaded, in hexadecimal digits; with `may_write` Landlock's walls are put around the command, in
    which it writes below those paths alone, and reads below those and `may_read`. Every process
    belongs to `user` where that is not None, a user that nothing else belongs to.
    What is started `ahead` waits to be moved, and is not watched before.
    """

    words: tuple[str, ...]
    environment: Mapping[str, str]
    limits: Limits
    own: int = 0
    cores: tuple[int, ...] = ()
    cpus: tuple[int, ...] = ()
    nice: int = 0
    filter: str = ""
    may_write: tuple[str, ...] | None = None
    may_read: tuple[str, ...] = ()
    user: int | None = None
    scratch: Plan | None = None
    ahead: bool = False

    def moved(self, place: Placement) -> SandboxOrder:
        """Return what is to be kept once it was moved to a place, and is no more ahead."""
        return self._replace(**place._asdict(), ahead=False)


class Placement(NamedTuple):
    """Where a sandbox is to be: the fields are those of an `SandboxOrder`."""

    cores: tuple[int, ...]
    cpus: tuple[int, ...]
    nice: int


def start_message(order: SandboxOrder) -> Message:
    message: Message = {"op": "start", **order._asdict(), "limits": order.limits._asdict()}
    if order.scratch is not None:
        message["scratch"] = {**order.scratch._asdict(), "root": str(order.scratch.root)}
    return message


def read_order(message: Mapping[str, Any]) -> SandboxOrder:
    """Read the message `start`; raise `ValueError` for any other.

    >>> order = SandboxOrder(("/bin/true",), {}, Limits(), cores=(0,))
    >>> read_order(start_message(order)) == order
    True
    """
    if message.get("op") != "start":
        raise ValueError(f"no sandbox is started by {message.get('op')!r}")
    return SandboxOrder(
        words=tuple(message["words"]),
        environment=message["environment"],
        limits=Limits(**message["limits"]),
        own=message["own"],
        cores=tuple(message["cores"]),
        cpus=tuple(message["cpus"]),
        nice=message["nice"],
        filter=message["filter"],
        may_write=None if message["may_write"] is None else tuple(message["may_write"]),
        may_read=tuple(message["may_read"]),
        user=message["user"],
        scratch=_plan(message["scratch"]),
        ahead=message["ahead"],
    )


def move_message(place: Placement) -> Message:
    return {"op": "move", **place._asdict()}


def read_place(message: Mapping[str, Any]) -> Placement:
    """Read the message `move`.

    >>> place = Placement((0,), (1,), -15)
    >>> read_place(move_message(place)) == place
    True
    """
    return Placement(tuple(message["cores"]), tuple(message["cpus"]), message["nice"])


def _plan(fields: Mapping[str, Any] | None) -> Plan | None:
    if fields is None:
        return None
    links, copies, beside = (
        tuple(map(tuple, fields[name])) for name in ("links", "copies", "beside")
    )
    return Plan(Path(fields["root"]), fields["file"], links, copies, fields["owner"], beside)


def usage_message(usage: Usage) -> Message:
    return {"op": "measured", **usage._asdict()}


def read_usage(message: Mapping[str, Any]) -> Usage:
    """Read the message `measured`.

    >>> usage = Usage(cpu_s=0.5, held_bytes=4096, asked_bytes=8192, kept_off_s=None)
    >>> read_usage(usage_message(usage)) == usage
    True
    """
    return Usage(**{name: message[name] for name in Usage._fields})


def breach_message(breach: Breach) -> Message:
    end = breach.ending
    numbers = {"limit": end.limit, "held": end.held, "asked": end.asked}
    return {"op": "breach", "kind": end.kind.value, **numbers}


def read_breach(message: Mapping[str, Any]) -> Breach:
    """Read the message `breach`.

    >>> breach = Breach(Ending(Cause.PROCESSES, limit=64))
    >>> read_breach(breach_message(breach)) == breach
    True
    """
    numbers = {name: message[name] for name in ("limit", "held", "asked")}
    return Breach(Ending(Cause(message["kind"]), **numbers))
