"""The fifth rung: what it plays, and what its positions know of themselves."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kata.board import COLS, Board, Player
from solutions import bitboard
from solutions.bitboard import (
    ADDED,
    BOTTOM,
    CELLS,
    COLUMNS,
    LINES,
    WHOLE_BOARD,
    Contest,
    Position,
    find_best_move,
    has_four,
    threats,
)
from solutions.prover import Prover
from tests.solutions.brute_force import late_board, outcome, outcomes
from tests.solutions.known import EARLY_MATES, MATES, late_boards, sign
from tests.unhurried import CPU_CLOCK


@pytest.mark.thorough
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


@pytest.mark.parametrize("moves", [*EARLY_MATES, *(moves for moves, _, _ in MATES.values())])
def test_plays_the_winning_column_in_mirror_image_and_either_colour(moves: str) -> None:
    column = find_best_move(Board.from_moves(moves))
    reflected = "".join(str(6 - int(digit)) for digit in moves)
    assert find_best_move(Board.from_moves(reflected)) == 6 - column
    assert find_best_move(Board.from_moves(moves, Player.YELLOW)) == column


def test_a_finished_game_has_no_best_move() -> None:
    for board in (Board.from_moves("0101010"), late_board(1, 0)):
        with pytest.raises(ValueError, match="over"):
            find_best_move(board)


def test_a_position_knows_whose_turn_it_is_in_a_game_that_yellow_began() -> None:
    position = Position.from_moves("334", first="Y")
    assert position.to_move == "R"
    assert position == Position.from_board(Board.from_moves("334", Player.YELLOW))
    assert position.play(4) == Position.from_moves("3344", first="Y")


@pytest.mark.thorough
def test_an_unfinished_column_is_not_put_below_a_proved_draw(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bitboard, "time", CPU_CLOCK)
    assert find_best_move(Board.from_moves("503645320221541")) == 4  # wins; 3 only draws


def test_puts_a_column_first_that_is_worth_most() -> None:
    position = Position.from_board(late_board(7, 12))
    contest, values = Contest(position), Prover().column_values(position)
    contest.settle(time.monotonic() + 60)
    assert values[contest.left[0]] == max(values.values())


def test_refuses_a_column_that_cannot_be_played() -> None:
    with pytest.raises(ValueError, match="column 0"):
        Position.from_moves("010101").play(0).play(0)
    with pytest.raises(ValueError, match="column 7"):
        Position().play(7)


@given(st.integers(0, WHOLE_BOARD), st.integers(0, CELLS - 1))
def test_a_disc_adds_the_threats_that_its_lines_hold(discs: int, place: int) -> None:
    cell = 1 << 7 * (place % COLS) + place // COLS
    own = discs & WHOLE_BOARD & ~cell
    reach, _, added = ADDED[cell]
    for _ in range(2):  # worked out, then remembered
        seen = threats(own) | added[own & reach]
        assert seen & ~own & WHOLE_BOARD == threats(own | cell) & ~own & WHOLE_BOARD


@given(st.lists(st.integers(0, 2**49 - 1), max_size=5))
def test_the_four_that_was_seen_last_changes_no_answer(boards: list[int]) -> None:
    for discs in boards:
        board = discs & WHOLE_BOARD
        assert has_four(board) == any(board & line == line for line in LINES)


@pytest.mark.thorough
@given(late_boards)
def test_a_threat_is_a_cell_that_completes_four(board: Board) -> None:
    position = Position.from_board(board)
    landing = position.taken + BOTTOM & WHOLE_BOARD & ~position.taken
    wins = {col for col in position.legal_columns() if position.play(col).lost}
    seen = threats(position.own) & landing
    assert {col for col in range(7) if seen & COLUMNS[col]} == wins
