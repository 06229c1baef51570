"""What the benchmark measures: nodes that are invariant, columns, and an end at the limit."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graders.katas.best_move.ladder.measure import (
    CountingBoard,
    Deepening,
    Measured,
    OverLimitError,
    Search,
    SearchRun,
    measured_deepening,
    measured_to_depths,
)
from kata.board import Board


def fixed_depth(
    search: Search, board: Board, depth: int, *, limit_s: float, repeat: int
) -> SearchRun | None:
    """Measure one search; None where it takes longer than the limit."""
    runs = timed(measured_to_depths(search, board, depth, limit_s), repeat)
    return next((run for run in runs if run.depth == depth), None)


def deepening(
    deepen: Deepening, board: Board, max_depth: int, *, limit_s: float, repeat: int
) -> tuple[SearchRun, ...]:
    return timed(measured_deepening(deepen, board, max_depth, limit_s), repeat)


def timed(measured: Measured, repeat: int) -> tuple[SearchRun, ...]:
    for _ in range(repeat):
        measured.take()
    return measured.runs()


def drops_of_full_tree(board: Board, depth: int) -> int:
    """Play the whole tree without looking for wins, and answer column 0."""
    if depth:
        for col in board.valid_moves():
            board.drop_disc(col)
            drops_of_full_tree(board, depth - 1)
            board.undo_move()
    return 0


def deepen_to_three(board: Board, max_depth: int) -> Iterator[tuple[int, int, int]]:
    """Deepen over the whole tree to depth 3 and no deeper."""
    for depth in range(1, min(max_depth, 3) + 1):
        drops_of_full_tree(board, depth)
        yield depth, depth, int(depth == 3)


def test_a_node_is_a_disc_dropped():
    run = fixed_depth(drops_of_full_tree, Board(), 3, limit_s=60, repeat=1)
    assert run is not None
    assert (run.depth, run.column, run.nodes) == (3, 0, 7 + 49 + 343)


def test_nodes_do_not_depend_on_how_often_a_search_is_timed():
    runs = [fixed_depth(drops_of_full_tree, Board(), 2, limit_s=60, repeat=n) for n in (1, 3)]
    assert [run.nodes for run in runs if run] == [56, 56]


def test_measuring_leaves_the_board_as_it_was():
    board = Board.from_moves("3344")
    fixed_depth(drops_of_full_tree, board, 2, limit_s=60, repeat=2)
    deepening(deepen_to_three, board, 2, limit_s=60, repeat=2)
    assert board == Board.from_moves("3344")
    assert type(board) is Board


def test_discs_already_on_the_board_are_not_nodes():
    board = CountingBoard.on(Board.from_moves("3344"))
    assert board.nodes == 0
    assert board == Board.from_moves("3344")


def test_a_counting_board_keeps_the_side_to_move_and_the_moves_to_undo():
    board = CountingBoard.on(Board.from_moves("334"))
    board.undo_move()
    assert board == Board.from_moves("33")


def test_a_search_past_its_deadline_is_broken_off():
    board = CountingBoard.on(Board(), deadline=0.0)
    with pytest.raises(OverLimitError):
        drops_of_full_tree(board, 5)


def test_a_search_over_the_limit_has_no_run():
    assert fixed_depth(drops_of_full_tree, Board(), 5, limit_s=0.0, repeat=1) is None


def test_deepening_adds_up_the_nodes_of_the_depths_before():
    runs = deepening(deepen_to_three, Board(), 2, limit_s=60, repeat=2)
    assert [(run.depth, run.column, run.nodes) for run in runs] == [(1, 1, 7), (2, 2, 63)]


def test_deepening_may_end_by_itself_before_the_greatest_depth():
    runs = deepening(deepen_to_three, Board(), 9, limit_s=60, repeat=1)
    assert [run.depth for run in runs] == [1, 2, 3]


def test_deepening_keeps_the_depths_that_ended_within_the_limit():
    def deepen(board: Board, max_depth: int) -> Iterator[tuple[int, int, int]]:
        drops_of_full_tree(board, 1)
        yield 1, 3, 0
        while max_depth > 1:
            drops_of_full_tree(board, 2)

    runs = deepening(deepen, Board(), 2, limit_s=0.2, repeat=1)
    assert [run.depth for run in runs] == [1]


def test_deepening_that_ends_no_depth_within_the_limit_has_no_runs():
    def deepen(board: Board, max_depth: int) -> Iterator[tuple[int, int, int]]:
        drops_of_full_tree(board, 5)
        yield 1, 3, 0

    assert deepening(deepen, Board(), 1, limit_s=0.0, repeat=1) == ()
