"""JavaScript and TypeScript are compared, each with its own kind, where the extra is there."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

import solutions
from graders.similarity import javascript
from graders.similarity.fingerprints import fingerprints_of
from graders.similarity.pairs import AT_LEAST, find_pairs

pytest.importorskip("tree_sitter_javascript")
TRUTH = Path(__file__).parents[1] / "truth" / "programs"
OTHERS = sorted([*TRUTH.glob("*.mjs"), *TRUTH.glob("*.cjs")])
LESSONS = sorted((Path(solutions.__path__[0]) / "javascript").glob("*.mjs"))
OWN = """
const WAYS = [[0, 1], [1, 0], [1, 1], [1, -1]];

function runOf(grid, row, col, up, right) {
  let length = 0;
  while (length < 4 && grid[row + length * up]?.[col + length * right] === grid[row][col]) length++;
  return length;
}

export function findBestMove(board) {
  const me = board.currentPlayer;
  const marks = board.validMoves().map((col) => {
    board.dropDisc(col);
    const grid = [0, 1, 2, 3, 4, 5].map((row) => [0, 1, 2, 3].map((c) => board.getCell(row, c)));
    let mark = board.checkWinner() === me ? 1000 : 0;
    for (const [up, right] of WAYS) mark += runOf(grid, 0, 1, up, right) ** 2;
    board.undoMove();
    return { col, mark };
  });
  marks.sort((a, b) => b.mark - a.mark || Math.abs(a.col - 3) - Math.abs(b.col - 3));
  return marks[0].col;
}
"""
BY_HAND = """
const STEPS = [[1, -1], [1, 1], [1, 0], [0, 1]];

class Judge {
  constructor(position) { this.position = position; this.us = position.currentPlayer; }

  count(cells, r, c, step) {
    let n = 0;
    for (;;) {
      const row = cells[r + n * step[0]];
      if (n >= 4 || row?.[c + n * step[1]] !== cells[r][c]) { break; }
      n += 1;
    }
    return n;
  }

  points(column) {
    this.position.dropDisc(column);
    const cells = [];
    for (let r = 0; r < 6; r += 1) cells.push([0, 1, 2, 3].map((c) => this.position.getCell(r, c)));
    let total = 0;
    if (this.us === this.position.checkWinner()) { total = 1000; }
    STEPS.forEach((step) => { total = total + this.count(cells, 0, 1, step) ** 2; });
    this.position.undoMove();
    return total;
  }
}

export const findBestMove = (position) => {
  const judge = new Judge(position);
  const rated = [];
  for (const column of position.validMoves()) {
    const entry = { column, points: judge.points(column) };
    rated.push(entry);
  }
  rated.sort((x, y) => y.points - x.points || Math.abs(x.column - 3) - Math.abs(y.column - 3));
  const [first] = rated;
  return first.column;
};
"""


def shares(*files: tuple[str, str]) -> list[float]:
    return [pair.share for pair in find_pairs([(name, text.encode()) for name, text in files])]


@pytest.mark.parametrize("suffix", [".mjs", ".js", ".cjs", ".ts", ".tsx", ".MTS"])
def test_a_copy_is_found(suffix: str) -> None:
    renamed = OWN.replace("mark", "worth").replace("runOf", "long").replace("grid", "cells")
    assert shares((f"a{suffix}", OWN), (f"b{suffix}", renamed)) == [1.0]


def test_types_and_remarks_make_no_difference() -> None:
    typed = OWN.replace("(board)", "(board: Board): number // a remark\n")
    assert shares(("a.js", OWN), ("b.ts", typed)) == [1.0]


def test_a_copy_by_hand_is_found_with_passages() -> None:
    (pair,) = find_pairs([("a.mjs", OWN.encode()), ("b.mjs", BY_HAND.encode())])
    assert pair.share >= AT_LEAST
    assert pair.passages


def test_of_45_pairs_of_independent_programs_two_short_searches_are_found() -> None:
    files = [(path.name, path.read_bytes()) for path in OTHERS]
    assert len(list(combinations(files, 2))) == 45
    alike = [(files[pair.first][0], files[pair.second][0]) for pair in find_pairs(files)]
    assert alike[0] == ("deepening_with_deadline.mjs", "solver_class.mjs")
    assert len(alike) <= 2


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_is_nobodys_own(lesson: Path) -> None:
    assert not shares(*[(name, lesson.read_text(encoding="utf-8")) for name in ("a.mjs", "b.mjs")])


def test_it_is_not_compared_with_python() -> None:
    assert not shares(("a.py", "a = f(b)\n" * 99), ("b.js", "a = f(b)\n" * 99))


def test_without_the_extra_it_is_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(javascript, "_parser", lambda _suffix: None)
    found = fingerprints_of("a.mjs", OWN.encode())
    assert not found.hashes
    assert not found.facts


@pytest.mark.thorough
@pytest.mark.parametrize("sign", ["(", "x=>", "`${", "[", "- ", "/", "if(a)", "a.", "<a>", "{"])
@pytest.mark.parametrize("suffix", [".mjs", ".tsx"])
def test_no_file_stands_in_the_way_of_the_others(sign: str, suffix: str) -> None:
    odd = sign * (60_000 // len(sign))
    files = [(f"a{suffix}", OWN), (f"odd{suffix}", odd), (f"b{suffix}", OWN)]
    assert shares(*files) == [1.0]
