"""The parts of a design are found by their names, whatever the spelling: on data alone."""

from __future__ import annotations

import pytest

from graders.katas.game_design.meeting import (
    board_classes,
    bot_class,
    classes_in,
    colour_classes,
    game_classes,
    missing,
    player_class,
    way_to,
)
from graders.katas.game_design.names import Member, called, members_of, names, slot_of, snake


def cls(name: str, *parameters: str) -> Member:
    return Member(name, "class", parameters)


def method(name: str, *parameters: str) -> Member:
    return Member(name, "method", parameters)


@pytest.mark.parametrize(
    ("spelled", "found"),
    [("getCurrentPlayer", "get_current_player"), ("AIPlayer", "ai_player"), ("Board", "board")],
)
def test_spelling_does_not_matter(spelled: str, found: str) -> None:
    assert snake(spelled) == found


def test_no_name_stands_for_two_parts_of_one_class() -> None:
    for of in (names().game, names().board, names().player, names().stretch):
        every = [name for accepted in of.values() for name in accepted]
        assert len(every) == len(set(every))
        assert every == [snake(name) for name in every]


def test_the_classes_are_found_and_those_that_are_not_there_are_named() -> None:
    found, not_there = classes_in([cls("ConnectFourGame"), cls("GameBoard"), cls("Colour")])
    assert {part: member.name for part, member in found.items()} == {
        "game": "ConnectFourGame",
        "board": "GameBoard",
    }
    (said,) = not_there
    assert said.startswith("there is no class Player (accepted names: Player, ")
    assert [member.name for member in colour_classes([cls("Colour"), cls("Disc")])] == [
        "Colour",
        "Disc",
    ]


def abstract(name: str, *derived: str) -> Member:
    return Member(name, "abstract", derived)


@pytest.mark.parametrize(
    ("player", "constructed"),
    [
        ([abstract("Player", "BotPlayer", "HumanPlayer"), cls("HumanPlayer")], "HumanPlayer"),
        ([abstract("Player", "Computer", "Person"), cls("Computer"), cls("Person")], "Person"),
        ([abstract("Player", "Late", "Early"), cls("Early"), cls("Late")], "Late"),
        ([abstract("Player"), cls("NamedPlayer")], "NamedPlayer"),
        ([cls("AIPlayer"), cls("NamedPlayer")], "NamedPlayer"),
        ([abstract("Player", "NamedPlayer"), cls("NamedPlayer"), cls("GamePlayer")], "NamedPlayer"),
    ],
)
def test_of_an_abstract_class_the_one_that_derives_from_it_is_constructed(
    player: list[Member], constructed: str
) -> None:
    found, not_there = classes_in([cls("Game"), cls("Board"), *player])
    assert (found["player"].name, not_there) == (constructed, ())


def test_an_abstract_class_from_which_none_derives_is_named() -> None:
    _, not_there = classes_in([cls("Game"), abstract("Board"), cls("Player")])
    assert not_there == ("the class Board is abstract, and no class derives from it",)


@pytest.mark.parametrize(
    ("parameters", "first_way"),
    [
        (("player1", "player2"), ("player_1", "player_2")),
        (("players",), ("players",)),
        (("board", "p1", "p2"), ("board", "player_1", "player_2")),
        (("rows=", "columns=", "connect="), ("rows", "cols", "k")),
        (("alice", "bob"), ("player_1", "player_2")),
        (("*players",), ("player_1", "player_2")),
        ((), ()),
        (("first", "second", "log="), ("player_1", "player_2")),
        (("p1", "p2", "*", "rows=", "cols="), ("player_1", "player_2", "rows", "cols")),
        (("*", "player1", "player2"), ("player_1", "player_2")),
        (("player1_name", "player2_name"), ("name_1", "name_2")),
    ],
)
def test_what_a_game_is_made_of_is_told_by_its_parameters(
    parameters: tuple[str, ...], first_way: tuple[str, ...]
) -> None:
    assert game_classes(cls("Game", *parameters))[0].slots == first_way


def test_a_game_of_players_is_also_tried_with_their_names() -> None:
    assert game_classes(cls("Game", "player1", "player2"))[1].slots == ("name_1", "name_2")


def test_players_and_boards_are_made_by_their_parameters() -> None:
    assert player_class(cls("Player", "player_id", "name", "colour")).slots == (
        "number",
        "name",
        "colour",
    )
    assert player_class(cls("Player", "a", "b")).slots == ("name", "colour")
    assert player_class(cls("Player", "*", "colour", "name")).slots == ("colour", "name")
    assert board_classes(cls("Board", "height=", "width="))[0].slots == ("rows", "cols")
    assert bot_class(cls("Bot", "name", "seed=")).slots == ("name",)


@pytest.mark.parametrize(
    ("role", "of", "offered", "name", "slots"),
    [
        (
            "make_move",
            "game",
            method("dropDisc", "col", "player"),
            "dropDisc",
            ["column", "player"],
        ),
        ("make_move", "game", method("play", "column"), "play", ["column"]),
        ("make_move", "game", method("play", "*", "col", "who"), "play", ["column", "player"]),
        ("make_move", "game", method("move", "a", "b"), "move", ["player", "column"]),
        ("place_disc", "board", method("place", "col", "token"), "place", ["column", "disc"]),
        ("place_disc", "board", method("drop", "player", "col"), "drop", ["player", "column"]),
        ("get_cell", "board", method("at", "x", "y"), "at", ["column", "row"]),
        ("get_cell", "board", method("get", "", ""), "get", ["row", "column"]),
        ("check_win", "board", method("checkWin"), "checkWin", []),
        ("check_win", "board", method("has_won", "who"), "has_won", ["disc"]),
        ("check_win", "board", method("wins", "r", "c", "p"), "wins", ["row", "column", "disc"]),
    ],
)
def test_what_each_argument_is_for_is_told_by_names_and_roles(
    role: str, of: str, offered: Member, name: str, slots: list[str]
) -> None:
    way = way_to(role, of, [offered])
    assert way is not None
    assert (way.name, list(way.slots)) == (name, slots)


def test_a_question_that_needs_arguments_is_none_for_a_part_that_has_none() -> None:
    offered = [method("get_winner", "board"), Member("winner", "value")]
    way = way_to("get_winner", "game", offered, without_arguments=True)
    assert way is not None
    assert (way.name, way.is_call) == ("winner", False)
    assert way_to("get_winner", "game", offered[:1], without_arguments=True) is None
    assert missing("get_winner", "game").startswith("Game has no get_winner (accepted names: get_")


def test_a_loop_that_plays_a_whole_game_is_no_move() -> None:
    way = way_to("make_move", "game", [method("play"), method("drop_disc", "player", "col")])
    assert way is not None
    assert way.name == "drop_disc"


def test_the_most_usual_of_several_names_is_taken() -> None:
    offered = [Member("state", "value"), method("get_game_state")]
    found = called(names().game["get_game_state"], offered, ("method", "value"))
    assert found is not None
    assert found.name == "get_game_state"


@pytest.mark.parametrize("answer", [None, 3, [["Game"]], [["Game", "class", [3]]], "Game"])
def test_an_answer_that_is_no_list_of_members_offers_nothing(answer: object) -> None:
    assert members_of(answer) == ()


def test_a_parameter_is_known_by_its_name_alone() -> None:
    assert slot_of("*players", ("players",)) == "players"
    assert slot_of("whatever", ("players", "rows")) == ""
