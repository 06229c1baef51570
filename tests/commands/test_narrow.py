"""Forty columns: what the commands to practise with say fits a narrow terminal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from graders.cli import main
from tests.tiers import sampled

SOURCE = "def find_best_move(board):\n    board.drop_disc(3)\n    return 2\n"
CANNOT_BE_BROKEN = re.compile(r"kata |from_moves\(|^ *[\w-]+$")
"""Commands, calls and the names of cases."""
COMMANDS = [
    ("list", "best_move"),
    ("list", "operations"),
    ("show", "mate-in-3#1"),
    ("show", "vertical-win"),
    ("new", "best_move", "other"),
    ("grade", "mine.py"),
    ("grade", "mine.py", "--full", "--case", "phase2/*"),
    ("try", "mine.py", "win-at-once", "--yes"),
    ("try", "mine.py", "--moves", "061626", "--nodes", "2000", "--yes"),
    ("hint", "mine.py"),
    ("progress", "mine.py"),
    ("progress",),
]


@pytest.mark.parametrize(
    "words",
    sampled(
        [pytest.param(words, id=" ".join(words)) for words in COMMANDS],
        quick=lambda words: words[0] in ("list", "new", "try"),
    ),
)
def test_no_line_is_wider_than_forty_columns(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KATA_STATE", str(tmp_path / "state"))
    monkeypatch.delenv("KATA_HISTORY", raising=False)
    monkeypatch.setenv("COLUMNS", "40")
    for name in ("mine.py", "an_engine_with_a_long_name.py"):
        Path(name).write_text(SOURCE, encoding="utf-8")
        if words[0] == "progress":
            Path(name).write_text(SOURCE.replace("2", "9"), encoding="utf-8")
            CliRunner().invoke(main, ["grade", name, "--case", "phase2/*"])
            CliRunner().invoke(main, ["grade", name])
    said = CliRunner().invoke(main, [*words]).stdout
    assert said
    wide = [line for line in said.splitlines() if len(line) > 40]
    assert not [line for line in wide if not CANNOT_BE_BROKEN.search(line)]
