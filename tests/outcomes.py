"""Outcomes that many tests need."""

from __future__ import annotations

from graders.model.outcome import Event, Outcome


def replied(value: object) -> Outcome:
    """Return the outcome of a call that answered `value` at once."""
    return Outcome(Event.REPLIED, value)
