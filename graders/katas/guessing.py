"""State what a kata offers to hold its suites against guessing: programs that prove little.

A guesser is asked in this process and without a cap, so that what it gets does not depend on the
machine: whatever it might find in time on a faster one it is given.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar

import msgspec

T_contra = TypeVar("T_contra", contravariant=True)


class Guesser(Protocol[T_contra]):
    """Answer cases without proving more than a few of them."""

    @property
    def name(self) -> str:
        """Return what it is called in tables."""

    @property
    def is_random(self) -> bool:
        """Tell whether its answers depend on a seed."""

    @property
    def blind(self) -> bool:
        """Tell whether it answers without looking at the case."""

    def finds(self, task: T_contra, seed: int = 0) -> bool:
        """Tell whether it answers a case rightly."""

    def earns(self, task: T_contra) -> bool:
        """Tell whether it proves its answer to a case: such an answer is no guess."""


class Guessing(msgspec.Struct, Generic[T_contra], frozen=True):
    """Hold the guessers of a kata and the names of the suites that they are held against.

    No guesser may get more than one case of the suite `searched` by guessing, and no blind one
    more than one of `warm_up`.
    """

    guessers: Sequence[Guesser[T_contra]]
    warm_up: str
    searched: str
