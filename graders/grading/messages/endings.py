"""Why a process ended, crashed or was stopped, and what is wrong with a reply, in words."""

from __future__ import annotations

import shlex
import signal
from collections.abc import Sequence

from graders.grading.messages.exceptions import (
    LONGEST_WORDS,
    exception_in_one_line,
    headline,
    nothing_to_call,
    raised,
    traceback,
)
from graders.model.ending import Cause, Ending, Lacks
from graders.model.limits import in_units
from graders.model.outcome import (
    Doubt,
    DoubtKind,
    Event,
    Fault,
    Garble,
    Garbled,
    Misspoke,
    NothingToCall,
    Outcome,
    Rule,
    Stage,
)
from graders.model.raised import Raised
from graders.model.request import BoardArgument, Construct, Earlier, Session, SessionOutcome, Step
from graders.model.scorecard import Attempt
from graders.model.submission import Speech
from graders.model.text import on_one_line
from graders.model.value import answer_in_words

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
        return WHILE.get(stage, "") + _used_in_all(end)
    if end.kind is Cause.TIME:
        return f"{_DOING[stage]} took longer than {end.limit or 0:g} s"
    words = WHILE.get(stage, "") + _ending(end)
    if stage is Stage.CALL and end.kind in (Cause.EXIT, Cause.SIGNAL, Cause.EXIT_OR_SIGNAL):
        words = f"{words} without an answer"
    return f"{words}{'' if end.lacks is None else _what_is_lacking(end.lacks)}"


def used_up(end: Ending) -> str:
    """Say that a case was not run, as those before it left nothing of what is limited.

    >>> used_up(Ending(Cause.TOTAL_TIME, limit=600, used=600.25))
    'not run: its runs have used 600.25 s in all; the limit for all cases together is 600 s'
    """
    return f"not run: {_used_in_all(end)}"


def _used_in_all(end: Ending) -> str:
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


def _what_is_lacking(lacks: Lacks) -> str:
    """Say what was not found, and how to show it.

    >>> _what_is_lacking(Lacks("java", ("/opt/jdk/bin/java", "/opt/jdk")))
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
            return f"MemoryError{_at_line(end.raised)}: {story}; the limit is {limit}"
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
            return (
                f"{told}{_at_line(end.raised)}; the limit for all files that it writes is {limit}"
            )
        case _:
            return f"it ended with exit code {end.code}"


def _size(number: float | None) -> str:
    return "an unknown amount" if number is None else in_units(int(number))


def _signal(number: int | None) -> str:
    names = {each.value: each.name for each in signal.Signals}
    return names.get(number or 0, f"signal {number}")


def _at_line(exception: Raised | None) -> str:
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


_BROKEN = {
    Rule.NOT_STARTED: "the program cannot be started",
    Rule.UNASKED: "it wrote to stdout before it was asked anything",
    Rule.ONE_LINE: "it wrote more than one line for a question",
    Rule.FLOOD: "it floods its stdout",
    Rule.WHOLE_LINE: "what it wrote to stdout does not end in a newline",
    Rule.CLOSED: "it closed its stdout without an answer, and goes on",
    Rule.UTF8: "its answer is not UTF-8",
    Rule.JSON: "its answer is not JSON",
    Rule.FINITE: "its answer holds a number that JSON does not have",
    Rule.TWICE: "its answer uses a name twice in one object",
    Rule.DEPTH: "its answer is nested too deep",
    Rule.OBJECT: "its answer is not a JSON object",
    Rule.ID: "its answer has the wrong id",
    Rule.ANSWER: "its answer lacks a field",
    Rule.ENDED: "it ended while there were more questions",
    Rule.FLUSH: "its answer came only when its stdin was closed",
    Rule.SILENCE: "it did not answer, not even when its stdin was closed",
}
_ADVICE = {
    Rule.UNASKED: "stdout is for answers alone: write anything else to stderr",
    Rule.ONE_LINE: "answer with one line, and write anything else to stderr",
    Rule.FLOOD: "answer with one line, and write anything else to stderr",
    Rule.WHOLE_LINE: "end each answer with a newline, and flush it",
    Rule.CLOSED: "keep it open until stdin ends",
    Rule.FINITE: "write a column as a whole number, such as 3",
    Rule.OBJECT: 'answer with an object such as {"id": 1, "action": 3}',
    Rule.ID: "repeat the id of the question",
    Rule.ENDED: "read on until stdin ends",
    Rule.FLUSH: (
        "flush stdout after each answer; or it reads stdin in blocks: read line by line "
        "(mawk -W interactive)"
    ),
    Rule.SILENCE: "read a line from stdin, and answer it with a line on stdout",
}


def misspoke(fact: Misspoke) -> str:
    """Say which rule a program broke.

    >>> misspoke(Misspoke(Rule.ID, "7, to question 1"))
    'its answer has the wrong id (7, to question 1); repeat the id of the question'
    """
    about = f" ({fact.about})" if fact.about else ""
    advice = _ADVICE.get(fact.rule, "")
    return f"{_BROKEN[fact.rule]}{about}{'; ' if advice else ''}{advice}"


def step(session: Session, number: int) -> str:
    """Name a step of a session, counted from 1.

    >>> from graders.model.request import Call
    >>> game = Construct("Game", (6, 7))
    >>> step(Session((game, Call("drop", (0, Earlier(0)), Earlier(0)))), 1)
    'step 2, Game.drop(0, the Game of step 1)'
    """
    words = f"step {number + 1}, {_step_call(session, session.steps[number])}"
    return words if len(words) <= LONGEST_WORDS else f"{words[:LONGEST_WORDS]}…"


def _step_call(session: Session, step: Step) -> str:
    arguments = ", ".join(_argument(session, value) for value in step.arguments)
    if isinstance(step, Construct):
        return f"{step.class_name}({arguments})"
    call = f"{step.function}({arguments})"
    return call if step.on is None else _method_of(session, call, step.on)


def _method_of(session: Session, what: str, whose: Earlier) -> str:
    made = session.steps[whose.step]
    if isinstance(made, Construct):
        return f"{made.class_name}.{what}"
    return f"{what} on {_argument(session, whose)}"


def _argument(session: Session, value: object) -> str:
    if isinstance(value, Earlier):
        made = session.steps[value.step]
        what = f"the {made.class_name}" if isinstance(made, Construct) else "the result"
        return f"{what} of step {value.step + 1}"
    if isinstance(value, tuple | list) and any(isinstance(item, Earlier) for item in value):
        inside = ", ".join(_argument(session, item) for item in value)
        return f"[{inside}]" if isinstance(value, list) else f"({inside})"
    return "a board" if isinstance(value, BoardArgument) else answer_in_words(value)


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


def reason(outcome: Outcome, where: str = "") -> str:
    """Say why no answer came; of a session, in which step, which `where` may name otherwise.

    >>> from graders.model.ending import Cause
    >>> reason(Outcome(Event.DIED, fact=Ending(Cause.EXIT, code=0)))
    'it ended with exit code 0 without an answer'
    """
    if isinstance(outcome, SessionOutcome) and outcome.at is not None:
        return f"{where or step(outcome.session, outcome.at)}: {_reason(outcome)}"
    return _reason(outcome)


def _reason(outcome: Outcome) -> str:
    match outcome.fact:
        case Raised() as exception:
            return raised(exception, outcome.stage)
        case Ending() as end:
            return ending(end, outcome.stage)
        case NothingToCall() as nothing:
            return nothing_to_call(nothing)
        case Misspoke() as fact:
            return misspoke(fact)
        case Garbled() as fact:
            return f"no answer can be read: {WHILE.get(outcome.stage, '')}{garbled(fact)}"
        case Fault(report):
            return report or _OURS
        case _:
            return _WITHOUT_FACT.get(outcome.event, _OURS)


def outcome_in_one_line(outcome: Outcome) -> str:
    """Say why no answer came, without more than the last line of a fault of ours."""
    if isinstance(outcome.fact, Raised):
        return exception_in_one_line(outcome.fact)
    lines = reason(outcome).strip().splitlines()
    return lines[-1] if lines else _OURS


BUSY = 0.5
"""Share of its wall time from which on a program counts as computing, not as waiting."""
WORTH_TELLING_S = 0.05
"""So many seconds of waiting for a core are worth a word."""
_OF_ALL_STEPS = (Cause.SESSION_TIME, Cause.TOTAL_TIME)
BOARD_CHANGED = "the board was not as it was before the call"


def too_late(outcome: Outcome, cap_s: float, where: str = "") -> str:
    """Say that no answer came within the cap, or one after it, and how the time was spent.

    Of a session `where` may name the step otherwise.
    """
    if isinstance(outcome, SessionOutcome):
        return _session_too_late(outcome, cap_s, where)
    wall, story = outcome.wall_s, _how_it_spent(outcome)
    if isinstance(outcome.fact, Ending) and outcome.fact.kind is Cause.TOTAL_TIME:
        return f"{ending(outcome.fact, outcome.stage)}, stopped after {wall:.2f} s; {story}"
    if outcome.out_of_patience:
        return f"no answer before the grader ran out of patience, after {wall:.2f} s; {story}"
    if outcome.event is not Event.TIMED_OUT:
        return f"the answer came too late: after {wall:.2f} s, and the cap is {cap_s:g} s; {story}"
    if outcome.speech is Speech.LINES and _was_computing(outcome) is not True:
        story = f"{story}; did it flush its stdout? `kata check-protocol` finds out"
    return f"no answer within the cap of {cap_s:g} s, stopped after {wall:.2f} s; {story}"


def _session_too_late(outcome: SessionOutcome, cap_s: float, where: str) -> str:
    if outcome.at is None:
        return reason(outcome)
    where = where or step(outcome.session, outcome.at)
    if isinstance(outcome.fact, Ending) and outcome.fact.kind in _OF_ALL_STEPS:
        story = ending(outcome.fact, outcome.stage)
        return f"{where}: {story}, stopped after {outcome.wall_s:.2f} s; {_how_it_spent(outcome)}"
    return f"{where}: {too_late(outcome.calls[outcome.at], cap_s)}"


def _how_it_spent(outcome: Outcome) -> str:
    kept_off = outcome.kept_off_s or 0.0
    if outcome.out_of_patience:
        cpu = f"{outcome.cpu_s or 0.0:.2f} s of CPU time"
        return f"it had {cpu}, and was kept off its core for {kept_off:.2f} s"
    story = _what_it_did(outcome)
    if kept_off < WORTH_TELLING_S:
        return story
    return f"{story} ({kept_off:.2f} s of waiting for a core are not counted)"


def _what_it_did(outcome: Outcome) -> str:
    if outcome.cpu_s is None:
        return (
            "whether it was computing or waiting is not known: its CPU time is not available here"
        )
    did = "computing"
    if not _was_computing(outcome):
        did = "waiting, perhaps for a core" if outcome.kept_off_s is None else "waiting"
    return f"it was {did}: {outcome.cpu_s:.2f} s of CPU time"


def _was_computing(outcome: Outcome) -> bool | None:
    return None if outcome.cpu_s is None else outcome.cpu_s >= BUSY * outcome.counted_s


def doubt(found: Doubt) -> str:
    """Say why a run does not count.

    >>> doubt(Doubt(DoubtKind.KEPT_WAITING, kept_off_s=0.213, cap_s=0.9))
    'the program was kept off its core for 0.21 s of a cap of 0.9 s'
    """
    if found.kind is DoubtKind.LOAD_ENDED:
        ended = "was then ended by a signal that the grader did not send"
        return f"importing it worked before, and {ended}"
    return f"the program was kept off its core for {_share_of_cap(found)}"


def _share_of_cap(found: Doubt) -> str:
    kept_off_s, cap_s = found.kept_off_s or 0.0, found.cap_s or 0.0
    digits = ".2f" if kept_off_s >= 0.1 else ".2g"  # a small cap has small shares
    return f"{kept_off_s:{digits}} s of a cap of {cap_s:g} s"


def warnings(outcome: Outcome, cap_s: float) -> tuple[str, ...]:
    """Say what a reader should know beside the verdict on a run."""
    found = []
    if outcome.board_changed:
        found.append(BOARD_CHANGED)
    calls = outcome.calls if isinstance(outcome, SessionOutcome) else (outcome,)
    in_time = outcome.event is not Event.TIMED_OUT
    if in_time and any(call.counted_s <= cap_s < call.wall_s for call in calls):
        kept_off_s = sum(call.kept_off_s or 0.0 for call in calls)
        found.append(forgiven(kept_off_s))
    return tuple(found)


def several_answers(attempts: Sequence[Attempt]) -> tuple[str, ...]:
    """Say that a program did not answer the same in each run of a case, where it did not.

    >>> from graders.model.verdict import Verdict
    >>> wrong = Attempt(Verdict.WRONG_ANSWER, 0.5, 0.5, answer=3)
    >>> right = Attempt(Verdict.ACCEPTED, 0.5, 0.5, answer=0, counts=True)
    >>> several_answers([wrong, right])
    ('its answer is not the same in each run: 3, then 0; run 2 counts',)
    >>> several_answers([wrong, wrong])
    ()
    """
    answers = [each.answer for each in attempts]
    given = [answer for answer in answers if answer is not None]
    if all(answer == given[0] for answer in given):
        return ()
    number = next(at for at, each in enumerate(attempts, 1) if each.counts)
    listed = ", then ".join("none" if each is None else answer_in_words(each) for each in answers)
    return (f"its answer is not the same in each run: {listed}; run {number} counts",)


def lost_in_play(ply: int, message: str) -> str:
    """Say at which ply of playing a case out an answer was missed, and what is wrong with it.

    >>> lost_in_play(5, "column 3 does not win")
    'the first answer was right, but played out to ply 5: column 3 does not win'
    """
    return f"the first answer was right, but played out to ply {ply}: {message}"


def still_in_doubt(found: Doubt, *, runs: int) -> str:
    """Say that the machine may have spoilt the run that counts, the least disturbed of `runs`."""
    least = f"in each of {runs} runs, at the least " if runs > 1 else ""
    kept = f"the machine kept the program off its core {least}for {_share_of_cap(found)}"
    return f"{kept}; grade it again on a quieter machine"


def forgiven(kept_off_s: float) -> str:
    """Say how much of the time did not count against the cap."""
    return f"{kept_off_s:.2f} s of waiting for a core were not counted"
