"""A script is read step by step, and what cannot be is refused by field, item and reason."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.katas.connect4.kata import KATA as CONNECT4
from graders.katas.driven.task import NO, YES, ScriptTask, Step, parse_steps, read_task
from graders.katas.kata import TaskError
from graders.katas.rules import Rules

USUAL = (6, 7, 4)


def task(*steps: str, **fields: object) -> ScriptTask:
    return read_task({"steps": list(steps), **fields}, USUAL)


@pytest.mark.parametrize("line", ["play 334", "play 3 3 4", "game.play 3 34", "  play  3 3 4  "])
def test_columns_are_played_in_turn_however_they_are_written(line: str) -> None:
    assert parse_steps([line], USUAL) == (
        Step("game", "move", (1, 3), YES),
        Step("game", "move", (2, 3), YES),
        Step("game", "move", (1, 4), YES),
    )


def test_a_refused_move_is_of_who_is_to_move_and_may_be_of_any_kind() -> None:
    steps = parse_steps(["play 0 -> played", 'play 7 -1 2.5 "left" null -> refused'], USUAL)
    assert [step.arguments for step in steps[1:]] == [
        (2, 7),
        (2, -1),
        (2, 2.5),
        (2, "left"),
        (2, None),
    ]
    assert {step.expected for step in steps[1:]} == {NO}


def test_each_game_has_a_turn_of_its_own() -> None:
    steps = parse_steps(["one.play 3", "two.play 3", "one.play 4"], USUAL)
    assert [(step.thing, step.arguments) for step in steps] == [
        ("one", (1, 3)),
        ("two", (1, 3)),
        ("one", (2, 4)),
    ]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, "steps: a case has one of steps, columns and generate"),
        ({"steps": []}, "steps: should be 1 to 2000, but there are 0"),
        ({"steps": ["play 3"], "columns": "3", "ends": "draw"}, "steps: a case has one of"),
        (
            {"steps": ["jump -> yes"]},
            "steps, item 1: 'jump -> yes': it is not a step: write play",
        ),
        ({"steps": ["play"]}, "play needs a column, or several"),
        ({"steps": ["play left"]}, "columns that are played are digits, such as 3 3 4 or 334"),
        ({"steps": ["play 3 -> won"]}, "item 1: 'play 3 -> won'"),
        ({"steps": ["play 3", "play 7"]}, "item 2: 'play 7': by the rules this move cannot be"),
        ({"steps": ["play 0000000"]}, "item 1: 'play 0000000': by the rules this move cannot be"),
        ({"steps": ["move 2 0 -> yes"]}, "by the rules this move cannot be played"),
        ({"steps": ["move 1 -> yes"]}, "move takes player column"),
        ({"steps": ["move 3 0 -> no"]}, "the players are 1 and 2"),
        ({"steps": ["move 1 left -> no"]}, "'left' is no value: write 3, -1, 2.5, null, or a text"),
        ({"steps": ["turn"]}, "what is expected of turn is one of 1, 2"),
        ({"steps": ["winner -> 3"]}, "what is expected of winner is one of 1, 2, nobody"),
        ({"steps": ["board -> 1/2"]}, "a board is 7 columns of 1 and 2 with / between them"),
        ({"steps": ["board -> 1212121//////"]}, "a board is 7 columns"),
        ({"steps": ["undo -> yes"]}, "there is no move to undo"),
        ({"steps": ["replay 0 0 0 0 0 0 0 -> yes"]}, "by the rules these moves cannot be played"),
        ({"steps": ["cell 6 0 -> empty"]}, "there is no such cell"),
        ({"steps": ["place 1 0 -> yes", "line 2 -> no"]}, "a line of who did not move last"),
        ({"steps": ["play 3", "can 3 -> yes"]}, "game is a game, and a board without turns"),
        ({"steps": ["play 3"], "rows": 30}, "rows: should be 1 to 20, but is 30"),
        ({"steps": ["play 3"], "manner": "any"}, "manner: "),
        ({"columns": "33"}, "ends: it belongs to columns, and columns need it"),
        ({"columns": "3a", "ends": "refused"}, "columns: should be digits, but is '3a'"),
        ({"generate": {"games": 10}}, "generate: games and seed are needed"),
        ({"generate": {"games": 9, "seed": 1, "moves": 2}}, "generate: 'moves' is not one of"),
        ({"generate": {"games": 20_000, "seed": 1}}, "games: should be 0 to 10000, but is 20000"),
    ],
)
def test_what_is_wrong_with_a_case_is_said_by_field(fields: dict[str, object], said: str) -> None:
    with pytest.raises(TaskError) as wrong:
        read_task(fields, USUAL)
    assert said in str(wrong.value)


@given(st.lists(st.one_of(st.text(max_size=20), st.sampled_from(["play 3", "board -> 1"]))))
def test_no_text_is_more_than_a_wrong_step(lines: list[str]) -> None:
    try:
        parse_steps(lines, USUAL)
    except TaskError as error:
        assert str(error).startswith("steps")


@given(st.lists(st.integers(-1, 7), max_size=50))
def test_a_game_that_is_written_as_steps_is_read_as_it_was_played(columns: list[int]) -> None:
    rules, lines = Rules(*USUAL), []
    for column in columns:
        player = rules.turn()
        lines.append(f"move {player} {column} -> {YES if rules.move(player, column) else NO}")
        lines.append(f"board -> {rules.heights()}")
    steps = parse_steps(lines, USUAL)
    assert [step.arguments[1] for step in steps if step.word == "move"] == columns
    assert [step.expected for step in steps[1::2]] == [line[9:] for line in lines[1::2]]


def test_a_list_of_columns_is_looked_at_after_each_of_them() -> None:
    steps = read_task({"columns": "0101010", "ends": "1 wins"}, USUAL).steps
    assert [step.word for step in steps] == ["move", "board", "winner"] * 7
    assert [step.expected for step in steps if step.word == "winner"] == [*["nobody"] * 6, "1"]
    refused = read_task({"columns": "8", "ends": "refused"}, USUAL).steps
    assert [step.expected for step in refused] == [NO, "//////", "nobody"]


def test_what_is_generated_is_the_same_every_time_and_played_by_the_rules() -> None:
    recipe = {"generate": {"games": 30, "seed": 4, "whole": 5}}
    one, two = read_task(recipe, USUAL), read_task(recipe, USUAL)
    assert one.steps == two.steps
    assert len(one.things) == 30
    assert sum(step.word == "winner" for step in one.steps) == 5
    assert CONNECT4.prove(CONNECT4.read_task(recipe)).holds
