"""Hold which submissions resemble one another, and where: a hint, never a verdict."""

from __future__ import annotations

import msgspec


class Passage(msgspec.Struct, frozen=True):
    """Hold the lines of two submissions that say the same, counted from 1, the last included.

    Of a folder they are counted through all of its files, in the order of their names.
    """

    first_from: int
    first_to: int
    second_from: int
    second_to: int


class Pair(msgspec.Struct, frozen=True):
    """Hold two submissions of a batch, by their place in it, and what they share.

    `share` is from 0 to 1: of the runs of words that the one with fewer of them has of its own, how
    many are in the other too. Names, texts, numbers, remarks and layout make no difference, and
    what everybody was given is nobody's own. `passages` are the longest first.
    """

    first: int
    second: int
    share: float
    passages: tuple[Passage, ...] = ()
