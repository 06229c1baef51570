"""Hold what became of a case since it was last run."""

from __future__ import annotations

from enum import Enum, auto

import msgspec


class Turn(Enum):
    """Name how a case differs from how it did before."""

    ACCEPTED = auto()
    """It was missed, and is accepted."""
    MISSED = auto()
    """It was accepted, and is missed."""
    OTHERWISE = auto()
    """It is missed with another verdict than before."""
    SLOWER = auto()
    FASTER = auto()


class Change(msgspec.Struct, frozen=True):
    """Hold one case that did otherwise than before, in `wall_s` seconds, `by_s` more or fewer."""

    id: str
    turn: Turn
    verdict: str
    before: str
    wall_s: float
    by_s: float
