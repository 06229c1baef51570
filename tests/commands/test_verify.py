"""`kata verify`: what it prints, and with which exit code it ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from graders.cli import main
from graders.commands import verify as command
from graders.katas.best_move.prove import Bitbully
from graders.lab.verifying.declared import Declaration
from graders.lab.verifying.parts import Part
from graders.model.verdict import Verdict
from graders.suites import by_name
from tests import processes
from tests.tiers import sampled

HANGS_AFTER_S = 120.0

GOOD = '  - {id: nine, moves: "613134432443401221", accept: [3], mate_in: 9, quiet: true}\n'
SHIPPED = '  - {id: seven, moves: "50252534303300", accept: [5], mate_in: 7, quiet: true}\n'
HEAD = "kata: best_move\ncap_s: 2.0\ncases:\n"


@pytest.fixture(autouse=True)
def _hardness_is_tested_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes seconds a position; see tests/lab/verifying/test_hardness_part.py."""
    monkeypatch.setattr(command, "hardness_part", lambda *_: None)


def kata_verify(*args: object) -> Result:
    return CliRunner().invoke(main, ["verify", *map(str, args)])


def bank(tmp_path: Path, case: str) -> Path:
    file = tmp_path / "bank.yaml"
    file.write_text(HEAD + case)
    return file


def test_a_true_suite_holds(tmp_path: Path) -> None:
    result = kata_verify(bank(tmp_path, GOOD), "--no-ladder")
    assert result.exit_code == 0
    assert result.output.endswith("everything holds, 0 warnings\n")
    assert "bank/nine" in result.output


@pytest.mark.parametrize(
    ("was", "became", "said"),
    [
        ("accept: [3]", "accept: [6]", "accept is [6], but the proof gives [3]"),
        ("mate_in: 9", "mate_in: 7", "mate_in is 7, but the proof gives 9"),
    ],
)
def test_a_key_changed_on_purpose_is_caught(
    was: str, became: str, said: str, tmp_path: Path
) -> None:
    result = kata_verify(bank(tmp_path, GOOD.replace(was, became)), "--no-ladder")
    assert result.exit_code == 1
    assert f"DOES NOT HOLD: bank/nine: {said}" in result.output


def test_a_drawing_changed_on_purpose_is_caught(tmp_path: Path) -> None:
    shipped = (Path(command.__file__).parents[2] / "positions/best_move/phase3.yaml").read_text()
    file = tmp_path / "phase3.yaml"
    file.write_text(shipped.replace("Y.RR.Y.", "Y.RR.R."))
    assert file.read_text() != shipped
    result = kata_verify(file)
    assert result.exit_code == 2
    assert "board" in result.output
    assert result.output.count("Traceback") == 0


def test_a_shipped_position_in_a_bank_is_a_duplicate(tmp_path: Path) -> None:
    result = kata_verify(bank(tmp_path, SHIPPED), "--no-ladder")
    assert result.exit_code == 1
    assert "bank/seven, phase3/mate-in-7#1 are one position" in result.output


@pytest.mark.parametrize(
    "given",
    sampled(["a path", "a path and its name", "a name twice"], lambda given: " and " in given),
)
def test_a_shipped_suite_is_no_duplicate_of_itself(
    given: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = "positions/operations/beyond.yaml"
    monkeypatch.chdir(Path(command.__file__).parents[2])
    suites = {
        "a path": [shipped],
        "a path and its name": [shipped, "beyond"],
        "a name twice": ["beyond", "beyond"],
    }[given]
    result = kata_verify(*suites, "--no-ladder")
    assert result.exit_code == 0
    assert result.output.count("beyond/resets-mostly") == 1


@pytest.mark.parametrize(
    ("arguments", "runs"),
    sampled(
        [
            ([], True),
            (["--ladder"], True),
            (["--no-ladder"], False),
            (["phase2"], False),
            (["phase2", "--no-ladder"], False),
            (["phase2", "--ladder"], True),
        ],
        quick=lambda arguments, runs: arguments in ([], ["phase2"], ["phase2", "--ladder"]),
    ),
)
def test_the_ladder_runs_without_a_suite_or_where_it_is_asked_for(
    arguments: list[str], runs: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    suites = {"best_move": (by_name("phase2"),)}
    monkeypatch.setattr(command, "shipped", lambda kata, stretch=False: suites.get(kata, ()))
    monkeypatch.setattr(command, "proofs_part", lambda *_: Part("keys", "", (), ()))
    monkeypatch.setattr(command, "_ladder", lambda *_: [Part("ladder", "", (), ())])
    result = kata_verify(*arguments, "--format", "json", "--jobs", 1)
    document = json.loads(result.stdout)
    assert ("ladder" in [part["name"] for part in document["parts"]]) is runs
    assert ("files of ours to grade, one at a time" in result.stderr) is runs


@pytest.mark.thorough
def test_the_same_is_told_however_many_are_at_work(tmp_path: Path) -> None:
    wrong = bank(tmp_path, GOOD.replace("accept: [3]", "accept: [6]") + SHIPPED)
    one, two = (kata_verify(wrong, "--no-ladder", "--jobs", jobs) for jobs in (1, 2))
    assert (two.exit_code, two.stdout) == (one.exit_code, one.stdout)
    assert "bank/nine: accept is [6], but the proof gives [3]" in one.stdout
    assert "bank/seven, phase3/mate-in-7#1 are one position" in one.stdout


def test_there_is_a_job_a_core_unless_little_is_to_be_proved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(command, "usable_cores", lambda: range(6))
    few, many = (by_name("phase2"),), (by_name("phase4"),)
    usual = command._usual_jobs
    assert usual(few, with_ladder=False) == 1
    assert usual(few, with_ladder=True) == usual(many, with_ladder=False) == 6


@pytest.mark.thorough
def test_ctrl_c_ends_all_that_is_at_work(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "graders", "verify", "--no-ladder", "--jobs", "2"]
    with subprocess.Popen(
        words,
        cwd=Path(command.__file__).parents[2],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        assert process.stderr is not None
        assert b"306 answer keys to prove, 2 at a time" in process.stderr.readline()
        below = set[int]()
        while len(below) < 2 and process.poll() is None:
            time.sleep(0.05)
            below |= processes.descendants(process.pid)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        _, said = process.communicate(timeout=HANGS_AFTER_S)
    assert process.returncode == 130
    assert b"Traceback" not in said
    deadline = time.monotonic() + processes.DYING_S
    while (left := processes.alive(below)) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not left


def test_a_declaration_that_decides_no_shipped_case_does_not_hold() -> None:
    declaration = Declaration(Path("three.py"), {"phase4/trap-99": (Verdict.ACCEPTED,)})
    part = command._none_idle(Part("references", "", (), ()), [declaration])
    assert not part.holds
    assert "three.py: phase4/trap-99" in part.problems[0]


def test_the_parts_are_there_as_json(tmp_path: Path) -> None:
    result = kata_verify(bank(tmp_path, SHIPPED), "--no-ladder", "--format", "json")
    document = json.loads(result.stdout)
    assert [part["name"] for part in document["parts"]] == ["keys", "duplicates"]
    assert [part["holds"] for part in document["parts"]] == [True, False]


def test_the_parts_can_be_taken_into_a_page_as_they_are(tmp_path: Path) -> None:
    result = kata_verify(bank(tmp_path, SHIPPED), "--no-ladder", "--format", "github")
    head, table, *_ = result.stdout.split("\n\n")
    assert head == "### Answer keys, by exact search"
    assert table.splitlines()[2].startswith("| bank/seven | win")
    assert "\n\nDOES NOT HOLD: bank/seven, phase3/mate-in-7#1 are one position\n" in result.stdout
    assert result.stdout.endswith("\n\n1 problem, 0 warnings\n")


def test_the_oracle_is_asked_where_it_is_installed(tmp_path: Path) -> None:
    result = kata_verify(bank(tmp_path, GOOD), "--no-ladder", "--oracle", "bitbully")
    if Bitbully().is_installed():
        assert "Answer keys, against bitbully" in result.output
    else:
        assert result.exit_code == 2
        assert "bitbully is not installed" in result.output


def test_the_oracle_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bitbully, "is_installed", lambda self: False)
    result = kata_verify("--oracle", "bitbully")
    assert result.exit_code == 2
    assert "pip install 'connect-four-kata[oracle]'" in result.output


def test_figures_with_commas_and_long_reasons_are_laid_out() -> None:
    part = Part("x", "Title", ("nodes", "why"), (("3,064", "a long reason " * 12),))
    text = command._as_text(part)
    assert "3,064" in text
    assert max(map(len, text.splitlines())) < 80
