"""What is told of a game is proved: checked here against search without a budget."""

from __future__ import annotations

import random

import pytest

from graders.katas import all_katas, kata_named
from graders.katas.best_move.playing import (
    HINT_NODES,
    SOON,
    forecast,
    review,
)
from graders.katas.playing import Lapse
from kata.board import Board
from solutions.prover import FOREVER, Position, Prover

PLAYING = kata_named("best_move").playing()
SIGNS = {"win": 1, "draw": 0, "loss": -1}


def position(moves: str) -> Position:
    return Position.from_board(Board.from_moves(moves))


def played_at_random(seed: int) -> str:
    chance, board, moves = random.Random(seed), Board(), ""
    while board.check_winner() is None and not board.is_full():
        column = chance.choice(board.valid_moves())
        board.drop_disc(column)
        moves += str(column)
    return moves


def check(moves: str, lapse: Lapse, prover: Prover) -> None:
    before = position(moves[: lapse.ply - 1])
    after = before.play(lapse.column)
    if lapse.had is None:
        assert not [c for c in lapse.best if prover.win_in(before.play(c), lapse.within - 1)]
    elif lapse.had_plies is not None:
        assert prover.mate_in(before) == lapse.had_plies
        assert lapse.best == tuple(
            c for c in before.legal_columns() if prover.column_wins_in(before, c, lapse.had_plies)
        )
    if lapse.left_plies is not None:
        assert (prover.mate_in(after) or 0) + 1 == lapse.left_plies
    if lapse.had is not None and lapse.left is None:
        assert not prover.column_wins_in(before, lapse.column, lapse.within)
    late = before.discs >= 16  # of others the exact value takes too long for a test
    if late and lapse.had is not None and lapse.left is not None:
        assert prover.score(before) == SIGNS[lapse.had]
        assert -prover.score(after) == SIGNS[lapse.left] < SIGNS[lapse.had]
        for column in lapse.best:
            assert -prover.score(before.play(column)) == SIGNS[lapse.had]


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(1, 3))
def test_each_lapse_of_a_game_is_true(seed: int) -> None:
    moves, prover = played_at_random(seed), Prover()
    found = review(moves, "R")
    for lapse in found.lapses:
        check(moves, lapse, prover)
    told = {lapse.ply for lapse in found.lapses}
    assert not told & set(found.open)
    late = range(max(17, len(moves) - 12), len(moves) + 1)
    for ply in set(late) - told - set(found.open):
        before = position(moves[: ply - 1])
        after = before.play(int(moves[ply - 1]))
        if not after.lost:
            assert -prover.score(after) == prover.score(before), ply


@pytest.mark.parametrize(
    ("moves", "value", "plies", "best"),
    [("0032334033", "win", 9, (6,)), ("144330156", "win", 1, (2,))],
)
def test_a_forecast_finds_the_soonest_win(
    moves: str, value: str, plies: int, best: tuple[int, ...]
) -> None:
    found = forecast(position(moves), Prover(node_limit=HINT_NODES))
    assert (found.value, found.plies, found.best) == (value, plies, best)


@pytest.mark.thorough
class TestReviews:
    def test_a_win_passed_by_at_once_is_told_however_early_it_was(self) -> None:
        (lapse,) = review("001122" + "6", "R", begin=6).lapses
        assert lapse.ply == 7
        assert (lapse.had, lapse.had_plies, lapse.best) == ("win", 1, (3,))

    def test_a_block_that_was_forgotten_is_told_with_the_column_that_held_out(self) -> None:
        (lapse,) = review("0313" + "4" + "3" + "5", "R", begin=6).lapses
        assert lapse.ply == 7
        assert (lapse.left, lapse.left_plies, lapse.best) == ("loss", 2, (3,))

    def test_a_review_costs_no_more_than_its_budget(self) -> None:
        counted = Prover()

        class Counting(Prover):
            def __init__(self) -> None:
                super().__init__()
                nonlocal counted
                counted = self

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("graders.katas.best_move.playing.Prover", Counting)
            for name, nodes in (("GAME", 32_000), ("PLY", 4_000), ("LEAST_PLY", 400)):
                patch.setattr(f"graders.katas.best_move.playing.{name}_NODES", nodes)
            review("333333222222444444", "R")
        assert 32_000 < counted.nodes <= 32_000 + 18 * (400 + 1000) + 4_000

    def test_a_forecast_names_what_loses_for_certain(self) -> None:
        found = forecast(position("031234"), Prover(node_limit=HINT_NODES))
        assert found.losing == (0, 1, 2, 3, 4, 6)
        whole = Prover()
        assert all(whole.win_in(position("031234").play(c), FOREVER) for c in found.losing)


def test_a_full_board_but_one_cell_is_told_for_certain() -> None:
    moves = "436014551150160155104632660465204242223333"
    found = forecast(position(moves[:-1]), Prover(node_limit=HINT_NODES))
    assert (found.value, found.best) == ("draw", (int(moves[-1]),))


def test_the_rungs_are_the_ladder_and_the_usual_one_is_among_them() -> None:
    assert PLAYING is not None
    assert all(path.is_file() for path in PLAYING.rungs.values())
    assert PLAYING.usual in PLAYING.rungs
    assert tuple(sorted(SOON)) == SOON


def test_what_cannot_be_played_says_so_itself() -> None:
    assert [name for name, kata in all_katas().items() if kata.playing()] == ["best_move"]
