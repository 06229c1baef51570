"""`kata hint`: one hint at a time, of a file that is graded first where that is needed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from graders.cli import main
from graders.practice import run_history
from graders.suites import selection
from tests.node import ONLY_WITH_NODE
from tests.shipped import shipped

TAKES_WINS = """
def find_best_move(board):
    for col in board.valid_moves():
        board.drop_disc(col)
        won = board.check_winner()
        board.undo_move()
        if won:
            return col
    return board.valid_moves()[0]
"""
OFF = "def find_best_move(board):\n    return 9\n"
"""Is asked no probe."""


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KATA_STATE", str(tmp_path / "state"))
    monkeypatch.delenv("KATA_HISTORY", raising=False)


def hint(*words: str, source: str = TAKES_WINS) -> Result:
    Path("mine.py").write_text(source, encoding="utf-8")
    return CliRunner().invoke(main, ["hint", "mine.py", *words], env={"COLUMNS": "80"})


def test_three_hints_come_one_by_one_and_the_file_is_graded_once() -> None:
    first, second, third, again = (hint(source=OFF) for _ in range(4))
    assert [result.exit_code for result in (first, second, third, again)] == [0] * 4
    assert "mine.py has not been graded as it is now: grading it first" in first.output
    assert not [r for r in (second, third, again) if "grading it first" in r.output]
    for number, result in enumerate((first, second, third, again), start=1):
        assert f"Hint {min(number, 3)} of 3" in result.output
        assert ("For the next one: " in result.output) is (number < 3)
        said = " ".join(result.output.split())  # a long path goes to a line of its own
        assert ("There are no more hints on this; read " in said) is (number >= 3)
        assert max(map(len, result.output.splitlines())) <= 100
    assert len({result.output.split("Hint")[1] for result in (first, second, third)}) == 3
    assert len(run_history.graded_runs(Path("mine.py"))) == 1
    assert [taken.step for taken in run_history.hints(Path("mine.py"))] == [1, 2, 3]


def test_hints_that_were_taken_are_read_again_without_being_counted() -> None:
    none_yet = hint("--again")
    assert (none_yet.exit_code, "no hint on mine.py was taken yet" in none_yet.stderr) == (2, True)
    first, second = hint(source=OFF), hint(source=OFF)
    again = hint("--again", source=f"{OFF}# and some more\n")
    assert again.exit_code == 0
    for taken in (first, second):
        assert taken.stdout.split("Hint")[1].split("For the next")[0].rstrip() in again.stdout
    assert ("Hint 3 of 3" in again.stdout, "grading" in again.output) == (False, False)
    assert [taken.step for taken in run_history.hints(Path("mine.py"))] == [1, 2]
    assert "Hint 3 of 3" in hint(source=OFF).stdout


def test_a_run_that_an_older_version_remembered_is_graded_again() -> None:
    hint(source=OFF)
    (run,) = run_history.graded_runs(Path("mine.py"))
    run_history.append(replace(run, topic="zugzwang"))
    older, again = hint(source=OFF), hint(source=OFF)
    assert "grading it first" in older.output
    assert "grading it first" not in again.output


def test_where_nothing_was_missed_there_is_nothing_to_hint_at_and_no_second_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (rules,) = [suite for suite in shipped("operations") if suite.name == "rules"]
    few = replace(rules, cases=rules.cases[:2], sha256=None)
    monkeypatch.setattr(selection, "shipped", lambda kata, stretch=False: (few,))
    source = (Path(__file__).parents[2] / "solutions/operations.py").read_text(encoding="utf-8")
    first, again = hint(source=source), hint(source=source)
    assert "Nothing was missed" in first.output
    assert "Nothing was missed" in again.output
    assert "grading it first" not in again.output


def test_what_cannot_be_loaded_is_hinted_at_where_the_kata_is_told() -> None:
    result = hint("--kata", "best_move", source="def find_best_move(board)\n    return 3\n")
    assert result.exit_code == 0, result.output
    assert "Fix only that one" in " ".join(result.output.split())


def test_a_file_that_is_for_no_kata_is_asked_which() -> None:
    result = hint(source="x = 1\n")
    assert result.exit_code == 2
    assert "--kata" in result.output


def test_a_file_that_is_not_there_is_refused() -> None:
    result = CliRunner().invoke(main, ["hint", "other.py"])
    assert (result.exit_code, result.output) == (2, "kata: there is no file other.py\n")


@pytest.mark.thorough
class TestWhatAHintSays:
    def test_the_first_hint_is_the_one_that_the_report_gives(self) -> None:
        said = " ".join(hint().output.split())
        report = CliRunner().invoke(main, ["grade", "mine.py", "--format", "json"])
        assert json.loads(report.stdout)["ladder"]["hint"] in said

    def test_a_change_of_the_file_has_it_graded_again(self) -> None:
        hint()
        changed = hint(source=TAKES_WINS.replace("[0]", "[-1]"))
        assert "grading it first" in changed.output

    def test_with_the_history_off_a_hint_is_given_and_says_that_it_will_be_the_first_again(
        self,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setenv("KATA_HISTORY", "off")
        result = hint()
        assert result.exit_code == 0, result.output
        assert "The history is off" in result.output
        assert not Path("state").exists()

    def test_an_engine_is_hinted_at_by_what_its_missed_cases_are_about(
        self,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        (rules,) = [suite for suite in shipped("operations") if suite.name == "rules"]
        few = replace(rules, cases=rules.cases[:8], sha256=None)
        monkeypatch.setattr(selection, "shipped", lambda kata, stretch=False: (few,))
        result = hint(
            source="def solution(rows, cols, k, operations):\n    return [0] * len(operations)\n"
        )
        assert "Where do rows count from" in " ".join(result.output.split())

    @ONLY_WITH_NODE
    def test_a_file_in_another_language_is_told_what_takes_the_place_of_a_debugger(self) -> None:
        Path("mine.mjs").write_text("export const findBestMove = () => 9;\n", encoding="utf-8")
        done = CliRunner().invoke(main, ["hint", "mine.mjs"], env={"COLUMNS": "80"})
        assert done.exit_code == 0
        assert "in JavaScript write `debugger;`" in " ".join(done.output.split())
        assert "debugger;" not in hint().output

    @ONLY_WITH_NODE
    def test_hints_spell_the_board_as_the_language_of_the_file_does(self) -> None:
        source = """
        export function findBestMove(board) {
            for (const col of board.validMoves()) {
                board.dropDisc(col);
                if (board.checkWinner()) return col;
            }
            return 3;
        }
    """
        Path("mine.mjs").write_text(source, encoding="utf-8")
        graded = " ".join(CliRunner().invoke(main, ["grade", "mine.mjs"]).output.split())
        hinted = " ".join(CliRunner().invoke(main, ["hint", "mine.mjs"]).output.split())
        for told in (graded, hinted):
            assert "Every dropDisc() needs one undoMove()" in told
            assert "undo_move" not in told
