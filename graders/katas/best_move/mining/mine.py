"""Search random games for proved mates: the loop, and what it counts on its way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

from graders.katas.best_move.identity import identity
from graders.katas.best_move.mining import effort, prove
from graders.katas.best_move.mining.generate import sound_game
from graders.katas.best_move.mining.order import LOOKAHEAD, Order
from graders.katas.best_move.task import BestMoveTask
from solutions.prover import Position

CENTRE = 3
GAMES_BETWEEN_SIGNS = 50
"""After so many games without a find the search gives a sign of life."""
MOST_SPARE = 4
"""So many finds wait for the other side to catch up; more are not looked for."""

Rejecter = Callable[[str], bool]
"""Tell from the moves that more than one column wins; it may never be wrong, only unhelpful."""


@dataclass
class Tally:
    """Count what was looked at, how much of it was left after each question, and what was not.

    `central`, `easy` and `known` had one winner and were turned down all the same: as the centre
    column wins, as plain search needs too few nodes, or as a shipped position or an earlier find
    is the same.
    """

    games: int = 0
    positions: int = 0
    mates: int = 0
    quiet: int = 0
    unique: int = 0
    central: int = 0
    easy: int = 0
    known: int = 0
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


@dataclass
class Progress:
    """Hold how far a search has come, which is all that it needs in order to go on.

    `spare` are finds of the side whose turn it was not yet.
    """

    tally: Tally = field(default_factory=Tally)
    found: list[BestMoveTask] = field(default_factory=list)
    spare: list[BestMoveTask] = field(default_factory=list)


def mine(
    order: Order,
    known: frozenset[str] = frozenset(),
    progress: Progress | None = None,
    has_two_winners: Rejecter | None = None,
) -> Iterator[BestMoveTask | None]:
    """Yield `order.count` positions, each proved, none twice and none of `known`.

    Where both sides are wanted, RED and YELLOW are to move in turn, so that any beginning is
    balanced too. Now and then None is yielded, so that the caller may look at the `progress`; at
    each yield it is such that another search can go on from it. `known` holds identities.
    `has_two_winners` may spare costly proofs; what is found, and in which order, is the same
    without it. A game gives one position at most, as those of one game look alike. The first n
    found do not depend on `order.count`.
    """
    progress = progress or Progress()
    tally = progress.tally
    seen = known | {identity(task) for task in (*progress.found, *progress.spare)}
    while len(progress.found) < order.count:
        if (ready := _ready(order, progress)) is not None:
            progress.spare.remove(ready)
            progress.found.append(ready)
            tally.found += 1
            yield ready
            continue
        tally.games += 1
        task = _in_a_game(order, progress, seen, has_two_winners)
        if task is not None:
            seen |= {identity(task)}
            progress.spare.append(task)
        if task is not None or tally.games % GAMES_BETWEEN_SIGNS == 0:
            yield None


def _ready(order: Order, progress: Progress) -> BestMoveTask | None:
    side = order.next_side(len(progress.found))
    return next((task for task in progress.spare if side in (None, task.to_move)), None)


def _in_a_game(
    order: Order, progress: Progress, seen: frozenset[str], has_two_winners: Rejecter | None
) -> BestMoveTask | None:
    """Play the game of this number; return the first position in it that is wanted."""
    tally = progress.tally
    side = order.next_side(len(progress.found))
    only = side if len(progress.spare) >= MOST_SPARE else None
    rng = Random(f"{order.seed} {tally.games}")
    for moves, position in sound_game(rng, LOOKAHEAD[order.mate], order.discs[1]):
        if not order.wants(position.discs) or only not in (None, "RY"[position.discs % 2]):
            continue
        task = _proved(order, moves, position, tally, has_two_winners)
        if task is None:
            continue
        if identity(task) not in seen:
            return task
        tally.known += 1
    return None


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
        tally.central += 1
        return None
    if order.min_nodes and not effort.needs_nodes(moves, order.mate, order.min_nodes):
        tally.easy += 1
        return None
    return BestMoveTask(moves, (column,), mate_in=order.mate, quiet=True)
