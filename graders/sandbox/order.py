"""Hold what a grader asks of a keeper, and how it travels between the two."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from graders.model.ending import Cause, Ending
from graders.model.limits import Limits
from graders.sandbox.box import Breach, Usage
from graders.sandbox.keeper_line import Message
from graders.sandbox.scratch import Plan

FIRST_INHERITED = 10
"""The number of the first descriptor that a command inherits beside stdin, stdout and stderr."""


class Order(NamedTuple):
    """Say what a keeper is to start, and within which limits to keep it.

    `own` of the processes are ours, each the parent of the next, and do not count. `cores` are
    those that the keeper itself stays on, `cpus` those that the command gets: all where none is
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

    def moved(self, place: Place) -> Order:
        """Return what is to be kept once it was moved to a place, and is no more ahead."""
        return self._replace(**place._asdict(), ahead=False)


class Place(NamedTuple):
    """Say where a sandbox is to be: the fields are those of an `Order`."""

    cores: tuple[int, ...]
    cpus: tuple[int, ...]
    nice: int


def start_message(order: Order) -> Message:
    """Write an order as the message `start`."""
    message: Message = {"op": "start", **order._asdict(), "limits": order.limits._asdict()}
    if order.scratch is not None:
        message["scratch"] = {**order.scratch._asdict(), "root": str(order.scratch.root)}
    return message


def read(message: Mapping[str, Any]) -> Order:
    """Read the message `start`; raise `ValueError` for any other.

    >>> order = Order(("/bin/true",), {}, Limits(), cores=(0,))
    >>> read(start_message(order)) == order
    True
    """
    if message.get("op") != "start":
        raise ValueError(f"no sandbox is started by {message.get('op')!r}")
    return Order(
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


def move_message(place: Place) -> Message:
    """Write a place as the message `move`."""
    return {"op": "move", **place._asdict()}


def read_place(message: Mapping[str, Any]) -> Place:
    """Read the message `move`.

    >>> place = Place((0,), (1,), -15)
    >>> read_place(move_message(place)) == place
    True
    """
    return Place(tuple(message["cores"]), tuple(message["cpus"]), message["nice"])


def _plan(fields: Mapping[str, Any] | None) -> Plan | None:
    if fields is None:
        return None
    links, copies, beside = (
        tuple(map(tuple, fields[name])) for name in ("links", "copies", "beside")
    )
    return Plan(Path(fields["root"]), fields["file"], links, copies, fields["owner"], beside)


def usage_message(usage: Usage) -> Message:
    """Write what was used as the message `measured`."""
    return {"op": "measured", **usage._asdict()}


def read_usage(message: Mapping[str, Any]) -> Usage:
    """Read the message `measured`.

    >>> usage = Usage(cpu_s=0.5, held_bytes=4096, asked_bytes=8192, kept_off_s=None)
    >>> read_usage(usage_message(usage)) == usage
    True
    """
    return Usage(**{name: message[name] for name in Usage._fields})


def breach_message(breach: Breach) -> Message:
    """Write a broken limit as the message `breach`."""
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
