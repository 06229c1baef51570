"""The fifth rung: exact where brute force can check it, and on mates that are known."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kata.board import Board, Player
from solutions.bitboard import OutOfBudgetError, Position, Solver, find_best_move
from tests.solutions.brute_force import late_board, outcome, outcomes

# moves, plies to the mate, the columns that win at all
MATES = {
    "phase3/mate-in-3": ("466225453300320044", 3, {5}),
    "phase3/mate-in-5": ("0325323342206055", 5, {4}),
    "phase3/mate-in-7": ("3404340063064136", 7, {1}),
    "phase3/mate-in-9": ("36013401106063", 9, {6}),
}
EARLY_MATES = {"354305415062": (9, 4), "0032334033": (9, 6), "32334033": (7, 6)}
SWAPPED = {"R": Player.YELLOW, "Y": Player.RED}

late_boards = st.builds(
    late_board,
    st.integers(0, 2**32),
    st.integers(0, 8),
    st.sampled_from(list(Player)),
)


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


@settings(max_examples=60, deadline=None)
@given(late_boards)
def test_agrees_with_brute_force_on_everything(board: Board) -> None:
    position, solver = Position.from_board(board), Solver()
    best, by_column = outcome(board), outcomes(board)
    assert solver.score(position) == sign(best)
    assert solver.mate_in(position) == (best if best > 0 else None)
    assert solver.loss_in(position) == (-best if best < 0 else None)
    assert solver.column_values(position) == {col: sign(one) for col, one in by_column.items()}
    assert solver.winning_columns(position) == {col for col, one in by_column.items() if one > 0}


@settings(max_examples=40, deadline=None)
@given(late_boards, st.integers(0, 10))
def test_counts_plies_as_brute_force_does(board: Board, plies: int) -> None:
    position, solver = Position.from_board(board), Solver()
    best = outcome(board)
    assert solver.win_in(position, plies) == (0 < best <= plies)
    assert solver.loses_in(position, plies) == (best < 0 and -best <= plies)
    for col, one in outcomes(board).items():
        assert solver.column_wins_in(position, col, plies) == (0 < one <= plies)


@settings(max_examples=40, deadline=None)
@given(late_boards)
def test_the_best_line_ends_where_the_outcome_says(board: Board) -> None:
    empty, best = 42 - Position.from_board(board).discs, outcome(board)
    line = Solver().best_line(Position.from_board(board))
    for col in line:
        assert board.check_winner() is None
        board.drop_disc(col)
    assert len(line) == (abs(best) if best else empty)
    assert (board.check_winner() is None) == (best == 0)


@settings(max_examples=40, deadline=None)
@given(late_boards)
def test_plays_a_best_column_and_leaves_the_board_alone(board: Board) -> None:
    if board.is_full():
        return
    before, by_column = board.copy(), outcomes(board)
    best = outcome(board)
    played = by_column[find_best_move(board)]
    assert board == before
    assert played == best if best > 0 else sign(played) == sign(best)


@pytest.mark.parametrize("case", MATES)
def test_proves_the_shipped_mates(case: str) -> None:
    moves, plies, columns = MATES[case]
    position, solver = Position.from_moves(moves), Solver()
    assert solver.mate_in(position) == plies
    assert not solver.win_in(position, plies - 2)
    assert len(solver.best_line(position)) == plies
    assert all(solver.column_wins_in(position, col, plies) for col in columns)


@pytest.mark.parametrize("case", ["phase3/mate-in-3", "phase3/mate-in-5", "phase3/mate-in-7"])
def test_proves_that_no_other_column_wins_at_all(case: str) -> None:
    moves, _, columns = MATES[case]
    assert Solver().winning_columns(Position.from_moves(moves)) == columns


@pytest.mark.parametrize("moves", EARLY_MATES)
def test_proves_early_mates_in_few_nodes(moves: str) -> None:
    plies, column = EARLY_MATES[moves]
    position, solver = Position.from_moves(moves), Solver(node_limit=2000)
    assert solver.mate_in(position, at_most=plies) == plies
    quickest = [c for c in range(7) if solver.column_wins_in(position, c, plies)]
    assert quickest == [column]


@pytest.mark.parametrize("moves", [*EARLY_MATES, *(moves for moves, _, _ in MATES.values())])
def test_plays_the_winning_column_in_mirror_image_and_either_colour(moves: str) -> None:
    column = find_best_move(Board.from_moves(moves))
    reflected = "".join(str(6 - int(digit)) for digit in moves)
    assert find_best_move(Board.from_moves(reflected)) == 6 - column
    assert find_best_move(Board.from_moves(moves, Player.YELLOW)) == column


@pytest.mark.parametrize("ask", [Solver.score, Solver.winning_columns, Solver.column_values])
def test_gives_up_at_the_node_limit(ask) -> None:  # type: ignore[no-untyped-def]
    solver = Solver(node_limit=500)
    with pytest.raises(OutOfBudgetError, match="500 nodes"):
        ask(solver, Position())
    assert solver.nodes <= 501


def test_gives_up_at_the_deadline() -> None:
    with pytest.raises(OutOfBudgetError, match="deadline"):
        Solver(deadline=time.monotonic()).score(Position())


def test_goes_on_with_a_new_deadline() -> None:
    solver, position = Solver(deadline=time.monotonic()), Position.from_moves("36013401106063")
    with pytest.raises(OutOfBudgetError):
        solver.score(position)
    solver.deadline = None
    assert solver.mate_in(position, at_most=9) == 9


def test_a_won_game_is_lost_for_the_side_to_move() -> None:
    position, solver = Position.from_moves("0101010"), Solver()
    assert position.lost
    assert position.legal_columns() == ()
    assert solver.score(position) == -1
    assert solver.loss_in(position) == 0
    assert solver.mate_in(position) is None
    assert solver.best_line(position) == ()


def test_a_finished_game_has_no_best_move() -> None:
    for board in (Board.from_moves("0101010"), late_board(1, 0)):
        with pytest.raises(ValueError, match="over"):
            find_best_move(board)


def test_a_position_knows_whose_turn_it_is_in_a_game_that_yellow_began() -> None:
    position = Position.from_moves("334", first="Y")
    assert position.to_move == "R"
    assert position == Position.from_board(Board.from_moves("334", Player.YELLOW))
    assert position.play(4) == Position.from_moves("3344", first="Y")


def test_refuses_a_column_that_cannot_be_played() -> None:
    with pytest.raises(ValueError, match="column 0"):
        Position.from_moves("010101").play(0).play(0)
    with pytest.raises(ValueError, match="column 7"):
        Position().play(7)
