"""The prover: exact where brute force can check it, and on mates that are known."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kata.board import Board
from solutions.prover import FOREVER, OutOfBudgetError, Position, Prover
from tests.solutions.brute_force import outcome, outcomes
from tests.solutions.known import EARLY_MATES, MATES, late_boards, sign


@settings(max_examples=30, deadline=None)
@given(late_boards)
def test_agrees_with_brute_force_on_everything(board: Board) -> None:
    position, prover = Position.from_board(board), Prover()
    best, by_column = outcome(board), outcomes(board)
    assert prover.score(position) == sign(best)
    assert prover.mate_in(position) == (best if best > 0 else None)
    assert prover.loss_in(position) == (-best if best < 0 else None)
    assert prover.column_values(position) == {col: sign(one) for col, one in by_column.items()}
    assert prover.winning_columns(position) == {col for col, one in by_column.items() if one > 0}


@pytest.mark.thorough
@settings(max_examples=40, deadline=None)
@given(late_boards, st.integers(0, 10))
def test_counts_plies_as_brute_force_does(board: Board, plies: int) -> None:
    position, prover = Position.from_board(board), Prover()
    best = outcome(board)
    assert prover.win_in(position, plies) == (0 < best <= plies)
    assert prover.loses_in(position, plies) == (best < 0 and -best <= plies)
    for col, one in outcomes(board).items():
        assert prover.column_wins_in(position, col, plies) == (0 < one <= plies)


@pytest.mark.thorough
@settings(max_examples=40, deadline=None)
@given(late_boards)
def test_the_best_line_ends_where_the_outcome_says(board: Board) -> None:
    empty, best = 42 - Position.from_board(board).discs, outcome(board)
    line = Prover().best_line(Position.from_board(board))
    for col in line:
        assert board.check_winner() is None
        board.drop_disc(col)
    assert len(line) == (abs(best) if best else empty)
    assert (board.check_winner() is None) == (best == 0)


@pytest.mark.parametrize("case", MATES)
def test_proves_the_shipped_mates(case: str) -> None:
    moves, plies, columns = MATES[case]
    position, prover = Position.from_moves(moves), Prover()
    assert prover.mate_in(position) == plies
    assert not prover.win_in(position, plies - 2)
    assert len(prover.best_line(position)) == plies
    assert all(prover.column_wins_in(position, col, plies) for col in columns)


@pytest.mark.thorough
@pytest.mark.parametrize("case", ["phase3/mate-in-3", "phase3/mate-in-5", "phase3/mate-in-7"])
def test_proves_that_no_other_column_wins_at_all(case: str) -> None:
    moves, _, columns = MATES[case]
    assert Prover().winning_columns(Position.from_moves(moves)) == columns


@pytest.mark.parametrize("moves", EARLY_MATES)
def test_proves_early_mates_in_few_nodes(moves: str) -> None:
    plies, column = EARLY_MATES[moves]
    position, prover = Position.from_moves(moves), Prover(node_limit=2000)
    assert prover.mate_in(position, at_most=plies) == plies
    quickest = [c for c in range(7) if prover.column_wins_in(position, c, plies)]
    assert quickest == [column]


def test_an_odd_threat_wins_without_a_search() -> None:
    position = Position.from_moves("2153026163350")  # a mate in 21
    assert Prover(node_limit=10).win_in(position, FOREVER)


@pytest.mark.parametrize("ask", [Prover.score, Prover.winning_columns, Prover.column_values])
def test_gives_up_at_the_node_limit(ask) -> None:  # type: ignore[no-untyped-def]
    prover = Prover(node_limit=500)
    with pytest.raises(OutOfBudgetError, match="500 nodes"):
        ask(prover, Position())
    assert prover.nodes <= 501


def test_gives_up_at_the_deadline() -> None:
    with pytest.raises(OutOfBudgetError, match="deadline"):
        Prover(deadline=time.monotonic()).score(Position())


def test_goes_on_with_a_new_deadline() -> None:
    prover, position = Prover(deadline=time.monotonic()), Position.from_moves("36013401106063")
    with pytest.raises(OutOfBudgetError):
        prover.score(position)
    prover.deadline = None
    assert prover.mate_in(position, at_most=9) == 9


def test_a_won_game_is_lost_for_the_side_to_move() -> None:
    position, prover = Position.from_moves("0101010"), Prover()
    assert position.lost
    assert position.legal_columns() == ()
    assert prover.score(position) == -1
    assert prover.loss_in(position) == 0
    assert prover.mate_in(position) is None
    assert prover.best_line(position) == ()
