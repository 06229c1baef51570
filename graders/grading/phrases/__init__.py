"""Put facts in words: the one place that says in sentences what happened to a submission."""

from __future__ import annotations

from graders.grading.phrases.endings import ending, garbled, unreadable, used_up
from graders.grading.phrases.names import Manner, nothing_found, nothing_to_call
from graders.grading.phrases.programs import misspoke
from graders.grading.phrases.raised import first_line, has_frames, last_words, raised, traceback
from graders.grading.phrases.reasons import in_one_line, reason
from graders.grading.phrases.steps import step
from graders.grading.phrases.times import (
    BOARD_CHANGED,
    doubt,
    forgiven,
    several_answers,
    still_in_doubt,
    too_late,
    warnings,
)

__all__ = (
    "BOARD_CHANGED",
    "Manner",
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
