"""Submissions in many styles get full marks, and the report says how each is called."""

from __future__ import annotations

from pathlib import Path

import pytest

from graders import grade_file
from graders.model.found import Found
from graders.tools.verifying.declared import SOLUTIONS
from tests.node import ONLY_WITH_NODE

HONEST = Path(__file__).parent / "honest"
FOUND = {
    "as_published": (
        ("a refused move", "returns None, as a move that is played does: the board tells"),
        ("the winner", "from the property winner: 1 and 2"),
        ("the board", "printed by print(), 1 and 2, empty is blank"),
    ),
    "in_colours": (
        ("a refused move", "raises ValueError"),
        ("the winner", "from check_winner(), which says only that there is one"),
        ("the board", "printed by show(), ● and ●, empty is ·, in colours"),
    ),
    "returns_false": (
        ("a refused move", "returns False"),
        ("the winner", "from the property winner: 'X' and 'O'"),
        ("the board", "returned by print(), X and O, empty is blank"),
    ),
    "returns_none": (
        ("the class", "ConnectFour"),
        ("a refused move", "returns None"),
        ("the winner", "from checkWinner(): 'Player 1' and 'Player 2'"),
        ("the board", "printed by printBoard(), 1 and 2, empty is 0"),
    ),
    "tells_by_play": (
        ("a refused move", "raises MoveRefused"),
        ("the winner", "from what play(col) returns: 'Player 1 wins!' and 'Player 2 wins!'"),
        ("the board", "printed by print(), 🔴 and 🟡, empty is ⚪"),
    ),
    "two_classes": (
        ("a refused move", "returns None"),
        ("the winner", "from get_winner(): 'Red' and 'Blue'"),
        ("the board", "returned by display(), R and B, empty is blank"),
    ),
    "two_numbers": (
        ("a refused move", "raises ValueError"),
        ("the winner", "from check_winner(): 1 and 2"),
        ("the board", "printed by print(), R and Y, empty is blank"),
    ),
    "with_an_enum": (
        ("a refused move", "returns False"),
        ("the winner", "from the property winner: <Player.RED: 'R'> (Player) and "),
        ("the board", "returned by print(), R and Y, empty is blank"),
    ),
}


def test_every_one_is_looked_at() -> None:
    assert {file.stem for file in HONEST.glob("*.py")} == set(FOUND)


@pytest.mark.parametrize("name", FOUND)
def test_it_gets_full_marks_and_how_it_is_called_is_said(name: str) -> None:
    card = grade_file(HONEST / f"{name}.py", explain=False)
    assert [(each.id, each.message) for each in card.results if not each.accepted] == []
    assert card.score == card.max_score > 80
    told = [each for each in card.manner if each.what != "the class" or "Connect4" not in each.how]
    for (what, how), found in zip(FOUND[name], told, strict=True):
        assert found.what == what
        assert found.how.startswith(how)
    assert all(isinstance(each, Found) for each in card.manner)


@ONLY_WITH_NODE
@pytest.mark.parametrize(
    ("file", "refuses", "winner"),
    [
        (SOLUTIONS / "javascript/connect4.mjs", "raises RangeError", "from checkWinner(): 1 and 2"),
        (
            HONEST / "as_published.mjs",
            "returns None, as a move that is played does: the board tells",
            "from the property winner: 1 and 2",
        ),
    ],
    ids=lambda each: each.name if isinstance(each, Path) else "",
)
def test_so_does_the_class_in_javascript(file: Path, refuses: str, winner: str) -> None:
    card = grade_file(file, explain=False)
    assert [(each.id, each.message) for each in card.results if not each.accepted] == []
    assert [found.how for found in card.manner[:2]] == [refuses, winner]
