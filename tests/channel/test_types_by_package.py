"""TypeScript where Node.js is too old for it: a package of this machine leaves the types out."""

from __future__ import annotations

from pathlib import Path

import pytest

from graders.channel import languages
from graders.channel.languages import TYPE_STRIPPER, UnavailableError
from graders.grading.grade_file import grade_file
from graders.model.limits import Limits
from graders.model.scorecard import Scorecard
from tests.node import ONLY_WITH_NODE

PACKAGE = r"""
exports.transform = (source, options) => {
  if (options.transforms.join() !== "typescript") throw new Error("asked otherwise");
  const at = source.split("\n").findIndex((line) => line.includes("= ;"));
  if (at >= 0) {
    const error = new SyntaxError(`Unexpected token (${at + 1}:9)`);
    error.loc = { line: at + 1, column: 9 };
    throw error;
  }
  return { code: source.replace(/: (number|Board)/g, (type) => " ".repeat(type.length)) };
};
"""
HELPER = "export const COLUMN: number = 2;\n"
MAIN = """import { Board } from "kata/board.mjs";
import { COLUMN } from "./helper.ts";

export function findBestMove(board: Board): number {
  if (board.isFull()) throw new Error("full");
  return COLUMN;
}
"""


@pytest.fixture
def _package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if languages.found().strips_types:
        pytest.skip("this Node.js leaves types out by itself")
    place = tmp_path / "modules" / TYPE_STRIPPER
    place.mkdir(parents=True)
    (place / "package.json").write_text('{"main": "index.js"}', encoding="utf-8")
    (place / "index.js").write_text(PACKAGE, encoding="utf-8")
    monkeypatch.setenv("NODE_PATH", str(tmp_path / "modules"))


def graded(folder: Path, helper: str = HELPER, main: str = MAIN) -> Scorecard:
    folder.mkdir()
    (folder / "helper.ts").write_text(helper, encoding="utf-8")
    (folder / "solution.ts").write_text(main, encoding="utf-8")
    return grade_file(folder, kata="best_move", case="phase2/win-at-once#1")


@ONLY_WITH_NODE
@pytest.mark.usefixtures("_package")
def test_a_folder_is_run_and_its_lines_stay_where_they_are(tmp_path: Path) -> None:
    assert graded(tmp_path / "right").results[0].accepted
    wrong = graded(tmp_path / "wrong", main=MAIN.replace("return COLUMN", "return board.gone()"))
    assert wrong.results[0].message.startswith("TypeError: board.gone is not a function (line 6)")


@ONLY_WITH_NODE
@pytest.mark.usefixtures("_package")
def test_what_the_package_cannot_read_names_its_file_and_line(tmp_path: Path) -> None:
    card = graded(tmp_path / "mine", helper=f"\n\n{HELPER}const x = ;\n")
    assert card.results[0].message.splitlines() == [
        "helper.ts, line 4:",
        "    const x = ;",
        "            ^",
        "SyntaxError: Unexpected token",
    ]


@ONLY_WITH_NODE
def test_without_the_package_one_line_installs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(languages, "_type_stripper", lambda node: None)
    if languages.found().strips_types:
        pytest.skip("this Node.js leaves types out by itself")
    with pytest.raises(UnavailableError, match=f"npm install --global {TYPE_STRIPPER}$"):
        languages.typescript(Limits())
