"""Get to know a submission: take one step after another, each decided on what came of the last."""

from __future__ import annotations

from collections.abc import Generator
from typing import Generic, TypeVar

import msgspec

from graders.channel.boxes import Boxes
from graders.channel.channel import MAY_GO_ON, Channel, Settings
from graders.model.outcome import Event, Outcome
from graders.model.session import Session, Step
from graders.model.submission import Submission
from graders.sandbox.interrupts import held_back

T = TypeVar("T")
Talk = Generator[Step, Outcome, T]
"""Yield steps, numbered from 0 as in a session, be sent the outcome of each; return the finding."""

MOST_STEPS = 400
LONGEST_S = 10.0
"""The seconds that all steps of a conversation may take together."""


class Heard(msgspec.Struct, Generic[T], frozen=True):
    """Hold what a conversation came to: its finding, or the outcome that broke it off.

    Where `broken_off` is there, nothing was found.
    """

    found: T | None = None
    broken_off: Outcome | None = None


def converse(
    submission: Submission, talk: Talk[T], settings: Settings, boxes: Boxes | None = None
) -> Heard[T]:
    """Have a conversation with a submission in a fresh process that is gone afterwards.

    It is broken off where the file cannot be loaded, the process ends or is ended, or a step is
    not answered within the limit of an import. Raises what `talk` raises, what our own side failed
    with, and `RuntimeError` for a conversation without an end.
    """
    limit_s = settings.limits.import_s
    with (
        held_back() as check,
        Channel(submission, settings, limit_s, check, boxes=boxes) as channel,
    ):
        broken_off = channel.open_session(Session(()))
        heard: Heard[T] = Heard(None, broken_off) if broken_off else _heard(channel, talk, limit_s)
        if heard.broken_off is not None:
            talk.close()
        return heard
    raise RuntimeError("a signal stopped the grader in the middle")


def _heard(channel: Channel, talk: Talk[T], limit_s: float) -> Heard[T]:
    spent_s = 0.0
    try:
        step = next(talk)
        for _ in range(MOST_STEPS):
            outcome = channel.step(step, min(limit_s, LONGEST_S - spent_s))
            spent_s += outcome.counted_s
            if outcome.event is Event.GRADER_FAULT:
                raise RuntimeError(f"the grader failed while it got to know the file: {outcome}")
            if outcome.event not in MAY_GO_ON or spent_s >= LONGEST_S:
                return Heard(None, outcome)
            step = talk.send(outcome)
    except StopIteration as end:
        return Heard(end.value)
    raise RuntimeError(f"after {MOST_STEPS} steps the conversation has come to no end")
