"""The README: its commands run, its transcripts come true, its links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from graders.cli import main
from graders.katas.best_move.ladder.comparison import NAIVE, SHORT, SOLUTIONS, measured_of
from graders.katas.lab import LadderPlan
from kata.board import Board
from tests.clone import fresh_clone
from tests.tiers import sampled
from tests.transcripts import abridged, agree, masked, run_page

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BENCHMARKS = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
GRADING = (ROOT / "docs" / "grading.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```console\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
MATE_IN_9 = "3632406063"
PRACTISE, INTERVIEW = README.split("\n## Interview\n")
"""What the README says to a candidate, and to those who interview: two pages of commands."""
PAGES = {
    "README, to a candidate": PRACTISE,
    "README, to those who interview": INTERVIEW,
    "practice": (ROOT / "docs" / "practice.md").read_text(encoding="utf-8"),
}


@pytest.mark.parametrize("page", sampled(PAGES, quick=lambda page: "to a candidate" in page))
def test_what_a_page_shows_is_what_its_commands_print(page: str, tmp_path: Path) -> None:
    for ran in run_page(PAGES[page], fresh_clone(tmp_path / "connect-four-kata")):
        assert ran.code in (0, 1), f"{ran.command}: {ran.printed}"
        if ran.shown:
            assert agree(ran.said, ran.printed), f"{ran.command}: {ran.printed}"


def test_a_page_may_leave_lines_out_and_nothing_else() -> None:
    printed = "a\nb\n\nc\nd\ne\n"
    for said in ("a\nb\nc\nd\ne", "a\n…\nc\n…\n", "…\ne", "a\n…\ne", "…\nb\nc\n…\ne"):
        assert agree(said, printed), said
    for said in ("a\nb\nc\nd", "a\n…\nd", "b\n…\ne", "a\n…\nd\n…\nc\n…", "a\n…\nf\n…"):
        assert not agree(said, printed), said
    assert abridged("x\n…\nb\n…\ny\nz\n", printed) == "a\n…\nb\n…\nd\ne"
    with pytest.raises(ValueError, match="not printed any more"):
        abridged("x\n…\nf\n…\ny\n", printed)


def test_the_session_is_of_ones_own_steps_and_short() -> None:
    assert len(PAGES["practice"].splitlines()) <= 150
    assert not re.search(r"cp .*solutions/", PAGES["practice"])


@pytest.mark.thorough
def test_the_first_hour_of_an_interviewer_can_be_typed_as_it_stands(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "interview.md").read_text(encoding="utf-8")
    assert len(page.splitlines()) <= 150
    clone = fresh_clone(tmp_path / "connect-four-kata")
    ran = list(run_page(page, clone))
    for each in ran:
        assert each.code in (0, 1), f"{each.command}: {each.printed}"
    assert len(ran) == 8
    assert {each.name for each in clone.iterdir()} >= {"pages", "week.csv"}


@pytest.mark.thorough
def test_the_picture_shows_a_run_as_it_is_now(tmp_path: Path) -> None:
    picture = ElementTree.parse(ROOT / "docs" / "pictures" / "run.svg")
    shown = " ".join(each.text or "" for each in picture.iter()).replace("\xa0", " ")
    page = "```console\n$ scripts/kata grade solutions/alpha_beta.py\n```"
    (ran,) = run_page(page, fresh_clone(tmp_path / "connect-four-kata"))
    for line in masked(ran.printed.replace("scripts/kata", "kata")):
        assert "".join(line.split()) in "".join("".join(masked(shown)).split()), line


def test_the_two_commands_come_first() -> None:
    commands = [line[2:] for block in BLOCKS for line in block.splitlines() if line[:2] == "$ "]
    assert commands[:2] == ["scripts/grade solutions/transposition.py", "scripts/test"]


def test_every_link_into_the_project_leads_somewhere() -> None:
    links = sorted(set(re.findall(r"\]\(([^)#]+)\)", README)))
    assert links
    nowhere = [each for each in links if each[:8] != "https://" and not (ROOT / each).exists()]
    assert not nowhere


@pytest.mark.parametrize("solution", sampled(SOLUTIONS, quick=lambda solution: solution != NAIVE))
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
    measured = measured_of(solution, Board.from_moves(MATE_IN_9), LadderPlan(6, 60.0, 1))
    measured.take()
    nodes = [run.nodes for run in measured.runs()[3:]]
    assert [str(count) for count in nodes] == cells


def test_the_one_table_of_the_readme_is_that_of_the_benchmarks() -> None:
    table = README.split("## The tables")[1].split("\n## ")[0].partition("| solution")[2]
    assert table.strip() in BENCHMARKS


def test_every_option_of_kata_grade_is_described() -> None:
    done = CliRunner().invoke(main, ["grade", "--help"])
    options = set(re.findall(r"^  (?:-h, )?(--[a-z-]+)", done.output, re.MULTILINE))
    told = {option for option in options if option in GRADING or f"--no-{option[2:]}" in GRADING}
    assert options - told == {"--help"}
