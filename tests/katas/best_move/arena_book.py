"""Find the openings of `kata arena`, and write `positions/best_move/openings.txt`:

    nice .venv/bin/python -m tests.katas.best_move.arena_book

takes ten minutes of CPU time and the extra `oracle`: bitbully says which positions are worth a
proof. Each is proved here, by `solutions/prover.py`; the same openings are found on every machine.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random
from typing import Any

from graders.commands.mine import shipped_identities
from graders.katas import kata_named
from graders.katas.best_move.mining.quiet_mates import sound_game
from graders.katas.best_move.playing import OPENINGS
from graders.katas.best_move.task import BestMoveTask, identity
from solutions.prover import OutOfBudgetError, Position, Prover

SEED = 31
LOOKAHEAD = 7
DRAWN = {10: 10, 11: 30, 12: 40}
"""How many openings of so many plies are even."""
WON = {13: 6, 15: 4}
"""How many are won in so many plies, for either side."""
WON_DISCS = {"RED": 12, "YELLOW": 11}
MOST_NODES = 200_000
HEAD = f"""\
# The openings of `kata arena`: {sum(DRAWN.values())} that are even, and \
{2 * sum(WON.values())} that are won, as many for RED as for YELLOW
# and in as many plies. A line holds the columns played from the empty board, RED first; what best
# play comes to, `draw` or the winner with the plies to the four; and the nodes that the proof took.
# Nobody passes by a win in {LOOKAHEAD} plies. None is in a suite, or the mirror image of another.
#
# Found with the seed {SEED} and proved by exact search; `python -m
# tests.katas.best_move.arena_book` writes this file again.
"""


class Suggesting:
    """Say by bitbully what best play comes to, without a proof."""

    def __init__(self) -> None:
        import bitbully  # of an extra that nothing else here needs

        self._package: Any = bitbully
        self._solver: Any = bitbully.BitBully()

    def plies_to_win(self, moves: str) -> int:
        """Return in how many plies the side to move wins; 0 for a draw, less where it loses."""
        board = self._package.Board.from_moves([int(col) for col in moves])
        score = self._solver.mtdf(board)
        return int(self._solver.score_to_moves_left(score, board)) if score > 0 else min(score, 0)


def positions(discs: int, rng: Random) -> Iterator[tuple[str, Position]]:
    """Yield positions with so many discs, each the last of a random sound game."""
    while True:
        *_, (moves, position) = sound_game(rng, LOOKAHEAD, discs)
        if position.discs == discs:
            yield moves, position


def drawn(discs: int, rng: Random, suggested: Suggesting) -> Iterator[tuple[str, str, int]]:
    """Yield openings of so many plies that are proved to be even."""
    for moves, position in positions(discs, rng):
        if suggested.plies_to_win(moves) == 0:
            prover = Prover(node_limit=MOST_NODES)
            try:
                if prover.score(position) == 0:
                    yield moves, "draw", prover.nodes
            except OutOfBudgetError:
                continue


def won(
    plies: int, winner: str, rng: Random, suggested: Suggesting
) -> Iterator[tuple[str, str, int]]:
    """Yield openings after which the winner, who is to move, is proved to win in so many plies."""
    for moves, position in positions(WON_DISCS[winner], rng):
        if suggested.plies_to_win(moves) == plies:
            prover = Prover(node_limit=MOST_NODES)
            try:
                if prover.mate_in(position, plies) == plies:
                    yield moves, f"{winner} {plies}", prover.nodes
            except OutOfBudgetError:
                continue


def found() -> Iterator[str]:
    """Yield the lines of the file, kind by kind."""
    known, suggested = set(shipped_identities(kata_named("best_move"))), Suggesting()
    kinds = [(drawn(discs, Random(SEED + discs), suggested), many) for discs, many in DRAWN.items()]
    for plies, many in WON.items():
        kinds += [
            (won(plies, side, Random(f"{side} {plies}"), suggested), many) for side in WON_DISCS
        ]
    for openings, many in kinds:
        yield from islice(new_among(openings, known), many)


def new_among(openings: Iterable[tuple[str, str, int]], known: set[str]) -> Iterator[str]:
    """Yield the lines of those that are not known, and know them from then on."""
    for moves, value, nodes in openings:
        if (same := identity(BestMoveTask(moves, ()))) not in known:
            known.add(same)
            sys.stderr.write(f"{moves} {value} {nodes}\n")
            yield f"{moves} {value} {nodes}"


def text() -> str:
    """Return the file, the kinds mixed."""
    lines = list(found())
    Random(SEED).shuffle(lines)
    return HEAD + "".join(f"{line}\n" for line in lines)


if __name__ == "__main__":
    OPENINGS.write_text(text(), encoding="ascii")
