"""Put facts in words: the one place that says in sentences what happened to a submission."""

from __future__ import annotations

from graders.grading.messages.endings import (
    BOARD_CHANGED,
    doubt,
    ending,
    forgiven,
    garbled,
    in_one_line,
    misspoke,
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
    Manner,
    board_when_raised,
    first_line,
    has_frames,
    last_words,
    nothing_found,
    nothing_to_call,
    raised,
    traceback,
)

__all__ = (
    "BOARD_CHANGED",
    "Manner",
    "board_when_raised",
    "doubt",
    "ending",
    "first_line",
    "forgiven",
    "garbled",
    "has_frames",
    "in_one_line",
    "last_words",
    "misspoke",
    "nothing_found",
    "nothing_to_call",
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
