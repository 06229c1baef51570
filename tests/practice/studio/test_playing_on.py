"""Playing on from a position: best defence, what is left, and what is not found."""

from __future__ import annotations

import pytest

from graders.katas import kata_named
from graders.katas.playing import Forecast, Playing
from graders.practice.studio.playing_on import Moment, PlayingOn, taken_back, what_is_left
from kata.board import Board

TWO_IN_A_ROW = "3646"
"""RED has columns 3 and 4 at the bottom, and there is room on both sides: a third one wins."""
MATE_IN_7 = "50252534303300"
"""Column 5 wins, and column 0 loses."""


@pytest.fixture(scope="module")
def playing() -> Playing:
    found = kata_named("best_move").playing()
    assert found is not None
    return found


def begun(moves: str, first: str = "R") -> Moment:
    return Moment(moves, len(moves), first)


def test_a_win_is_kept_to_its_end_against_best_defence(playing: Playing) -> None:
    on, at = PlayingOn(playing), begun(TWO_IN_A_ROW)
    at = on.play(at, 2)
    assert at.said == "The win is still there: 1 ply."
    assert len(at.moves) == len(TWO_IN_A_ROW) + 2
    winning = [column for column in (1, 5) if at.game.play(column).winner is not None]
    at = on.play(at, winning[0])
    assert at.said == "Four in a row: that wins."
    assert Board.from_moves(at.moves).check_winner() is not None
    with pytest.raises(ValueError, match="the game is over"):
        on.play(at, 3)


def test_what_is_given_away_is_said_and_can_be_taken_back(playing: Playing) -> None:
    on, at = PlayingOn(playing), begun(MATE_IN_7)
    on.know(MATE_IN_7, "R", Forecast("win", 7))
    after = on.play(at, 0)
    assert after.said.startswith("That gave it away: best play now loses")
    assert taken_back(after).moves == MATE_IN_7
    assert taken_back(at).moves == MATE_IN_7
    assert on.play(at, 5).said == "The win is still there: 5 plies."
    with pytest.raises(ValueError, match="column 7 is not on the board"):
        on.play(at, 7)


def test_a_loss_is_said_whoever_began(playing: Playing) -> None:
    for first in ("R", "Y"):
        after = PlayingOn(playing).play(begun(f"{TWO_IN_A_ROW}2", first), 0)
        assert after.said == "Best play still loses. The answer makes four in a row."


@pytest.mark.parametrize(
    ("had", "found", "said"),
    [
        ("win", Forecast(), "Whether the win is still there was not found within the"),
        (None, Forecast(), "What best play leads to was not found within the search's budget."),
        ("win", Forecast("win", 4), "That gave it away: best play now loses, in 3 plies."),
        ("draw", Forecast("win", 4), "That gave the draw away: best play now loses, in 3 plies."),
        ("draw", Forecast("draw"), "The draw is still there."),
        ("loss", Forecast("win", 6), "Best play still loses, in 5 plies."),
        (None, Forecast("loss", 6), "That wins: 5 plies."),
    ],
)
def test_only_what_was_found_is_said(had: str | None, found: Forecast, said: str) -> None:
    assert what_is_left(had, found).startswith(said)  # type: ignore[arg-type]
