"""Hold what there is to see of a case: what it asks, what is right, and best play ply by ply."""

from __future__ import annotations

import msgspec

from graders.model.listing import Part
from graders.model.picture import Picture


class Step(msgspec.Struct, frozen=True):
    """Hold one ply of a line, in a few words, and the board after it."""

    head: str
    picture: Picture


class Exhibit(msgspec.Struct, frozen=True):
    """Hold a case as it is shown: nothing in `question` tells what is in `answer` and `steps`."""

    question: tuple[Part, ...]
    answer: tuple[Part, ...] = ()
    steps: tuple[Step, ...] = ()


class Played(msgspec.Struct, frozen=True):
    """Hold a line as it is played, from the position on: the first step is before any ply.

    `note` says what is not known of it; it is empty where the line is whole.
    """

    title: str
    steps: tuple[Step, ...]
    note: str = ""
