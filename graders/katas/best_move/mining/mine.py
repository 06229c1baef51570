"""Search random games for proved mates: the loop, and what it counts on its way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

from graders.katas.best_move.identity import identity
from graders.katas.best_move.mining import effort, guess, prove
from graders.katas.best_move.mining.generate import sound_game
from graders.katas.best_move.mining.group import Candidate, best_group, hardest, lead
from graders.katas.best_move.mining.order import LOOKAHEAD, Order
from graders.katas.best_move.task import BestMoveTask
from solutions.prover import Position

CENTRE = 3
GAMES_BETWEEN_SIGNS = 50
"""After so many games without a find the search gives a sign of life."""
MOST_SPARE = 12
"""So many positions of a side wait for others to make a group with; the easiest are let go."""
MOST_AHEAD = 4
"""By how many positions one side may be to move more often where groups are made.

One side's positions are commoner; a closer balance would leave them waiting for the other's.
"""

Rejecter = Callable[[str], bool]
"""Tell from the moves that more than one column wins; it may never be wrong, only unhelpful."""


@dataclass
class Tally:
    """Count what was looked at, how much of it was left after each question, and what was not.

    `guessed` were quiet, but guessers find them; they were turned down before the costly proof.
    `central`, `easy` and `known` had one winner and were turned down all the same: as the centre
    column wins, as plain search needs too few nodes, as a shipped position or an earlier find is
    the same, or as random games are likely to find it. `let_go` waited in vain for others to make
    a group with. `found` counts cases, `kept` the positions in them: a group is one case.
    """

    games: int = 0
    positions: int = 0
    mates: int = 0
    quiet: int = 0
    guessed: int = 0
    unique: int = 0
    central: int = 0
    easy: int = 0
    known: int = 0
    likely: int = 0
    let_go: int = 0
    kept: int = 0
    found: int = 0

    def __str__(self) -> str:
        """Say it in one line.

        >>> str(Tally(1200, 15000, 600, quiet=250, guessed=220, unique=9, kept=5, found=2))
        '1,200 games, 15,000 positions, 600 mates, 250 quiet, 220 of them guessable, 9 with one \
winner, 5 kept in 2 cases'
        """
        guessed = f"{self.guessed:,} of them guessable, " if self.guessed else ""
        likely = f"{self.likely:,} of them likely by chance, " if self.likely else ""
        cases = "" if self.kept == self.found else f" in {self.found:,} cases"
        return (
            f"{self.games:,} games, {self.positions:,} positions, {self.mates:,} mates, "
            f"{self.quiet:,} quiet, {guessed}{self.unique:,} with one winner, {likely}"
            f"{self.kept:,} kept{cases}"
        )


Found = tuple[BestMoveTask, ...]
"""One case: a position that defeats every guesser by itself, or a group that does together."""


@dataclass
class Progress:
    """Hold how far a search has come, which is all that it needs in order to go on.

    `spare` are proved positions that make no case yet.
    """

    tally: Tally = field(default_factory=Tally)
    found: list[Found] = field(default_factory=list)
    spare: list[Candidate] = field(default_factory=list)

    @property
    def red_ahead(self) -> int:
        """Return by how many of the positions found RED is to move more often than YELLOW."""
        return sum(1 if task.to_move == "R" else -1 for group in self.found for task in group)


def mine(
    order: Order,
    known: frozenset[str] = frozenset(),
    progress: Progress | None = None,
    has_two_winners: Rejecter | None = None,
) -> Iterator[Found | None]:
    """Yield `order.count` cases of proved positions, none twice and none of `known`.

    A case is one position, or a group of up to four where one does not defeat every guesser. Where
    both sides are wanted, RED is to move as often as YELLOW or once more in any beginning; where
    groups are made, neither side more than `MOST_AHEAD` times more often. Now and then None is
    yielded, so that the caller may look at the `progress`; at each yield it is such that another
    search can go on from it. `known` holds identities. `has_two_winners` may spare
    costly proofs; what is found, and in which order, is the same without it. A game gives one
    position at most, as those of one game look alike. The first n found do not depend on
    `order.count`.
    """
    progress = progress or Progress()
    tally = progress.tally
    seen = known | {identity(task) for group in progress.found for task in group}
    seen |= {identity(each.task) for each in progress.spare}
    yield from _cases(order, progress)
    while len(progress.found) < order.count:
        tally.games += 1
        candidate = _in_a_game(order, progress, seen, has_two_winners)
        if candidate is not None:
            seen |= {identity(candidate.task)}
            waiting = [*progress.spare, candidate]
            progress.spare = hardest(waiting, MOST_SPARE)
            tally.let_go += len(waiting) - len(progress.spare)
        if candidate is not None or tally.games % GAMES_BETWEEN_SIGNS == 0:
            yield None
        if candidate is not None:
            yield from _cases(order, progress)


def _cases(order: Order, progress: Progress) -> Iterator[Found]:
    """Yield the cases that can be made of what waits, each taken from there."""
    tally = progress.tally
    while len(progress.found) < order.count:
        members = best_group(progress.spare, _leads(order, progress.red_ahead))
        if members is None:
            return
        progress.spare = [each for each in progress.spare if each not in members]
        found = tuple(each.task for each in members)
        progress.found.append(found)
        tally.kept += len(found)
        tally.found += 1
        yield found


def _leads(order: Order, red_ahead: int) -> range | None:
    """Return by how many positions RED may lead in the next case; None where it does not matter."""
    if order.side != "both":
        return None
    if order.allow_guessable:
        return range(-red_ahead, 2 - red_ahead)
    return range(-MOST_AHEAD - red_ahead, MOST_AHEAD + 1 - red_ahead)


def _has_enough(order: Order, progress: Progress, discs: int) -> bool:
    """Tell whether the side to move has so much found and waiting that the other is looked for.

    RED is to move when the discs are even.
    """
    if order.side != "both" or order.allow_guessable:
        return False
    ahead = progress.red_ahead + lead(progress.spare)
    return (ahead if discs % 2 == 0 else -ahead) >= MOST_AHEAD


def _in_a_game(
    order: Order, progress: Progress, seen: frozenset[str], has_two_winners: Rejecter | None
) -> Candidate | None:
    """Play the game of this number; return the first position in it that is wanted."""
    tally = progress.tally
    rng = Random(f"{order.seed} {tally.games}")
    for moves, position in sound_game(rng, LOOKAHEAD[order.mate], order.discs[1]):
        if not order.wants(position.discs) or _has_enough(order, progress, position.discs):
            continue
        task = _proved(order, moves, position, tally, has_two_winners)
        if task is None:
            continue
        if identity(task) in seen:
            tally.known += 1
        elif order.allow_guessable:
            return Candidate(task)
        elif (chance := guess.chance(task)) is not None:
            return Candidate(task, guess.found_by(task), chance)
        else:
            tally.likely += 1
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
    if not order.allow_guessable and _is_given_up(order, moves, position, tally):
        return None
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


def _is_given_up(order: Order, moves: str, position: Position, tally: Tally) -> bool:
    """Tell whether two columns are as quick, or guessers play the one that is quickest."""
    column = prove.fastest_winner(position, order.mate)
    if column is None:
        return True
    guessable = guess.is_guessable(moves, column, order.mate)
    tally.guessed += guessable
    return guessable
