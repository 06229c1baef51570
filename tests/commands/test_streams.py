"""Whatever the caller does to the standard streams, there is a report or a clear line."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tiers import sampled

SNOW = "print('\u2603 \xe9')\ndef find_best_move(board):\n    print('\u2603')\n    return 9\n"
ENCODINGS = {
    "ascii": {"PYTHONIOENCODING": "ascii"},
    "latin-1": {"PYTHONIOENCODING": "latin-1"},
    "strict": {"PYTHONIOENCODING": "ascii:strict"},
    "C": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "POSIX": {"LC_ALL": "POSIX", "PYTHONUTF8": "0"},
}
CLOSED = (">&-", "2>&-", "<&-", "<&- >&- 2>&-")
COMMANDS = ("grade", "verify", "bench", "mine", "doctor")


def kata(
    words: list[str | Path], redirected: str = "", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run the command by a shell, which can close streams, and hold what must never come."""
    command = shlex.join([sys.executable, "-m", "graders", *map(str, words)])
    done = subprocess.run(
        ["/bin/sh", "-c", f"exec {command} {redirected}"],
        capture_output=True,
        env={**os.environ, **(env or {})},
        timeout=120,
        check=False,
    )
    assert b"Traceback" not in done.stdout + done.stderr, done.stderr.decode()
    assert b"Exception ignored" not in done.stderr, done.stderr.decode()
    return done


@pytest.fixture
def graded(tmp_path: Path) -> list[str | Path]:
    path = tmp_path / "sn\xf6w\u2603.py"
    path.write_text(SNOW, encoding="utf-8")
    return ["grade", path, "--suite", "phase2", "--case", "phase2/win-at-once"]


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["ascii", "latin-1", "C"])
def test_what_an_encoding_does_not_have_is_written_out(name: str, graded: list[str | Path]) -> None:
    env = ENCODINGS[name]
    done = kata([*graded, "--full"], env=env)
    assert done.returncode == 1, done.stderr.decode()
    assert b"| \\u2603" in done.stdout
    assert b"invalid answer" in done.stdout
    assert re.search(rb"score +0/1", done.stdout)
    done = kata([*graded, "--format", "json"], env=env)
    assert json.loads(done.stdout)["cases"][0]["stdout"] == "\u2603 \xe9\n\u2603\n"


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["C"])
@pytest.mark.parametrize("command", COMMANDS[::2])
def test_every_command_stands_every_encoding(command: str, name: str) -> None:
    env = ENCODINGS[name]
    assert kata([command, "--help"], env=env).returncode == 0
    done = kata([command, "--no-such-\u2603"], env=env)
    assert done.returncode == 2
    assert b"No such option" in done.stderr


@pytest.mark.parametrize("name", sampled(ENCODINGS, lambda name: name == "C"))
def test_a_file_that_is_not_there_is_named_in_any_encoding(name: str, tmp_path: Path) -> None:
    done = kata(["grade", tmp_path / "n\xf6\u2603.py"], env=ENCODINGS[name])
    assert done.returncode == 2
    assert b"there is no file" in done.stderr


@pytest.mark.parametrize("closed", sampled(CLOSED, quick=lambda closed: closed == ">&-"))
def test_a_report_or_a_clear_line_comes_where_streams_are_closed(
    closed: str, graded: list[str | Path], tmp_path: Path
) -> None:
    done = kata(graded, closed)
    if ">&-" in closed.replace("2>&-", ""):
        assert done.returncode == 2
        if "2>&-" not in closed:
            assert done.stderr == b"kata: cannot write the report: it is closed\n"
        assert kata([*graded, "--format", "json"], closed).returncode == 2
    else:
        assert done.returncode == 1
        assert b"score 0/1" in done.stdout
    output = tmp_path / "score.json"
    done = kata([*graded, "--format", "json", "--output", output], closed)
    assert done.returncode == 1, "stdout is not needed"
    assert json.loads(output.read_text(encoding="utf-8"))["score"] == 0


@pytest.mark.thorough
@pytest.mark.parametrize("closed", ["<&- >&- 2>&-"])
@pytest.mark.parametrize("command", COMMANDS[1::2])
def test_every_command_stands_closed_streams(closed: str, command: str) -> None:
    done = kata([command, "--help"], closed)
    assert done.returncode in (0, 2)
    assert kata([command, "--no-such-option"], closed).returncode == 2


def test_a_full_disk_is_told_in_one_line(graded: list[str | Path]) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    done = kata(graded, ">/dev/full")
    assert done.returncode == 2
    assert done.stderr == b"kata: cannot write the report: No space left on device\n"
    done = kata(["--help"], ">/dev/full")
    assert done.returncode == 2
    assert done.stderr == b"kata: cannot write to stdout: No space left on device\n"
