"""Search random games for proved mates: the loop, and what it counts on its way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from graders.katas.best_move.identity import identity
from graders.katas.best_move.mining import effort, prove
from graders.katas.best_move.mining.generate import sound_game
from graders.katas.best_move.mining.order import LOOKAHEAD, Order
from graders.katas.best_move.task import BestMoveTask
from solutions.prover import Position

CENTRE = 3

Rejecter = Callable[[str], bool]
"""Tell from the moves that more than one column wins; it may never be wrong, only unhelpful."""


@dataclass
class Tally:
    """Count what was looked at, and how much of it was left after each question."""

    games: int = 0
    positions: int = 0
    mates: int = 0
    quiet: int = 0
    unique: int = 0
    found: int = 0

    def __str__(self) -> str:
        """Say it in one line.

        >>> str(Tally(games=1200, positions=15000, mates=600, quiet=250, unique=12, found=10))
        '1,200 games, 15,000 positions, 600 mates, 250 quiet, 12 with one winner, 10 kept'
        """
        return (
            f"{self.games:,} games, {self.positions:,} positions, {self.mates:,} mates, "
            f"{self.quiet:,} quiet, {self.unique:,} with one winner, {self.found:,} kept"
        )


def mine(
    order: Order,
    known: frozenset[str] = frozenset(),
    tally: Tally | None = None,
    has_two_winners: Rejecter | None = None,
) -> Iterator[BestMoveTask]:
    """Yield `order.count` positions, each proved, none twice and none of `known`.

    `known` holds identities. `has_two_winners` may spare costly proofs; what is found,
    and in which order, is the same without it. A game gives one position at most, as those of
    one game look alike. The first n found do not depend on `order.count`.
    """
    tally = tally or Tally()
    rng, seen = Random(order.seed), set(known)
    while tally.found < order.count:
        tally.games += 1
        for moves, position in sound_game(rng, LOOKAHEAD[order.mate], order.discs[1]):
            if not order.wants(position.discs):
                continue
            task = _proved(order, moves, position, tally, has_two_winners)
            if task is None or identity(task) in seen:
                continue
            seen.add(identity(task))
            tally.found += 1
            yield task
            break


def _proved(
    order: Order,
    moves: str,
    position: Position,
    tally: Tally,
    has_two_winners: Rejecter | None,
) -> BestMoveTask | None:
    """Return the position as a case, or None; the cheap questions come first."""
    tally.positions += 1
    if not prove.is_mate(position, order.mate):
        return None
    tally.mates += 1
    if not prove.is_quiet(position, order.mate):
        return None
    tally.quiet += 1
    if has_two_winners is not None and has_two_winners(moves):
        return None
    column = prove.only_winner(position, order.mate)
    if column is None:
        return None
    tally.unique += 1
    if order.off_centre and column == CENTRE:
        return None
    if order.min_nodes and not effort.needs_nodes(moves, order.mate, order.min_nodes):
        return None
    return BestMoveTask(moves, (column,), mate_in=order.mate, quiet=True)
