"""`kata watch` in a real terminal, as a candidate uses it."""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pytest
from click.testing import CliRunner

from graders.cli import main
from graders.practice import run_history
from tests import knows, processes
from tests.tiers import sampled

HANGS_AFTER_S = 300.0
KEYS = "keys: enter run again"
SLOW = "import time\n\ndef find_best_move(board):\n    time.sleep(50)\n"
MAIN = "from graders.__main__ import main; main()"


class Terminal:
    """Drive `kata watch mine.py` in a terminal of its own, in a shell that tells its settings."""

    def __init__(self, folder: Path, *words: str, code: str = "") -> None:
        self.log = io.StringIO()
        call = [sys.executable, *(["-c", code] if code else ["-m", "graders", "watch", "mine.py"])]
        line = shlex.join([*call, *words])
        script = folder / "in_a_shell.sh"
        script.write_text(f"stty -g\n{line}\necho code=$?\nstty -g\n")
        self.child = pexpect.spawn(
            "/bin/sh",
            [str(script)],
            cwd=str(folder),
            env=os.environ | {"TERM": "xterm", "PYTHONPATH": str(Path(__file__).parents[2])},
            dimensions=(50, 80),
            encoding="utf-8",
            timeout=HANGS_AFTER_S,
        )
        self.child.logfile_read = self.log

    def sees(self, *texts: str) -> None:
        """Wait until each text was shown, one after the other."""
        for text in texts:
            self.child.expect_exact(text)

    def presses(self, keys: str) -> None:
        self.child.send(keys)

    def watcher(self) -> int:
        """Return the process id of the command, which the shell has started."""
        children = Path(f"/proc/{self.child.pid}/task/{self.child.pid}/children").read_text()
        return int(children.split()[0])

    def ends(self) -> int:
        """Wait for the end; return the exit code, the terminal's settings being as before.

        What the shell says next, as its prompt would, has a line of its own.
        """
        self.child.expect(pexpect.EOF)
        assert re.fullmatch(r"code=\d+", next(filter(is_code, map(on_screen, self.lines()))))
        shown = self.log.getvalue().split()
        settings = [word for word in shown if re.fullmatch(r"[0-9a-f]+(:[0-9a-f]+){10,}", word)]
        assert len(settings) == 2
        assert settings[0] == settings[1]
        return int(next(word for word in shown if word.startswith("code="))[5:])

    def lines(self) -> list[str]:
        return self.log.getvalue().replace("\r\n", "\n").split("\n")

    def runs(self) -> int:
        return len(re.findall(r"running mine\.py", self.log.getvalue()))


def is_code(shown: str) -> bool:
    return "code=" in shown


def on_screen(written: str) -> str:
    """Return what is seen of a line in which a carriage return begins anew, over what is there."""
    cells: list[str] = []
    for part in written.split("\r"):
        cells[: len(part)] = part
    return "".join(cells).rstrip()


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KATA_STATE", str(tmp_path / "state"))
    file = tmp_path / "mine.py"
    file.write_text(knows.PHASE_2_ALONE)
    return file


@pytest.fixture
def watched(mine: Path) -> Iterator[Callable[..., Terminal]]:
    terminals: list[Terminal] = []

    def watch(*words: str, code: str = "") -> Terminal:
        terminals.append(Terminal(mine.parent, *words, code=code))
        return terminals[-1]

    yield watch
    for terminal in terminals:
        terminal.child.close(force=True)


def by_rename(file: Path, text: str) -> None:
    beside = file.with_suffix(".new")
    beside.write_text(text)
    beside.replace(file)


def by_moving_away(file: Path, text: str) -> None:
    """Save as vim does with a backup: the old file goes away before the new one is written."""
    file.rename(file.with_name("mine.py~"))
    file.write_text(text)


def in_place(file: Path, text: str) -> None:
    with file.open("w") as stream:
        stream.flush()
        stream.write(text)


def by_vim(file: Path, text: str) -> None:
    subprocess.run(
        ["vim", "-u", "NONE", "-es", "-c", "normal! O# saved by vim", "-c", "wq", file],
        check=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        timeout=HANGS_AFTER_S,
    )


@pytest.mark.thorough
@pytest.mark.parametrize("save", [by_rename, by_moving_away, in_place, by_vim])
def test_it_grades_at_once_and_after_every_save(
    watched: Callable[..., Terminal], mine: Path, save: Callable[[Path, str], None]
) -> None:
    if save is by_vim and shutil.which("vim") is None:
        pytest.skip("there is no vim here")
    terminal = watched("--cap", "9")
    terminal.sees("running mine.py", KEYS)
    save(mine, "# saved\n" + knows.PHASE_2_ALONE)
    terminal.sees("running mine.py", "since the last run", KEYS)
    terminal.presses("q")
    assert terminal.ends() == 0


def test_a_save_during_a_run_cancels_it_and_nothing_is_left_running(
    watched: Callable[..., Terminal], mine: Path
) -> None:
    mine.write_text(SLOW)
    terminal = watched("--cap", "60")
    terminal.sees("case 1 of ")
    time.sleep(0.2)
    by_rename(mine, knows.PHASE_2_ALONE)
    terminal.sees("running mine.py", KEYS)
    terminal.presses("f")
    terminal.sees("to reproduce:")
    terminal.presses("l")
    terminal.sees("phase2/win-at-once", "phase3/mate-in-9")
    terminal.presses("\r")
    terminal.sees("running mine.py")
    watcher = terminal.watcher()
    started = processes.descendants(watcher) | {watcher}
    terminal.presses("q")
    assert terminal.ends() == 0
    until = time.monotonic() + HANGS_AFTER_S
    while processes.alive(started) and time.monotonic() < until:
        time.sleep(0.02)
    assert not processes.alive(started)
    assert [entry.complete for entry in run_history.graded_runs(mine)] == [True]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("number", "code", "in_a_run"),
    sampled(
        [
            (number, code, in_a_run)
            for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143))
            for in_a_run in (True, False)
        ],
        quick=lambda number, code, in_a_run: number == signal.SIGTERM and in_a_run,
    ),
)
def test_a_signal_gives_the_terminal_back(
    watched: Callable[..., Terminal], mine: Path, number: int, code: int, in_a_run: bool
) -> None:
    if in_a_run:
        mine.write_text(SLOW)
    terminal = watched("--cap", "60")
    terminal.sees("case 1 of " if in_a_run else KEYS)
    os.kill(terminal.watcher(), number)
    assert terminal.ends() == code


@pytest.mark.thorough
class TestInATerminal:
    def test_what_changed_is_told_and_what_failed_comes_first(
        self, watched: Callable[..., Terminal], mine: Path
    ) -> None:
        terminal = watched()
        terminal.sees("phase2/win-at-once", KEYS)
        failing = run_history.failing(mine)
        assert failing
        by_rename(mine, SLOW.replace("time.sleep(50)", "return 99"))
        terminal.sees("running mine.py", failing[0], "phase2/win-at-once")
        terminal.sees("win-at-once now missed:", KEYS)
        terminal.presses("q")
        assert terminal.ends() == 0
        assert len(run_history.graded_runs(mine)) == 2

    def test_the_keys_do_what_they_say(self, watched: Callable[..., Terminal], mine: Path) -> None:
        terminal = watched()
        terminal.sees(KEYS)
        terminal.presses("f")
        terminal.sees("to reproduce:")
        terminal.presses("h")
        terminal.sees("hint 1 of 3: ")
        terminal.presses("a")
        terminal.sees("hint 1 of 3: ")
        terminal.presses("l")
        terminal.sees("phase2/win-at-once", "phase3/mate-in-9")
        terminal.presses("\r")
        terminal.sees("running mine.py", KEYS)
        terminal.presses("v")
        terminal.sees("running mine.py, with variants")
        terminal.presses("v")
        terminal.sees("running mine.py", KEYS)
        terminal.presses("?")
        terminal.sees(KEYS)
        terminal.presses("q")
        assert terminal.ends() == 0
        assert [hint.step for hint in run_history.hints(mine)] == [1]

    def test_twenty_saves_in_a_second_grade_the_last_and_make_two_runs_at_most(
        self, watched: Callable[..., Terminal], mine: Path
    ) -> None:
        terminal = watched()
        terminal.sees(KEYS)
        for _ in range(5):  # until this machine has managed twenty in one second
            before, begun = terminal.runs(), time.monotonic()
            for number in range(20):
                by_rename(mine, f"# save {number} at {begun}\n" + knows.PHASE_2_ALONE)
                time.sleep(0.045)
            took_s = time.monotonic() - begun
            terminal.sees(KEYS)
            time.sleep(1.0)
            if took_s < 1.2:
                break
        terminal.presses("q")
        assert terminal.ends() == 0
        assert terminal.runs() - before <= 2
        assert run_history.graded_runs(mine)[-1].sha256 == run_history.digest(mine.read_bytes())

    def test_ctrl_c_as_a_key_is_exit_code_130(
        self, watched: Callable[..., Terminal], mine: Path
    ) -> None:
        mine.write_text(SLOW)
        terminal = watched("--cap", "60")
        terminal.sees("case 1 of ")
        terminal.presses("\x03")
        assert terminal.ends() == 130

    def test_a_crash_gives_the_terminal_back(
        self, watched: Callable[..., Terminal], mine: Path
    ) -> None:
        script = mine.parent / "crashes.py"
        script.write_text(
            "import sys\n"
            "from graders.reports.watching import WatchReport\n"
            "def crash(*_):\n    raise RuntimeError('drawing failed')\n"
            "WatchReport.case_finished = crash\n"
            "sys.argv = ['kata', 'watch', 'mine.py']\n"
            f"{MAIN.replace('; ', chr(10))}\n"
        )
        terminal = watched(code="exec(open('crashes.py').read())")
        terminal.sees("drawing failed")
        assert terminal.ends() == 1

    def test_without_the_extra_a_save_is_seen_all_the_same(
        self, watched: Callable[..., Terminal], mine: Path
    ) -> None:
        script = mine.parent / "bare.py"
        script.write_text(
            "import sys, importlib.util\n"
            "found = importlib.util.find_spec\n"
            "bare = lambda n, *a: None if n == 'watchfiles' else found(n, *a)\n"
            "importlib.util.find_spec = bare\n"
            "sys.argv = ['kata', 'watch', 'mine.py']\n"
            f"{MAIN.replace('; ', chr(10))}\n"
        )
        terminal = watched(code="exec(open('bare.py').read())")
        terminal.sees("running mine.py", KEYS)
        for save in (by_rename, in_place):
            save(mine, f"# by {save.__name__}\n" + knows.PHASE_2_ALONE)
            terminal.sees("running mine.py", KEYS)
        terminal.presses("q")
        assert terminal.ends() == 0

    def test_manual_mode_is_there_by_choice_and_ends_with_its_input(self, mine: Path) -> None:
        done = subprocess.run(
            [sys.executable, "-m", "graders", "watch", mine, "--manual", "--no-history"],
            input="\n\nq\n",
            capture_output=True,
            text=True,
            timeout=HANGS_AFTER_S,
            check=False,
        )
        assert done.returncode == 0
        assert "saves are not watched: press Enter after each" in done.stdout
        assert "running mine.py" in done.stdout
        assert "\x1b" not in done.stdout
        assert not (mine.parent / "state").exists()

    def test_a_file_that_is_gone_is_graded_when_it_is_back(
        self, watched: Callable[..., Terminal], mine: Path
    ) -> None:
        terminal = watched()
        terminal.sees(KEYS)
        mine.unlink()
        terminal.presses("\r")
        terminal.sees("is gone; it will be graded when it is back")
        mine.write_text(knows.PHASE_2_ALONE)
        terminal.sees("running mine.py", KEYS)
        terminal.presses("q")
        assert terminal.ends() == 0


@pytest.mark.parametrize(
    ("word", "said"),
    [("gone.py", "there is no file gone.py"), ("mine.zip", "is an archive: unpack it")],
)
def test_what_no_save_can_mend_is_refused(
    mine: Path, word: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(mine.parent)
    (mine.parent / "mine.zip").write_text("")
    done = CliRunner().invoke(main, ["watch", word])
    assert done.exit_code == 2
    assert said in done.stderr
