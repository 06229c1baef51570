"""Say why no answer came, whatever the reason is."""

from __future__ import annotations

from graders.grading.phrases.endings import WHILE, ending, garbled
from graders.grading.phrases.names import nothing_to_call
from graders.grading.phrases.programs import misspoke
from graders.grading.phrases.raised import last_words, raised
from graders.grading.phrases.steps import step
from graders.model.ending import Ending
from graders.model.outcome import (
    Event,
    Fault,
    Garbled,
    Misspoke,
    NothingToCall,
    Outcome,
    Raised,
)
from graders.model.session import SessionOutcome

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


def reason(outcome: Outcome) -> str:
    """Say why no answer came; of a session, in which step.

    >>> from graders.model.ending import Cause
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
        case Misspoke() as fact:
            return misspoke(fact)
        case Garbled() as fact:
            return f"no answer can be read: {WHILE.get(outcome.stage, '')}{garbled(fact)}"
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
