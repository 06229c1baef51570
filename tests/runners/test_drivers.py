"""The drivers of the class katas call whatever keeps the contract, however it is written."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from graders import Scorecard, grade_file
from tests.node import ONLY_WITH_NODE, ONLY_WITH_TYPES
from tests.tiers import sampled

CAP_S = 60.0
ROOT = Path(__file__).parents[2]
CLASS = (ROOT / "solutions/javascript/connect4.mjs").read_text(encoding="utf-8")
"""The reference, whose state is private and whose print() prints."""
A_FEW = (
    "published/upright",
    "rules/one-way-to-tell-the-winner",
    "rules/one-way-to-show-the-board",
)

DESIGN = """
export class DiscColour {
  static RED = new DiscColour("R");
  static YELLOW = new DiscColour("Y");
  #letter;
  constructor(letter) { this.#letter = letter; }
}

const GameState = Object.freeze({
  IN_PROGRESS: Symbol("IN_PROGRESS"), WON: Symbol("WON"), DRAW: Symbol("DRAW"),
});

export class Player {
  #name;
  #colour;
  constructor(name, colour) { this.#name = name; this.#colour = colour; }
  get name() { return this.#name; }
  getColour() { return this.#colour; }
}

export class Board {
  #columns;
  #rows;
  #k;
  constructor(rows = 6, cols = 7, k = 4) {
    this.#rows = rows;
    this.#k = k;
    this.#columns = Array.from({ length: cols }, () => []);
  }
  can_place(column) {
    return Number.isInteger(column) && column in this.#columns
      && this.#columns[column].length < this.#rows;
  }
  place_disc(column, colour) {
    return this.can_place(column) ? this.#columns[column].push(colour) - 1 : -1;
  }
  isFull = () => this.#columns.every((column) => column.length === this.#rows);
  checkWin(row, column, colour) {
    return [[0, 1], [1, 0], [1, 1], [1, -1]].some(([up, right]) =>
      1 + this.#run(row, column, colour, up, right)
        + this.#run(row, column, colour, -up, -right) >= this.#k);
  }
  getCell(row, column) { return this.#columns[column][this.#rows - 1 - row] ?? null; }
  #run(row, column, colour, up, right) {
    let length = 0;
    while (this.#columns[column + (length + 1) * right]?.[row + (length + 1) * up] === colour) {
      length += 1;
    }
    return length;
  }
}

export class Game {
  #players;
  #winner = null;
  #board;
  constructor(one, two, rows = 6, cols = 7, k = 4) {
    this.#players = [one, two];
    this.#board = new Board(rows, cols, k);
  }
  make_move(player, column) {
    if (this.getGameState() !== GameState.IN_PROGRESS) { throw new TypeError("it is over"); }
    if (player !== this.currentPlayer) { throw new RangeError("not your turn"); }
    const row = this.#board.place_disc(column, player.getColour());
    if (row < 0) { return false; }
    this.#winner = this.#board.checkWin(row, column, player.getColour()) ? player : null;
    this.#players.reverse();
    return true;
  }
  get currentPlayer() { return this.#players[0]; }
  get winner() { return this.#winner; }
  get board() { return this.#board; }
  getGameState() {
    if (this.#winner) { return GameState.WON; }
    return this.#board.isFull() ? GameState.DRAW : GameState.IN_PROGRESS;
  }
}
"""
"""A design with private fields, getters, static fields and both spellings."""
MANY_SIZES = ("further/a-wide-board", "further/five-to-win", "further/cells-of-a-game")
A_FEW_PARTS = (
    "parts/a-player-has-a-name",
    "parts/players-have-two-colours",
    "parts/an-empty-board",
    "parts/discs-fall",
    "parts/two-boards-are-two",
)
A_FEW_GAMES = (
    "game/a-new-game",
    "game/no-two-moves-in-a-row",
    "game/no-column-7",
    "game/no-move-after-a-win",
    "game/a-draw",
)
WHOLE = ("game/*", "parts/*")
OF_A_DESIGN = sampled(
    [pytest.param((*A_FEW_GAMES, *A_FEW_PARTS), id="few"), pytest.param(WHOLE, id="whole")],
    lambda cases: cases != WHOLE,
)


def graded(
    folder: Path, kata: str, name: str, source: str, cases: Sequence[str] = ("*",)
) -> Scorecard:
    file = folder / name
    file.write_text(source, encoding="utf-8")
    stretch = any(case.startswith("further") for case in cases)
    return grade_file(file, kata=kata, case=cases, cap_s=CAP_S, stretch=stretch, explain=False)


def missed(card: Scorecard) -> list[str]:
    assert card.results
    return [f"{each.id}: {each.message}" for each in card.results if not each.accepted]


def in_commonjs(source: str, *names: str) -> str:
    return f"{source.replace('export class', 'class')}\nmodule.exports = {{ {', '.join(names)} }};"


def typed(source: str) -> str:
    for old, new in (
        ("(column) {", "(column: number): boolean {"),
        ("(col) {", "(col: number): unknown {"),
        ("(row, column) {", "(row: number, column: number): DiscColour | null {"),
        ("constructor(name, colour)", "constructor(name: string, colour: DiscColour)"),
        ("#winner = null", "#winner: Player | number | null = null"),
        ("  #name;", "  #name: string;"),
    ):
        source = source.replace(old, new)
    return f"type Column = number;\ninterface Move {{ column: Column }}\n{source}"


@ONLY_WITH_NODE
@pytest.mark.parametrize("cases", OF_A_DESIGN)
def test_a_design_with_private_static_and_computed_parts_has_full_marks(
    cases: Sequence[str], tmp_path: Path
) -> None:
    cases = (*cases, *MANY_SIZES)
    assert missed(graded(tmp_path, "game_design", "mine.mjs", DESIGN, cases)) == []


@ONLY_WITH_NODE
def test_a_design_in_commonjs_is_called_in_the_same_way(tmp_path: Path) -> None:
    source = in_commonjs(DESIGN, "DiscColour", "Player", "Board", "Game")
    assert missed(graded(tmp_path, "game_design", "mine.cjs", source, A_FEW_PARTS)) == []


@ONLY_WITH_TYPES
@pytest.mark.parametrize("cases", OF_A_DESIGN)
@pytest.mark.parametrize("suffix", [".ts", ".mts"])
def test_a_design_in_typescript_is_called_in_the_same_way(
    suffix: str, cases: Sequence[str], tmp_path: Path
) -> None:
    assert missed(graded(tmp_path, "game_design", f"mine{suffix}", typed(DESIGN), cases)) == []


@ONLY_WITH_NODE
@pytest.mark.parametrize(
    ("name", "source"),
    sampled(
        [
            ("mine.cjs", in_commonjs(CLASS, "Connect4")),
            ("mine.js", in_commonjs(CLASS, "Connect4")),
            ("mine.cjs", f"{CLASS.replace('export class', 'class')}\nmodule.exports = Connect4;"),
            ("mine.mjs", CLASS.replace("export class Connect4", "export default class")),
            ("mine.mjs", CLASS.replace("export class Connect4", "export class ConnectFour")),
            ("mine.mjs", CLASS.replace("checkWinner() {", "get winner() {")),
            ("mine.mjs", CLASS.replace("checkWinner() {", "check_winner() {")),
            ("mine.mjs", CLASS.replace("  print() {", "  print_board = () => {")),
        ],
        lambda _, source: "exports = Connect4" in source or "get winner" in source,
    ),
)
def test_a_class_is_called_however_it_is_exported_and_spelled(
    name: str, source: str, tmp_path: Path
) -> None:
    assert source != CLASS
    assert missed(graded(tmp_path, "connect4", name, source, A_FEW)) == []


@ONLY_WITH_TYPES
@pytest.mark.parametrize("suffix", [".ts", ".mts", ".cts"])
def test_a_class_in_typescript_is_called_in_the_same_way(suffix: str, tmp_path: Path) -> None:
    source = in_commonjs(CLASS, "Connect4") if suffix == ".cts" else CLASS
    assert missed(graded(tmp_path, "connect4", f"mine{suffix}", typed(source), A_FEW)) == []


def changed(name: str, *changes: tuple[str, str]) -> str:
    source = (ROOT / "solutions" / name).read_text(encoding="utf-8")
    for old, new in changes:
        assert source.count(old) == 1, old
        source = source.replace(old, new)
    return source


def test_a_move_is_played_whatever_print_does(tmp_path: Path) -> None:
    source = changed("connect4.py", ('print(" ".join(row))', 'raise ValueError("not yet")'))
    card = graded(tmp_path, "connect4", "mine.py", source, ("published/upright",))
    (result,) = card.results
    assert "play(" not in result.message and "print()" in result.message


def test_a_play_that_returns_minus_1_has_played(tmp_path: Path) -> None:
    source = changed(
        "connect4.py",
        (
            "        self._player = 3 - self._player",
            "        self._player = 3 - self._player\n        return -1",
        ),
    )
    assert missed(graded(tmp_path, "connect4", "mine.py", source, ("published/upright",))) == []


def test_a_board_that_is_false_while_it_is_empty_is_one_board(tmp_path: Path) -> None:
    source = changed(
        "game_design.py",
        (
            "    def can_place(",
            "    def __bool__(self):\n        return False\n\n    def can_place(",
        ),
    )
    assert missed(graded(tmp_path, "game_design", "mine.py", source, A_FEW_PARTS)) == []
