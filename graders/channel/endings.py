"""Put in words how a submission's process, its loading or its call came to an end."""

from __future__ import annotations

import difflib
import errno
import signal
from collections.abc import Collection, Iterable, Sequence

from graders.channel import wire
from graders.model.limits import Limits, in_units
from graders.model.outcome import Event, Outcome
from graders.model.request import Request

_NO_ROOM = (errno.EFBIG, errno.ENOSPC, errno.EDQUOT)
_MAX_NAMES = 20


def ended(code: int) -> str:
    """Say how a process ended: by a signal where its exit code is negative or above 128.

    >>> ended(0), ended(-9), ended(139)
    ('it ended with exit code 0', 'it was ended by SIGKILL', 'it was ended by SIGSEGV')
    """
    number = -code if code < 0 else code - 128
    if number in set(signal.Signals):
        return f"it was ended by {signal.Signals(number).name}"
    return f"it ended with exit code {code}"


def raised(reply: wire.Raised, limits: Limits) -> Outcome:
    """Return the outcome of a call that raised."""
    if reply.errno in _NO_ROOM:
        last = reply.text.strip().splitlines()[-1]
        allowed = in_units(limits.scratch_bytes)
        detail = f"{last}{_at(reply)}; the limit for all files that it writes is {allowed}"
        return Outcome(Event.FLOODED, detail=detail)
    return Outcome(Event.RAISED, detail=reply.text)


def too_large(reply: wire.TooLarge, limits: Limits) -> Outcome:
    """Return the outcome of an answer that the wire does not take."""
    size, limit = in_units(reply.size), in_units(limits.reply_bytes)
    return Outcome(Event.FLOODED, detail=f"the answer takes {size} or more; the limit is {limit}")


def held_too_much(held: int, limits: Limits) -> Outcome:
    """Return the outcome of a program that held too much for a moment."""
    limit = in_units(limits.memory_bytes)
    return Outcome(Event.OUT_OF_MEMORY, detail=f"it held {in_units(held)}; the limit is {limit}")


def refused_memory(reply: wire.Raised, held: int, room: int, limits: Limits) -> Outcome:
    """Return the outcome of a `MemoryError`: the system itself refused one request.

    `held` is the most that the program held, `room` how much it could still have asked for.
    """
    detail = (
        f"MemoryError{_at(reply)}: it held {in_units(held)}, and what it asked for at once was "
        f"more than {in_units(max(0, room))}; the limit is {in_units(limits.memory_bytes)}"
    )
    return Outcome(Event.OUT_OF_MEMORY, detail=detail)


def _at(reply: wire.Raised) -> str:
    return f" at {reply.place}" if reply.place else ""


def nothing_to_call(reply: wire.Loaded, request: Request) -> str:
    """Say what was found in a loaded file, what was expected, and what may have been meant."""
    expected = request.expects or f"a function {request.function}"
    if reply.found:
        return too_many(reply.found, expected)
    found = ", ".join(reply.names[:_MAX_NAMES]) or "nothing that can be called"
    return nothing_found(found, [(request.function, expected)], reply.names)


def too_many(found: Iterable[str], expected: str) -> str:
    """Say that one thing was expected, and more were found."""
    return f"found {' and '.join(found)}; expected only one of them: {expected}"


def nothing_found(found: str, expected: Sequence[tuple[str, str]], names: Collection[str]) -> str:
    """Say what was expected, each with the name to define, and which of `names` was meant for it.

    A method is among the names as `Class.method`.

    >>> nothing_found("f", [("solution", "a function solution(rows)")], ["Game.solution"])
    'found f; expected a function solution(rows); solution has to be a function of the module'
    """
    words = f"found {found}; expected {'; or '.join(text for _, text in expected)}"
    for name, _ in expected:
        if any(each.endswith(f".{name}") for each in names):
            words += f"; {name} has to be a function of the module"
        elif close := _closest(name, names):
            words += f"; did you mean {name} by {close}?"
    return words


def _closest(name: str, names: Iterable[str]) -> str:
    plain = {_plain(each): each.rpartition(".")[2] for each in names}
    close = difflib.get_close_matches(_plain(name), plain, n=1, cutoff=0.7)
    return plain[close[0]] if close else ""


def _plain(name: str) -> str:
    return name.rpartition(".")[2].replace("_", "").lower()
