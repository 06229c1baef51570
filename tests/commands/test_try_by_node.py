"""`kata try` on a file in JavaScript: what it prints, Node's debugger, and the same verdicts."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pexpect
import pytest

from graders.cli import main
from tests import processes
from tests.node import ONLY_WITH_NODE, ONLY_WITH_TYPES

pytestmark = ONLY_WITH_NODE
PATIENCE_S = 120
ENVIRONMENT = {**os.environ, "NO_COLOR": "1", "COLUMNS": "80", "LINES": "24", "TERM": "xterm"}
SOURCE = """import { Board } from "kata/board.mjs";
export function findBestMove(board) {
  const column = 2;
  console.log("one of ours:", board instanceof Board);
  debugger;
  return column;
}
"""


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def terminal() -> Iterator[list[pexpect.spawn]]:  # type: ignore[type-arg]
    begun: list[pexpect.spawn] = []  # type: ignore[type-arg]
    yield begun
    for each in begun:
        each.close(force=True)


class Done(msgspec.Struct, frozen=True):
    returncode: object
    stdout: str
    stderr: str


Tried = Callable[..., Done]


@pytest.fixture
def tried(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Tried:
    """Return what runs the command in this process; what Node.js prints is caught as well."""
    for name in ("NO_COLOR", "COLUMNS", "LINES", "TERM"):
        monkeypatch.setenv(name, ENVIRONMENT[name])

    def run(name: str, *words: str) -> Done:
        with pytest.raises(SystemExit) as ended:
            main(["try", name, "--yes", *words])
        return Done(ended.value.code, *capfd.readouterr())

    return run


def in_a_terminal(
    begun: list[pexpect.spawn],  # type: ignore[type-arg]
    source: str,
) -> pexpect.spawn:  # type: ignore[type-arg]
    Path("mine.mjs").write_text(source, encoding="utf-8")
    child = pexpect.spawn(
        sys.executable,
        ["-m", "graders", "try", "mine.mjs", "win-at-once#1", "--yes"],
        env=ENVIRONMENT,  # type: ignore[arg-type]
        dimensions=(24, 80),
        encoding="utf-8",
        timeout=PATIENCE_S,
    )
    begun.append(child)
    return child


def ended(child: pexpect.spawn) -> int | None:  # type: ignore[type-arg]
    child.expect(pexpect.EOF)
    child.wait()
    return child.exitstatus


def test_what_it_prints_is_shown_and_the_answer_judged(tried: Tried) -> None:
    Path("mine.mjs").write_text(SOURCE, encoding="utf-8")
    done = tried("mine.mjs", "win-at-once#1")
    assert (done.returncode, done.stderr) == (0, "")
    assert '    Board.fromMoves("144330156")' in done.stdout
    printed, verdict = done.stdout.splitlines()[-2:]
    assert printed == "one of ours: true"
    assert re.fullmatch(r"accepted, 2, took \d\.\d+ s; the cap is 2 s", verdict)


def test_an_exception_and_a_file_that_does_not_load_name_their_lines(tried: Tried) -> None:
    Path("mine.mjs").write_text(SOURCE.replace("debugger", "board.gone()"), encoding="utf-8")
    done = tried("mine.mjs", "win-at-once#1")
    assert 'mine.mjs", line 5, in findBestMove' in done.stderr
    assert (done.returncode, "runtime error, took" in done.stdout) == (1, True)
    Path("mine.mjs").write_text(SOURCE[:-2], encoding="utf-8")
    done = tried("mine.mjs", "win-at-once#1")
    assert "mine.mjs, line 7:\nSyntaxError: Unexpected end of input" in done.stderr
    assert (done.returncode, "load error: " in done.stdout) == (1, True)


def test_a_folder_and_its_classes_are_driven_as_when_graded(tried: Tried) -> None:
    Path("mine").mkdir()
    Path("mine/lines.mjs").write_text("export const SIZE = 7;\n", encoding="utf-8")
    Path("mine/solution.mjs").write_text(
        "import { SIZE } from './lines.mjs';\nexport class Connect4 {\n"
        "  columns = Array.from({ length: SIZE }, () => []);\n  turn = 0;\n"
        "  play(col) { if (!this.columns[col]) throw new Error('no such column');"
        " this.columns[col].push('XO'[this.turn++ % 2]); }\n  checkWinner() { return null; }\n"
        "  print() { for (let row = SIZE - 1; row >= 0; row--)"
        " console.log(this.columns.map((each) => each[row] ?? '.').join(' ')); }\n}\n",
        encoding="utf-8",
    )
    done = tried("mine", "column-7", "--kata", "connect4")
    assert (done.returncode, done.stderr) == (0, "")
    assert "accepted, took" in done.stdout


@ONLY_WITH_TYPES
def test_typescript_is_tried_where_it_can_be_run(tried: Tried) -> None:
    source = SOURCE.replace("(board)", "(board: Board): number")
    Path("mine.ts").write_text(source, encoding="utf-8")
    assert "accepted, 2" in tried("mine.ts", "win-at-once#1").stdout


def test_a_debugger_statement_opens_the_debugger_of_node(
    terminal: list[pexpect.spawn],  # type: ignore[type-arg]
) -> None:
    child = in_a_terminal(terminal, SOURCE)
    child.expect(r"break in \S*mine\.mjs:5")
    child.expect("debug> ")
    child.send("exec column\r")
    child.expect(r"\b2\b")
    child.expect("debug> ")
    child.send("cont\r")
    child.expect(r"\r\x1b\[Kaccepted, 2, took [\d.]+ s; the cap is 2 s")
    assert ended(child) == 0


def test_ctrl_c_ends_it_and_leaves_nothing_running(
    terminal: list[pexpect.spawn],  # type: ignore[type-arg]
) -> None:
    source = "export function findBestMove() { console.log('begun'); for (;;) { } }\n"
    child = in_a_terminal(terminal, source)
    child.expect("begun")
    started = processes.descendants(child.pid)
    child.sendintr()
    child.expect("interrupted, so there is no verdict")
    assert ended(child) == 128 + signal.SIGINT
    assert started
    assert not processes.alive(started)
