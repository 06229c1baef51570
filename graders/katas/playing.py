"""What a kata offers to `kata play`: references to play against, and what is proved of a game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path

import msgspec

from graders.model.arena import MoveLoss
from graders.model.explanation import Side, Step, Value
from graders.model.request import Request


class Forecast(msgspec.Struct, frozen=True):
    """What exact search knows of a position within its budget, for the side to move.

    `value` is None where it is not known; `plies` are those to the four, where it is known when.
    `best` are columns that reach the value, `losing` those that lose for certain. The side to move
    cannot force four within `quiet_plies`.
    """

    value: Value | None = None
    plies: int | None = None
    best: tuple[int, ...] = ()
    losing: tuple[int, ...] = ()
    quiet_plies: int = 0


class Lapse(msgspec.Struct, frozen=True):
    """A move that gave something away, all of it proved.

    `ply` counts from 1. Before it the side to move `had` a value, in `had_plies` where that is
    known, by the columns in `best`; after it the value is `left`. Where either is None, the value
    was not found, and what is told is proved `within` so many plies only: the column played does
    not win by then, or those in `best` do not lose by then.
    """

    ply: int
    column: int
    had: Value | None
    best: tuple[int, ...]
    had_plies: int | None = None
    left: Value | None = None
    left_plies: int | None = None
    within: int = 0


class Review(msgspec.Struct, frozen=True):
    """What is proved about the moves of a game; at plies in `open` nothing could be."""

    lapses: tuple[Lapse, ...]
    open: tuple[int, ...] = ()


class Opening(msgspec.Struct, frozen=True):
    """The first moves of games that are to be even: what best play comes to after them is proved.

    It is a draw, or the `winner` has four in so many `plies`.
    """

    moves: str
    winner: Side | None = None
    plies: int | None = None


class Playing(ABC):
    """The references to play against, and what exact search says of a game."""

    rungs: Mapping[str, Path]
    """The file of each rung by its name, the weakest first."""
    usual: str
    """The rung to play against where nobody names one."""
    cap_s: float
    """Seconds that a move may take."""

    @abstractmethod
    def request(self, moves: str, first: str) -> Request:
        """Return the question which column to play after `moves`, where `first` began."""

    @abstractmethod
    def openings(self) -> tuple[Opening, ...]:
        """Return the openings that games between programs begin with, no two of them alike."""

    @abstractmethod
    def forecast(self, moves: str, first: str) -> Forecast:
        """Return what is known of a position within a budget of nodes."""

    @abstractmethod
    def reply(self, moves: str, first: str, found: Forecast) -> int:
        """Return best play in a position that is not over and of which so much is `found`.

        A win is taken soonest, a loss put off longest, as far as a budget of nodes goes.
        """

    @abstractmethod
    def review(self, moves: str, first: str, begin: int = 0) -> Review:
        """Return what the moves from the one with index `begin` on gave away."""

    @abstractmethod
    def losses(self, moves: str, first: str, begin: int = 0) -> tuple[MoveLoss, ...]:
        """Return of each move from the one with index `begin` on what it lost, where settled."""

    @abstractmethod
    def steps(self, moves: str, first: str, begin: int) -> tuple[Step, ...]:
        """Return the board before the move with index `begin` and after each from it on.

        There are none where there is no such move.
        """
