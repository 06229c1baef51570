"""The fifth rung against an independent prover, where that is installed."""

from __future__ import annotations

import random
from typing import Any

import pytest

from solutions.prover import Position, Prover

bitbully = pytest.importorskip("bitbully", reason="the extra `oracle` is not installed")


def random_game(chance: random.Random, discs: int) -> str:
    while True:
        position, moves = Position(), ""
        while position.discs < discs and position.legal_columns():
            col = chance.choice(position.legal_columns())
            position, moves = position.play(col), moves + str(col)
        if position.discs == discs and not position.lost:
            return moves


@pytest.fixture(scope="module")
def oracle() -> Any:
    """Return the solver, which takes longer to set up than to ask."""
    return bitbully.BitBully()


@pytest.mark.parametrize("seed", range(40))
def test_agrees_on_every_column_and_on_the_distance(seed: int, oracle: Any) -> None:
    chance = random.Random(seed)
    moves = random_game(chance, chance.randint(22, 38))
    board = bitbully.Board.from_moves([int(col) for col in moves])
    scores = oracle.score_all_moves(board)
    position, prover = Position.from_moves(moves), Prover()
    assert prover.column_values(position) == {
        col: (score > 0) - (score < 0) for col, score in scores.items()
    }
    best = max(scores.values())
    plies = oracle.score_to_moves_left(best, board) if best else None
    assert prover.mate_in(position) == (plies if best > 0 else None)
    assert prover.loss_in(position) == (plies if best < 0 else None)
