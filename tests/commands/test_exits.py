"""The exit codes of `kata`: one table, each reached by a command."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from graders.cli import main
from graders.katas import kata_named
from graders.model import exit_codes
from tests import knows

ROOT = Path(__file__).parents[2]
WIN = ("--case", "phase2/win-at-once")
SOURCES = {
    "right.py": knows.PHASE_2_ALONE,
    "wrong.py": "def find_best_move(board):\n    return 9\n",
    "broken.py": "import nowhere\n",
    "nothing.py": "",
    "operations.py": "def solution(rows, cols, k, operations):\n    return []\n",
    "archive.zip": "PK",
    "red_only.py": (
        "def find_best_move(board):\n"
        "    return 3 if board.current_player.name == 'RED' else board.valid_moves()[0]\n"
    ),
}
BANK = (
    "kata: best_move\ncap_s: 2.0\ncases:\n"
    '  - {id: one, moves: "416664666152", accept: [3], mate_in: 1, points: 1}\n'
)


def fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(kata_named("best_move"), "check", broken)


def interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("graders.grading.grade_file.grade", interrupt)


TABLE: list[tuple[str, int, str]] = [
    ("grade right.py --case phase2/win-at-once", 0, "score 1/1"),
    ("grade wrong.py --case phase2/win-at-once", 1, "score 0/1"),
    ("grade broken.py --kata best_move", 1, "score 0/7"),
    ("grade broken.py --suite phase3", 1, "score 0/4"),
    ("grade nothing.py", 1, "score 0/1"),
    ("grade red_only.py --suite bank.yaml", 0, "score 1/1"),
    ("grade red_only.py --suite bank.yaml --variants", 1, "(1 on cases that lose a variant)"),
    ("grade wrong.py --case *~mirror --variants --suite phase2", 1, "score 0/0"),
    ("grade gone.py", 2, "there is no file gone.py"),
    ("grade right.py --entry right.py", 2, "--entry names a file of a folder"),
    ("grade . --entry gone.py", 2, "there is no such file in the folder"),
    ("grade archive.zip", 2, "is an archive: unpack it"),
    ("grade right.py --kata chess", 2, "there is no kata 'chess'; there are best_move, "),
    ("grade right.py --suite nosuch", 2, "there is no suite 'nosuch'"),
    ("grade right.py --suite bad.yaml", 2, "bad.yaml, line 3: cases: should be a list"),
    ("grade right.py --suite .", 2, "it is a folder; name the file of a suite in it"),
    ("grade right.py --case nosuch", 2, "no case matches 'nosuch'"),
    ("grade right.py --case *mirror", 2, "add --variants"),
    ("grade right.py --stretch --suite phase2", 2, "name phase4"),
    *(
        (f"grade right.py --cap {cap}", 2, "Invalid value for '--cap'")
        for cap in ("0", "-1", "nan", "inf")
    ),
    ("grade right.py wrong.py --failed", 2, "--failed is for one file"),
    ("grade right.py wrong.py --format svg", 2, "--format svg is for one file"),
    ("grade right.py wrong.py --format html", 2, "--format html is for one file"),
    ("grade right.py --nosuch", 2, "No such option"),
    ("grade right.py --output .", 2, "it is a folder; name a file in it"),
    ("grade right.py --output no/score.json", 2, "there is no folder no"),
    ("grade wrong.py --case phase2/win-at-once --output /dev/full", 2, "No space left on device"),
    ("grade right.py --output right.py", 2, "which is read"),
    ("verify .", 2, "it is a folder; name the file of a suite in it"),
    ("verify gone.yaml", 2, "there is no such file"),
    ("verify wrong.py", 2, "unknown field"),
    ("mine --mate 4", 2, "'4' is not one of"),
    ("mine --mate 9 --out .", 2, "is a directory"),
    ("nosuch", 2, "No such command 'nosuch'.\n"),
    ("gade", 2, "No such command 'gade'. Did you mean grade?"),
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, source in SOURCES.items():
        (tmp_path / name).write_text(source)
    (tmp_path / "bank.yaml").write_text(BANK)
    (tmp_path / "bad.yaml").write_text("kata: best_move\ncap_s: 2.0\ncases: 7\n")
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(("command", "code", "said"), TABLE)
def test_a_command_exits_with_its_code_and_says_why(command: str, code: int, said: str) -> None:
    result = CliRunner().invoke(main, command.split(" "))
    assert said in result.output
    assert result.exit_code == code
    if code == exit_codes.USAGE and result.output.startswith("kata: "):
        assert result.output.count("\n") == 1


@pytest.mark.parametrize(
    ("happens", "code", "said"),
    [
        (fails, exit_codes.GRADER_ERROR, "grader error"),
        (interrupted, exit_codes.INTERRUPTED, ""),
    ],
)
def test_our_own_fault_and_an_interrupt_have_codes_too(
    happens: Callable[[pytest.MonkeyPatch], None],
    code: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    happens(monkeypatch)
    result = CliRunner().invoke(main, ["grade", "right.py", *WIN])
    assert (result.exit_code, said in result.output) == (code, True)


def test_the_help_and_the_page_on_grading_name_every_code() -> None:
    codes = {exit_codes.OK, exit_codes.NOT_ACCEPTED, exit_codes.USAGE, exit_codes.GRADER_ERROR}
    codes |= {exit_codes.INTERRUPTED, exit_codes.TERMINATED}
    said = CliRunner().invoke(main, ["grade", "--help"]).output.split("Exit code")[1]
    assert codes <= {int(number) for number in re.findall(r"\b\d+\b", said.split("Examples")[0])}
    page = (ROOT / "docs" / "grading.md").read_text(encoding="utf-8").split("Exit codes: ")[1]
    assert codes <= {int(number) for number in re.findall(r"\b\d+\b", page.split("\n\n")[0])}
