"""`kata adapt`: the driver that it writes works, and nothing is guessed where nothing fits."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from graders import grade_file
from graders.cli import main
from graders.katas.driven.contract import PARTS
from graders.model.scorecard import Scorecard
from graders.model.verdict import Verdict
from graders.practice.adapting.inspection import JAVASCRIPT, PYTHON, Evaluated
from tests.node import ONLY_WITH_NODE
from tests.practice.adapting.styles import (
    BROKEN,
    CELLS,
    NO_GAME,
    READS_FROM_THE_KEYBOARD,
    STYLES,
)
from tests.tiers import sampled

IN_GAMES = "game_design"
WIDEST = 80
FEWEST = 3
"""So many of `CASES` are accepted at least; others may need what a game does not offer."""
CASES = ("*level-win", "*draw", "*-move*")
FIRST = ("objects.mjs",)


PAGE = (Path(__file__).parents[2] / "docs" / "driver.md").read_text(encoding="utf-8")


def written(folder: Path, name: str, source: str) -> Path:
    path = folder / name
    path.write_text(source, encoding="utf-8")
    return path


def adapt(*words: object) -> Result:
    return CliRunner().invoke(main, ["adapt", *map(str, words)], env={"COLUMNS": "80"})


def missed(card: Scorecard) -> dict[str, Verdict]:
    """Return what was asked and not accepted; what is not offered was not asked."""
    left_out = (Verdict.ACCEPTED, Verdict.NOT_OFFERED)
    return {each.id: each.verdict for each in card.results if each.verdict not in left_out}


OUT_OF_TURN = {
    "game/no-two-moves-in-a-row",
    "game/a-move-out-of-turn-puts-down-no-disc",
}


@pytest.mark.parametrize(
    "name",
    sampled(
        [
            pytest.param(name, marks=[ONLY_WITH_NODE] if name.endswith("mjs") else [])
            for name in STYLES
        ],
        lambda name: name in FIRST,
    ),
)
def test_a_game_in_a_style_of_its_own_is_driven_as_it_is(name: str, tmp_path: Path) -> None:
    file = written(tmp_path, name, STYLES[name])
    result = adapt(file)
    assert result.exit_code == 0, result.output
    assert "  differs  " not in result.output
    driver = tmp_path / ("driver.mjs" if name.endswith("mjs") else "driver.py")
    assert driver.is_file()
    assert all(len(line) <= 100 for line in driver.read_text(encoding="utf-8").splitlines())
    assert all(len(line) < WIDEST for line in result.output.splitlines() if "/" not in line)
    kata = result.output.split("--kata ")[1].split()[0]
    card = grade_file(file, kata=kata, case=CASES)
    cannot_tell_turns = "TODO: nothing says whose turn it is" in driver.read_text(encoding="utf-8")
    assert set(missed(card)) <= (OUT_OF_TURN if cannot_tell_turns else set())
    assert sum(each.verdict is Verdict.ACCEPTED for each in card.results) >= FEWEST


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Result]:
    """Adapt a game that counts no falling line, by force, where a driver is already."""
    folder = tmp_path_factory.mktemp("broken")
    file = written(folder, "broken.py", BROKEN)
    written(folder, "driver.py", "# mine\n")
    return file, adapt(file, "--force")


def test_what_is_wrong_in_the_game_is_no_guess_and_is_still_missed(
    broken: tuple[Path, Result],
) -> None:
    file, result = broken
    assert result.exit_code == 1
    said = " ".join(result.output.split())
    assert "differs winner falling" in said
    assert "works draw a full board" in said
    card = grade_file(file, kata=IN_GAMES, case=("*four-falling-win", "*four-rising-win"))
    assert missed(card) == {"game/four-falling-win": Verdict.WRONG_ANSWER}


def test_a_driver_that_is_there_is_written_over_only_by_force(broken: tuple[Path, Result]) -> None:
    file, _ = broken
    forced = (file.parent / "driver.py").read_text(encoding="utf-8")
    assert "class Driver:" in forced
    refused = adapt(file)
    assert refused.exit_code == 2
    assert "driver.py already exists; --force overwrites it" in refused.output
    assert (file.parent / "driver.py").read_text(encoding="utf-8") == forced


def test_a_game_that_only_reads_from_the_keyboard_is_told_so_in_two_lines(tmp_path: Path) -> None:
    file = written(tmp_path, "reads.py", CELLS + READS_FROM_THE_KEYBOARD)
    result = adapt(file)
    assert result.exit_code == 1
    lines = result.output.splitlines()
    line = 1 + (CELLS + READS_FROM_THE_KEYBOARD).split("\n").index(
        '            self.cells.put(int(input("column? ")), "XO"[count % 2])'
    )
    assert lines == [
        f"kata: reads.py cannot be driven: Game.run reads from the keyboard (line {line}), and no "
        "method takes a move",
        "kata: give its game a method such as make_move(column), and let the loop that reads call "
        "it",
    ]
    assert not (tmp_path / "driver.py").exists()


@pytest.mark.parametrize(
    ("source", "why"),
    [
        (NO_GAME, "none of its classes has a method that took a column as a move"),
        ("x = 1\n", "it defines no class"),
        ("class Game(:\n", "SyntaxError"),
        (NO_GAME + "\ninput()\n", "it reads from the keyboard (line 9)"),
        (STYLES["counts_from_1.py"] + "\ninput()\n", "cannot be loaded: EOFError"),
    ],
)
def test_where_nothing_fits_nothing_is_written(source: str, why: str, tmp_path: Path) -> None:
    result = adapt(written(tmp_path, "mine.py", source))
    assert result.exit_code == 1
    assert why in result.output
    assert [each.name for each in tmp_path.iterdir()] == ["mine.py"]


def test_what_it_cannot_be_for_is_refused(tmp_path: Path) -> None:
    file = written(tmp_path, "mine.py", STYLES["counts_from_1.py"])
    for words, why in (
        ((file, "--kata", "best_move"), "not for best_move"),
        ((tmp_path / "none.py",), "there is no file"),
        ((written(tmp_path, "driver.py", ""),), "driver.py is itself a driver"),
    ):
        result = adapt(*words)
        assert (result.exit_code, why in " ".join(result.output.split())) == (2, True)


def test_texts_of_a_submission_are_written_into_a_driver_as_texts_alone() -> None:
    for text in ('X\n"); import os #', "'\"\\", "\u2028`${x}"):
        seen = Evaluated("text", text)
        assert ast.literal_eval(str(PYTHON.literal(seen))) == text
        assert json.loads(str(JAVASCRIPT.literal(seen))) == text


def test_the_page_on_drivers_shows_what_is_written_and_how_it_is_completed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    game, driver, draw = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    file = written(tmp_path, "mine.py", game)
    result = adapt("mine.py")
    assert result.exit_code == 1
    shown = result.output.replace("Then: kata", "Then: scripts/kata")
    assert f"$ scripts/kata adapt mine.py\n{shown}```" in PAGE
    assert (tmp_path / "driver.py").read_text(encoding="utf-8") == driver
    missing = re.search(r"    def draw\(self\):\n.*?(?=\n    def )", driver, re.DOTALL)
    assert missing is not None
    written(tmp_path, "driver.py", driver.replace(missing[0], draw))
    card = grade_file(file, kata=IN_GAMES, case=("game/four-level-win", "game/a-draw"))
    assert {each.verdict for each in card.results} == {Verdict.ACCEPTED}


def test_the_page_on_drivers_names_every_part() -> None:
    named = re.findall(r"^\| `(\w+)\((.*?)\)` \|", PAGE, re.MULTILINE)
    assert dict(named) == {name: ", ".join(part.parameters) for name, part in PARTS.items()}


def test_a_file_that_imports_its_neighbours_is_looked_at_in_its_folder(tmp_path: Path) -> None:
    folder, driver = tmp_path / "four", tmp_path / "elsewhere.py"
    folder.mkdir()
    written(folder, "cells.py", CELLS)
    game = STYLES["counts_from_1.py"].removeprefix(CELLS)
    file = written(folder, "match.py", f"from cells import _Cells\n{game}")
    result = adapt(file, "--output", driver)
    assert result.exit_code == 0, result.output
    grade = f"kata grade {folder} --entry match.py --kata game_design --driver {driver}"
    assert grade in result.output
    card = grade_file(
        folder, kata=IN_GAMES, entry="match.py", driver=driver, case="*four-level-win"
    )
    assert {each.verdict for each in card.results} == {Verdict.ACCEPTED}
