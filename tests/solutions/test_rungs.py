"""The first four rungs: what each sees, what each does not, and what it costs in nodes.

A node is one disc dropped, counted by a board that is handed to the lesson; no test here
looks at a clock.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graders.lab.verifying.declared import references
from kata.board import Board, Player
from solutions import alpha_beta, bitboard, iterative_deepening, naive, transposition
from solutions.prover import Position, Prover
from tests.solutions.brute_force import late_board
from tests.tiers import sampled

MATE_3, MATE_5 = "466225453300320044", "0325323342206055"
MATE_7, MATE_9 = "3404340063064136", "36013401106063"
ANSWERS = {MATE_3: 5, MATE_5: 4, MATE_7: 1, MATE_9: 6}
TRAPS = {
    "354305415062": 4,
    "5553466341": 4,
    "54100341611565104453364600042662": 2,
    "50444403225606326": 3,
    "0406522636231420625": 4,
}
SEARCHES = (naive, alpha_beta, iterative_deepening, transposition)
RUNGS = (*SEARCHES, bitboard)
OVER = (Board.from_moves("0101010"), Board.from_moves("30101010"), late_board(3, 0))
DEEPENING = (iterative_deepening, transposition)
PLENTY_S = 1e9
CALLS = {
    "valid_moves", "drop_disc", "undo_move", "check_winner",
    "is_full", "current_player", "column_height", "get_cell",
}  # fmt: skip
LESSONS = [
    each.file
    for each in references()
    if each.file.suffix == ".py" and "def find_best_move(" in each.file.read_text(encoding="utf-8")
]

boards = st.builds(
    late_board, st.integers(0, 2**32), st.integers(1, 34), st.sampled_from(list(Player))
)


class CountingBoard(Board):
    """Count the discs dropped since the position was set up."""

    nodes = 0

    def drop_disc(self, col: int) -> int:
        self.nodes += 1
        return super().drop_disc(col)


def counting(moves: str) -> CountingBoard:
    board = CountingBoard.from_moves(moves)
    assert isinstance(board, CountingBoard)
    board.nodes = 0
    return board


def nodes_of(search: Callable[[Board], object], moves: str) -> int:
    board = counting(moves)
    search(board)
    return board.nodes


def until_proven(module: ModuleType, board: Board) -> tuple[int, int, int]:
    iterations: Iterator[tuple[int, int, int]] = module.deepen(board)
    return next(each for each in iterations if each[2] != 0)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda file: file.stem)
def test_a_lesson_uses_the_calls_of_the_interview_only(lesson: Path) -> None:
    for node in ast.walk(ast.parse(lesson.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) in ("board", "self.board"):
            assert node.attr in CALLS


@pytest.mark.parametrize("module", SEARCHES)
def test_hands_the_board_back_as_it_was(module: ModuleType) -> None:
    board = Board.from_moves(MATE_5)
    module.find_best_move(board)
    assert board == Board.from_moves(MATE_5)
    board.undo_move()
    assert board == Board.from_moves(MATE_5[:-1])


@pytest.mark.parametrize("module", RUNGS)
@pytest.mark.parametrize("board", OVER, ids=["won", "lost by yellow", "full"])
def test_refuses_a_game_that_is_over(module: ModuleType, board: Board) -> None:
    before = board.copy()
    with pytest.raises(ValueError, match="the game is over"):
        module.find_best_move(board)
    assert board == before


@pytest.mark.thorough
@pytest.mark.parametrize("module", sampled(RUNGS, lambda module: module is not alpha_beta))
def test_plays_the_win_at_hand_and_a_legal_column_where_every_one_loses(module: ModuleType) -> None:
    assert module.find_best_move(Board.from_moves("010101")) == 0
    cornered = Board.from_moves("33445")
    assert module.find_best_move(cornered) in cornered.valid_moves()


@settings(max_examples=60, deadline=None)
@given(boards, st.integers(0, 4))
def test_alpha_beta_has_the_value_of_minimax(board: Board, depth: int) -> None:
    plain = naive.value_of(board, depth, board.current_player)
    assert alpha_beta.value_of(board, depth, -1, 1) == plain


@pytest.mark.thorough
@settings(max_examples=60, deadline=None)
@given(boards, st.integers(1, 4))
def test_alpha_beta_plays_a_column_that_minimax_likes_best(board: Board, depth: int) -> None:
    me = board.current_player
    values = {}
    for col in board.valid_moves():
        board.drop_disc(col)
        values[col] = naive.value_of(board, depth - 1, me)
        board.undo_move()
    assert values[alpha_beta.find_best_move(board, depth)] == max(values.values())
    assert naive.find_best_move(board, depth) == max(values, key=lambda col: values[col])


@settings(max_examples=30, deadline=None)
@given(boards)
def test_the_table_changes_no_score(board: Board) -> None:
    plain = iterative_deepening.deepen(board, max_depth=5)
    with_table = transposition.deepen(board, max_depth=5)
    for (depth, _, score), (same_depth, _, same_score) in zip(plain, with_table, strict=True):
        assert (depth, score) == (same_depth, same_score)


@pytest.mark.thorough
@settings(max_examples=30, deadline=None)
@given(boards)
def test_a_score_tells_the_plies_to_the_mate(board: Board) -> None:
    position, prover = Position.from_board(board), Prover()
    for depth, col, score in transposition.deepen(board, max_depth=6):
        assert (score > 0) == prover.win_in(position, depth)
        assert (score < 0) == prover.loses_in(position, depth)
        if score > 0:
            assert prover.mate_in(position) == transposition.WIN - score
            assert prover.column_wins_in(position, col, transposition.WIN - score)


@pytest.mark.parametrize("moves", ANSWERS)
def test_the_table_finds_every_mate_in_few_nodes(moves: str) -> None:
    board = counting(moves)
    _, col, _ = until_proven(transposition, board)
    assert col == ANSWERS[moves]
    assert board.nodes < 40_000


@pytest.mark.thorough
@pytest.mark.parametrize("moves", TRAPS)
def test_the_table_falls_into_no_trap(moves: str) -> None:
    assert transposition.find_best_move(Board.from_moves(moves), PLENTY_S) == TRAPS[moves]


@pytest.mark.thorough
class TestLongMates:
    def test_naive_misses_mate_in_7_and_in_9(self) -> None:
        short = [naive.find_best_move(Board.from_moves(moves)) for moves in (MATE_3, MATE_5)]
        assert short == [5, 4]
        for moves in (MATE_7, MATE_9):
            assert naive.find_best_move(Board.from_moves(moves)) != ANSWERS[moves]

    def test_alpha_beta_at_depth_8_finds_mate_in_7_and_misses_mate_in_9(self) -> None:
        for moves in (MATE_3, MATE_5, MATE_7):
            assert alpha_beta.find_best_move(Board.from_moves(moves)) == ANSWERS[moves]
        assert alpha_beta.find_best_move(Board.from_moves(MATE_9)) != ANSWERS[MATE_9]

    def test_every_rung_needs_fewer_nodes_than_the_one_below(self) -> None:
        to_depth_6 = [
            nodes_of(lambda board: naive.find_best_move(board, 6), MATE_9),
            nodes_of(lambda board: alpha_beta.find_best_move(board, 6), MATE_9),
        ]
        assert to_depth_6[0] > 10 * to_depth_6[1]
        to_depth_7 = [
            nodes_of(lambda board, m=module: list(m.deepen(board, 7)), MATE_9)  # type: ignore[misc]
            for module in DEEPENING
        ]
        assert to_depth_7[0] > 5 * to_depth_7[1]


@pytest.mark.parametrize("module", DEEPENING)
@pytest.mark.parametrize("moves", [MATE_3, MATE_5])
def test_stops_once_a_win_is_proven(module: ModuleType, moves: str) -> None:
    proof = counting(moves)
    until_proven(module, proof)
    asked = nodes_of(lambda board: module.find_best_move(board, PLENTY_S), moves)
    assert asked == proof.nodes


@pytest.mark.parametrize("module", DEEPENING)
def test_without_a_budget_searches_depth_1(module: ModuleType) -> None:
    assert nodes_of(lambda board: module.find_best_move(board, 0.0), MATE_9) == 7


@pytest.mark.parametrize("module", DEEPENING)
def test_deepens_no_further_than_the_game_lasts(module: ModuleType) -> None:
    board = late_board(5, 4)
    assert [depth for depth, _, _ in module.deepen(board)] == [1, 2, 3, 4]
