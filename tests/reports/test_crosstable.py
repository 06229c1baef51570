"""A tournament as text and as JSON; what it looks like is kept in `tests/golden/reports/`."""

from __future__ import annotations

import json

import msgspec
import pytest
from msgspec.structs import replace

from graders.arena.rating import ranking_of
from graders.model.arena import (
    ArenaDocument,
    PairScore,
    PairState,
    Tournament,
    arena_document,
    arena_schema,
)
from graders.reports.crosstable import arena_json, arena_text
from tests.golden_scorecards import ARENA_SCHEMA, text
from tests.tournaments import ALPHA_BETA, CAREFUL, NAMES, entrant, tournament


def written(played: Tournament, width: int = 80) -> str:
    return arena_text(played, ranking_of(played), width)


@pytest.mark.parametrize("width", [80, 60])
def test_no_line_is_wider_than_asked_and_no_score_is_left_out(width: int) -> None:
    said = written(tournament(), width)
    assert max(map(len, said.splitlines())) <= width
    assert {"12/12", "0/12", "2.5/3", "0.5/3", "0/2", "2/2"} <= set(said.split())


def test_a_dozen_fit_on_a_page_in_several_tables() -> None:
    entrants = [entrant(f"a-submission-with-a-long-name-{number}.py") for number in range(12)]
    played = replace(tournament(), entrants=tuple(entrants))
    of_all = [
        PairScore(first, second, 10.5, 40, PairState.OPEN)
        for second in range(12)
        for first in range(second)
    ]
    said = arena_text(played, replace(ranking_of(played), pairs=tuple(of_all)))
    assert max(map(len, said.splitlines())) <= 80
    assert (said.count("10.5/40"), said.count("29.5/40")) == (66, 66)


def test_the_strongest_stands_first_whoever_was_named_first() -> None:
    rows = [line.split() for line in written(tournament()).splitlines() if "±" in line]
    assert [row[1] for row in rows[:-1]] == list(NAMES)


def test_equality_is_told_apart_from_a_lead() -> None:
    played = tournament()
    even = [each for each in played.games if {each.game.red, each.game.yellow} == {CAREFUL, 1}]
    drawn = [
        replace(each, game=replace(each.game, winner=None, moves=f"{n:08b}", opening=8))
        for n in range(20)
        for each in even
    ]
    pairs = ((CAREFUL, ALPHA_BETA, PairState.DECIDED),)
    said = written(replace(played, games=tuple(drawn), pairs=pairs))
    assert "careful and alpha_beta are about equal, decided after 40 of 40 games." in said


def test_before_the_first_game_there_is_a_table_too() -> None:
    pairs = ((0, 1, PairState.OPEN),)
    said = written(replace(tournament(), games=(), pairs=pairs, set_aside=()))
    assert "1 pair has games left to play" in said
    assert "No point" not in said


def test_a_name_acts_on_no_terminal_and_takes_one_line() -> None:
    played = tournament()
    hostile = entrant("\x1b[31m" + "long\n" * 20)
    said = written(replace(played, entrants=(hostile, *played.entrants[1:])))
    assert "\x1b" not in said
    assert "\\x1b" in said


def test_the_json_reads_back_as_what_was_written() -> None:
    played = tournament()
    ranking = ranking_of(played)
    document = msgspec.json.decode(arena_json(played, ranking), type=ArenaDocument)
    assert document == arena_document(played, ranking)


def test_the_json_is_in_ascii_with_a_line_for_each_game() -> None:
    played = replace(tournament(), entrants=(entrant("Zo\u00eb"), *tournament().entrants[1:]))
    said = arena_json(played, ranking_of(played))
    assert said.isascii()
    assert len(said.splitlines()) == len(played.games) + 2


def test_the_json_obeys_its_schema_which_is_that_of_the_types() -> None:
    again = "python -m tests.golden_scorecards writes it anew"
    assert ARENA_SCHEMA.read_text(encoding="utf-8") == text(arena_schema()), again
    jsonschema = pytest.importorskip("jsonschema")
    played = tournament()
    document = json.loads(arena_json(played, ranking_of(played)))
    jsonschema.Draft202012Validator(arena_schema()).validate(document)
