"""What is graded of a file, and of how many: the first miss, what failed last, several files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from graders.cli import main
from graders.lab.verifying.declared import SPECIMENS
from graders.lab.verifying.specimens import specimens_folder
from graders.practice import run_history
from tests import knows
from tests.tiers import sampled
from tests.unhurried import unhurried

PHASE_2 = ("phase2/win-at-once", "phase2/block-at-once", "phase2/quiet-win-in-5")
RIGHT = knows.PHASE_2_ALONE
LEFTMOST = "def find_best_move(board):\n    return board.valid_moves()[0]\n"
OFF = "def find_best_move(board):\n    return 9\n"


def kata_grade(*words: object) -> Result:
    return CliRunner().invoke(main, ["grade", *map(str, words)])


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KATA_STATE", str(tmp_path / "state"))
    monkeypatch.delenv("COLUMNS", raising=False)


@pytest.fixture
def right(tmp_path: Path) -> Path:
    file = tmp_path / "right.py"
    file.write_text(RIGHT, encoding="utf-8")
    return file


@pytest.fixture
def leftmost(tmp_path: Path) -> Path:
    file = tmp_path / "leftmost.py"
    file.write_text(LEFTMOST, encoding="utf-8")
    return file


@pytest.fixture
def off(tmp_path: Path) -> Path:
    """Return what never names a column, and so misses every case at little cost."""
    file = tmp_path / "off.py"
    file.write_text(OFF, encoding="utf-8")
    return file


def cases_of(result: Result) -> list[str]:
    lines = result.stdout.splitlines()
    return [line.split()[1] for line in lines if line[:2] in ("✓ ", "✗ ") and "/" in line]


class TestFirst:
    def test_the_run_ends_at_the_first_miss_with_exit_code_1(self, leftmost: Path) -> None:
        result = kata_grade(leftmost, "-x")
        assert result.exit_code == 1
        assert cases_of(result) == ["phase2/win-at-once"]
        assert "stopped at the first failure, as asked: 6 of 7 cases not run" in result.stdout
        assert "interrupted" not in result.stdout
        assert result.stdout.count("x played, ^ right") == 1

    def test_its_scorecard_is_not_complete_and_says_why(self, leftmost: Path) -> None:
        card = json.loads(kata_grade(leftmost, "--first", "--format", "json").stdout)
        assert (card["complete"], card["stopped_at_first"]) == (False, True)
        assert [len(card["cases"]), len(card["not_run"])] == [1, 6]
        assert "ladder" not in card

    def test_where_nothing_is_missed_it_is_a_run_like_any_other(self, right: Path) -> None:
        cases = ("--case", "win-at-once", "--case", "block-at-once")
        result = kata_grade(right, "-x", *cases)
        assert result.exit_code == 0
        assert cases_of(result) == list(PHASE_2[:2])

    def test_a_miss_of_the_last_case_leaves_nothing_out(self, off: Path) -> None:
        words = ("-x", "--case", "win-at-once", "--format", "json")
        card = json.loads(kata_grade(off, *words).stdout)
        assert card["complete"]
        assert "stopped_at_first" not in card

    def test_its_report_goes_where_it_is_to(self, leftmost: Path, tmp_path: Path) -> None:
        out = tmp_path / "score.json"
        assert kata_grade(leftmost, "-x", "--format", "json", "--output", out).exit_code == 1
        assert json.loads(out.read_text())["stopped_at_first"]


class TestFailed:
    def test_only_what_was_missed_is_graded_and_stays_so_until_it_is_right(self, off: Path) -> None:
        kata_grade(off, "--case", "win-at-once")
        kata_grade(off, "--case", "mate-in-9")
        off.write_text(RIGHT, encoding="utf-8")
        assert cases_of(kata_grade(off, "--failed")) == [PHASE_2[0], "phase3/mate-in-9"]
        assert cases_of(kata_grade(off, "--failed")) == ["phase3/mate-in-9"]

    def test_stretch_cases_variants_and_members_are_found_again(self, off: Path) -> None:
        kata_grade(off, "--stretch", "--case", "trap-5")
        kata_grade(off, "--variants", "--case", "win-at-once~swap")
        kata_grade(off, "--case", "mate-in-3#2")
        words = ("--failed", "--format", "json")
        ids = [case["id"] for case in json.loads(kata_grade(off, *words).stdout)["cases"]]
        assert ids == ["phase2/win-at-once~swap", "phase3/mate-in-3#2", "phase4/trap-5"]

    def test_what_was_lost_on_the_way_to_its_end_is_played_out_again(self, off: Path) -> None:
        off.write_text(OFF.replace("9", "2"), encoding="utf-8")
        case = ("--case", "phase4/trap-3")
        assert kata_grade(off, "--stretch", *case).exit_code == 1
        assert kata_grade(off, "--failed").exit_code == 1
        assert kata_grade(off, "--failed", "--no-play-out").exit_code == 0

    def test_with_a_glob_it_is_what_was_missed_of_these(self, off: Path) -> None:
        kata_grade(off, "--case", "phase2/*")
        assert cases_of(kata_grade(off, "--failed", "--case", "win-*")) == [PHASE_2[0]]
        refused = kata_grade(off, "--failed", "--case", "mate-in-9")
        assert refused.exit_code == 2
        assert "none of it matches --case" in refused.stderr

    def test_where_nothing_failed_everything_is_graded(self, right: Path) -> None:
        kata_grade(right, "--case", "win-at-once")
        again = kata_grade(right, "--failed", "--case", "win-at-once")
        assert cases_of(again) == [PHASE_2[0]]
        assert "nothing failed when it was last graded" in again.stderr

    def test_a_file_that_was_never_graded_is_exit_code_2(self, right: Path) -> None:
        refused = kata_grade(right, "--failed")
        assert refused.exit_code == 2
        assert "grade it without --failed first" in refused.stderr

    def test_a_suite_of_ones_own_has_to_be_named_again(self, off: Path, tmp_path: Path) -> None:
        bank = tmp_path / "bank.yaml"
        bank.write_text(
            "kata: best_move\ncap_s: 2.0\ncases:\n"
            '  - {id: one, moves: "05152615", accept: [0], points: 1}\n'
            '  - {id: two, moves: "61514051", accept: [3], points: 1}\n'
        )
        off.write_text(OFF.replace("9", "3 if board.column_height(4) else 9"), encoding="utf-8")
        kata_grade(off, "--suite", bank)
        assert run_history.failing(off) == ("bank/one",)
        refused = kata_grade(off, "--failed")
        assert refused.exit_code == 2
        assert "its suite has to be named (--suite)" in refused.stderr
        again = kata_grade(off, "--failed", "--suite", bank)
        assert cases_of(again) == ["bank/one"]
        assert f"kata try {off} bank/one --suite {bank}" in " ".join(
            again.stdout.replace("\\\n", " ").split()
        )


class TestSeveral:
    def test_each_is_graded_and_a_table_sums_them_up(self, right: Path, off: Path) -> None:
        result = kata_grade(right, off, "--case", "win-at-once", "--case", "mate-in-9")
        assert result.exit_code == 1
        table = [line.split() for line in result.stdout.splitlines()[-4:]]
        assert table[0] == ["file", "score", "accepted", "seconds", "first", "miss"]
        assert table[2][1:5] == ["1/2", "1", "of", "2"]
        assert table[2][6].startswith("phase3/mate-in-9")
        assert table[3][1:5] == ["0/2", "0", "of", "2"]
        assert table[3][6] == "phase2/win-at-once#1"
        assert max(map(len, result.stdout.splitlines()[-4:])) <= 80

    def test_the_worst_exit_code_counts(self, right: Path, off: Path, tmp_path: Path) -> None:
        one = ("--case", "win-at-once#1")
        assert kata_grade(right, right, *one).exit_code == 0
        assert kata_grade(off, tmp_path / "gone.py", *one).exit_code == 2

    def test_one_that_cannot_be_graded_costs_no_other_its_turn(
        self, right: Path, tmp_path: Path
    ) -> None:
        result = kata_grade(tmp_path / "gone.py", right, "--case", "win-at-once")
        assert result.exit_code == 2
        assert f"there is no file {tmp_path / 'gone.py'}" in result.stderr
        gone, graded = result.stdout.splitlines()[-2:]
        assert gone.split()[1:] == ["-", "-", "-", "not", "graded"]
        assert graded.split()[1:5] == ["1/1", "1", "of", "1"]

    def test_as_json_each_is_a_document_on_a_line(self, right: Path, off: Path) -> None:
        words = ("--case", "win-at-once", "--format", "json")
        result = kata_grade(right, off, *words)
        assert [json.loads(line)["score"] for line in result.stdout.splitlines()] == [1, 0]
        assert result.exit_code == 1
        assert run_history.graded_runs() == ()

    def test_all_of_it_goes_to_one_file(self, right: Path, off: Path, tmp_path: Path) -> None:
        out = tmp_path / "all.txt"
        result = kata_grade(right, off, "--case", "win-at-once", "--output", out)
        assert (result.exit_code, result.stdout) == (1, "")
        assert out.read_text(encoding="utf-8").count("isolation") == 2


class TestSpoilers:
    @pytest.mark.parametrize("form", sampled(["text", "json"], quick=lambda form: form == "text"))
    def test_without_them_no_answer_is_told_whatever_it_was(
        self, tmp_path: Path, form: str
    ) -> None:
        file = tmp_path / "right_and_wrong.py"
        file.write_text(knows.PHASE_2, encoding="utf-8")
        words = ("--case", "win-at-once", "--case", "mate-in-9", "--format", form)
        told = kata_grade(file, *words, "--no-spoilers", "--no-hints").stdout
        assert "win-at-once" in told and "mate-in-9" in told
        for spoiler in ("column", "winning", 'accept"', "right\n", "explanation"):
            assert spoiler not in told.partition("points,")[0], spoiler

    def test_of_a_script_nothing_that_is_expected_is_told(self, tmp_path: Path) -> None:
        file = tmp_path / "engine.py"
        file.write_text(
            "def solution(rows, cols, k, operations):\n    return [0] * len(operations)\n"
        )
        words = ("--case", "vertical-win", "--full")
        assert "expected" in kata_grade(file, *words).stdout
        told = kata_grade(file, *words, "--no-spoilers").stdout
        for spoiler in ("expected", "step", "about", "'win'", "inProgress"):
            assert spoiler not in told, spoiler
        assert "solution(6, 7, 4, [" in told


def test_a_file_that_is_no_python_is_its_place_and_what_to_do_and_nothing_else(
    tmp_path: Path,
) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def find_best_move(board)\n    return 3\n")
    place = (
        "    mine.py, line 1:\n        def find_best_move(board)\n"
        "                                 ^\n    SyntaxError: expected ':'\n"
    )
    for words in ((), ("--kata", "best_move")):
        result = kata_grade(file, *words)
        assert result.exit_code == 1
        assert result.stdout.partition("\nFix this first:\n")[2] == place


@pytest.mark.thorough
def test_a_large_suite_takes_a_page_not_a_hundred_lines() -> None:
    file = specimens_folder(SPECIMENS) / "top_row_missed.py"
    with unhurried():  # a busy machine adds lines
        text = kata_grade(file, "--suite", "rules").stdout
    assert len(text.splitlines()) <= 24
    assert "more case of rules missed, 68 accepted" in text
    assert "expected" in text


@pytest.mark.thorough
def test_an_engine_that_is_wrong_everywhere_takes_one_page(tmp_path: Path) -> None:
    file = tmp_path / "zeros.py"
    file.write_text("def solution(rows, cols, k, operations):\n    return [0] * len(operations)\n")
    with unhurried():  # a busy machine adds lines
        text = kata_grade(file, "--suite", "published", "--suite", "rules").stdout
    assert len(text.splitlines()) <= 24
    assert "First to look at: rules/row-0-is-the-top" in text
