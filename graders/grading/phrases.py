"""Put facts in words: the one module that says in sentences what happened to a submission."""

from __future__ import annotations

import difflib
import itertools
import signal
from collections.abc import Collection, Iterable, Sequence

from graders.model.limits import in_units
from graders.model.outcome import (
    Cause,
    Doubt,
    DoubtKind,
    Ending,
    Event,
    Fault,
    Frame,
    Garble,
    Garbled,
    NothingToCall,
    Outcome,
    Raised,
    Stage,
    Waited,
)
from graders.model.request import BoardArgument
from graders.model.session import Construct, Earlier, Session, SessionOutcome, Step
from graders.model.text import on_one_line
from graders.model.value import in_words

LONGEST_WORDS = 300
MOST_NAMES_LISTED = 20
MOST_REPEATS = 3
BUSY = 0.5
"""Share of its wall time from which on a program counts as computing, not as waiting."""

BOARD_CHANGED = "board_changed: the board was not as it was before the call"

_WITHOUT_FACT = {
    Event.RAISED: "it raised an exception",
    Event.NOT_LOADED: "the file cannot be loaded",
    Event.DIED: "the process ended without an answer",
    Event.TIMED_OUT: "no answer came in time",
    Event.OUT_OF_MEMORY: "it ran out of memory",
    Event.FLOODED: "it wrote too much",
    Event.GARBLED: "no answer can be read",
}
_OURS = "the grader failed; this is not your fault"
_WHILE = {Stage.READING: "while it was read, ", Stage.LOADING: "while it was imported, "}
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


def reason(outcome: Outcome) -> str:
    """Say why no answer came; of a session, in which step.

    >>> reason(Outcome(Event.DIED, fact=Ending(Cause.EXIT, code=0)))
    'it ended with exit code 0 without an answer'
    """
    if isinstance(outcome, SessionOutcome) and outcome.at is not None:
        return f"{step(outcome.session, outcome.at)}: {_reason(outcome)}"
    return _reason(outcome)


def _reason(outcome: Outcome) -> str:
    match outcome.fact:
        case Raised() as exception:
            return raised(exception, outcome.stage)
        case Ending() as end:
            return ending(end, outcome.stage)
        case NothingToCall() as nothing:
            return nothing_to_call(nothing)
        case Garbled() as fact:
            return f"no answer can be read: {_WHILE.get(outcome.stage, '')}{garbled(fact)}"
        case Fault(report):
            return report or _OURS
        case _:
            return _WITHOUT_FACT.get(outcome.event, _OURS)


def in_one_line(outcome: Outcome) -> str:
    """Say why no answer came, without more than the last line of a fault of ours."""
    if isinstance(outcome.fact, Raised):
        return last_words(outcome.fact)
    lines = reason(outcome).strip().splitlines()
    return lines[-1] if lines else _OURS


def too_late(outcome: Outcome, cap_s: float) -> str:
    """Say that no answer came within the cap, or one after it, and how the time was spent."""
    if isinstance(outcome, SessionOutcome):
        return _session_too_late(outcome, cap_s)
    wall, story = outcome.wall_s, _how_it_spent(outcome)
    if outcome.event is not Event.TIMED_OUT:
        return f"the answer came too late: after {wall:.2f} s, and the cap is {cap_s:g} s; {story}"
    return f"no answer within the cap of {cap_s:g} s, stopped after {wall:.2f} s; {story}"


def _session_too_late(outcome: SessionOutcome, cap_s: float) -> str:
    if outcome.at is None:
        return reason(outcome)
    where = step(outcome.session, outcome.at)
    total_s = outcome.session.cap_s
    if isinstance(outcome.fact, Ending) and outcome.fact.kind is Cause.SESSION_TIME:
        story = f"the session took longer than its cap of {total_s or 0:g} s"
        return f"{where}: {story}, stopped after {outcome.wall_s:.2f} s; {_how_it_spent(outcome)}"
    return f"{where}: {too_late(outcome.calls[outcome.at], cap_s)}"


def _how_it_spent(outcome: Outcome) -> str:
    cpu, kept_off = outcome.cpu_s, outcome.machine.waited_s or 0.0
    if cpu >= BUSY * outcome.wall_s:
        return f"it was computing: {cpu:.2f} s of CPU time; search less, or stop in time"
    if cpu + kept_off >= BUSY * outcome.wall_s:
        return f"it had {cpu:.2f} s of CPU time, and was kept off the cores for {kept_off:.2f} s"
    return f"it was waiting: {cpu:.2f} s of CPU time"


def step(session: Session, number: int) -> str:
    """Name a step of a session, counted from 1.

    >>> from graders.model.session import Call
    >>> game = Construct("Game", (6, 7))
    >>> step(Session((game, Call("drop", (0, Earlier(0)), Earlier(0)))), 1)
    'step 2, Game.drop(0, the Game of step 1)'
    """
    words = f"step {number + 1}, {_taken(session, session.steps[number])}"
    return words if len(words) <= LONGEST_WORDS else f"{words[:LONGEST_WORDS]}…"


def _taken(session: Session, step: Step) -> str:
    arguments = ", ".join(_argument(session, value) for value in step.arguments)
    if isinstance(step, Construct):
        return f"{step.class_name}({arguments})"
    call = f"{step.function}({arguments})"
    if step.on is None:
        return call
    made = session.steps[step.on.step]
    if isinstance(made, Construct):
        return f"{made.class_name}.{call}"
    return f"{call} on {_argument(session, step.on)}"


def _argument(session: Session, value: object) -> str:
    if isinstance(value, Earlier):
        made = session.steps[value.step]
        what = f"the {made.class_name}" if isinstance(made, Construct) else "the result"
        return f"{what} of step {value.step + 1}"
    if isinstance(value, tuple | list) and any(isinstance(item, Earlier) for item in value):
        inside = ", ".join(_argument(session, item) for item in value)
        return f"[{inside}]" if isinstance(value, list) else f"({inside})"
    return "a board" if isinstance(value, BoardArgument) else in_words(value)


def raised(exception: Raised, stage: Stage = Stage.CALL) -> str:
    """Say which exception came out of a call; of a file that cannot be parsed, show the place."""
    if stage is Stage.CALL:
        return last_words(exception)
    if exception.frames:
        return f"the file cannot be imported: {last_words(exception)}"
    return traceback(exception)


def last_words(exception: Raised) -> str:
    r"""Return the exception in one line, with the submission's own line that it came from.

    >>> from graders.model.outcome import Frame
    >>> last_words(Raised("ValueError", "no\nmore", own_line=Frame("mine.py", 12, "f")))
    'ValueError: no (line 12)'
    """
    words = on_one_line(_headline(exception))
    if len(words) > LONGEST_WORDS:
        words = f"{words[:LONGEST_WORDS]}…"
    words = words or _WITHOUT_FACT[Event.RAISED]
    return f"{words} (line {exception.own_line.line})" if exception.own_line else words


def first_line(message: str) -> str:
    """Return the first line of a message that says anything."""
    return next((line.strip() for line in message.splitlines() if line.strip()), "")


def _headline(exception: Raised) -> str:
    said = first_line(exception.message)
    return f"{exception.type}: {said}" if said else exception.type


def traceback(exception: Raised) -> str:
    """Write an exception and those that led to it, much as Python does."""
    parts = [_one(exception)]
    cause = exception.cause
    while cause is not None:
        parts = [_one(cause), "\nand then:\n", *parts]
        cause = cause.cause
    return "\n".join(parts)


def has_frames(exception: Raised) -> bool:
    """Tell whether a traceback of the exception shows where it came from."""
    return bool(exception.frames) or (exception.cause is not None and has_frames(exception.cause))


def _one(exception: Raised) -> str:
    lines = [*_frames(exception), *_syntax_place(exception)]
    text = exception.message
    if exception.cut:
        text = f"{text}… ({exception.cut} more characters)"
    name = exception.type or "an exception without a name"
    lines.append(f"{name}: {text}" if text else name)
    return "\n".join([*lines, *exception.notes])


def _frames(exception: Raised) -> list[str]:
    if not exception.frames:
        return []
    lines = ["Traceback (most recent call last):"]
    if not exception.left_out:
        return [*lines, *_calls(exception.frames)]
    middle = len(exception.frames) // 2
    first, last = exception.frames[:middle], exception.frames[middle:]
    return [*lines, *_calls(first), f"  … {exception.left_out} more calls …", *_calls(last)]


def _calls(frames: Sequence[Frame]) -> Iterable[str]:
    """Write calls as Python does: of one that repeats itself, as in a recursion, the first few."""
    for frame, same in itertools.groupby(frames):
        repeats = len(list(same))
        for _ in range(min(repeats, MOST_REPEATS)):
            yield f'  File "{frame.file}", line {frame.line}, in {frame.function}'
            if frame.source:
                yield f"    {frame.source}"
        if repeats > MOST_REPEATS:
            more = repeats - MOST_REPEATS
            yield f"  [Previous line repeated {more} more time{'s' if more > 1 else ''}]"


def _syntax_place(exception: Raised) -> list[str]:
    place = exception.syntax
    if place is None:
        return []
    lines = [f"{place.file}, line {place.line}:"]
    if exception.frames:
        lines = [f'  File "{place.file}", line {place.line}']
    if place.text:
        written = place.text.rstrip().expandtabs(4)
        indented = len(written) - len(written.lstrip())
        lines.append(f"    {written.lstrip()}")
        if place.offset:
            before = len(place.text[: place.offset - 1].expandtabs(4))
            lines.append(f"    {' ' * (before - indented)}^")
    return lines


def ending(end: Ending, stage: Stage = Stage.CALL) -> str:
    """Say why a process ended, or was stopped, with the numbers.

    >>> ending(Ending(Cause.TIME, limit=5.0), Stage.LOADING)
    'importing it took longer than 5 s'
    >>> ending(Ending(Cause.PRINTED, limit=16 << 20))
    'it was stopped: it printed more than 16 MiB'
    """
    if end.kind is Cause.SESSION_TIME:
        return f"the session took longer than {end.limit or 0:g} s"
    if end.kind is Cause.TIME:
        return f"{_DOING[stage]} took longer than {end.limit or 0:g} s"
    words = _WHILE.get(stage, "") + _ending(end)
    if stage is Stage.CALL and end.kind in (Cause.EXIT, Cause.SIGNAL):
        return f"{words} without an answer"
    return words


def _ending(end: Ending) -> str:
    limit, held, asked = _size(end.limit), _size(end.held), _size(end.asked)
    match end.kind:
        case Cause.SIGNAL:
            return f"it was ended by {_signal(end.code)}"
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
            told = _headline(end.raised) if end.raised else "there was no room for a file"
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
    return f" at line {line.line}: {line.source}" if line else ""


def garbled(fact: Garbled) -> str:
    """Say what is wrong with bytes that are no reply."""
    return _GARBLED[fact.kind].format(fact.about)


def unreadable(problem: Raised | Ending) -> str:
    """Say why a file could not be read for what it defines."""
    if isinstance(problem, Raised):
        return traceback(problem)
    return ending(problem, Stage.READING)


def nothing_to_call(nothing: NothingToCall) -> str:
    """Say what was found in a loaded file, what was expected, and what may have been meant."""
    expected = nothing.expects or f"a function {nothing.function}"
    if nothing.found:
        found = " and ".join(_entry(name) for name in nothing.found)
        return f"found {found}; expected only one of them: {expected}"
    found = ", ".join(nothing.names[:MOST_NAMES_LISTED]) or "nothing that can be called"
    return nothing_found(found, [(nothing.function, expected)], nothing.names)


def _entry(name: str) -> str:
    owner, _, method = name.rpartition(".")
    return f"the class {owner} with its method {method}" if owner else f"the function {name}"


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
            words += f"; was {close} meant to be {name}?"
    return words


def _closest(name: str, names: Iterable[str]) -> str:
    plain = {_plain(each): each.rpartition(".")[2] for each in names}
    close = difflib.get_close_matches(_plain(name), plain, n=1, cutoff=0.7)
    return plain[close[0]] if close else ""


def _plain(name: str) -> str:
    return name.rpartition(".")[2].replace("_", "").lower()


def doubt(found: Doubt) -> str:
    """Say why a time may be the machine's fault.

    >>> doubt(Doubt(DoubtKind.LITTLE_CPU_TIME, wall_s=2.0, cpu_s=0.5))
    'it had 0.50 s of CPU time in 2.00 s of wall time'
    """
    match found.kind:
        case DoubtKind.KEPT_WAITING:
            return _kept_waiting(found.waited or Waited(0.0, found.wall_s))
        case DoubtKind.PUT_OFF:
            return f"it was preempted {found.switches} times"
        case DoubtKind.LOAD:
            return f"the load was {found.load:.1f} on {found.cores} cores"
        case _:
            return f"it had {found.cpu_s:.2f} s of CPU time in {found.wall_s:.2f} s of wall time"


def _kept_waiting(waited: Waited) -> str:
    return f"it was kept off the cores for {waited.seconds:.2f} of {waited.of_s:.2f} s"


def warnings(outcome: Outcome) -> tuple[str, ...]:
    """Say what a reader should know beside the verdict."""
    found = []
    if outcome.board_changed:
        found.append(BOARD_CHANGED)
    if outcome.forgiven_s:
        found.append(forgiven(Waited(outcome.forgiven_s, outcome.wall_s)))
    return tuple(found)


def forgiven(waited: Waited) -> str:
    """Say how much of the time did not count against the cap."""
    return f"{waited.seconds:.2f} s of waiting for a core were not counted"


def total_used_up(total_s: float) -> str:
    """Say that a case was not run, as the cases before it took all the time there is."""
    return f"not run: the cases before it used up the submission's total of {total_s:g} s"
