"""Tell as facts how a submission's process, its loading or its call came to an end."""

from __future__ import annotations

import errno
import signal

from msgspec.structs import replace

from graders.channel import wire
from graders.model.ending import Cause, Ending
from graders.model.limits import Limits
from graders.model.outcome import Event, Outcome, Rule, Stage
from graders.sandbox.interface import Breach, Gone, Late

NOT_FOUND = 127
"""The exit code of a shell, of `env` and of the loader where something is not there."""
_NO_ROOM = (errno.EFBIG, errno.ENOSPC, errno.EDQUOT)
_EVENTS = {
    Cause.EXIT: Event.DIED,
    Cause.SIGNAL: Event.DIED,
    Cause.EXIT_OR_SIGNAL: Event.DIED,
    Cause.PROCESSES: Event.DIED,
    Cause.MEMORY_HELD: Event.OUT_OF_MEMORY,
    Cause.MEMORY_PEAK: Event.OUT_OF_MEMORY,
    Cause.MEMORY_REFUSED: Event.OUT_OF_MEMORY,
    Cause.PRINTED: Event.FLOODED,
    Cause.REPLY: Event.FLOODED,
    Cause.ANSWER: Event.FLOODED,
    Cause.FILES: Event.FLOODED,
    Cause.FILE_REFUSED: Event.FLOODED,
    Cause.TIME: Event.TIMED_OUT,
    Cause.SESSION_TIME: Event.TIMED_OUT,
    Cause.SESSION_REPLIES: Event.FLOODED,
    Cause.TOTAL_TIME: Event.TIMED_OUT,
    Cause.TOTAL_REPLIES: Event.FLOODED,
    Cause.TOTAL_STEPS: Event.DIED,
    Cause.TOTAL_STARTS: Event.DIED,
}
_OF_RULES = {Rule.NOT_STARTED: Event.NOT_LOADED, Rule.FLOOD: Event.FLOODED}
_NOTHING_LOADED = (
    *(Cause.EXIT, Cause.SIGNAL, Cause.EXIT_OR_SIGNAL),
    *(Cause.TIME, Cause.SESSION_TIME),
)


MAY_GO_ON = (Event.REPLIED, Event.RAISED)
"""What a step of a session may come to for the next one to be taken."""


def ended(code: int, *, sure: bool = True) -> Ending:
    """Tell how a process ended: by a signal where its exit code is negative.

    Unless one is `sure`, an exit code of 128 and a signal's number may stand for that signal.

    >>> ended(0).kind.value, ended(-9).code, ended(137).kind.value
    ('exit', 9, 'exit')
    >>> ended(139, sure=False).kind.value
    'exit_or_signal'
    """
    if code < 0:
        return Ending(Cause.SIGNAL, code=-code)
    if not sure and code - 128 in set(signal.Signals):
        return Ending(Cause.EXIT_OR_SIGNAL, code=code)
    return Ending(Cause.EXIT, code=code)


def stopped(got: Gone | Late | Breach, limit_s: float) -> Ending:
    """Tell why no reply came within `limit_s` seconds."""
    if isinstance(got, Breach):
        return got.ending
    if isinstance(got, Late):
        return Ending(Cause.TIME, limit=limit_s)
    return ended(got.code, sure=got.sure)


def outcome_of(ending: Ending, stage: Stage = Stage.CALL) -> Outcome:
    """Return the outcome that an ending makes; without a limit broken, nothing was loaded."""
    event = _EVENTS[ending.kind]
    if stage is not Stage.CALL and ending.kind in _NOTHING_LOADED:
        event = Event.NOT_LOADED
    return Outcome(event, fact=ending, stage=stage)


def timed_out_if_over(outcome: Outcome, seconds: float, limit: Ending) -> Outcome:
    """Return an outcome as it is, or as a timeout by `limit` if it took longer than `seconds`."""
    late = outcome.event in MAY_GO_ON and outcome.counted_s > seconds
    if not late and outcome.event is not Event.TIMED_OUT:
        return outcome
    return replace(outcome, event=Event.TIMED_OUT, value=None, fact=limit)


def raised(reply: wire.Raised, limits: Limits) -> Outcome:
    exception = reply.exception()
    if exception.errno in _NO_ROOM:
        limit = limits.scratch_bytes
        return outcome_of(Ending(Cause.FILE_REFUSED, limit=limit, raised=exception))
    return Outcome(Event.RAISED, fact=exception)


def misspoke(reply: wire.Misspoke, stage: Stage = Stage.CALL) -> Outcome:
    """Return the outcome of a program that broke a rule for what it writes."""
    event = _OF_RULES.get(reply.rule, Event.GARBLED)
    return Outcome(event, fact=reply.fact(), stage=stage)


def too_large(reply: wire.TooLarge, limits: Limits) -> Outcome:
    """Return the outcome of an answer that the wire does not take."""
    return outcome_of(Ending(Cause.ANSWER, limit=limits.reply_bytes, asked=reply.size))


def held_too_much(held: int, limits: Limits) -> Outcome:
    """Return the outcome of a program that held too much for a moment."""
    return outcome_of(Ending(Cause.MEMORY_PEAK, limit=limits.memory_bytes, held=held))


def refused_memory(
    reply: wire.Raised, held: int, room: int, limits: Limits, stage: Stage = Stage.CALL
) -> Outcome:
    """Return the outcome of a `MemoryError`: the system itself refused one request.

    `held` is the most that the program held, `room` how much it could still have asked for.
    """
    ending = Ending(
        Cause.MEMORY_REFUSED,
        limit=limits.memory_bytes,
        held=held,
        asked=max(0, room),
        raised=reply.exception(),
    )
    return outcome_of(ending, stage)
