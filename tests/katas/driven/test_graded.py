"""Files that keep a contract, or bring a driver, get their points in a sandbox as well as here."""

from __future__ import annotations

import contextlib
import io
import shutil
from hashlib import sha256
from pathlib import Path

import pytest

from graders import grade_file
from graders.katas.connect4.kata import KATA as CONNECT4
from graders.katas.game_design.kata import KATA as GAME_DESIGN
from graders.lab.verifying.declared import SOLUTIONS, Declaration, designs, references, specimens
from graders.model.verdict import Verdict
from graders.reports.score import how_called
from tests.katas.driven.here import BARE, FOLDER, cases, changed, verdicts
from tests.node import ONLY_WITH_NODE
from tests.tiers import sampled

HONEST = FOLDER / "honest"
WITH_A_DRIVER = HONEST / "tells_by_play"
SOME = ["published/*", "rules/*-win", "rules/one-way-*", "rules/text", "rules/many-refusals"]
A_FEW = ["published/upright", "published/screen-ends-with-a-win", "rules/one-way-to-refuse"]
DESIGNS = [each for each in designs() if each.allowed("parts/discs-fall") is not None]
MISTAKES = [each for each in specimens() if each.allowed("parts/discs-fall") is not None]
REFERENCE = [each for each in references() if each.allowed("parts/discs-fall") is not None]


@pytest.mark.parametrize(
    "name",
    sampled(
        [file.stem for file in sorted(HONEST.glob("*.py"))], lambda name: name == "as_published"
    ),
)
def test_a_class_that_keeps_the_contract_gets_full_marks(name: str) -> None:
    source = (HONEST / f"{name}.py").read_text(encoding="utf-8")
    assert missed_here(source) == []


def test_one_that_keeps_none_gets_them_through_its_own_driver() -> None:
    source, driver = (
        (WITH_A_DRIVER / name).read_text(encoding="utf-8") for name in ("solution.py", "driver.py")
    )
    assert missed_here(source, driver) == []
    without = verdicts(CONNECT4, source, cases("connect4", "published"))
    assert {each.verdict for each in without.values()} == {Verdict.LOAD_ERROR}
    assert all("kata adapt FILE writes a driver.py" in each.message for each in without.values())


def missed_here(source: str, driver: str = "") -> list[str]:
    asked = cases("connect4", "published", "rules")
    with contextlib.redirect_stdout(io.StringIO()):
        found = verdicts(CONNECT4, source, asked, driver)
    return [f"{name}: {each.message}" for name, each in found.items() if each.message]


@pytest.mark.parametrize(
    "declared",
    sampled(
        [*REFERENCE, *DESIGNS, *MISTAKES],
        lambda each: each in (REFERENCE[0], DESIGNS[0], MISTAKES[0]),
    ),
    ids=lambda each: each.file.stem,
)
def test_a_design_gets_the_verdicts_that_are_declared_and_no_others(declared: Declaration) -> None:
    asked = cases("game_design", "game", "parts", "further")
    source = declared.file.read_text(encoding="utf-8")
    found = verdicts(GAME_DESIGN, source, asked)
    assert {name: (each.verdict,) for name, each in found.items()} == {
        case.id: declared.allowed(case.id) for case in asked
    }


def test_there_are_six_designs_and_each_passes_all_that_is_no_stretch() -> None:
    assert len(DESIGNS) >= 6
    assert {each.file for each in designs()} == {
        path for path in (SOLUTIONS / "designs").glob("*.py") if path.stem != "__init__"
    }
    for design in DESIGNS:
        core = cases("game_design", "game", "parts")
        assert {design.allowed(case.id) for case in core} == {(Verdict.ACCEPTED,)}


def test_there_are_ten_mistakes_and_each_misses_cases_of_its_own() -> None:
    assert len(MISTAKES) >= 10
    asked = cases("game_design", "game", "parts", "further")
    missed = [
        frozenset(case.id for case in asked if each.allowed(case.id) == (Verdict.WRONG_ANSWER,))
        for each in MISTAKES
    ]
    assert all(missed)
    assert len(set(missed)) == len(missed)


def test_a_class_is_driven_in_a_sandbox_by_the_driver_of_its_kata() -> None:
    card = grade_file(HONEST / "as_published.py", case=A_FEW, explain=False)
    assert [(each.id, each.message) for each in card.results if not each.accepted] == []
    assert card.kata == "connect4"
    assert card.score == card.max_score >= len(A_FEW)
    assert card.driver is not None
    assert (card.driver.origin, card.driver.name) == ("kata", "connect4.py")


@ONLY_WITH_NODE
@pytest.mark.parametrize(
    ("file", "patterns"),
    sampled(
        [
            (HONEST / "as_published.mjs", A_FEW),
            (FOLDER / "bare.mjs", ["game/a-new-game", "game/no-column-7", "game/four-level-win"]),
            (HONEST / "as_published.mjs", SOME),
            (SOLUTIONS / "javascript/connect4.mjs", SOME),
            (FOLDER / "bare.mjs", ["game/*"]),
        ],
        lambda _, patterns: len(patterns) == len(A_FEW),
    ),
)
def test_so_is_one_in_javascript(file: Path, patterns: list[str]) -> None:
    kata = "game_design" if file.name == "bare.mjs" else None
    card = grade_file(file, kata=kata, case=patterns, explain=False)
    assert [(each.id, each.message) for each in card.results if not each.accepted] == []
    assert card.driver is not None
    assert card.driver.origin == ("file" if kata else "kata")


def test_a_driver_in_the_file_earns_what_it_offers_and_is_not_asked_for_more() -> None:
    card = grade_file(
        FOLDER / "bare.py",
        kata="game_design",
        case=["game/a-new-game", "parts/a-player-*", "further/three-*", "further/undo-a-win"],
        stretch=True,
        explain=False,
    )
    assert {each.verdict for each in card.results if each.id.startswith("game/")} == {
        Verdict.ACCEPTED
    }
    assert card.driver is not None
    assert (card.driver.origin, card.driver.name, card.driver.sha256) == ("file", "bare.py", None)
    told = {each.id: each.message for each in card.results if not each.accepted}
    lacking = {"parts/a-player-has-a-name": "name()", "further/undo-a-win": "undo()"}
    assert told == {
        case_id: f"needs {part}, which this submission does not offer"
        for case_id, part in lacking.items()
    }


def test_a_driver_beside_the_file_drives_it_and_stands_in_the_scorecard() -> None:
    card = grade_file(WITH_A_DRIVER / "solution.py", kata="connect4", case=A_FEW, explain=False)
    assert [(each.id, each.message) for each in card.results if not each.accepted] == []
    assert card.driver is not None
    source = (WITH_A_DRIVER / "driver.py").read_bytes()
    assert (card.driver.origin, card.driver.name) == ("beside", "driver.py")
    assert card.driver.sha256 == sha256(source).hexdigest()
    assert how_called(card)[0].how.startswith("by driver.py, which lies beside the file (sha256 ")


def test_a_driver_that_is_named_goes_before_all_others(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    shutil.copy(WITH_A_DRIVER / "solution.py", file)
    (tmp_path / "driver.py").write_text("raise OSError('not this one')\n")
    named = WITH_A_DRIVER / "driver.py"
    card = grade_file(file, kata="connect4", driver=named, case="published/upright")
    assert (card.score, card.driver and card.driver.origin) == (1, "named")


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("import io\n\nio.nothing()\n", "'nothing' (driver.py, line 3)"),
        ("from submission import Nobody\n", "(driver.py, line 1)"),
        ("def (\n", "driver.py, line 1:"),
    ],
)
def test_a_driver_that_cannot_be_loaded_is_told_by_a_line_of_its_own(
    source: str, said: str, tmp_path: Path
) -> None:
    (tmp_path / "mine.py").write_text(BARE.replace("class Driver", "class Game"))
    (tmp_path / "driver.py").write_text(source)
    card = grade_file(tmp_path / "mine.py", kata="game_design", case="game/a-new-game")
    (result,) = card.results
    assert result.verdict is Verdict.LOAD_ERROR
    assert said in result.message
    assert ("its driver cannot be imported: " in result.message) == ("def" not in source)


def test_an_accident_in_a_call_is_told_by_the_line_of_the_driver(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    source = changed(BARE, ("return self.won\n", "return {}[self.won]\n"))
    file.write_text(source)
    card = grade_file(file, kata="game_design", case="game/a-new-game")
    (result,) = card.results
    assert result.verdict is Verdict.RUNTIME_ERROR
    line = 1 + source.split("\n").index("        return {}[self.won]")
    assert f"raised KeyError: None in line {line}" in result.message
