"""How hard plain alpha-beta has to work."""

from __future__ import annotations

import pytest

from graders.katas.best_move.ladder.measure import CountingBoard
from graders.katas.best_move.mining.order import Order
from graders.katas.best_move.mining.quiet_mates import needs_nodes
from graders.katas.best_move.mining.search import mine_mates
from kata.board import Board
from solutions import alpha_beta

MATE_IN_5 = "0325323342206055"


def nodes_of(moves: str, mate: int) -> int:
    board = CountingBoard.on(Board.from_moves(moves))
    alpha_beta.find_best_move(board, mate)
    return board.nodes


def test_the_count_is_the_benchmarks_to_the_last_node() -> None:
    nodes = nodes_of(MATE_IN_5, 5)
    assert needs_nodes(MATE_IN_5, 5, nodes)
    assert not needs_nodes(MATE_IN_5, 5, nodes + 1)


@pytest.mark.parametrize("least", [0, 1])
def test_any_search_needs_none_and_one(least: int) -> None:
    assert needs_nodes(MATE_IN_5, 5, least)


def test_a_bank_keeps_only_positions_that_need_so_many() -> None:
    order = Order(mate=3, count=4, seed=7, discs=(20, 26), min_nodes=40, allow_guessable=True)
    assert all(
        nodes_of(task.moves, 3) >= 40 for found in mine_mates(order) if found for task in found
    )
    easier = mine_mates(Order(mate=3, count=12, seed=7, discs=(20, 26), allow_guessable=True))
    assert any(nodes_of(task.moves, 3) < 40 for found in easier if found for task in found)
