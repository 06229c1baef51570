"""The page of a tournament: its table, and each game with what its moves gave away."""

from __future__ import annotations

from msgspec.structs import replace

from graders.arena.rating import ranking_of
from graders.model.arena import Tournament
from graders.reports.pages.arena import arena_page
from tests.reports.pages.reading import Element
from tests.reports.pages.rules import check
from tests.tournaments import entrant, tournament


def page(played: Tournament) -> Element:
    return check(arena_page(played, ranking_of(played)))


def texts(elements: list[Element]) -> list[str]:
    return [" ".join(each.text.split()) for each in elements]


def test_every_game_is_there_and_all_that_have_a_move_are_stepped_through() -> None:
    root = page(tournament())
    titles = [each for each in texts(root.all("h4")) if each.startswith("Game")]
    assert len(titles) == 21
    assert len(root.all("div", cls="stepper")) == 20
    assert "Game 17: naive (R) and alpha_beta (Y) drew" in titles
    assert "Game 20: naive (R) beat dice.py (Y) by forfeit in 9 plies" in titles


def test_a_move_that_gave_something_away_has_a_sign_and_words() -> None:
    root = page(tournament())
    (moves,) = [each for each in texts(root.all("p", cls="moves")) if each.startswith("R4 Y0 R4")]
    assert "Y3 R0?? Y3 R3 Y3 R0? Y0" in moves
    assert "ply 11: RED 0 ?? gives away a whole point" in " ".join(texts(root.all("p")))


def test_forfeits_are_said_with_their_reasons() -> None:
    said = texts(page(tournament()).all("p", cls="care"))
    assert said == [
        "dice.py forfeited: time limit exceeded.",
        "dice.py forfeited: runtime error.",
    ]


def test_no_name_acts_on_the_page_and_none_is_lost() -> None:
    played = tournament()
    name = "<script>alert(1)</script>\u202e"
    root = page(replace(played, entrants=(entrant(name), *played.entrants[1:])))
    assert "<script>alert(1)</script>\\u202e" in texts(root.all("bdi"))


def test_a_tournament_without_games_has_a_page_too() -> None:
    played = replace(tournament(), games=(), set_aside=())
    assert "No game was played." in texts(page(played).all("p"))
