"""Judge what came back from a submission: what is common to all katas, pure decisions."""

from __future__ import annotations

from typing import TypeVar

from graders.grading.hints import hint_for, last_words
from graders.katas.kata import MAY_BE_RIGHT, Kata
from graders.model.limits import Limits, in_units
from graders.model.outcome import Event, Outcome
from graders.model.verdict import Judgement, Verdict

T = TypeVar("T")

BUSY = 0.5
"""Share of its wall time from which on a program counts as computing, not as waiting."""


def judge(kata: Kata[T], task: T, outcome: Outcome, cap_s: float, limits: Limits) -> Judgement:
    """Return the verdict on one outcome, with the sentence that defends it.

    The kata judges replies, and those exceptions and endings that it asks for; time, memory,
    output, loading and our own faults are judged here. An answer that came after the cap never
    counts, right or wrong.
    """
    if outcome.event is Event.REPLIED or outcome.event in kata.judges & MAY_BE_RIGHT:
        if outcome.wall_s - outcome.forgiven_s > cap_s:
            return _too_late(outcome, cap_s, "the answer came too late")
        return kata.check(task, outcome)
    if outcome.event is Event.TIMED_OUT:
        return _too_late(outcome, cap_s, "no answer")
    if outcome.event is Event.RAISED:
        return _raised(outcome, limits)
    return Judgement(*_without_answer(outcome, limits))


def _without_answer(outcome: Outcome, limits: Limits) -> tuple[Verdict, str]:
    detail = outcome.detail
    match outcome.event:
        case Event.NOT_LOADED:
            return Verdict.LOAD_ERROR, _with_hint(_loading(detail), detail, limits)
        case Event.DIED:
            return Verdict.RUNTIME_ERROR, detail or "the process ended without an answer"
        case Event.OUT_OF_MEMORY:
            limit = f"the limit is {in_units(limits.memory_bytes)}"
            return Verdict.MEMORY_LIMIT_EXCEEDED, _joined(detail or "memory ran out", limit)
        case Event.FLOODED:
            written, reply = in_units(limits.flood_bytes), in_units(limits.reply_bytes)
            limit = f"too much was written: at most {written}, and a reply of at most {reply}"
            return Verdict.OUTPUT_LIMIT_EXCEEDED, detail or limit
        case Event.GARBLED:
            return Verdict.INVALID_ANSWER, f"no answer can be read: {detail or 'garbled'}"
        case _:
            return Verdict.GRADER_ERROR, detail or "the grader failed; this is no fault of yours"


def _too_late(outcome: Outcome, cap_s: float, what: str) -> Judgement:
    wall, cpu = outcome.wall_s, outcome.cpu_s
    if cpu >= BUSY * wall:
        story = f"it was computing: {cpu:.2f} s of CPU time; search less, or stop in time"
    else:
        story = f"it was waiting: {cpu:.2f} s of CPU time"
    message = f"{what} within the cap of {cap_s:g} s, stopped after {wall:.2f} s; {story}"
    if outcome.event is not Event.TIMED_OUT:
        message = f"{what}: after {wall:.2f} s, and the cap is {cap_s:g} s; {story}"
    return Judgement(Verdict.TIME_LIMIT_EXCEEDED, message)


def _raised(outcome: Outcome, limits: Limits) -> Judgement:
    words = last_words(outcome.detail) or "it raised an exception"
    return Judgement(Verdict.RUNTIME_ERROR, _with_hint(words, outcome.detail, limits))


def _loading(detail: str) -> str:
    if detail.lstrip().startswith("Traceback"):
        return f"the file cannot be imported: {last_words(detail)}"
    return detail or "the file cannot be loaded"


def _with_hint(words: str, detail: str, limits: Limits) -> str:
    hint = hint_for(detail, limits)
    return f"{words}; {hint}" if hint else words


def _joined(detail: str, limit: str) -> str:
    return detail if "limit" in detail else f"{detail}; {limit}"
