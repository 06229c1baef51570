"""`kata try`: one case in this terminal, with prints, a debugger and a verdict."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pexpect
import pytest
from click.testing import CliRunner, Result

from graders.cli import main
from tests.tiers import sampled

PATIENCE_S = 60
WINS = "def find_best_move(board):\n    return 2\n"
ENVIRONMENT = {**os.environ, "NO_COLOR": "1", "COLUMNS": "80", "LINES": "24", "TERM": "dumb"}


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def written(source: str) -> str:
    Path("mine.py").write_text(source, encoding="utf-8")
    return "mine.py"


def tried(source: str, *words: str, said: str = "") -> Result:
    """Run the command in this process, which is what it does with the submission as well."""
    arguments = ["try", written(source), *words]
    return CliRunner().invoke(main, arguments, input=said, env=ENVIRONMENT)


def by_module(source: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run what debuggers start, in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "kata.try", written(source), *words],
        stdin=subprocess.DEVNULL,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


@pytest.fixture
def terminal() -> Iterator[list[pexpect.spawn]]:  # type: ignore[type-arg]
    begun: list[pexpect.spawn] = []  # type: ignore[type-arg]
    yield begun
    for each in begun:
        each.close(force=True)


def in_a_terminal(
    begun: list[pexpect.spawn],  # type: ignore[type-arg]
    source: str,
    *words: str,
    module: Sequence[str] = ("graders", "try"),
) -> pexpect.spawn:  # type: ignore[type-arg]
    child = pexpect.spawn(
        sys.executable,
        ["-m", *module, written(source), *words],
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


def test_a_right_answer_is_accepted_with_its_time_and_the_cap() -> None:
    done = tried(WINS, "win-at-once#1", "--yes")
    assert done.exit_code == 0, done.stderr
    assert "phase2/win-at-once#1: win at once" in done.stdout
    assert ".R.RR.." in done.stdout
    assert '    Board.from_moves("144330156")' in done.stdout
    assert re.search(r"^accepted, 2, took \d\.\d+ s; the cap is 2 s$", done.stdout, re.MULTILINE)


def test_a_wrong_one_is_explained() -> None:
    done = tried(WINS.replace("2", "3"), "win-at-once#1", "--yes")
    assert done.exit_code == 1
    assert "wrong answer, 3, took" in done.stdout
    assert "column 2 wins at once" in done.stdout
    assert "column 2" not in done.stdout.split("wrong answer")[0]


def test_prints_come_before_the_verdict_and_input_is_read() -> None:
    source = "print('loading')\ndef find_best_move(board):\n    return int(input('which? '))\n"
    done = tried(source, "win-at-once#1", "--yes", said="2\n")
    assert done.exit_code == 0, done.stderr
    shown = done.stdout
    assert shown.index(".R.RR..") < shown.index("loading") < shown.index("which? ")
    assert shown.index("which? ") < shown.index("accepted, 2")


def test_an_exception_shows_its_own_traceback_and_the_verdict() -> None:
    source = (
        "def deeper():\n    raise KeyError(7)\ndef find_best_move(board):\n    return deeper()\n"
    )
    done = tried(source, "win-at-once#1", "--yes")
    assert done.exit_code == 1
    trace = done.stderr.splitlines()
    assert trace[0] == "Traceback (most recent call last):"
    assert [line for line in trace if line.startswith("  File")] == [
        f'  File "{Path("mine.py").resolve()}", line {line}, in {name}'
        for line, name in ((4, "find_best_move"), (2, "deeper"))
    ]
    assert trace[-1] == "KeyError: 7"
    assert "runtime error, took" in done.stdout
    assert "KeyError: 7 (line 2)" in done.stdout


def test_a_syntax_error_shows_its_place_and_nothing_is_asked() -> None:
    done = tried("def find_best_move(board)\n    return 2\n", "win-at-once#1", "--yes")
    assert done.exit_code == 1
    assert "^" in done.stderr
    assert "load error" in done.stdout


def test_a_load_error_fits_the_terminal() -> None:
    done = tried(f"raise OSError('no board ' * 9)\n{WINS}", "win-at-once#1", "--yes")
    *_, last = done.stdout.splitlines()
    assert last.startswith("    ")
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_a_value_that_is_no_text_is_not_quoted_like_one() -> None:
    source = "import enum\nC = enum.IntEnum('C', 'A B')\ndef find_best_move(board): return C.B\n"
    done = tried(source, "win-at-once#1", "--yes")
    assert "invalid answer, took" in done.stdout
    assert "find_best_move returned <C.B: 2> (C, a subclass of int), not an int" in done.stdout


def test_the_cap_is_told_and_ends_nothing() -> None:
    Path("slow.yaml").write_text(
        "kata: best_move\nphase: 2\ncap_s: 0.01\ncases:\n"
        '  - {id: one, moves: "144330156", accept: [2], mate_in: 1, points: 1}\n',
        encoding="utf-8",
    )
    source = f"import time\n{WINS}".replace("return", "time.sleep(0.05); return")
    done = tried(source, "one", "--suite", "slow.yaml", "--yes")
    assert done.exit_code == 0, done.stderr
    assert re.search(
        r"accepted, 2, took 0\.\d+ s; the cap is 0\.01 s, so it would be too", done.stdout
    )


def test_a_group_is_tried_whole() -> None:
    done = tried(WINS, "mate-in-3", "--yes")
    assert done.exit_code == 1
    assert [f"phase3/mate-in-3#{number}: win in 3 plies" in done.stdout for number in (1, 2, 3)]
    assert "1 of 3 accepted; the point needs all of them" in done.stdout


def test_a_script_of_operations_is_tried_in_the_same_way() -> None:
    source = "def solution(rows, cols, k, operations):\n    print(rows, cols, k)\n    return [1]\n"
    done = tried(source, "vertical-win", "--yes")
    assert done.exit_code == 1
    assert "rules/vertical-win: Four discs on top of each other" in done.stdout
    assert "6 7 4" in done.stdout
    assert "invalid answer, [1], took" in done.stdout


CLASS = """
class Connect4:
    def __init__(self):
        self.columns = [[] for _ in range(7)]
    def play(self, col):
        if type(col) is not int or not 0 <= col < 7:
            raise ValueError("no such column")
        self.columns[col].append(len([d for column in self.columns for d in column]) % 2)
    def check_winner(self):
        return {}["nobody"]
    def print(self):
        for row in range(6, -1, -1):
            print("|" + "|".join("XO"[c[row]] if len(c) > row else " " for c in self.columns) + "|")
"""


def test_a_class_is_driven_and_what_it_rightly_raises_is_not_shown() -> None:
    done = tried(CLASS, "column-7", "--yes")
    assert (done.exit_code, done.stderr) == (0, "")
    assert "game.move(1, 7)" in done.stdout
    assert "accepted, took" in done.stdout
    done = tried(CLASS, "nobody-has-won-at-first", "--yes")
    assert done.exit_code == 1
    assert done.stderr.count("Traceback (most recent call last)") == 1
    assert "KeyError: 'nobody'" in done.stderr
    assert done.stderr.count("  File ") == 1, "of the driver of the kata nothing is shown"


WITH_A_DRIVER = Path(__file__).parents[1] / "katas" / "driven" / "honest" / "tells_by_play"


@pytest.mark.parametrize("words", [(), ("--driver", "named.py")])
def test_a_class_is_driven_by_the_driver_beside_it_or_the_one_that_is_named(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    source, driver = (
        (WITH_A_DRIVER / name).read_text(encoding="utf-8") for name in ("solution.py", "driver.py")
    )
    (tmp_path / "driver.py").write_text("import nowhere\n" if words else driver, encoding="utf-8")
    (tmp_path / "named.py").write_text(driver, encoding="utf-8")
    chosen = [str(tmp_path / word) if "." in word else word for word in words]
    (tmp_path / "mine.py").write_text(source, encoding="utf-8")
    called = [str(tmp_path / "mine.py"), "rules/upright-win", "--yes", "--kata", "connect4"]
    done = CliRunner().invoke(main, ["try", *called, *chosen])
    assert done.exit_code == 0, done.output
    assert "accepted, took" in done.stdout


def test_a_board_that_is_not_handed_back_is_told() -> None:
    source = "def find_best_move(board):\n    board.drop_disc(2)\n    return 2\n"
    done = tried(source, "win-at-once#1", "--yes")
    assert done.exit_code == 0
    assert "warning: the board was not as it was before the call" in done.stdout


def test_without_a_terminal_and_without_yes_nothing_is_run() -> None:
    done = tried("print('it ran')", "win-at-once#1", said="y\n")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "add --yes if you trust it" in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("mate-in9", "--yes"), "did you mean"),
        (("trap-*", "--yes"), "names 11 cases"),
        (("win-at-once#1", "--yes", "--kata", "chess"), "no kata 'chess'"),
        (("win-at-once#1", "--yes", "--suite", "none.yaml"), "none.yaml"),
    ],
)
def test_what_cannot_be_tried_is_refused_before_anything_runs(
    words: tuple[str, ...], said: str
) -> None:
    done = tried("print('it ran')", *words)
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in done.stderr


def test_a_file_that_is_not_there_is_refused() -> None:
    done = CliRunner().invoke(main, ["try", "other.py", "win-at-once#1", "--yes"])
    assert (done.exit_code, done.output) == (2, "kata: there is no file other.py\n")


def test_a_position_of_ones_own_is_tried_and_the_column_appraised() -> None:
    own = ("--yes", "--nodes", "2000", "--moves", "061626")
    done = tried(WINS, *own, "--first", "YELLOW")
    assert done.exit_code == 1, done.stderr
    assert '    Board.from_moves("061626", first=Player.YELLOW)' in done.stdout
    lines = done.stdout.splitlines()
    assert re.fullmatch(r"not right, 2, took \d\.\d+ s", lines[-3])
    assert lines[-2:] == ["    column 2 loses in 2 plies", "    column 3 wins at once"]
    done = tried(WINS.replace("2", "3"), *own)
    assert (done.exit_code, "right, 3, took" in done.stdout) == (0, True)
    for words, said in (
        (("win-at-once#1", "--moves", "0"), "no CASE"),
        (("--first", "RED"), "for"),
    ):
        done = tried(WINS, *words, "--yes")
        assert (done.exit_code, said in done.stderr) == (2, True)


def test_the_module_for_debuggers_is_the_same_command() -> None:
    done = by_module(WINS, "win-at-once#1", "--yes")
    assert done.returncode == 0, done.stderr
    assert "accepted, 2" in done.stdout


@pytest.mark.parametrize(
    "module",
    sampled(
        [
            pytest.param(("graders", "try"), id="command"),
            pytest.param(("kata.try",), id="module"),
        ],
        quick=lambda module: module[0] == "kata.try",
    ),
)
def test_a_breakpoint_stops_in_the_terminal_and_goes_on(
    terminal: list[pexpect.spawn],  # type: ignore[type-arg]
    module: tuple[str, ...],
) -> None:
    source = "def find_best_move(board):\n    col = 3\n    breakpoint()\n    return col\n"
    child = in_a_terminal(terminal, source, "win-at-once#1", module=module)
    child.expect(r"anything\s+that\s+you\s+can")
    child.expect(r"Run it\? \[y/N\] ")
    child.sendline("y")
    child.expect(r"\(Pdb\) ")
    child.sendline("p board.current_player, col")
    child.expect(r"<Player.YELLOW: 'Y'>, 3")
    child.expect(r"\(Pdb\) ")
    child.sendline("col = 2")
    child.expect(r"\(Pdb\) ")
    child.sendline("continue")
    child.expect(r"accepted, 2, took [\d.]+ s; the cap is 2 s")
    assert ended(child) == 0


def test_who_leaves_the_debugger_gets_no_verdict(
    terminal: list[pexpect.spawn],  # type: ignore[type-arg]
) -> None:
    source = "def find_best_move(board):\n    breakpoint()\n    return 2\n"
    child = in_a_terminal(terminal, source, "win-at-once#1", "--yes")
    child.expect(r"\(Pdb\) ")
    child.sendline("quit")
    if child.expect([r"you left the debugger", r"\[y/n\]"]) == 1:  # newer Pythons ask
        child.sendline("y")
        assert ended(child) != 0
        return
    assert ended(child) == 1


@pytest.mark.parametrize(
    "answer",
    sampled(
        [
            pytest.param("n", id="no"),
            pytest.param("", id="enter"),
            pytest.param("\x04", id="ctrl-d"),
        ],
        quick=lambda answer: answer == "",
    ),
)
def test_who_does_not_agree_runs_nothing(
    answer: str,
    terminal: list[pexpect.spawn],  # type: ignore[type-arg]
) -> None:
    child = in_a_terminal(terminal, "print('it' + 'ran')", "win-at-once#1")
    child.expect(r"\[y/N\] ")
    child.sendline(answer) if answer != "\x04" else child.sendeof()
    child.expect("nothing was run")
    assert "itran" not in str(child.before)
    assert ended(child) == 2


def test_without_a_case_it_is_the_first_miss() -> None:
    done = tried(WINS, "--yes")
    assert done.exit_code == 1
    assert "grading mine.py until its first miss" in done.stderr
    assert done.stdout.startswith("phase2/win-at-once#2: win at once")
    done = tried("def find_best_move(board)\n    return 2\n", "--yes")
    assert (done.exit_code, "^" in done.stderr) == (2, True)
    assert done.stderr.endswith("mine.py does not load, so nothing was tried\n")


def test_who_agrees_is_asked_once_for_each_file(
    terminal: list[pexpect.spawn],  # type: ignore[type-arg]
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(ENVIRONMENT, "KATA_STATE", str(Path("state").absolute()))
    monkeypatch.setitem(ENVIRONMENT, "KATA_HISTORY", "on")
    child = in_a_terminal(terminal, WINS, "win-at-once#1")
    child.expect(r"\[y/N\] ")
    child.sendline("y")
    assert ended(child) == 0
    assert tried(WINS + "# changed\n", "win-at-once#1").exit_code == 0
    Path("other.py").write_text(WINS)
    other = CliRunner().invoke(main, ["try", "other.py", "win-at-once#1"], env=ENVIRONMENT)
    assert (other.exit_code, "nobody to ask" in other.stderr) == (2, True)


def test_ctrl_c_shows_where_it_was(
    terminal: list[pexpect.spawn],  # type: ignore[type-arg]
) -> None:
    source = (
        "import time\ndef find_best_move(board):\n    print('begun', flush=True)\n"
        "    while True:\n        time.sleep(0.01)\n"
    )
    child = in_a_terminal(terminal, source, "win-at-once#1", "--yes")
    child.expect("begun")
    child.sendintr()
    child.expect("in find_best_move")
    child.expect("interrupted, so there is no verdict")
    assert ended(child) == 130
