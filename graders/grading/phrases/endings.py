"""Say why a process ended or was stopped, and what is wrong with a reply."""

from __future__ import annotations

import shlex
import signal

from graders.grading.phrases.raised import headline, traceback
from graders.model.ending import Cause, Ending, Lacks
from graders.model.limits import in_units
from graders.model.outcome import Garble, Garbled, Raised, Stage
from graders.model.text import on_one_line

_IN_ALL = (
    *(Cause.SESSION_REPLIES, Cause.TOTAL_TIME, Cause.TOTAL_REPLIES),
    *(Cause.TOTAL_STEPS, Cause.TOTAL_STARTS),
)
WHILE = {Stage.READING: "while it was read, ", Stage.LOADING: "while it was imported, "}
_DOING = {Stage.READING: "reading it", Stage.LOADING: "importing it", Stage.CALL: "the call"}
_GARBLED = {
    Garble.NOT_JSON: "the reply is not JSON",
    Garble.NO_REPLY: "it is not a reply that a runner writes ({})",
    Garble.NOT_ASKED: "the reply does not answer what was asked",
    Garble.TOO_EARLY: "a reply came before anything was asked",
    Garble.TOO_MANY: "more than one reply came",
    Garble.TOO_DEEP: "it is nested too deep",
    Garble.NO_ANSWER: "it is not written the way a runner writes answers ({})",
    Garble.UNREADABLE: "reading the reply failed ({})",
}


def ending(end: Ending, stage: Stage = Stage.CALL) -> str:
    """Say why a process ended, or was stopped, with the numbers.

    >>> ending(Ending(Cause.TIME, limit=5.0), Stage.LOADING)
    'importing it took longer than 5 s'
    >>> ending(Ending(Cause.PRINTED, limit=16 << 20))
    'it was stopped: it printed more than 16 MiB'
    """
    if end.kind is Cause.SESSION_TIME:
        return f"the session took longer than its cap of {end.limit or 0:g} s"
    if end.kind in _IN_ALL:
        return WHILE.get(stage, "") + _in_all(end)
    if end.kind is Cause.TIME:
        return f"{_DOING[stage]} took longer than {end.limit or 0:g} s"
    words = WHILE.get(stage, "") + _ending(end)
    if stage is Stage.CALL and end.kind in (Cause.EXIT, Cause.SIGNAL, Cause.EXIT_OR_SIGNAL):
        words = f"{words} without an answer"
    return f"{words}{'' if end.lacks is None else _not_found(end.lacks)}"


def used_up(end: Ending) -> str:
    """Say that a case was not run, as those before it left nothing of what is limited.

    >>> used_up(Ending(Cause.TOTAL_TIME, limit=600, used=600.25))
    'not run: its runs have used 600.25 s in all; the limit for all cases together is 600 s'
    """
    return f"not run: {_in_all(end)}"


def _in_all(end: Ending) -> str:
    """Say what is used of a limit that goes on from one call to the next, and what is allowed."""
    used, limit = end.used or 0.0, end.limit or 0.0
    together = "the limit for all cases together is"
    match end.kind:
        case Cause.TOTAL_TIME:
            return f"its runs have used {used:.2f} s in all; {together} {limit:g} s"
        case Cause.TOTAL_REPLIES:
            return f"its replies have come to {_size(used)} in all; {together} {_size(limit)}"
        case Cause.TOTAL_STEPS:
            return f"its sessions have come to call {used:,.0f}; {together} {limit:,.0f}"
        case Cause.TOTAL_STARTS:
            return f"it would have to be started {used:,.0f} times; {together} {limit:,.0f}"
        case _:
            count = f"its replies in this session count as {_size(used)}"
            return f"{count}; the limit for all of them is {_size(limit)}"


def _not_found(lacks: Lacks) -> str:
    """Say what was not found, and how to show it.

    >>> _not_found(Lacks("java", ("/opt/jdk/bin/java", "/opt/jdk")))
    '; it does not find java: add --with /opt/jdk/bin/java --with /opt/jdk'
    """
    if not lacks.here:
        return f"; it does not find {lacks.name}, which is not in the PATH here either: install it"
    options = on_one_line(" ".join(f"--with {shlex.quote(each)}" for each in lacks.here))
    if lacks.instead_of:
        return f"; {lacks.instead_of} is a link: show and call what it leads to, {options}"
    return f"; it does not find {lacks.name}: add {options}"


def _ending(end: Ending) -> str:
    limit, held, asked = _size(end.limit), _size(end.held), _size(end.asked)
    match end.kind:
        case Cause.SIGNAL:
            return f"it was ended by {_signal(end.code)}"
        case Cause.EXIT_OR_SIGNAL:
            code = end.code or 0
            return f"it was ended by {_signal(code - 128)}, or ended with exit code {code}"
        case Cause.PROCESSES:
            most = f"{end.limit or 0:.0f} processes and threads"
            return f"it was stopped: it started more than {most}"
        case Cause.MEMORY_HELD:
            story = f"it held {held} and had asked for {asked}"
            return f"it was stopped: {story}, and the limit is {limit}"
        case Cause.MEMORY_PEAK:
            return f"it held {held}; the limit is {limit}"
        case Cause.MEMORY_REFUSED:
            story = f"it held {held} and asked for more than {asked} at once"
            return f"MemoryError{_at(end.raised)}: {story}; the limit is {limit}"
        case Cause.PRINTED:
            return f"it was stopped: it printed more than {limit}"
        case Cause.REPLY:
            return f"it was stopped: its reply is larger than {limit}"
        case Cause.ANSWER:
            return f"the answer takes {asked} or more; the limit is {limit}"
        case Cause.FILES:
            return f"it was stopped: it wrote more than {limit} of files"
        case Cause.FILE_REFUSED:
            told = headline(end.raised) if end.raised else "there was no room for a file"
            return f"{told}{_at(end.raised)}; the limit for all files that it writes is {limit}"
        case _:
            return f"it ended with exit code {end.code}"


def _size(number: float | None) -> str:
    return "an unknown amount" if number is None else in_units(int(number))


def _signal(number: int | None) -> str:
    names = {each.value: each.name for each in signal.Signals}
    return names.get(number or 0, f"signal {number}")


def _at(exception: Raised | None) -> str:
    line = exception.own_line if exception else None
    return f" at {line.place}: {line.source}" if line else ""


def garbled(fact: Garbled) -> str:
    """Say what is wrong with bytes that are no reply."""
    return _GARBLED[fact.kind].format(fact.about)


def unreadable(problem: Raised | Ending | Garbled) -> str:
    """Say why a file could not be read for what it defines."""
    if isinstance(problem, Garbled):
        return f"what it defines cannot be read: {garbled(problem)}"
    if isinstance(problem, Raised):
        return traceback(problem)
    return ending(problem, Stage.READING)
