"""`kata mine` from the command line, with tiny banks."""

from __future__ import annotations

import copy
import hashlib
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from graders.commands import grade
from graders.commands import mine as command
from graders.katas import kata_named
from graders.katas.best_move.mining.search import MateSearch
from graders.katas.best_move.prove import Bitbully
from graders.katas.best_move.task import BestMoveTask
from graders.suites import load_suite

SMALL = ("--mate", "3", "--count", "3", "--seed", "7", "--discs", "22-28", "--allow-guessable")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command.command, list(arguments))


@pytest.fixture(scope="module")
def whole() -> Result:
    """Return what a search comes to that nothing interrupts."""
    return run(*SMALL)


def test_a_bank_is_graded_as_it_is(tmp_path: Path) -> None:
    bank = tmp_path / "bank.yaml"
    run("--mate", "3", "--count", "1", "--discs", "24-28", "--allow-guessable", "--out", str(bank))
    (task,) = [case.task for case in load_suite(bank).cases]
    assert isinstance(task, BestMoveTask)
    knows = tmp_path / "knows.py"
    knows.write_text(f"def find_best_move(board):\n    return {task.accept[0]}\n")
    arguments = [str(knows), "--suite", str(bank), "--isolation", "limits"]
    result = CliRunner().invoke(grade.command, arguments)
    assert result.exit_code == 0, result.output
    assert "1/1" in result.output


def test_the_file_goes_to_stdout_and_what_was_searched_to_stderr(whole: Result) -> None:
    assert whole.stdout.startswith("# Positions mined")
    assert whole.stderr.startswith("kata: seed 7\nkata: ")
    assert re.search(r"[3-9] with one winner, 3 kept", whole.stderr)


def interrupted_after(finds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a Ctrl-C come after so many finds, in the next search alone."""
    whole = MateSearch.cases

    def interrupted(self: MateSearch, *args: Any, **named: Any) -> Iterator[Any]:
        monkeypatch.setattr(MateSearch, "cases", whole)
        for task in whole(self, *args, **named):
            if self.tally.found >= finds:
                yield task
                raise KeyboardInterrupt
            yield task

    monkeypatch.setattr(MateSearch, "cases", interrupted)


def test_an_interrupted_search_leaves_the_suite_alone_and_goes_on(
    whole: Result, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, unfinished = tmp_path / "bank.yaml", tmp_path / "bank.yaml.unfinished"
    out.write_text("the last bank")
    interrupted_after(2, monkeypatch)
    result = run(*SMALL, "--out", str(out))
    assert result.exit_code == 130
    assert f"{unfinished} keeps 2 of 3 cases: the same command resumes" in result.stderr
    assert "--count 2 makes a suite of what was found" in result.stderr
    assert out.read_text() == "the last bank"
    result = run(*SMALL, "--out", str(out))
    assert result.exit_code == 0, result.output
    assert "going on with 2 of 3 cases" in result.stderr
    assert out.read_text() == whole.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["bank.yaml"]


def test_a_count_of_what_was_found_makes_a_suite_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "bank.yaml"
    interrupted_after(2, monkeypatch)
    assert run(*SMALL, "--out", str(out)).exit_code == 130
    assert run(*SMALL, "--out", str(out), "--count", "2").exit_code == 0
    assert len(load_suite(out).cases) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["bank.yaml"]


def test_on_stdout_what_was_found_is_printed_and_said_to_be_incomplete(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    interrupted_after(2, monkeypatch)
    result = run(*SMALL)
    assert result.exit_code == 130
    assert "Stopped early: 2 of 3 were found." in result.stdout
    interrupted_after(0, monkeypatch)
    result = run(*SMALL)
    assert (result.exit_code, result.stdout) == (130, "")
    assert "nothing was found, so nothing is written" in result.stderr


def test_the_seed_is_drawn_told_written_and_taken_up_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = ("--mate", "3", "--count", "2", "--discs", "22-28", "--allow-guessable")
    first, second = tmp_path / "first.yaml", tmp_path / "second.yaml"
    interrupted_after(1, monkeypatch)
    seeds = []
    for out in (first, first, second):
        said = run(*order, "--out", str(out)).stderr
        seeds.append(next(line for line in said.splitlines() if line.startswith("kata: seed ")))
    assert seeds[0] == seeds[1] != seeds[2]
    seed = seeds[0].split()[-1]
    assert f"kata mine --mate 3 --count 2 --seed {seed} " in first.read_text()
    assert run(*order, "--seed", seed).stdout == first.read_text()


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        (("--seed", "8"), "there --seed is 7, not 8"),
        (("--mate", "5"), "there --mate is 3, not 5"),
    ],
)
def test_another_search_does_not_take_the_place_of_an_unfinished_one(
    changed: tuple[str, ...], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "bank.yaml"
    interrupted_after(1, monkeypatch)
    run(*SMALL, "--out", str(out))
    before = (tmp_path / "bank.yaml.unfinished").read_bytes()
    result = run(*SMALL, *changed, "--out", str(out))
    assert result.exit_code == 2
    assert says in result.stderr
    assert "or remove it" in result.stderr
    assert (tmp_path / "bank.yaml.unfinished").read_bytes() == before


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{}",
        "[" * 100_000,
        '{"version": 2}',
        "\xff",
        '{"version": 1, "kata": "best_move", "seed": 7, "state": {}}',
    ],
)
def test_what_is_no_unfinished_search_is_refused_and_kept(text: str, tmp_path: Path) -> None:
    unfinished = tmp_path / "bank.yaml.unfinished"
    unfinished.write_text(text, encoding="latin-1")
    result = run(*SMALL, "--out", str(tmp_path / "bank.yaml"))
    assert result.exit_code == 2
    assert "it does not hold an unfinished search" in result.stderr
    assert unfinished.read_text(encoding="latin-1") == text


@pytest.mark.thorough
class TestSearches:
    def test_the_same_seed_writes_the_same_bytes_on_every_machine(self, tmp_path: Path) -> None:
        out = tmp_path / "bank.yaml"
        result = run(*SMALL, "--out", str(out))
        assert result.exit_code == 0, result.output
        assert hashlib.sha256(out.read_bytes()).hexdigest()[:16] == "476946707fbe12f3"
        assert [len(case.id) for case in load_suite(out).cases] == [
            len("bank/mate-in-3-12345678")
        ] * 3

    def test_who_finds_nothing_gives_up_and_says_why(self, tmp_path: Path) -> None:
        out = tmp_path / "bank.yaml"
        order = ("--mate", "9", "--discs", "0-2", "--count", "1", "--patience", "50")
        result = run(*order, "--out", str(out))
        assert result.exit_code == 1
        assert "gave up after 50 games without a find: 50 games, 700 positions, 0 mates" in (
            result.stderr
        )
        assert (
            "none of 700 positions is a mate in exactly 9 plies: a shorter --mate" in result.stderr
        )
        assert "keeps 0 of 1 cases: the same command resumes from there" in result.stderr
        assert not out.exists()
        assert "100 games, 1,400 positions" in run(*order, "--out", str(out)).stderr

    def test_a_kill_at_any_moment_loses_one_position_at_most(self, tmp_path: Path) -> None:
        out, unfinished = tmp_path / "bank.yaml", tmp_path / "bank.yaml.unfinished"
        words = ["mine", *SMALL, "--count", "6", "--oracle", "none", "--out", str(out)]
        most, kills = 0, 0
        while not out.exists():
            process = subprocess.Popen(
                [sys.executable, "-m", "graders", *words],
                stderr=subprocess.DEVNULL,
                env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
            )
            kept = most
            while process.poll() is None and kept < most + 2:
                time.sleep(0.002)
                with suppress(FileNotFoundError):
                    kept = len(json.loads(unfinished.read_bytes())["state"]["found"])
            process.kill()
            process.wait()
            kills += 1
            if not out.exists():
                now = len(json.loads(unfinished.read_bytes())["state"]["found"])
                assert now >= kept
                most = now
        assert kills > 2
        assert out.read_text() == run(*SMALL, "--count", "6").stdout
        leftovers = {path.name for path in tmp_path.iterdir() if path.name[0] != "."}
        assert leftovers <= {"bank.yaml", "bank.yaml.unfinished"}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
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


def test_of_several_katas_that_can_be_mined_each_is_a_sub_command(whole: Result) -> None:
    one = kata_named("best_move")
    another = copy.copy(one)
    another.name = "another"
    both = command.command_for([one, another])
    assert "another" in CliRunner().invoke(both, ["--help"]).output
    mined = CliRunner().invoke(both, ["best_move", *SMALL])
    assert mined.exit_code == 0
    assert mined.stdout == whole.stdout
