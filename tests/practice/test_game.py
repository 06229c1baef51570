"""A game knows whose turn it is, what may be taken back, and what to point out."""

from __future__ import annotations

import pytest

from graders.katas.playing import Forecast, Lapse, Review
from graders.practice.game import PlayedGame, hint, how_it_ended, missed_moves
from graders.reports.layout import plain
from kata.board import Player

RED, YELLOW = Player.RED, Player.YELLOW


def test_a_move_is_added_where_there_is_room_and_refused_elsewhere() -> None:
    game = PlayedGame("333333", RED)
    assert game.play(2).moves == "3333332"
    assert game.play(2).turn is YELLOW
    with pytest.raises(ValueError, match="column 3 is full; there is room in 0 1 2 4 5 6"):
        game.play(3)
    with pytest.raises(ValueError, match="column 7 is not on the board"):
        game.play(7)


@pytest.mark.parametrize(
    ("moves", "mine", "begun", "left"),
    [
        ("", RED, 0, ""),
        ("3", YELLOW, 0, "3"),
        ("34", RED, 0, ""),
        ("3344", RED, 0, "33"),
        ("334", YELLOW, 0, "3"),
        ("3344", RED, 4, "3344"),
        ("33445", RED, 4, "3344"),
    ],
)
def test_what_is_taken_back_is_ones_own_last_move_and_what_came_after(
    moves: str, mine: Player, begun: int, left: str
) -> None:
    assert PlayedGame(moves, mine, begun).taken_back().moves == left


def test_a_side_that_gives_no_move_has_lost_until_it_is_taken_back() -> None:
    game = PlayedGame("3", RED, given_up=YELLOW)
    assert (game.over, game.winner) == (True, RED)
    assert not game.taken_back().over


def test_the_last_disc_is_pointed_out_and_in_the_end_the_line() -> None:
    assert plain(PlayedGame("33", RED).picture())[4] == " .  .  . [Y] .  .  ."
    won = PlayedGame("0011223", RED)
    assert (won.over, won.winner) == (True, RED)
    assert plain(won.picture())[5] == "[R][R][R][R] .  .  ."
    slanting = PlayedGame("01122323363", RED)
    assert sum(line.count("[R]") for line in plain(slanting.picture())) == 4


def test_every_board_is_drawn_as_wide_as_the_others() -> None:
    assert len(plain(PlayedGame("", RED).picture())[0]) == len(
        plain(PlayedGame("3", RED).picture())[0]
    )


def test_a_full_board_is_a_draw() -> None:
    game = PlayedGame("436014551150160155104632660465204242223333", RED)
    assert how_it_ended(game, "them") == "A draw: the board is full."


def test_the_end_says_who_has_won_and_after_how_many_plies() -> None:
    assert how_it_ended(PlayedGame("0011223", RED), "them") == "You win, after 7 plies."
    assert how_it_ended(PlayedGame("0011223", YELLOW), "them") == "them wins, after 7 plies."
    assert how_it_ended(PlayedGame("00", RED), "them") == "You left the game after 2 plies: 00."


@pytest.mark.parametrize(
    ("found", "first", "then"),
    [
        (Forecast("win", 1, (2,)), "You can force four at once.", "at once: column 2."),
        (Forecast("draw", None, (2, 5)), "it is a draw.", "a draw: columns 2, 5."),
        (Forecast("loss", 6, ()), "Every column loses against best play in 6 plies.", "6 plies."),
        (Forecast(losing=(0, 6)), "Some columns lose by force.", "by force: columns 0, 6."),
        (Forecast(quiet_plies=17), "You cannot force four within 17 plies", "no column is lost"),
    ],
)
def test_a_hint_says_what_is_there_and_once_more_where(
    found: Forecast, first: str, then: str
) -> None:
    assert first in hint(found, where=False)
    assert (
        "column" not in hint(found, where=False)
        or not (found.best or found.losing)
        or (found.losing and not found.best)
    )
    assert then in hint(found, where=True)


def test_only_ones_own_moves_are_told_with_their_ply() -> None:
    lapses = (Lapse(1, 0, "draw", (3,), None, "loss", 40), Lapse(2, 1, "win", (4,), 5, "draw"))
    said = list(missed_moves(PlayedGame("0123", YELLOW), Review(lapses, (1, 4))))
    assert "  ply 2: column 4 wins in 5 plies; column 1 only draws." in said
    assert not [line for line in said if "ply 1:" in line]
    assert "Not found within the budget of the search: ply 4." in said


def test_a_game_without_a_lapse_says_so_and_no_more_than_that() -> None:
    said = list(missed_moves(PlayedGame("01", RED), Review((), (1,))))
    assert "Nothing was missed that exact search can prove." in said
    assert "Not found within the budget of the search: ply 1." in said
