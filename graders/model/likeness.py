"""Hold which submissions resemble one another, and where: a hint, never a verdict."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Passage:
    """Hold the lines of two submissions that say the same, counted from 1, the last included."""

    first_from: int
    first_to: int
    second_from: int
    second_to: int


@dataclass(frozen=True)
class Pair:
    """Hold two submissions of a batch, by their place in it, and what they share.

    `share` is from 0 to 1: how much of the shorter of the two is found in the other, names, texts,
    numbers and what everybody was given left out. `passages` are the longest first.
    """

    first: int
    second: int
    share: float
    passages: tuple[Passage, ...] = ()
