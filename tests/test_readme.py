"""The README: its commands run, its transcripts come true, its links lead somewhere."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from graders.cli import main
from graders.katas.best_move.ladder.measure import deepening, fixed_depth
from graders.katas.best_move.ladder.runs import DEEPENED, FIXED, SOLUTIONS
from graders.katas.best_move.ladder.tables import SHORT
from kata.board import Board
from tests.unhurried import by_cpu_time, unhurried

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BENCHMARKS = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```console\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
MATE_IN_9 = "3632406063"


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command of the README: `scripts/X` and `kata X` are the command installed here."""
    words = shlex.split(command)
    program = words.pop(0)
    sub_command = [Path(program).name] if program.startswith("scripts/") else []
    return subprocess.run(
        [sys.executable, "-m", "graders.cli", *sub_command, *words],
        cwd=folder,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )


def masked(text: str) -> list[str]:
    """Return the lines without what differs from machine to machine.

    That is times, the isolation, and that a busy machine had a case run again.
    """
    lines = [
        line
        for line in text.splitlines()
        if not line.startswith(("isolation limits:", "    re-run: "))
        and not re.fullmatch(r"    .* of waiting for a core were not counted", line)
    ]
    text = "\n".join(lines).strip()
    text = re.sub(r"isolation \w+", "isolation", text)
    text = re.sub(r" *\(cap [^)]*\)$", "", text, flags=re.MULTILINE)
    return re.sub(r" +\d+\.\d{3} s\b", " # s", text).splitlines()


def the_solutions(folder: Path) -> None:
    """Put the solutions into a folder, with their budgets counted in CPU time.

    Without `__init__.py`: the folder is to stand in for nothing that commands run there import.
    """
    (folder / "solutions").mkdir()
    for file in (ROOT / "solutions").glob("[!_]*.py"):
        by_cpu_time(file, folder / "solutions")


@pytest.mark.parametrize(
    "block", [block for block in BLOCKS if block.count("\n") > 1 and block.count("\n$ ") == 0]
)
def test_a_transcript_is_what_the_command_prints(
    block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command, _, printed = block.removeprefix("$ ").partition("\n")
    script, *arguments = shlex.split(command)
    the_solutions(tmp_path)
    monkeypatch.chdir(tmp_path)
    with unhurried():
        done = CliRunner().invoke(main, [Path(script).name, *arguments])
    assert done.stderr == ""
    assert masked(done.stdout) == masked(printed)


def test_the_two_commands_come_first() -> None:
    commands = [line[2:] for block in BLOCKS for line in block.splitlines() if line[:2] == "$ "]
    assert commands[:2] == ["scripts/grade solutions/transposition.py", "scripts/test"]


def test_the_commands_for_interviewers_run(tmp_path: Path) -> None:
    the_solutions(tmp_path)
    section = README.split("## If you interview")[1]
    commands = [line[2:] for line in section.splitlines() if line.startswith("$ kata ")]
    assert len(commands) == 4
    for command in commands:
        done = run(command, tmp_path)
        assert done.returncode == 0, f"{command}: {done.stdout} {done.stderr}"
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "bank.yaml",
        "score.json",
        "solutions",
    ]


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(([^)#]+)\)", README))))
def test_a_link_into_the_project_leads_somewhere(link: str) -> None:
    assert link.startswith("https://") or (ROOT / link).exists()


@pytest.mark.parametrize("solution", SOLUTIONS)
def test_the_table_of_nodes_is_true_up_to_depth_6(solution: str) -> None:
    table = BENCHMARKS.split("3b. Nodes to search to a depth")[1].split("\n\n")[1]
    heads, _, *rows = (
        [cell.strip(" *\\") for cell in line.split("|")] for line in table.splitlines()
    )
    if "solution" in heads:  # a row a solution: turn it round
        heads, *rows = ([*column] for column in zip(heads, *rows, strict=True) if any(column))
        heads, rows = ["", *heads], [["", *row] for row in rows]
    at = heads.index(solution if solution in heads else SHORT[solution])
    by_depth = {row[1].removeprefix("depth "): row[at].replace(",", "") for row in rows}
    cells = [by_depth[depth] for depth in ("4", "5", "6")]
    board = Board.from_moves(MATE_IN_9)
    if solution in FIXED:
        runs = [fixed_depth(FIXED[solution], board, d, limit_s=60, repeat=1) for d in (4, 5, 6)]
        nodes = [run.nodes for run in runs if run]
    else:
        found = deepening(DEEPENED[solution], board, 6, limit_s=60, repeat=1)
        nodes = [run.nodes for run in found[3:]]
    assert [str(count) for count in nodes] == cells


def test_the_one_table_of_the_readme_is_that_of_the_benchmarks() -> None:
    table = README.split("## The tables")[1].split("\n## ")[0].partition("| solution")[2]
    assert table.strip() in BENCHMARKS


def test_every_option_of_kata_grade_is_described() -> None:
    done = run("kata grade --help", ROOT)
    options = set(re.findall(r"^  (?:-h, )?(--[a-z-]+)", done.stdout, re.MULTILINE))
    told = {option for option in options if option in README or f"--no-{option[2:]}" in README}
    assert options - told == {"--help"}
