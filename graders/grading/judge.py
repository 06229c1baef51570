"""Judge what came back from a submission: what is common to all katas, pure decisions."""

from __future__ import annotations

from typing import TypeVar

from graders.channel.endings import outcome_of
from graders.grading import messages
from graders.grading.exception_hints import hint_for
from graders.katas.kata import MAY_BE_RIGHT, Kata
from graders.model.ending import Ending
from graders.model.limits import Limits
from graders.model.outcome import Event, Outcome
from graders.model.raised import Raised
from graders.model.request import SessionOutcome
from graders.model.verdict import Judgement, Verdict

T = TypeVar("T")

_VERDICTS = {
    Event.RAISED: Verdict.RUNTIME_ERROR,
    Event.NOT_LOADED: Verdict.LOAD_ERROR,
    Event.DIED: Verdict.RUNTIME_ERROR,
    Event.OUT_OF_MEMORY: Verdict.MEMORY_LIMIT_EXCEEDED,
    Event.FLOODED: Verdict.OUTPUT_LIMIT_EXCEEDED,
    Event.GARBLED: Verdict.INVALID_ANSWER,
    Event.GRADER_FAULT: Verdict.GRADER_ERROR,
}


def verdict_of(ending: Ending) -> Verdict:
    """Return the verdict on what was ended, or not begun, by a limit on all calls together."""
    event = outcome_of(ending).event
    return Verdict.TIME_LIMIT_EXCEEDED if event is Event.TIMED_OUT else _VERDICTS[event]


def judge(kata: Kata[T], task: T, outcome: Outcome, cap_s: float, limits: Limits) -> Judgement:
    """Return the verdict on one outcome, with the sentence that justifies it.

    The kata judges replies, and those exceptions and endings that it asks for; time, memory,
    output, loading and our own faults are judged here. An answer that came after the cap never
    counts, right or wrong.
    """
    judged_by_kata = outcome.event is Event.REPLIED or outcome.event in kata.judges & MAY_BE_RIGHT
    one_call = not isinstance(outcome, SessionOutcome)  # a session ends with a cap that is missed
    late = judged_by_kata and one_call and outcome.counted_s > cap_s
    if late or outcome.event is Event.TIMED_OUT:
        return Judgement(Verdict.TIME_LIMIT_EXCEEDED, messages.too_late(outcome, cap_s))
    if judged_by_kata:
        return kata.check(task, outcome)
    message = messages.reason(outcome)
    hint = ""
    if isinstance(outcome.fact, Raised):
        hint = kata.on_exceptions.get(outcome.fact.type, "") or hint_for(
            outcome.fact, limits, board=kata.hands_out_board
        )
    return Judgement(_VERDICTS[outcome.event], f"{message}; {hint}" if hint else message)
