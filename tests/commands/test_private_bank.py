"""Of a bank that is not shipped no report without spoilers tells a case, in any format."""

from __future__ import annotations

import base64
import html
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from graders import grade_file
from graders.cli import main
from graders.commands import grade
from graders.model.scorecard import Scorecard
from graders.reports import formats
from kata.board import Board
from tests.once import Once

MOVES = {"block-the-left": "3031316", "open-three": "11223366", "the-long-mate": "33344455"}
BANK = "kata: best_move\ncap_s: 5\nversion: 7\ncases:\n" + "".join(
    f"  - {{id: {name}, about: title of {name}, moves: '{moves}', accept: [{column}]}}\n"
    for (name, moves), column in zip(MOVES.items(), (3, 0, 2), strict=True)
)
ALL_OF_IT = """\
def find_best_move(board):
    told = f"{board}"
    print(told)
    if told.count("R") + told.count("Y") == 7:
        raise type(f"B{''.join(told.split())}", (Exception,), {})(told)
    return 0 if "RRR" in told else told
"""
"""Tells the board in what it prints, in what it raises, and as its answer."""
CASES = ("--case", "win-at-once", "--case", "hush/*", "--suite", "phase2", "--suite")


@pytest.fixture
def bank(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a private bank; what is handed in lies in `class`."""
    monkeypatch.setenv("KATA_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary.md"))
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "mallory.py").write_text(ALL_OF_IT)
    path = tmp_path / "hush.yaml"
    path.write_text(BANK)
    return path


def secrets() -> Iterator[str]:
    yield from ("hush", "title of")
    for name, moves in MOVES.items():
        yield from (name, moves)
        rows = str(Board.from_moves(moves)).splitlines()
        yield from (row for row in map(str.strip, rows) if sum(map(row.count, "RY")) >= 3)


def told(text: str) -> str:
    """Return all that a text says, in whatever way it is written, without spaces."""
    encoded = re.findall(r"^result=(\S+)$", text, re.MULTILINE)
    decoded = "".join(base64.b64decode(each).decode() for each in encoded)
    whole = html.unescape(text + decoded).replace("\\n", "\n")
    return re.sub(r"[^\S\n]+", "", whole)


def kata(*words: object) -> str:
    ran = CliRunner().invoke(main, [*map(str, words)])
    assert ran.exit_code in (0, 1), ran.output
    return ran.stdout


def check_nothing_is_told(text: str) -> None:
    for secret in secrets():
        assert "".join(secret.split()) not in told(text), secret


def test_with_spoilers_it_is_told(bank: Path) -> None:
    text = kata("grade", bank.parent / "class/mallory.py", *CASES, bank, "--full")
    assert all(each in text for each in ("hush/block-the-left", "title of", "3031316", "YY.R..R"))


@pytest.fixture
def graded_once(bank: Path, once: Once, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have `kata grade` tell the same run in every format, as it would happen again."""

    def run() -> tuple[list[tuple[str, Any]], Scorecard]:
        steps: list[tuple[str, Any]] = []
        told = {
            name: lambda what, name=name: steps.append((name, what))
            for name in ("on_start", "on_case", "on_result")
        }
        file, suites = bank.parent / "class/mallory.py", ["phase2", bank]
        cases = ("win-at-once", "hush/*")
        return steps, grade_file(file, suites=suites, case=cases, variants=True, **told)

    steps, card = once("mallory on a private bank", run)

    def again(file: Path, **options: Any) -> Scorecard:
        for name, what in steps:
            options[name](what)
        return card

    monkeypatch.setattr(grade, "grade_file", again)


@pytest.mark.parametrize("name", formats())
@pytest.mark.parametrize("more", [(), ("--full",)], ids=["short", "full"])
@pytest.mark.usefixtures("graded_once")
def test_no_format_tells_it(name: str, more: tuple[str, ...], bank: Path) -> None:
    words = ("grade", bank.parent / "class/mallory.py", *CASES, bank, "--format", name)
    text = kata(*words, *more, "--no-spoilers")
    if name == "github":
        text += (bank.parent / "summary.md").read_text(encoding="utf-8")
    check_nothing_is_told(text)
    assert "case-2" in told(text)
    assert "phase2" in told(text)


@pytest.mark.usefixtures("graded_here")
def test_no_report_of_a_batch_tells_it_and_the_bank_may_be_gone(bank: Path) -> None:
    ledger, out = bank.parent / "it.ledger", bank.parent / "pages"
    words = ("batch", bank.parent / "class", *CASES, bank, "--ledger", ledger, "--no-spoilers")
    for name in (name for name, kind in formats().items() if kind.batches):
        for more in ((), ("--full",)):
            check_nothing_is_told(kata(*words, "--format", name, *more))
    bank.unlink()
    kata("report", ledger, "--out", out, "--no-spoilers")
    for page in ("index.html", "candidates/mallory.html"):
        check_nothing_is_told((out / page).read_text(encoding="utf-8"))
    assert "0 of 1 submission would change" in kata("rejudge", ledger, "--cap", "4")
