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
