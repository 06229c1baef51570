"""What came back from a submission, before anybody judges it."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from graders.model.ending import Ending
from graders.model.raised import Raised
from graders.model.submission import Modules, Speech


class Event(StrEnum):
    """What ended the call; the outcome's fact holds the details."""

    REPLIED = "replied"
    """An answer came: `Outcome.value` holds it."""
    RAISED = "raised"
    """The call raised: the fact is a `Raised`."""
    NOT_LOADED = "not_loaded"
    """There was nothing to call: the fact is a `Raised`, an `Ending` or a `NothingToCall`."""
    DIED = "died"
    """The process ended, or was stopped, without an answer: the fact is an `Ending`."""
    TIMED_OUT = "timed_out"
    """No answer came within the cap: the fact is an `Ending`."""
    OUT_OF_MEMORY = "out_of_memory"
    """The memory limit was hit: the fact is an `Ending`."""
    FLOODED = "flooded"
    """Too much was printed, replied or written to files: the fact is an `Ending`."""
    GARBLED = "garbled"
    """Bytes came that are no reply: the fact is a `Garbled`, or a `Misspoke` of a program's."""
    GRADER_FAULT = "grader_fault"
    """Our own side failed: the fact is a `Fault`."""


class Stage(StrEnum):
    """What was being done with the submission when the fact came about."""

    READING = "reading"
    """The file was read, without running any of it."""
    LOADING = "loading"
    """The file was imported."""
    CALL = "call"
    """What it defines was called."""


class NothingToCall(msgspec.Struct, frozen=True):
    """What a loaded file offers in place of one thing to call.

    `found` are the entries where there is more than one: `name` for a function, `Class.name` for
    a class with a method of that name. `names` are other things that can be called, written the
    same way. `function` is the name that was looked for, `expects` says in words what was, both as
    Python spells them; the submission speaks as `speech` says, and hands over as `modules` says.
    `otherwise` is the name of what it might have defined instead, and what that is in words.
    """

    function: str
    expects: str = ""
    found: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    speech: Speech = Speech.PYTHON
    modules: Modules = Modules.ES
    otherwise: tuple[str, str] | None = None


class Garble(StrEnum):
    """What is wrong with bytes that came over the wire."""

    NOT_JSON = "not_json"
    NO_REPLY = "no_reply"
    """JSON, but none of the replies: `about` says where it differs."""
    NOT_ASKED = "not_asked"
    """A reply that does not answer what was asked."""
    TOO_EARLY = "too_early"
    """A reply that came before anything was asked."""
    TOO_MANY = "too_many"
    """More than one reply came."""
    TOO_DEEP = "too_deep"
    """The reply, or the answer in it, is nested too deep."""
    NO_ANSWER = "no_answer"
    """The answer is not written the way a runner writes one: `about` says how."""
    UNREADABLE = "unreadable"
    """Reading it failed: `about` names the exception."""


class Garbled(msgspec.Struct, frozen=True):
    """What is wrong with bytes that are no reply."""

    kind: Garble
    about: str = ""


class Rule(StrEnum):
    """A rule for programs that speak lines of JSON; `docs/protocol.md` has them all."""

    NOT_STARTED = "not_started"
    """It cannot be started: `about` is what the system says."""
    UNASKED = "unasked"
    """It wrote to stdout before anything was asked."""
    ONE_LINE = "one_line"
    """It wrote more than one line for a question."""
    FLOOD = "flood"
    """It wrote far more than any answer takes."""
    WHOLE_LINE = "whole_line"
    """What it wrote last does not end in a newline, and no more will come."""
    CLOSED = "closed"
    """It closed its stdout, and goes on."""
    UTF8 = "utf8"
    JSON = "json"
    FINITE = "finite"
    """A number that JSON does not have, or that is too large to be one."""
    TWICE = "twice"
    """A name is used twice in one object."""
    DEPTH = "depth"
    OBJECT = "object"
    """The line is JSON, but no object."""
    ID = "id"
    """The answer is to another question, or does not say to which."""
    ANSWER = "answer"
    """The field that holds the answer is missing: `about` is its name."""
    ENDED = "ended"
    """It ended after an answer, as if that were all: there are more questions."""
    FLUSH = "flush"
    """The answer came only when its stdin was closed."""
    SILENCE = "silence"
    """No answer came, not even then."""


class Misspoke(msgspec.Struct, frozen=True):
    """Which rule a program broke that is asked in lines of JSON, and a few words about it."""

    rule: Rule
    about: str = ""


class Fault(msgspec.Struct, frozen=True):
    report: str


Fact = Raised | Ending | NothingToCall | Garbled | Misspoke | Fault


class DoubtKind(StrEnum):
    """What the machine did to a run, so that it does not count."""

    KEPT_WAITING = "kept_waiting"
    """It was kept off its core for too large a share of its cap."""
    LOAD_ENDED = "load_ended"
    """The file was loaded before, and now a signal that the grader did not send ended loading."""


class Doubt(msgspec.Struct, frozen=True):
    """Why a run does not count, with the numbers that `kind` speaks of.

    It was kept off its core for `kept_off_s` seconds, and its cap is `cap_s`: that of the call or
    of the step, of a whole session, or of loading. Both are None where `kind` speaks of no time.
    """

    kind: DoubtKind
    kept_off_s: float | None = None
    cap_s: float | None = None


class Outcome(msgspec.Struct, frozen=True):
    """One call's outcome; seconds are wall and CPU time of the whole process tree.

    `kept_off_s` are the seconds that the machine kept it off its core. That and `cpu_s` are None
    where the system does not tell: neither is ever guessed from the clock.
    `fact` says what happened where no answer came, and `stage` when. `out_of_patience` tells that
    it was stopped because the machine kept it off its core for so long, before the seconds that
    count had reached the cap. `loading_s` are the seconds that loading the file took, as they
    count. `called` is the name of what was called in place of the function that is wanted, of a
    program that of the field with its answer; else it is empty.
    """

    event: Event
    value: object = None
    fact: Fact | None = None
    stage: Stage = Stage.CALL
    wall_s: float = 0.0
    cpu_s: float | None = 0.0
    stdout: str = ""
    stderr: str = ""
    board_changed: bool = False
    kept_off_s: float | None = None
    out_of_patience: bool = False
    loading_s: float = 0.0
    speech: Speech = Speech.PYTHON
    called: str = ""

    @property
    def counted_s(self) -> float:
        """Return the seconds that count against a cap.

        Those for which the machine kept the program off its core do not, and the CPU time of all
        its processes does in any case. What is unknown neither adds nor takes off anything.

        >>> Outcome(Event.REPLIED, wall_s=3.0, cpu_s=1.0, kept_off_s=1.5).counted_s
        1.5
        >>> Outcome(Event.REPLIED, wall_s=3.0, cpu_s=5.0, kept_off_s=1.5).counted_s
        5.0
        """
        return max(self.wall_s - (self.kept_off_s or 0.0), self.cpu_s or 0.0)
