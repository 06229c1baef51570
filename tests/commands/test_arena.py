"""`kata arena`: games are kept as they end; a kill costs no more than those under way."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from graders.cli import main
from tests import kills
from tests.arena.players import written

PATIENCE_S = 120.0


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KATA_STATE", str(tmp_path / "state"))


def arena(*words: str) -> Result:
    return CliRunner().invoke(main, ["arena", *words], env={**os.environ, "COLUMNS": "80"})


def test_two_files_play_once_and_no_other_bytes_in_their_place() -> None:
    files = written(Path(), "leftmost", "crashes")
    done = arena(*files, "--games", "2", "--jobs", "1", "--ledger", "a.ledger")
    assert done.exit_code == 0, done.output
    assert "2 games between 2 entrants at most" in done.stderr
    assert "leftmost.py" in done.stdout
    again = arena(*files, "--games", "2", "--ledger", "a.ledger", "--format", "json")
    assert again.exit_code == 0
    assert "all games are over already" in again.stderr
    assert len(json.loads(again.stdout)["games"]) == 2
    Path("crashes.py").write_text("def find_best_move(board):\n    return 3\n")
    refused = arena(*files, "--games", "2", "--ledger", "a.ledger", "--seed", "1")
    assert refused.exit_code == 2
    assert "crashes.py has changed since; the seed was 0" in refused.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("naive",), "name at least two"),
        (("naive", "nobody.py"), "no rung of that name"),
        (("naive", "bitboard", "--games", "3"), "has to be even"),
        (("naive", "bitboard", "--isolation", "plain"), "plain"),
        (("naive", "bitboard", "--cluster", "local:0"), "is not a number of workers"),
        (("naive", "bitboard", "--cluster", "ssh:nowhere"), "hosts file nowhere cannot be read"),
        (
            ("naive", "--command", "true", "--cluster", "tls://lab-1:8786"),
            "a program of --command is only on this machine",
        ),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_played(words: tuple[str, ...], said: str) -> None:
    done = arena(*words)
    assert done.exit_code == 2
    assert said in done.stderr
    assert not Path("state").exists()


def games_in(ledger: Path) -> list[tuple[int, str]]:
    if not ledger.exists():
        return []
    with closing(sqlite3.connect(f"{ledger.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        try:
            return connection.execute("SELECT number, game FROM game ORDER BY number").fetchall()
        except sqlite3.OperationalError:  # its tables are not made yet
            return []


def wait_for_a_game(ledger: Path) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not games_in(ledger) and time.monotonic() < deadline:
        time.sleep(0.05)


@pytest.mark.thorough
@pytest.mark.parametrize("where", ["--jobs=2", "--cluster=local:2"])
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_whatever_ends_it_the_same_command_goes_on(
    number: signal.Signals, where: str, tmp_path: Path
) -> None:
    files, ledger = written(tmp_path, "leftmost", "rightmost"), tmp_path / "a.ledger"
    words = [sys.executable, "-m", "graders", "arena", *files, "--games", "8", where]
    words += ["--ledger", str(ledger)]
    process = kills.start(words, str(ledger))
    wait_for_a_game(ledger)
    process.send_signal(number)
    assert process.wait(PATIENCE_S) == (130 if number is signal.SIGINT else -number)
    assert kills.left_behind(f"{kills.MARK}={ledger}") == []
    before = games_in(ledger)
    assert 0 < len(before) < 8
    assert kills.start(words, str(ledger)).wait(PATIENCE_S) == 0
    after = games_in(ledger)
    assert [each for each, _ in after] == [*range(1, 9)]
    assert set(before) <= set(after)
