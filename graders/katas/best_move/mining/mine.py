"""Search random games for proved mates: the loop, and what it counts on its way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import msgspec

from graders.katas.best_move.mining import effort, guess, prove
from graders.katas.best_move.mining.generate import one_move_on, sound_game
from graders.katas.best_move.mining.group import Candidate, best_group, hardest, share_out
from graders.katas.best_move.mining.order import LOOKAHEAD, Order
from graders.katas.best_move.task import BestMoveTask, identity
from solutions.prover import Position, Prover

CENTRE = 3
GAMES_BETWEEN_SIGNS = 50
"""After so many games without a find the search gives a sign of life."""
MOST_SPARE = 16
"""So many positions wait for others to make a group with; the easiest are let go."""

Rejecter = Callable[[str], bool]
"""Tell from the moves that more than one column wins; it may never be wrong, only unhelpful."""


class Tally(msgspec.Struct):
    """Count what was looked at, how much of it was left after each question, and what was not.

    `central`, `easy`, `known` and `guessed` had one winner and were turned down all the same: as
    the centre column wins, as plain search needs too few nodes, as a shipped position or an earlier
    find is the same, or as most guessers find it. `let_go` waited in vain for others to make a
    group with. `found` counts cases, `kept` the positions in them: a group is one case.
    """

    games: int = 0
    positions: int = 0
    mates: int = 0
    quiet: int = 0
    unique: int = 0
    central: int = 0
    easy: int = 0
    known: int = 0
    guessed: int = 0
    let_go: int = 0
    kept: int = 0
    found: int = 0

    def __str__(self) -> str:
        """Say it in one line.

        >>> str(Tally(1200, 15000, 600, quiet=250, unique=39, guessed=20, kept=5, found=2))
        '1,200 games, 15,000 positions, 600 mates, 250 quiet, 39 with one winner, 20 of them \
guessable, 5 kept in 2 cases'
        """
        guessed = f"{self.guessed:,} of them guessable, " if self.guessed else ""
        cases = "" if self.kept == self.found else f" in {self.found:,} cases"
        return (
            f"{self.games:,} games, {self.positions:,} positions, {self.mates:,} mates, "
            f"{self.quiet:,} quiet, {self.unique:,} with one winner, {guessed}"
            f"{self.kept:,} kept{cases}"
        )


Found = tuple[BestMoveTask, ...]
"""One case: a position that defeats every guesser by itself, or a group that does together."""


class Progress(msgspec.Struct):
    """Hold how far a search has come, which is all that it needs in order to go on.

    `spare` are proved positions that make no case yet.
    """

    tally: Tally = msgspec.field(default_factory=Tally)
    found: list[Found] = msgspec.field(default_factory=list)
    spare: list[Candidate] = msgspec.field(default_factory=list)

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
    both sides are wanted, RED is to move as often as YELLOW or once more after any case: the
    colours are exchanged where that takes it. Now and then None is yielded, so that the caller may
    look at the `progress`; at each yield it is such that another search can go on from it. `known`
    holds identities. `has_two_winners` may spare costly proofs; what is found, and in which order,
    is the same without it. A game gives one position at most, as those of one game look alike. The
    first n found do not depend on `order.count`.
    """
    progress = progress or Progress()
    tally = progress.tally
    seen = known | {identity(task) for group in progress.found for task in group}
    seen |= {identity(each.task) for each in progress.spare}
    yield from _cases(order, progress)
    while len(progress.found) < order.count:
        # Only now: an easy position, too, may just have been what a group lacked.
        waiting = progress.spare
        progress.spare = hardest(waiting, MOST_SPARE)
        tally.let_go += len(waiting) - len(progress.spare)
        tally.games += 1
        candidate = _in_a_game(order, tally, seen, has_two_winners)
        if candidate is not None:
            seen |= {identity(candidate.task)}
            progress.spare.append(candidate)
        if candidate is not None or tally.games % GAMES_BETWEEN_SIGNS == 0:
            yield None
        if candidate is not None:
            yield from _cases(order, progress)


def _cases(order: Order, progress: Progress) -> Iterator[Found]:
    """Yield the cases that can be made of what waits, each taken from there."""
    tally = progress.tally
    while len(progress.found) < order.count:
        members = best_group(progress.spare)
        if members is None:
            return
        progress.spare = [each for each in progress.spare if each not in members]
        found = tuple(each.task for each in members)
        if order.side == "both":
            found = share_out(found, progress.red_ahead)
        progress.found.append(found)
        tally.kept += len(found)
        tally.found += 1
        yield found


def _in_a_game(
    order: Order, tally: Tally, seen: frozenset[str], has_two_winners: Rejecter | None
) -> Candidate | None:
    """Play the game of this number; return the latest position beside it that is wanted."""
    rng = Random(f"{order.seed} {tally.games}")
    prover = Prover()
    game = sound_game(rng, LOOKAHEAD[order.mate], order.discs[1] - 1)
    for moves, position in one_move_on(game):
        if not order.wants(position.discs) or not _is_quiet_mate(order, position, prover, tally):
            continue
        if has_two_winners is not None and has_two_winners(moves):
            continue
        task = _proved(order, moves, position, tally)
        if task is None:
            continue
        if identity(task) in seen:
            tally.known += 1
        elif order.allow_guessable:
            return Candidate(task)
        elif (finders := guess.found_by(task)) is not None:
            return Candidate(task, finders, guess.chance(task))
        else:
            tally.guessed += 1
    return None


def _is_quiet_mate(order: Order, position: Position, prover: Prover, tally: Tally) -> bool:
    tally.positions += 1
    if not prove.is_mate(position, order.mate, prover):
        return False
    tally.mates += 1
    if not prove.is_quiet(position, order.mate, prover):
        return False
    tally.quiet += 1
    return True


def _proved(order: Order, moves: str, position: Position, tally: Tally) -> BestMoveTask | None:
    """Return a quiet mate as a case, or None; the cheap questions come first."""
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
