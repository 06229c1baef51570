"""The board in JavaScript does what the board in Python does, call by call, errors included.

Both are given the same scripts: Python's here, JavaScript's in one node process for all tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kata.board import COLS, ROWS, Board, ColumnFullError, NothingToUndoError, Player
from tests.node import ONLY_WITH_NODE, Ask, asking

pytestmark = ONLY_WITH_NODE

Step = list[Any]
Answer = dict[str, Any]

GAMES = [1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234]
"""How many games there are of so many plies, none going on after a win."""
POSITIONS = [1, 7, 49, 238, 1120, 4263, 16422]
"""How many positions there are after so many plies; OEIS A212693."""
KINDS = {
    ColumnFullError: ["ColumnFullError", "RangeError"],
    NothingToUndoError: ["NothingToUndoError", "RangeError"],
    ValueError: ["RangeError"],
}
"""What each error of Python's board is in JavaScript; the board of neither raises another."""
FULL_WITHOUT_A_WINNER = "463032240056424563463062555336522401011111"


@pytest.fixture(scope="module")
def ask() -> Iterator[Ask]:
    with asking(Path(__file__).parent / "board_server.mjs") as board:
        yield board


def answers_of_python(steps: list[Step]) -> list[Answer]:
    boards: list[Board] = []
    answers: list[Answer] = []
    for step in steps:
        try:
            answers.append({"value": done(boards, *step)})
        except ValueError as error:
            message = in_one_kind_of_quotes(str(error))
            answers.append({"error": KINDS[type(error)], "message": message})
        answers[-1]["states"] = [state_of(board) for board in boards]
    return answers


def done(boards: list[Board], name: str, at: int, *given: Any) -> object:
    made = {
        "new": lambda: Board(Player(given[0])),
        "fromMoves": lambda: Board.from_moves(given[0], Player(given[1])),
        "parse": lambda: Board.parse(given[0], given[1] and Player(given[1])),
        "copy": lambda: board_at(boards, at).copy(),
    }
    if name in made:
        boards.append(made[name]())
        return None
    board = board_at(boards, at)
    calls: dict[str, Callable[..., object]] = {
        "dropDisc": board.drop_disc,
        "undoMove": board.undo_move,
        "columnHeight": board.column_height,
        "getCell": lambda row, col: letter(board.get_cell(row, col)),
        "equals": lambda other: board == board_at(boards, other),
    }
    return calls[name](*given)


def board_at(boards: list[Board], index: int) -> Board:
    return boards[index % len(boards)]


def state_of(board: Board) -> dict[str, object]:
    return {
        "drawing": str(board),
        "turn": letter(board.current_player),
        "validMoves": board.valid_moves(),
        "heights": [board.column_height(col) for col in range(COLS)],
        "winner": letter(board.check_winner()),
        "full": board.is_full(),
    }


def letter(player: Player | None) -> str | None:
    return player and player.value


def in_one_kind_of_quotes(message: str) -> str:
    """Return a message as both have it: each shows a text in the quotes of its own language."""
    return message.replace("'", '"')


def assert_same(ask: Ask, steps: list[Step]) -> list[Answer]:
    ours, theirs = answers_of_python(steps), ask(steps)
    for step, mine, other in zip(steps, ours, theirs, strict=True):
        if "message" in other:
            other["message"] = in_one_kind_of_quotes(other["message"])
        assert other == mine, step
    return ours


INDICES = st.integers(0, 5)
SIDES = st.sampled_from(["R", "Y"])
COLUMNS = st.integers(0, COLS - 1)
ANY_COLUMNS = st.integers(-2, COLS + 1) | st.sampled_from([10**9, -(10**9)])
ANY_ROWS = st.integers(-2, ROWS + 1)
MOVES = st.text("0123456", max_size=45) | st.text("0123456789-x🔴", max_size=8)
DROPS = st.tuples(st.just("dropDisc"), INDICES, COLUMNS)
STEPS = st.one_of(
    DROPS,
    DROPS,
    st.tuples(st.just("dropDisc"), INDICES, st.integers(2, 4)),
    st.tuples(st.just("dropDisc"), INDICES, ANY_COLUMNS),
    st.tuples(st.just("undoMove"), INDICES),
    st.tuples(st.just("columnHeight"), INDICES, ANY_COLUMNS),
    st.tuples(st.just("getCell"), INDICES, ANY_ROWS, ANY_COLUMNS),
    st.tuples(st.just("copy"), INDICES),
    st.tuples(st.just("equals"), INDICES, INDICES),
    st.tuples(st.just("new"), st.just(0), SIDES),
    st.tuples(st.just("fromMoves"), st.just(0), MOVES, SIDES),
)


@st.composite
def drawings(draw: st.DrawFn) -> str:
    """Draw what somebody may take for a board: mostly a real one, with some of it changed."""
    board = Board(draw(st.sampled_from(list(Player))))
    for col in draw(st.lists(COLUMNS, max_size=42)):
        if col in board.valid_moves():
            board.drop_disc(col)
    lines = str(board).splitlines()
    if draw(st.booleans()):
        lines.pop()
    for _ in range(draw(st.integers(0, 2))):
        row = draw(st.integers(0, len(lines) - 1))
        at = draw(st.integers(0, len(lines[row])))
        changed = draw(st.sampled_from(["", "R", "Y", ".", "x", "7", " ", "🔴"]))
        kept = draw(st.integers(0, 1))
        lines[row] = lines[row][:at] + changed + lines[row][at + kept :]
    between = draw(st.sampled_from(["\n", "\r\n", "\n  ", " \n", "\r"]))
    return draw(st.sampled_from(["", "\n", "  "])) + between.join(lines)


@pytest.mark.parametrize(
    "most", [pytest.param(100), pytest.param(10_000, marks=pytest.mark.slow)], ids=str
)
def test_any_script_has_the_same_answers_errors_and_boards(ask: Ask, most: int) -> None:
    @settings(max_examples=most)
    @given(SIDES, st.lists(STEPS, max_size=60))
    def compare(first: str, steps: list[tuple[object, ...]]) -> None:
        assert_same(ask, [["new", 0, first], *map(list, steps)])

    compare()


def test_a_copy_of_a_drawing_that_is_won_stays_won(ask: Ask) -> None:
    won = "\n".join([*["......."] * 5, "RRRRYYY"])
    copied: list[Step] = [["parse", 0, won, None], ["copy", 0], ["dropDisc", 1, 0]]
    *_, last = assert_same(ask, copied)
    assert [board["winner"] for board in last["states"]] == ["R", "R"]


def test_a_full_board_without_a_winner_is_full_in_both(ask: Ask) -> None:
    *_, last = assert_same(ask, [["fromMoves", 0, FULL_WITHOUT_A_WINNER, "R"]])
    assert last["states"][0]["full"]
    assert last["states"][0]["winner"] is None


@pytest.mark.thorough
class TestWholeGames:
    def test_any_drawing_is_read_or_refused_alike_and_played_on_alike(self, ask: Ask) -> None:
        @settings(max_examples=300)
        @given(drawings(), st.sampled_from(["R", "Y", None]), st.lists(STEPS, max_size=20))
        def compare(drawing: str, to_move: str | None, steps: list[tuple[object, ...]]) -> None:
            empty: list[Step] = [["new", 0, "R"]]
            assert_same(ask, [*empty, ["parse", 0, drawing, to_move], *map(list, steps)])

        compare()

    def test_whole_games_are_alike_to_the_last_disc_and_back(self, ask: Ask) -> None:
        @settings(max_examples=100)
        @given(st.permutations([col for col in range(COLS) for _ in range(ROWS)]), SIDES)
        def compare(columns: list[int], first: str) -> None:
            drops: list[Step] = [["dropDisc", 0, col] for col in columns]
            over: list[Step] = [["dropDisc", 0, columns[-1]]]
            back: list[Step] = [["undoMove", 0]] * (len(columns) + 1)
            assert_same(ask, [["new", 0, first], *drops, *over, *back])

        compare()

    def test_the_number_of_games_and_of_positions_is_the_published_one(self, ask: Ask) -> None:
        games: list[Step] = [["games", 0, plies] for plies in range(len(GAMES))]
        positions: list[Step] = [["positions", 0, plies] for plies in range(len(POSITIONS))]
        empty: list[Step] = [["new", 0, "R"]]
        _, *counted = ask([*empty, *games, *positions])
        assert [answer["value"] for answer in counted] == GAMES + POSITIONS
        assert {answer["states"][0]["drawing"] for answer in counted} == {str(Board())}


@pytest.mark.parametrize(
    "column",
    ["3", "", 2.5, True, None, *({"js": name} for name in ("NaN", "Infinity", "undefined", "3n"))],
    ids=str,
)
def test_what_is_no_whole_number_is_no_column_and_changes_nothing(ask: Ask, column: object) -> None:
    asked: list[Step] = [["new", 0, "R"], ["dropDisc", 0, column], ["columnHeight", 0, column]]
    start, *refused = ask(asked)
    for answer in refused:
        assert answer["error"] == ["RangeError"]
        assert answer["message"].startswith("there is no column ")
        assert answer["states"] == start["states"]


def test_minus_zero_is_column_0(ask: Ask) -> None:
    _, dropped = ask([["new", 0, "R"], ["dropDisc", 0, {"js": "-0"}]])
    assert dropped["value"] == 0
    assert dropped["states"][0]["heights"] == [1, 0, 0, 0, 0, 0, 0]
