"""Put facts in words: the one place that says in sentences what happened to a submission."""

from __future__ import annotations

from graders.grading.messages.endings import (
    BOARD_CHANGED,
    doubt,
    ending,
    forgiven,
    garbled,
    misspoke,
    outcome_in_one_line,
    reason,
    several_answers,
    step,
    still_in_doubt,
    too_late,
    unreadable,
    used_up,
    warnings,
)
from graders.grading.messages.exceptions import (
    SpellingStyle,
    board_when_raised,
    exception_in_one_line,
    first_line,
    has_frames,
    nothing_found,
    nothing_to_call,
    raised,
    traceback,
)

__all__ = (
    "BOARD_CHANGED",
    "SpellingStyle",
    "board_when_raised",
    "doubt",
    "ending",
    "exception_in_one_line",
    "first_line",
    "forgiven",
    "garbled",
    "has_frames",
    "misspoke",
    "nothing_found",
    "nothing_to_call",
    "outcome_in_one_line",
    "raised",
    "reason",
    "several_answers",
    "step",
    "still_in_doubt",
    "too_late",
    "traceback",
    "unreadable",
    "used_up",
    "warnings",
)
