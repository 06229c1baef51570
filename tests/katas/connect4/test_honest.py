"""Submissions in many styles get full marks, and the report says how each is called.

All cases are asked in this process, and some in sandboxes.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from graders import grade_file
from graders.model.found import Found
from graders.model.verdict import Verdict
from graders.practice.here import call_here
from graders.tools.verifying.declared import SOLUTIONS
from tests.katas.connect4.here import acquainted, submission
from tests.node import ONLY_WITH_NODE
from tests.shipped import shipped
from tests.tiers import sampled

HONEST = Path(__file__).parent / "honest"
CASES = [case for suite in shipped("connect4") for case in suite.cases]
SOME = ["published/*", "rules/*-win", "rules/one-way-*", "rules/text", "rules/many-refusals"]
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


def told(manner: Sequence[Found]) -> list[Found]:
    """Return what is found out, without what goes without saying."""
    return [each for each in manner if each.what != "the class" or "Connect4" not in each.how]


@pytest.mark.parametrize("name", FOUND)
def test_how_it_is_called_is_said(name: str) -> None:
    kata = acquainted((HONEST / f"{name}.py").read_text(encoding="utf-8"))
    for (what, how), found in zip(FOUND[name], told(kata.manner), strict=True):
        assert found.what == what
        assert found.how.startswith(how)


@pytest.mark.parametrize("name", sampled(FOUND, lambda name: name == "tells_by_play"))
def test_it_gets_full_marks(name: str) -> None:
    source = (HONEST / f"{name}.py").read_text(encoding="utf-8")
    kata = acquainted(source)
    missed = []
    for case in CASES:
        outcome = call_here(submission(source), kata.request(case.task), lambda error: None)
        judgement = kata.check(case.task, outcome)
        if judgement.verdict is not Verdict.ACCEPTED:
            missed.append(f"{case.id}: {judgement.message}")
    assert not missed, "\n".join(missed)


@pytest.mark.thorough
@pytest.mark.parametrize("name", list(FOUND)[::3])
def test_so_it_does_in_a_sandbox(name: str) -> None:
    card = grade_file(HONEST / f"{name}.py", case=SOME, explain=False)
    assert [(each.id, each.message) for each in card.results if not each.accepted] == []
    assert card.score == card.max_score >= 10
    kata = acquainted((HONEST / f"{name}.py").read_text(encoding="utf-8"))
    assert told(card.manner) == told(kata.manner)


@pytest.mark.thorough
@ONLY_WITH_NODE
@pytest.mark.parametrize(
    ("file", "refuses", "winner"),
    sampled(
        [
            (
                SOLUTIONS / "javascript/connect4.mjs",
                "raises RangeError",
                "from checkWinner(): 1 and 2",
            ),
            (
                HONEST / "as_published.mjs",
                "returns None, as a move that is played does: the board tells",
                "from the property winner: 1 and 2",
            ),
        ],
        lambda file, *_: file.stem == "as_published",
    ),
    ids=lambda each: each.name if isinstance(each, Path) else "",
)
def test_so_does_the_class_in_javascript(file: Path, refuses: str, winner: str) -> None:
    card = grade_file(file, case=SOME[:2], explain=False)
    assert [(each.id, each.message) for each in card.results if not each.accepted] == []
    assert [found.how for found in card.manner[:2]] == [refuses, winner]
