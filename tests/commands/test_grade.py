"""`kata grade` as a person or a program calls it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from graders.cli import main
from graders.sandbox import bubblewrap
from graders.sandbox.isolation import IsolationUnavailableError
from kata.board import Board
from tests import knows
from tests.tiers import sampled

SOLUTIONS = Path(__file__).parents[2] / "solutions"
RIGHT = knows.PHASE_2
CASE = '  - {id: one, moves: "05152615", accept: [3], points: 1}\n'
LATE = "2241652455463311012622543335"
"""A position so late that whatever is to be found out about it is found out at once."""
HANGS_AFTER_S = 600.0
ONE_CASE = ("--case", "phase2/win-at-once")


def kata_grade(*args: object) -> Result:
    return CliRunner().invoke(main, ["grade", *map(str, args)])


@pytest.fixture
def right(tmp_path: Path) -> Path:
    file = tmp_path / "right.py"
    file.write_text(RIGHT)
    return file


def test_a_case_may_be_asked_for_more_than_once(right: Path) -> None:
    result = kata_grade(right, "--case", "phase2/quiet-*", "--case", "phase2/win-at-once")
    assert result.exit_code == 0
    assert "score 2/2" in result.output
    none = kata_grade(right, "--case", "phase2/quiet-*", "--case", "phase2/nosuch")
    assert none.exit_code == 2
    assert "no case matches 'phase2/nosuch'" in none.output


def test_a_name_that_would_act_on_a_terminal_is_written_out(tmp_path: Path) -> None:
    result = kata_grade(tmp_path / "\x1b[2Jgone.py")
    assert result.exit_code == 2
    assert r"\x1b[2Jgone.py" in result.output


def test_a_fault_of_ours_before_the_first_case_is_exit_code_3_too(
    right: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*given: object) -> None:
        raise OSError("no process to be had")

    monkeypatch.setattr("graders.grading.prepare.survey", broken)
    result = kata_grade(right)
    assert result.exit_code == 3
    assert "OSError: no process to be had" in result.output
    assert "0/1\nthe grader itself failed" in result.output
    assert "do not rely on this score" in result.output


def test_the_report_can_go_to_a_file(right: Path, tmp_path: Path) -> None:
    out = tmp_path / "score.json"
    result = kata_grade(right, *ONE_CASE, "--format", "json", "--output", out)
    assert (result.exit_code, result.output) == (0, "")
    assert json.loads(out.read_text())["score"] == 1


def test_asking_for_bwrap_where_it_is_missing_is_an_error(
    right: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unavailable(wanted: str) -> None:
        raise IsolationUnavailableError("bubblewrap is not installed")

    monkeypatch.setattr("graders.grading.prepare.choose_isolation", unavailable)
    result = kata_grade(right, "--isolation", "bwrap")
    assert result.exit_code == 2
    assert result.output == "kata: bubblewrap is not installed\n"


def before_the_cases(result: Result) -> str:
    head, *_ = re.split(r"\n[✓✗] ", result.output)
    return " ".join(head.split("\n")[1:])


def test_without_bubblewrap_it_says_what_is_not_contained(right: Path) -> None:
    result = kata_grade(right, *ONE_CASE, "--isolation", "limits")
    assert "kata best_move, isolation limits" in result.output.partition("\n\n")[0]
    assert "NOT contained" in before_the_cases(result)


@pytest.mark.parametrize(("walled", "open_there"), [(True, "socket file"), (False, "the network")])
def test_what_is_not_contained_depends_on_the_kernels_walls(
    right: Path, monkeypatch: pytest.MonkeyPatch, walled: bool, open_there: str
) -> None:
    monkeypatch.setattr(bubblewrap, "limits_are_walled", lambda: walled)
    result = kata_grade(right, *ONE_CASE, "--isolation", "limits")
    assert open_there in before_the_cases(result)


def test_an_unreadable_file_is_a_load_error(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    result = kata_grade(tmp_path / "pipe.py", "--kata", "best_move")
    assert result.exit_code == 1
    assert "Fix this first:" in result.output
    assert "score 0/7" in result.output


def test_a_file_of_two_katas_says_what_it_found(tmp_path: Path) -> None:
    file = tmp_path / "both.py"
    file.write_text(RIGHT + "def solution(rows, cols, k, operations):\n    return []\n")
    result = kata_grade(file)
    assert result.exit_code == 1
    assert "find_best_move" in result.output
    assert "solution" in result.output
    assert kata_grade(file, "--kata", "best_move", "--case", "phase2/*").exit_code == 0


def learned_by_heart(folder: Path, head: str = "") -> tuple[object, ...]:
    """Write a file that knows the one position of a suite and none of its variants."""
    board = Board.from_moves(LATE)
    file, suite = folder / "by_heart.py", folder / "bank.yaml"
    file.write_text(
        "def find_best_move(board):\n"
        f"    return 1 if str(board) == {str(board)!r} else board.valid_moves()[0]\n"
    )
    case = CASE.replace("05152615", LATE).replace("[3]", "[1]")
    suite.write_text(f"kata: best_move\ncap_s: 2.0\n{head}cases:\n{case}")
    return file, "--suite", suite


@pytest.mark.thorough
def test_variants_say_whether_the_submission_holds(right: Path, tmp_path: Path) -> None:
    result = kata_grade(SOLUTIONS / "bitboard.py", "--case", "phase3/mate-in-3*", "--variants")
    assert result.exit_code == 0
    assert "holds under mirror and colour swap: yes" in result.output
    result = kata_grade(*learned_by_heart(tmp_path), "--variants")
    assert result.exit_code == 1
    assert "holds under mirror and colour swap: no" in result.output
    assert "score 1/1 (1 on cases that lose a variant)" in result.output


def test_one_answer_to_everything_is_not_said_to_hold(right: Path, tmp_path: Path) -> None:
    suite = tmp_path / "bank.yaml"
    suite.write_text("kata: best_move\ncap_s: 2.0\ncases:\n" + CASE)
    result = kata_grade(right, "--suite", suite, "--variants")
    assert result.exit_code == 0
    assert "holds under mirror and colour swap: what is solved shows too little" in result.output


@pytest.mark.parametrize(
    ("number", "code"),
    sampled(
        [(signal.SIGINT, 130), (signal.SIGTERM, 143)],
        quick=lambda number, code: number == signal.SIGTERM,
    ),
)
def test_a_signal_prints_what_was_graded_and_leaves_nothing_running(
    number: signal.Signals, code: int, tmp_path: Path
) -> None:
    file = tmp_path / "slow.py"
    file.write_text(
        "import time\ndef find_best_move(board):\n"
        "    if board.column_height(0) == 0:\n        time.sleep(600)\n    return 3\n"
    )
    suite = tmp_path / "bank.yaml"
    suite.write_text(
        "kata: best_move\ncap_s: 50\ncases:\n"
        '  - {id: first, moves: "05152615", accept: [3], mate_in: 1, points: 1}\n'
        '  - {id: second, moves: "15162625", accept: [3], mate_in: 1, points: 1}\n'
    )
    process = subprocess.Popen(
        [sys.executable, "-m", "graders", "grade", str(file), "--suite", str(suite)],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"TMPDIR": str(tmp_path), "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    lines = []
    while not any("bank/first" in line for line in lines):
        lines.append(process.stdout.readline())
    time.sleep(0.3)
    process.send_signal(number)
    rest, _ = process.communicate(timeout=HANGS_AFTER_S)
    assert process.returncode == code
    assert "· bank/second  not run" in rest
    assert "score 1/2\ninterrupted, 1 of 2 cases not run: this score is not final" in rest
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bank.yaml", "slow.py"]


def test_the_help_has_an_example() -> None:
    assert "kata grade my_solution.py" in kata_grade("--help").output


@pytest.mark.thorough
@pytest.mark.parametrize("score", ["false", "true"])
def test_a_lost_variant_decides_the_exit_code_whether_it_scores_or_not(
    score: str, tmp_path: Path
) -> None:
    head = f"variants: true\nvariants_score: {score}\n"
    assert kata_grade(*learned_by_heart(tmp_path, head)).exit_code == 1


def test_an_exception_is_shown_with_its_own_traceback(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "def look(table):\n    return table['x']\n\ndef find_best_move(board):\n"
        "    return look({})\n"
    )
    result = kata_grade(file, *ONE_CASE)
    assert "runtime error" in result.output
    assert 'File "mine.py", line 5, in find_best_move' in result.output
    assert 'File "mine.py", line 2, in look' in result.output
    document = json.loads(kata_grade(file, *ONE_CASE, "--format", "json").stdout)
    assert document["cases"][0]["traceback"].endswith("KeyError: 'x'")


def test_a_file_of_no_kata_says_how_to_have_it_scored(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("x = 1\n")
    said = " ".join(kata_grade(file).output.split())
    assert "name the kata with --kata, and every case of it counts" in said
