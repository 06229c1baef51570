"""Prove an opening book: whoever moves first wins, and this is how.

A book for one side names one move in each of its positions. To prove it, every reply has to be
answered until the book ends, and each position that it ends in, a *leaf*, has to be won. Then
all of its positions are won, the empty board included. The move to try may come from anywhere:
if it does not win, the proof fails.

Mirror images are one position. This module proves the book of `lessons/opening_book.py`; the
nodes that took are recorded beside it, leaf by leaf.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from solutions.bitboard import mirrored
from solutions.prover import FOREVER, Position, Prover

PLIES = 8
"""The discs on the board where the book ends: four of each side."""


@dataclass(frozen=True)
class Book:
    """Hold a book as games: each entry ends in the move that it names, each leaf in a reply."""

    entries: tuple[str, ...]
    leaves: tuple[str, ...]


@dataclass(frozen=True)
class Leaf:
    """Hold what the proof of one leaf came to: whether it is won, and the nodes that it took."""

    moves: str
    won: bool
    nodes: int


def written(choose: Callable[[str], int], plies: int = PLIES) -> Book:
    """Write a book for the first player: `choose` is asked for a column in each position, once.

    It is given the moves that led there. No position of a book comes twice, nor mirrored.

    >>> written(lambda moves: 3, plies=2)
    Book(entries=('3',), leaves=('30', '31', '32', '33'))
    """
    entries: list[str] = []
    open_games = [""]
    for _ in range(0, plies, 2):
        answered = [game + str(choose(game)) for game in open_games]
        entries += answered
        seen: dict[tuple[int, int], str] = {}
        for game in answered:
            for reply in _replies(game):
                seen.setdefault(folded(Position.from_moves(reply)), reply)
        open_games = list(seen.values())
    return Book(tuple(entries), tuple(open_games))


def prove(moves: str) -> Leaf:
    """Prove one leaf by a search of its own, so that its nodes depend on no other."""
    prover = Prover()
    return Leaf(moves, prover.win_in(Position.from_moves(moves), FOREVER), prover.nodes)


def folded(position: Position) -> tuple[int, int]:
    """Return what a position and its mirror image have in common, and no other has."""
    own, taken = position.own, position.taken
    return min((own, taken), (mirrored(own), mirrored(taken)))


def _replies(game: str) -> Iterator[str]:
    return (f"{game}{col}" for col in Position.from_moves(game).legal_columns())
