"""One game between real programs: how it goes on, and how it can be lost."""

from __future__ import annotations

import pytest

from graders.arena.games import play_game
from graders.arena.schedule import PlannedGame
from graders.katas import kata_named
from graders.katas.playing import Playing
from graders.model.arena import Game, GameEnd
from graders.model.verdict import Verdict
from kata.board import Board, Player
from tests.arena.players import player, settings
from tests.tiers import sampled

OPENING = "33333324"
"""After it the left-most columns are empty, and nobody is near four."""


def play(red: str, yellow: str, opening: str = OPENING) -> Game:
    planned = PlannedGame(1, 0, 1, opening)
    return play_game(planned, (player(red), player(yellow)), playing(), settings())


def playing() -> Playing:
    found = kata_named("best_move").playing()
    assert found is not None
    return found


def test_a_game_is_played_from_its_opening_to_four() -> None:
    game = play("rightmost", "leftmost")
    assert game.moves.startswith(OPENING)
    assert game.opening == len(OPENING)
    board = Board.from_moves(game.moves, Player.RED)
    assert board.check_winner() is (Player.RED if game.winner == 0 else Player.YELLOW)
    assert (game.end, game.verdict) == (GameEnd.FOUR, None)
    assert len(game.seconds) == len(game.moves) - game.opening
    assert game.points_of(0) + game.points_of(1) == 1


@pytest.mark.parametrize(
    ("loser", "moves", "verdict"),
    sampled(
        [
            ("crashes", 2, Verdict.RUNTIME_ERROR),
            ("late", 0, Verdict.TIME_LIMIT_EXCEEDED),
            ("off_the_board", 0, Verdict.INVALID_ANSWER),
            ("not_python", 0, Verdict.LOAD_ERROR),
        ],
        lambda loser, *_: loser in ("crashes", "late"),
    ),
)
def test_who_gives_no_move_that_can_be_played_loses(
    loser: str, moves: int, verdict: Verdict
) -> None:
    game = play(loser, "rightmost")
    assert (game.end, game.winner, game.verdict) == (GameEnd.FORFEIT, 1, verdict)
    assert len(game.moves) == len(OPENING) + moves
    assert len(game.seconds) == moves


def test_a_board_that_is_full_is_a_draw() -> None:
    whole = "436014551150160155104632660465204242223333"
    game = play("leftmost", "leftmost", whole[:-1])
    assert (game.moves, game.end, game.winner) == (whole, GameEnd.FULL, None)
    assert game.points_of(0) == 0.5
