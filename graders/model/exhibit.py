"""Hold what there is to see of a case: what it asks, what is right, and best play ply by ply."""

from __future__ import annotations

from dataclasses import dataclass

from graders.model.listing import Part
from graders.model.picture import Picture


@dataclass(frozen=True)
class Step:
    """Hold one ply of a line, in a few words, and the board after it."""

    head: str
    picture: Picture


@dataclass(frozen=True)
class Exhibit:
    """Hold a case as it is shown: nothing in `question` tells what is in `answer` and `steps`."""

    question: tuple[Part, ...]
    answer: tuple[Part, ...] = ()
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True)
class Played:
    """Hold a line as it is played, from the position on: the first step is before any ply.

    `note` says what is not known of it; it is empty where the line is whole.
    """

    title: str
    steps: tuple[Step, ...]
    note: str = ""
