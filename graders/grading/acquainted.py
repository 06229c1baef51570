"""Find out how a submission is to be called, where its kata leaves that open."""

from __future__ import annotations

from typing import Any

from graders.channel.boxes import Boxes
from graders.channel.channel import Settings
from graders.channel.conversation import converse
from graders.katas.kata import Kata
from graders.model.submission import Submission

_TRIES = 3


class KeptFromMeetingError(Exception):
    """Say that the machine left no time to get to know a submission: no fault of the file's."""


def acquainted(
    kata: Kata[Any], submission: Submission, settings: Settings, boxes: Boxes | None = None
) -> Kata[Any]:
    """Return the kata as it suits a submission, before the first case.

    Where the submission cannot be loaded, or does not live to the end of it, the kata comes back
    as it is, and each case shows what is wrong. One that the machine kept off the cores is asked
    again, a few times. Raises `CannotBeCalledError` where something is missing that every case
    needs, and `KeptFromMeetingError` where the machine never left it the time: without what is
    found out, right answers would be read wrongly.
    """
    for _ in range(_TRIES):
        talk = kata.acquaint()
        if talk is None:
            return kata
        if boxes is not None:
            boxes.left = max(boxes.left, _TRIES)
        heard = converse(submission, talk, settings, boxes)
        if heard.found is not None:
            return heard.found
        if heard.broken_off is None or not heard.broken_off.out_of_patience:
            return kata
    raise KeptFromMeetingError(
        f"the machine kept the file off its cores {_TRIES} times while the grader found out how it "
        "is to be called; grade it again when less is running"
    )
