"""`--output`: a report is written whole or not at all, and a complete one is never lost."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from graders.cli import main
from graders.commands import output
from graders.commands.output import RefusalError
from tests.tiers import sampled

RIGHT = "def find_best_move(board):\n    return 3\n"
CASE = '  - {id: one, moves: "05152615", accept: [3], points: 1}\n'
ONE_CASE = ("--case", "phase2/quiet-win-in-5#1")


def kata_grade(*args: object) -> Result:
    return CliRunner().invoke(main, ["grade", *map(str, args)])


@pytest.fixture
def right(tmp_path: Path) -> Path:
    file = tmp_path / "right.py"
    file.write_text(RIGHT)
    return file


def test_it_never_overwrites_what_it_reads(right: Path, tmp_path: Path) -> None:
    suite = tmp_path / "bank.yaml"
    suite.write_text("kata: best_move\ncap_s: 2.0\ncases:\n" + CASE)
    for target in (right, suite):
        before = target.read_text()
        result = kata_grade(right, "--suite", suite, "--output", target)
        assert result.exit_code == 2
        assert "which is read" in result.output
        assert target.read_text() == before


def test_a_run_that_fails_leaves_the_last_report(right: Path, tmp_path: Path) -> None:
    report = tmp_path / "score.json"
    report.write_text("the last one")
    assert kata_grade(right, "--suite", "nosuch", "--output", report).exit_code == 2
    assert report.read_text() == "the last one"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["right.py", "score.json"]


def test_a_full_disk_is_one_line_and_exit_code_2(right: Path) -> None:
    result = kata_grade(right, *ONE_CASE, "--format", "json", "--output", "/dev/full")
    assert result.exit_code == 2
    assert result.output == "kata: cannot write /dev/full: No space left on device\n"


@pytest.mark.thorough
def test_a_full_stdout_is_one_line_and_exit_code_2(right: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "graders", "grade", str(right), *ONE_CASE],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "kata: cannot write the report: No space left on device\n"


def test_it_never_overwrites_an_input_with_what_an_interrupted_run_leaves(tmp_path: Path) -> None:
    file = tmp_path / "score.incomplete.py"
    file.write_text(RIGHT)
    assert "which is read" in kata_grade(file, "--output", tmp_path / "score.py").output


def interrupted(*args: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("there", [True, False])
def test_an_interrupted_run_goes_beside_the_place_of_a_complete_one(
    there: bool, right: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = tmp_path / "score.json"
    if there:
        report.write_text("the last one")
    monkeypatch.setattr("graders.grading.prepare.survey", interrupted)
    result = kata_grade(right, "--format", "json", "--output", report)
    assert result.exit_code == 130
    incomplete = tmp_path / "score.incomplete.json"
    assert result.output == (
        f"kata: interrupted: the report so far is in {incomplete}; {report} was left as it was\n"
    )
    assert json.loads(incomplete.read_text())["complete"] is False
    assert report.exists() == there
    assert not there or report.read_text() == "the last one"


@pytest.mark.thorough
def test_a_kill_in_the_middle_leaves_the_old_report_and_nothing_else(tmp_path: Path) -> None:
    file, report = tmp_path / "slow.py", tmp_path / "score.json"
    file.write_text(f"import time\n{RIGHT.replace('return', 'time.sleep(600); return')}")
    report.write_text("the last one")
    names = sorted(path.name for path in tmp_path.iterdir())
    words = ["grade", str(file), "--isolation", "limits", "--cap", "50", "--output", str(report)]
    process = subprocess.Popen([sys.executable, "-m", "graders", *words], env=os.environ.copy())
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(1.5)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert report.read_text() == "the last one"
    assert sorted(path.name for path in tmp_path.iterdir()) == names


def test_a_write_that_fails_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    place = tmp_path / "score.json"
    output.write_whole(place, "the last one")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RefusalError, match="No space left on device"):
        output.write_whole(place, "a new one")
    assert place.read_text() == "the last one"
    assert [path.name for path in tmp_path.iterdir()] == ["score.json"]


def test_a_link_stays_a_link_and_permissions_stay(tmp_path: Path) -> None:
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    real.write_text("the last one")
    real.chmod(0o600)
    link.symlink_to(real)
    output.write_whole(link, "a new one")
    assert link.is_symlink()
    assert real.read_text() == "a new one"
    assert stat.S_IMODE(real.stat().st_mode) == 0o600


@pytest.mark.thorough
@pytest.mark.parametrize("words", sampled([["--format", "json"], []], quick=[].__eq__))
def test_a_reader_that_goes_away_is_one_line_and_exit_code_2(words: list[str], right: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "graders", "grade", str(right), *ONE_CASE, *words],
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    os.close(writing)
    assert done.returncode == 2
    assert done.stderr == "kata: cannot write the report: nobody reads it any more\n"


@pytest.mark.parametrize(
    "words",
    sampled(
        [["--help"], ["verify", "phase2"], ["grade", "--help"]], quick=["grade", "--help"].__eq__
    ),
)
def test_no_sub_command_falls_over_a_reader_that_goes_away(words: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "graders", *words],
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (
        2,
        "kata: cannot write to stdout: nobody reads it any more\n",
    )


def test_a_command_that_lacks_an_extra_begins_the_script_anew_once(tmp_path: Path) -> None:
    code = "from graders.commands.output import needs; needs('nowhere', 'pages')"
    script = tmp_path / "kata"
    script.write_text(f'#!/bin/sh\necho "with $KATA_EXTRA: $*"\nexec {sys.executable} -c "$CODE"\n')
    script.chmod(0o755)
    done = subprocess.run(
        [sys.executable, "-c", code, "report", "a b"],
        env={**os.environ, "KATA_SCRIPT": str(script), "CODE": code},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "with pages: report a b\n"
    assert "this needs nowhere, which is not installed" in done.stderr.splitlines()[-1]
