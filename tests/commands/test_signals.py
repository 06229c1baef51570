"""Ctrl-C and SIGTERM end the `kata` command at any moment, with their code and nothing left."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests import processes
from tests.hostile_run import as_subreaper
from tests.tiers import sampled

CODES = {signal.SIGINT: 130, signal.SIGTERM: 143}
MOMENTS_S = (0.0, 0.03, 0.07, 0.12, 0.18, 0.25, 0.35, 0.5, 0.8, 1.5)
EVEN, ODD = MOMENTS_S[::2], MOMENTS_S[1::2]
AT = [
    (signal.SIGINT, "auto", EVEN),
    (signal.SIGTERM, "auto", ODD),
    (signal.SIGINT, "limits", ODD),
    (signal.SIGTERM, "limits", EVEN),
]
"""Each signal at each level, and both at each moment."""
SAMPLE = [(signal.SIGTERM, "auto", (0.07, 0.8)), (signal.SIGINT, "limits", (0.0, 0.5))]
"""As a command starts, and in the middle of a case."""
HANGS_AFTER_S = 120.0
SLOW = (
    "import time\ndef find_best_move(board):\n"
    "    if board.column_height(0) == 0:\n        time.sleep(600)\n    return 3\n"
)
BANK = (
    "kata: best_move\ncap_s: 50\ncases:\n"
    '  - {id: first, moves: "05152615", accept: [3], mate_in: 1, points: 1}\n'
    '  - {id: second, moves: "15162625", accept: [3], mate_in: 1, points: 1}\n'
)


@pytest.fixture(autouse=True)
def before(tmp_path: Path) -> Iterator[frozenset[int]]:
    """Make a folder to grade in; return the processes that other tests have left to this one.

    What `multiprocessing` has started for them stays for as long as this process does.
    """
    (tmp_path / "slow.py").write_text(SLOW)
    (tmp_path / "bank.yaml").write_text(BANK)
    (tmp_path / "temporary").mkdir(mode=0o755)
    with as_subreaper():
        yield frozenset(processes.below_me())


def start(folder: Path, *words: str, terminal: int | None = None) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(
        [sys.executable, "-m", "graders", *words],
        cwd=folder,
        stdin=subprocess.DEVNULL if terminal is None else terminal,
        stdout=subprocess.PIPE if terminal is None else terminal,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        env=os.environ
        | {"TMPDIR": str(folder / "temporary"), "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    wait_until_signals_are_minded(process.pid)
    return process


def wait_until_signals_are_minded(pid: int) -> None:
    """Wait until the interpreter has begun with our own code: what comes sooner is not ours."""
    deadline = time.monotonic() + HANGS_AFTER_S
    while time.monotonic() < deadline:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        caught = next((int(line.split()[1], 16) for line in lines if line[:6] == "SigCgt"), None)
        if caught is None or caught >> (signal.SIGTERM - 1) & 1:
            return
        time.sleep(0.001)


def check(
    process: subprocess.Popen[bytes], said: str, number: signal.Signals, before: frozenset[int]
) -> None:
    assert process.returncode == CODES[number], said
    for sign_of_a_mishap in ("Traceback", "Exception", "Error", "Aborted"):
        assert sign_of_a_mishap not in said
    assert not processes.survivors(before)


def left_in(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


@pytest.mark.parametrize(
    ("number", "isolation", "moments_s"),
    sampled([*SAMPLE, *AT], quick=lambda *each: each in SAMPLE),
)
def test_at_any_moment(
    number: signal.Signals,
    isolation: str,
    moments_s: tuple[float, ...],
    tmp_path: Path,
    before: frozenset[int],
) -> None:
    words = ("grade", "slow.py", "--suite", "bank.yaml", "--isolation", isolation)
    for index, moment_s in enumerate(moments_s):
        process = start(tmp_path, *words, "--output", "score.txt")
        time.sleep(moment_s)
        process.send_signal(number)
        if index % 2:  # again, while the first is being dealt with
            time.sleep(0.01 * (index // 2))
            with suppress(ProcessLookupError):
                process.send_signal(number)
        said, _ = process.communicate(timeout=HANGS_AFTER_S)
        check(process, said.decode(), number, before)
        (tmp_path / "score.incomplete.txt").unlink(missing_ok=True)
        assert left_in(tmp_path) == ["bank.yaml", "slow.py", "temporary"]


@pytest.mark.thorough
@pytest.mark.parametrize("moments_s", sampled([[0.8], [0.03, 0.12, 0.25]], quick=[0.8].__eq__))
def test_in_a_terminal(moments_s: list[float], tmp_path: Path, before: frozenset[int]) -> None:
    for moment_s in moments_s:
        ours, theirs = pty.openpty()
        words = ("grade", "slow.py", "--suite", "bank.yaml")
        process = start(tmp_path, *words, terminal=theirs)
        os.close(theirs)
        time.sleep(moment_s)
        os.killpg(process.pid, signal.SIGINT)
        said = b""
        with suppress(OSError):  # what a terminal says once nobody holds its other end
            while chunk := os.read(ours, 1 << 16):
                said += chunk
        os.close(ours)
        process.wait(HANGS_AFTER_S)
        text = said.decode()
        check(process, text, signal.SIGINT, before)
        assert text.rfind("\x1b[?25h") >= text.rfind("\x1b[?25l"), "the cursor stays hidden"
        assert left_in(tmp_path) == ["bank.yaml", "slow.py", "temporary"]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("words", "moments_s"),
    sampled(
        [
            (("doctor",), MOMENTS_S[1::3]),
            (("verify", "phase4"), MOMENTS_S[1::3]),
            (("mine", "--mate", "13", "--out", "new.yaml"), MOMENTS_S[4::4]),
        ],
        quick=lambda words, _: words[0] == "mine",
    ),
)
def test_of_the_other_sub_commands_too(
    words: tuple[str, ...],
    moments_s: tuple[float, ...],
    tmp_path: Path,
    before: frozenset[int],
) -> None:
    for moment_s in moments_s:
        process = start(tmp_path, *words)
        time.sleep(moment_s)
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=HANGS_AFTER_S)
        if process.returncode not in (0, 1):  # it was not done before
            check(process, said.decode(), signal.SIGINT, before)
        assert not list((tmp_path / "temporary").iterdir())
        assert not (tmp_path / "new.yaml").exists()


@pytest.mark.thorough
def test_what_is_ignored_stays_ignored(tmp_path: Path) -> None:
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        process = start(tmp_path, "grade", "slow.py", "--suite", "bank.yaml", "--cap", "1")
    finally:
        signal.signal(signal.SIGINT, handler)
    process.send_signal(signal.SIGINT)
    said, _ = process.communicate(timeout=HANGS_AFTER_S)
    assert process.returncode == 1
    assert b"score 1/2" in said
