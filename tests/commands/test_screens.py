"""What kata grade looks like: at 80 and 120 columns, without colour, on a dumb terminal, piped.

Texts of several runs are compared, so each run is an unhurried one: no case is run again, and
nothing is said of a busy machine.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pexpect
import pytest

from graders.lab.verifying.declared import SPECIMENS
from graders.lab.verifying.specimens import specimens_folder
from tests.tiers import sampled

pytestmark = pytest.mark.thorough

HANGS_AFTER_S = 600
SOLUTIONS = Path(__file__).parents[2] / "solutions"
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
BLANK_NAMES = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "COLORTERM", "CI", "TERM")
MISSES = """
def find_best_move(board):
    board.drop_disc(0)
    board.undo_move()
    if board.column_height(0) == 2:
        raise KeyError(str(board) * 3)
    return board.valid_moves()[0]
"""
CASES = ("--case", "phase2/*", "--case", "mate-in-3", "--case", "mate-in-9", "--cap", "60")
Seen = Callable[..., str]


def environment(folder: Path, **more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in BLANK_NAMES}
    ours = {"PYTHONPATH": str(SOLUTIONS.parent), "PYTHONIOENCODING": "utf-8"}
    return {**kept, **ours, "KATA_STATE": str(folder / "state"), **more}


def on_a_terminal(file: Path, columns: int, *words: str, **more: str) -> str:
    """Return all that `kata grade` writes to a terminal of so many columns."""
    child = pexpect.spawn(
        sys.executable,
        ["-m", "tests.unhurried", "grade", file.name, *words],
        cwd=str(file.parent),
        env=environment(file.parent, **{"TERM": "xterm-256color", **more}),
        dimensions=(50, columns),
        encoding="utf-8",
        timeout=HANGS_AFTER_S,
    )
    written: str = child.read()
    child.close()
    assert child.exitstatus in (0, 1), written
    return written


@pytest.fixture(scope="module")
def misses(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("screens") / "misses.py"
    file.write_text(MISSES, encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def written(misses: Path) -> Seen:
    """Return what is written to a terminal so wide, in such an environment; graded once for all."""
    kept: dict[object, str] = {}

    def look(columns: int, **more: str) -> str:
        asked = (columns, *more.items())
        if asked not in kept:
            kept[asked] = on_a_terminal(misses, columns, *CASES, **more)
        return kept[asked]

    return look


def as_seen(written: str) -> list[str]:
    """Return the lines that are left on a terminal: what is after the last return stands."""
    seen = []
    for line in ESCAPES.sub("", written).replace("\r\n", "\n").split("\n"):
        cells = ""
        for part in line.split("\r"):
            cells = part + cells[len(part) :]
        seen.append(cells.rstrip())
    return seen


@pytest.mark.parametrize("columns", sampled([80, 120], quick=lambda columns: columns == 80))
def test_on_a_terminal_no_line_is_wider_than_it_and_discs_have_colours(
    written: Seen, columns: int
) -> None:
    seen = as_seen(written(columns))
    assert max(map(len, seen)) <= columns
    assert len({*re.findall(r"(\x1b\[[0-9;]*m)[RY]\x1b", written(columns))}) == 2
    text = "\n".join(seen)
    for told in ("✗ phase2/win-at-once ", "x played, ^ right", "First to look at: ", "kata try"):
        assert told in text
    assert "case 1 of 5" not in text


def test_the_live_line_says_how_far_the_run_is_and_names_no_case(written: Seen) -> None:
    live = re.findall(r"\rcase [^\r]*", written(80))
    assert [line.split(",")[0] for line in live if line.startswith("\rcase 1 ")][:1] == [
        "\rcase 1 of 5"
    ]
    assert {line.split(",")[0] for line in live} == {f"\rcase {n} of 5" for n in range(1, 6)}
    assert not any("phase" in line or "mate" in line for line in live)


def test_without_colour_it_is_the_same_text(written: Seen) -> None:
    plain = written(80, NO_COLOR="1")
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]m", plain)
    assert untimed(as_seen(plain)) == untimed(as_seen(written(80)))


def test_a_dumb_terminal_gets_no_escapes_and_no_live_line(written: Seen) -> None:
    dumb = written(80, TERM="dumb")
    assert "\x1b" not in dumb
    assert "\r" not in dumb.replace("\r\n", "\n")
    assert untimed(as_seen(dumb)) == untimed(as_seen(written(80)))


@pytest.mark.parametrize("columns", sampled([80, 100], quick=lambda columns: columns == 80))
def test_piped_it_is_the_same_text_as_wide_as_it_is_said_to_be(
    misses: Path, written: Seen, columns: int
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.unhurried", "grade", misses.name, *CASES],
        cwd=misses.parent,
        env=environment(misses.parent, COLUMNS=str(columns)),
        capture_output=True,
        encoding="utf-8",
        timeout=HANGS_AFTER_S,
        check=False,
    )
    assert "\x1b" not in done.stdout
    assert "\r" not in done.stdout
    assert untimed(done.stdout.splitlines()) == untimed(as_seen(written(columns)))


def test_a_script_that_is_missed_fits_80_columns(tmp_path: Path) -> None:
    file = tmp_path / "engine.py"
    file.write_text((specimens_folder(SPECIMENS) / "draw_before_win.py").read_text("utf-8"))
    seen = as_seen(on_a_terminal(file, 80, "--suite", "rules"))
    assert max(map(len, seen)) <= 80
    assert len(seen) < 100


def untimed(lines: list[str]) -> list[str]:
    """Return the lines without times."""
    kept = [re.sub(r" +\d+\.\d{3} s.*", " # s", line).rstrip() for line in lines]
    return "\n".join(kept).strip().split("\n")
