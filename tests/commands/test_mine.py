"""`kata mine` from the command line, with tiny banks."""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from graders.commands import grade
from graders.commands import mine as command
from graders.katas import kata_named
from graders.katas.best_move.mining.search import MateSearch
from graders.katas.best_move.oracle import Bitbully
from graders.katas.best_move.task import BestMoveTask
from graders.suites import load

SMALL = ("--mate", "3", "--count", "3", "--seed", "7", "--discs", "22-28")
FOUND = BestMoveTask("3404340063064136", (1,), mate_in=7, quiet=True)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command.command, list(arguments))


def test_the_same_seed_writes_the_same_bytes_on_every_machine(tmp_path: Path) -> None:
    out = tmp_path / "bank.yaml"
    result = run(*SMALL, "--out", str(out))
    assert result.exit_code == 0, result.output
    assert hashlib.sha256(out.read_bytes()).hexdigest()[:16] == "e0e66bb9b8873b62"
    assert [len(case.id) for case in load(out).cases] == [len("bank/mate-in-3-12345678")] * 3


def test_a_bank_is_graded_as_it_is(tmp_path: Path) -> None:
    bank = tmp_path / "bank.yaml"
    run("--mate", "3", "--count", "1", "--discs", "24-28", "--out", str(bank))
    (task,) = [case.task for case in load(bank).cases]
    assert isinstance(task, BestMoveTask)
    knows = tmp_path / "knows.py"
    knows.write_text(f"def find_best_move(board):\n    return {task.accept[0]}\n")
    arguments = [str(knows), "--suite", str(bank), "--isolation", "limits"]
    result = CliRunner().invoke(grade.command, arguments)
    assert result.exit_code == 0, result.output
    assert "1/1" in result.output


def test_with_and_without_the_oracle_the_bytes_are_the_same() -> None:
    assert run(*SMALL, "--oracle", "none").stdout == run(*SMALL).stdout


def test_the_file_goes_to_stdout_and_what_was_searched_to_stderr() -> None:
    result = run(*SMALL)
    assert result.stdout.startswith("# Positions mined")
    assert result.stderr.startswith("kata: ")
    assert "3 with one winner, 3 kept" in result.stderr


def test_ctrl_c_keeps_what_was_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> Iterator[BestMoveTask]:
        yield FOUND
        raise KeyboardInterrupt

    monkeypatch.setattr(MateSearch, "cases", interrupted)
    result = run("--mate", "7", "--out", str(tmp_path / "bank.yaml"))
    assert result.exit_code == 130
    assert [case.task for case in load(tmp_path / "bank.yaml").cases] == [FOUND]
    assert "Stopped early: 1 of 20" in (tmp_path / "bank.yaml").read_text(encoding="utf-8")


def test_ctrl_c_before_the_first_find_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> Iterator[BestMoveTask]:
        raise KeyboardInterrupt
        yield FOUND

    monkeypatch.setattr(MateSearch, "cases", interrupted)
    result = run("--mate", "7", "--out", str(tmp_path / "bank.yaml"))
    assert result.exit_code == 130
    assert "nothing was found" in result.stderr
    assert not (tmp_path / "bank.yaml").exists()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--mate", "4"), "'4' is not one of"),
        (("--mate", "9", "--discs", "8to14"), "write 8-14, or 12 alone"),
        (("--mate", "9", "--discs", "14-8"), "14-8 is not a range of discs"),
        (("--mate", "9", "--out", "nowhere/bank.yaml"), "there is no folder nowhere"),
    ],
)
def test_what_cannot_be_done_is_said_before_anything_is_searched(
    arguments: tuple[str, ...], says: str
) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert says in result.stderr


def test_a_missing_bitbully_is_said_only_if_it_was_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Bitbully, "is_installed", lambda self: False)
    assert run(*SMALL).exit_code == 0
    refused = run(*SMALL, "--oracle", "bitbully")
    assert refused.exit_code == 2
    assert "bitbully is not installed" in refused.stderr


def test_of_several_katas_that_can_be_mined_each_is_a_sub_command() -> None:
    one = kata_named("best_move")
    another = copy.copy(one)
    another.name = "another"
    both = command.command_for([one, another])
    assert "another" in CliRunner().invoke(both, ["--help"]).output
    mined = CliRunner().invoke(both, ["best_move", *SMALL])
    assert mined.exit_code == 0
    assert mined.stdout == run(*SMALL).stdout
