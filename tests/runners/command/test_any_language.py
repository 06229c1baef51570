"""Programs of every make are graded: in the shell, in C, and as one static file such as Go's."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from pathlib import Path

import pytest

from graders import Scorecard, command_of, grade_file
from graders.model.verdict import Verdict
from graders.sandbox.isolation import Isolation, choose_isolation
from graders.sandbox.machine import interpreter
from graders.suites.selection import Suites
from tests.runners.command.bots import ENGINE, written
from tests.tiers import sampled

LEVELS = sorted({choose_isolation("auto"), Isolation.LIMITS, Isolation.PLAIN})
HERE = Path(__file__).parent
CAP_S = 60.0
COMPILER = shutil.which("cc")
SHELL = """#!/bin/sh
# Answers with the column above which there is room for the side to move to win at once.
while read -r question; do
    id=${question#*'"id":'}; id=${id%%,*}
    board=${question#*'"board":['}; board=${board%%]*}
    case $board in
        *,1,1,1,0,0,0,2) column=3 ;;
        *) column=0 ;;
    esac
    echo "board $board" >&2
    printf '{"id":%s,"action":%s}\\n' "$id" "$column"
done
"""


@pytest.fixture(params=sampled(LEVELS, lambda level: level is LEVELS[0]))
def level(request: pytest.FixtureRequest) -> Isolation:
    assert isinstance(request.param, Isolation)
    return request.param


def graded(
    words: list[str], shown: list[Path], level: Isolation, kata: str, suites: Suites
) -> Scorecard:
    handed_in = command_of(words, shown)
    return grade_file(handed_in, kata=kata, suites=suites, isolation=level, cap_s=CAP_S)


@pytest.fixture
def best_move(tmp_path: Path) -> Path:
    file = tmp_path / "threats.yaml"
    case = '  - {id: row, moves: "061626", accept: [3], points: 1}'
    file.write_text(f"kata: best_move\nphase: 2\ncap_s: 2\ncases:\n{case}\n", encoding="utf-8")
    return file


def test_a_program_in_the_shell(level: Isolation, tmp_path: Path, best_move: Path) -> None:
    bot = written(tmp_path, SHELL)
    card = graded([str(bot)], [Path("/bin/sh")], level, "best_move", [best_move])
    assert [result.verdict for result in card.results] == [Verdict.ACCEPTED], card.results
    assert card.results[0].stderr.startswith("board 0,0,0")
    assert card.submission.path == str(bot)
    assert card.submission.bytes == len(SHELL)
    assert card.provenance is not None
    assert card.provenance.options.command == (str(bot),)
    assert card.provenance.options.shown == ("/bin/sh",)


@pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")
@pytest.mark.parametrize("how", ["-static", "-O1"], ids=["static", "dynamic"])
def test_a_program_in_c(level: Isolation, how: str, tmp_path: Path, best_move: Path) -> None:
    assert COMPILER is not None
    bot = tmp_path / "bot"
    words = [COMPILER, how, "-o", str(bot), str(HERE / "bot.c")]
    made = subprocess.run(words, capture_output=True, text=True, check=False)
    if made.returncode and how == "-static":
        pytest.skip("there is no static C library")
    assert made.returncode == 0, made.stderr
    bot.chmod(0o755)
    card = graded([str(bot), "3"], [], level, "best_move", [best_move])
    assert [result.verdict for result in card.results] == [Verdict.ACCEPTED], card.results


@pytest.mark.thorough
def test_a_program_that_plays_scripts_of_operations(level: Isolation, tmp_path: Path) -> None:
    bot = written(tmp_path, ENGINE, "engine.py")
    words = [str(interpreter()), "-ISB", str(bot)]
    card = graded(words, [bot], level, "operations", ["operations/published"])
    assert {result.verdict for result in card.results} == {Verdict.ACCEPTED}, card.results
    assert card.submission.sha256 == hashlib.sha256(interpreter().read_bytes()).hexdigest()
