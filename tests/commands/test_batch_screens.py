"""What kata batch looks like: at 80 and 120 columns, without colour, on a dumb terminal."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pexpect
import pytest

from tests.commands.test_screens import BLANK_NAMES, HANGS_AFTER_S
from tests.tiers import sampled

pytestmark = pytest.mark.thorough

LONG = "a name that is longer than any table has room for, however wide the terminal may be"
CODE = "def find_best_move(board):\n    return board.valid_moves()[0]\n"
SLOW = f"import time\ntime.sleep(3)\n{CODE}"
"""Runs on for several redraws, however fast the machine is."""
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@pytest.fixture
def handed_in(tmp_path: Path) -> Path:
    folder = tmp_path / "handed-in"
    folder.mkdir()
    for name in ("ann", "漢字", LONG, "a\x1b[2Jb"):
        (folder / f"{name}.py").write_text(f"# {len(name)}\n{CODE}", encoding="utf-8")
    return folder


def on_a_terminal(folder: Path, columns: int, **more: str) -> str:
    """Return all that a terminal of so many columns is sent."""
    kept = {name: value for name, value in os.environ.items() if name not in BLANK_NAMES}
    state = str(folder.parent / "state")
    utf8 = {"PYTHONIOENCODING": "utf-8", "TERM": "xterm-256color"}
    words = ["handed-in", "--kata", "best_move", "--case", "win-at-once"]
    child = pexpect.spawn(
        sys.executable,
        ["-m", "graders", "batch", *words],
        cwd=str(folder.parent),
        env={**kept, **utf8, "KATA_STATE": state, **more},
        dimensions=(40, columns),
        encoding="utf-8",
        timeout=HANGS_AFTER_S,
    )
    written: str = child.read()
    child.close()
    assert child.exitstatus == 1, written
    return written


def lines_of(written: str) -> list[str]:
    return ESCAPE.sub("", written).replace("\r\n", "\n").split("\n")


@pytest.mark.parametrize("columns", sampled([80, 120], quick=lambda columns: columns == 80))
def test_on_a_terminal_there_is_a_bar_and_then_a_board_that_fits(
    handed_in: Path, columns: int
) -> None:
    (handed_in / "ann.py").write_text(SLOW, encoding="utf-8")
    written = on_a_terminal(handed_in, columns)
    assert "━" in written
    assert re.search(r"running: .* for [1-9]\d* s", written)
    assert "\x1b[2J" not in written
    seen = [line.rpartition("\r")[2] for line in lines_of(written)]
    head = next(number for number, line in enumerate(seen) if line.startswith("#  candidate"))
    board = seen[head : head + 5]
    assert [line[0] for line in board[1:]] == ["1"] * 4
    assert max(map(len, board)) <= columns
    assert any(line.startswith("1  漢字 ") for line in board)
    assert any("kata report" in line for line in seen)


def test_without_colour_there_is_none(handed_in: Path) -> None:
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]", on_a_terminal(handed_in, 80, NO_COLOR="1"))


def test_a_dumb_terminal_gets_plain_lines(handed_in: Path) -> None:
    written = on_a_terminal(handed_in, 80, TERM="dumb")
    assert "\x1b" not in written
    assert "\r" not in written.replace("\r\n", "\n")
    assert lines_of(written)[0] == "kata: 4 submissions"
