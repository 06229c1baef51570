"""The lessons in JavaScript find what their counterparts in Python find, asking the same board."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graders.katas.operations.prove import replay
from graders.lab.verifying.declared import SOLUTIONS
from kata.board import Board, Player
from solutions import alpha_beta, naive, transposition
from tests.node import ONLY_WITH_NODE, Ask, asking

CALLS = {
    "validMoves", "dropDisc", "undoMove", "checkWinner",
    "isFull", "currentPlayer", "columnHeight", "getCell",
}  # fmt: skip
LESSONS = sorted((SOLUTIONS / "javascript").glob("*.mjs"))


def snake(name: str) -> str:
    """Return a name in camelCase as Python writes it."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def asked(source: str) -> set[str]:
    return set(re.findall(r"\b(?:self\.|this\.)?board\.(?!py\b|mjs\b)(\w+)", source))


def test_the_three_rungs_the_engines_and_the_class_are_there() -> None:
    assert {file.stem for file in LESSONS} == {
        *("naive", "alpha_beta", "transposition", "connect4"),
        *("operations", "operations_published"),
    }


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda file: file.stem)
def test_a_lesson_asks_the_board_what_its_counterpart_does(lesson: Path) -> None:
    source = lesson.read_text(encoding="utf-8")
    counterpart = (SOLUTIONS / f"{lesson.stem}.py").read_text(encoding="utf-8")
    assert asked(source) <= CALLS
    assert {snake(name) for name in asked(source)} == asked(counterpart)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda file: file.stem)
def test_a_lesson_imports_nothing_but_the_board(lesson: Path) -> None:
    source = lesson.read_text(encoding="utf-8")
    assert set(re.findall(r"^import .*from (\S+);$", source, re.MULTILINE)) <= {'"kata/board.mjs"'}
    assert "require" not in source
    assert len(re.findall(r"^import\b", source, re.MULTILINE)) == source.count(' from "')


@pytest.fixture(scope="module")
def ask() -> Iterator[Ask]:
    with asking(Path(__file__).parent / "lessons_server.mjs") as lessons:
        yield lessons


@st.composite
def games(draw: st.DrawFn) -> tuple[str, str]:
    """Draw a game that is not over, and who began it."""
    first = draw(st.sampled_from(list(Player)))
    board, moves = Board(first), ""
    for col in draw(st.lists(st.integers(0, 6), max_size=36)):
        if col in board.valid_moves():
            board.drop_disc(col)
            if board.check_winner() is not None or board.is_full():
                board.undo_move()
            else:
                moves += str(col)
    return moves, first.value


@ONLY_WITH_NODE
def test_the_three_rungs_play_the_same_columns_for_the_same_scores(ask: Ask) -> None:
    @settings(max_examples=60)
    @given(games(), st.integers(1, 4))
    def compare(game: tuple[str, str], depth: int) -> None:
        board = Board.from_moves(game[0], Player(game[1]))
        assert ask(["naive", *game, depth]) == naive.find_best_move(board, depth)
        assert ask(["alpha_beta", *game, depth]) == alpha_beta.find_best_move(board, depth)
        deepened = [list(each) for each in transposition.deepen(board, depth + 2)]
        assert ask(["transposition", *game, depth + 2]) == deepened

    compare()


DROPS = st.tuples(st.just("drop"), st.integers(-1, 6), st.integers(0, 3))
WORDS = st.sampled_from([("status",), ("reset",), ("undo",), ("drop",), ("Status", 1), (), (1,)])


@st.composite
def scripts(draw: st.DrawFn) -> tuple[int, int, int, list[Any]]:
    """Draw a small board and a script in which most drops are by the player on turn."""
    rows, cols, k = draw(st.integers(1, 6)), draw(st.integers(1, 6)), draw(st.integers(1, 7))
    script: list[Any] = []
    player = 1
    for kind in draw(st.lists(st.integers(0, 9), max_size=50)):
        if kind < 2:
            script.append(draw(WORDS if kind == 0 else DROPS))
            player = 1 if script[-1] == ("reset",) else player
        else:
            script.append(("drop", draw(st.integers(0, cols - 1)), player))
            if isinstance(replay(rows, cols, k, script)[-1], int):
                player = 3 - player
    return rows, cols, k, script


@ONLY_WITH_NODE
def test_the_engine_agrees_with_the_checker_that_looks_at_the_whole_board(ask: Ask) -> None:
    @settings(max_examples=100)
    @given(scripts())
    def compare(game: tuple[int, int, int, list[Any]]) -> None:
        expected = [list(each) if isinstance(each, tuple) else each for each in replay(*game)]
        assert ask(["operations", *game]) == expected

    compare()


@ONLY_WITH_NODE
@pytest.mark.parametrize(
    "operation",
    [["drop"], ["drop", 0], ["drop", 0, 1, 1], ["drop", "0", 1], ["drop", 0.5, 1],
     ["drop", None, 1], ["drop", True, 1], ["status", 0], [], [1], None, 7, "drop", "status",
     {}, {"0": "drop"}],
    ids=str,
)  # fmt: skip
def test_a_malformed_operation_is_invalid_and_changes_nothing(ask: Ask, operation: object) -> None:
    script = [["drop", 0, 1], operation, ["drop", 0, 2]]
    assert ask(["operations", 6, 7, 4, script]) == [5, "error:invalid_operation", 4]
