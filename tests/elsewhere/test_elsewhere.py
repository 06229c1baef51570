"""What a candidate does on macOS and Windows, on a Python that looks so to our own code.

`pretend.py` says what that is worth: our code meets none of what Linux alone has, nor `/proc`, and
on Windows none of what POSIX alone has. That the systems themselves do as their pages say is for
the workflow in `.github/workflows/` to show.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from graders.lab.verifying.declared import SOLUTIONS
from tests.elsewhere import pretend
from tests.elsewhere.there import declared_in_python
from tests.hostile_corpus import programs
from tests.tiers import sampled

SYSTEMS = ("darwin", "win32")
PRETEND = Path(pretend.__file__)
LONGEST_S = 3600
_SCOPE = (
    "import sys; pretending = dict(__file__={0!r}, __name__='pretending'); "
    "exec(compile(open({0!r}).read(), {0!r}, 'exec'), pretending); pretending['pretend']({1!r}); "
)
_COMMAND = (
    "import atexit, json, pathlib; told = pathlib.Path(sys.argv.pop()); "
    "atexit.register(lambda: told.write_text(json.dumps([pretending['asked_in_vain'], "
    "sorted(sys.modules)]))); "
    "from graders.__main__ import main; main()"
)
LINUX_ALONE = (
    *("supervisor", "supervisor_client", "supervisor_protocol", "linux", "launch", "cgroup"),
    *("process_tree", "limit_monitor", "fork_server", "scratch", "meter"),
)


def environment(state: Path) -> dict[str, str]:
    return {**os.environ, "KATA_STATE": str(state), "KATA_HISTORY": "on"}


def kata(
    system: str, folder: Path, *words: object, typed: str = ""
) -> tuple[Any, list[list[str]], list[str]]:
    """Run the command; return how it ended, what was asked for in vain, and what was loaded."""
    told = folder / "told.json"
    code = _SCOPE.format(str(PRETEND), system) + _COMMAND
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, words), str(told)],
        input=typed,
        capture_output=True,
        text=True,
        timeout=LONGEST_S,
        env=environment(folder / "state"),
        check=False,
    )
    asked, loaded = json.loads(told.read_text()) if told.exists() else ([], [])
    return done, asked, loaded


@pytest.fixture(params=SYSTEMS)
def system(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=sampled(SYSTEMS, lambda system: system == "win32"))
def either(request: pytest.FixtureRequest) -> str:
    """Return a system; the first tier looks at the one that lacks what both lack, and more."""
    return str(request.param)


def test_our_code_meets_there_what_it_would_meet(system: str) -> None:
    code = (
        f"{_SCOPE.format(str(PRETEND), system)}import os, sys\n"
        "for name in ('fcntl', 'pwd', 'resource', 'pyseccomp', 'termios'):\n"
        "    try: __import__(name, globals())\n"
        "    except ImportError: pass\n"
        "    else: raise SystemExit(name)\n"
        "for read in (lambda: open('/proc/self/stat'), lambda: os.stat('/sys'), "
        "lambda: os.listdir('/proc')):\n"
        "    try: read()\n"
        "    except FileNotFoundError: pass\n"
        "    else: raise SystemExit('it is there')\n"
        "print(sys.platform, hasattr(os, 'pidfd_open'), hasattr(os, 'fork'))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.split() == [system, "False", str(system == "darwin")], done.stderr


@pytest.mark.parametrize("level", sampled(["bwrap", "limits"], lambda level: level == "limits"))
def test_what_takes_linux_is_refused_with_what_to_do(
    system: str, level: str, tmp_path: Path
) -> None:
    words = ("grade", SOLUTIONS / "bitboard.py", "--isolation", level)
    done, asked, _ = kata(system, tmp_path, *words)
    assert (done.returncode, asked) == (2, []), done.stderr
    said = " ".join(done.stderr.split())
    assert f"isolation {level} takes Linux, and this is {system}" in said
    assert "--isolation plain" in said


def test_every_command_starts(either: str) -> None:
    code = (
        "import pkgutil; from graders import commands; from graders.cli import main\n"
        "for each in pkgutil.iter_modules(commands.__path__):\n"
        "    words = [each.name, '--help']\n"
        "    known = main.get_command(None, each.name)\n"
        "    if known: print(each.name); main(words, standalone_mode=False)\n"
        "assert not pretending['asked_in_vain'], pretending['asked_in_vain']"
    )
    words = [sys.executable, "-c", _SCOPE.format(str(PRETEND), either) + f"exec({code!r})"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert {"grade", "doctor", "list", "new", "try"} <= set(done.stdout.split())


@pytest.mark.thorough
class TestOneFile:
    def test_a_file_is_graded_as_plain_and_nothing_is_asked_for_that_is_not_there(
        self, either: str, tmp_path: Path
    ) -> None:
        done, asked, loaded = kata(either, tmp_path, "grade", SOLUTIONS / "bitboard.py")
        assert done.returncode == 0, done.stderr
        assert "isolation plain contains nothing: use it only for your own files" in done.stdout
        assert "7/7" in done.stdout
        assert asked == []
        assert not {f"graders.sandbox.{name}" for name in LINUX_ALONE} & set(loaded)
        assert not any("limits" in name or "bubblewrap" in name for name in loaded if "box" in name)

    def test_several_files_are_refused(self, either: str, tmp_path: Path) -> None:
        words = ("grade", SOLUTIONS / "bitboard.py", SOLUTIONS / "naive.py")
        done, asked, _ = kata(either, tmp_path, *words)
        assert (done.returncode, asked) == (2, []), done.stderr
        assert "isolation plain contains nothing, so it grades one file, your own" in " ".join(
            done.stderr.split()
        )

    def test_a_file_is_tried_and_its_runs_are_remembered(self, either: str, tmp_path: Path) -> None:
        file = SOLUTIONS / "bitboard.py"
        for words in (("grade", file), ("list", "best_move")):
            done, asked, _ = kata(either, tmp_path, *words)
            assert (done.returncode, asked) == (0, []), done.stderr
        done, asked, _ = kata(either, tmp_path, "try", file, "mate-in-9", "--yes")
        assert (done.returncode, asked) == (0, []), done.stderr
        assert "accepted" in done.stdout
        done, asked, _ = kata(either, tmp_path, "progress", file, "--format", "csv")
        assert (done.returncode, asked) == (0, []), done.stderr
        assert len(done.stdout.splitlines()) > 1

    def test_tables_are_made_on_linux_alone(self, either: str, tmp_path: Path) -> None:
        done, asked, _ = kata(either, tmp_path, "bench", "--quick")
        assert (done.returncode, asked) == (2, []), done.stderr
        assert "measuring needs Linux" in done.stderr

    def test_the_doctor_says_what_holds_there(self, either: str, tmp_path: Path) -> None:
        done, asked, _ = kata(either, tmp_path, "doctor", "--format", "json")
        assert (done.returncode, asked) == (1, []), done.stderr
        found = json.loads(done.stdout)
        holds = {check["name"]: check["holds"] for check in found["checks"]}
        assert (found["isolation"], found["fit"]) == ("plain", False)
        for name in ("stopped at the cap", "output limit", "children end with it"):
            assert holds[name] is True, name
        for name in ("bubblewrap", "network cut off", "files hidden", "read-only system"):
            assert holds[name] is False, name
        assert any("grade only your own files" in each for each in found["conclusions"])


@pytest.mark.thorough
class TestFurtherCommands:
    def test_a_report_is_written_to_a_file(self, system: str, tmp_path: Path) -> None:
        where = tmp_path / "score.json"
        words = ("--format", "json", "--output", where, "--suite", "phase2")
        for _ in range(2):
            done, asked, _ = kata(system, tmp_path, "grade", SOLUTIONS / "bitboard.py", *words)
            assert (done.returncode, asked) == (0, []), done.stderr
            assert json.loads(where.read_text())["provenance"]["isolation"]["level"] == "plain"

    def test_what_is_no_file_to_grade_is_told_as_on_linux(
        self, system: str, tmp_path: Path
    ) -> None:
        (tmp_path / "elsewhere").mkdir()
        (tmp_path / "elsewhere" / "real.py").write_text("def find_best_move(board): return 3\n")
        (tmp_path / "gone.py").symlink_to(tmp_path / "nowhere.py")
        folder = tmp_path / "mine"
        folder.mkdir()
        (folder / "link.py").symlink_to(tmp_path / "elsewhere" / "real.py")
        os.mkfifo(tmp_path / "pipe.py")
        for path, said in (
            (tmp_path / "gone.py", "a link to a file that is not there"),
            (folder / "link.py", "a link to a file outside its folder"),
            (tmp_path / "pipe.py", "it is a named pipe, not a regular file"),
        ):
            done, asked, _ = kata(system, tmp_path, "grade", path, "--kata", "best_move")
            assert (done.returncode, asked) == (1, []), done.stderr
            assert said in " ".join(done.stdout.split())
        done, _, _ = kata(system, tmp_path, "grade", tmp_path / "no.py")
        assert done.returncode == 2 and "there is no file" in done.stderr

    def test_a_game_is_played_against_a_file(self, system: str, tmp_path: Path) -> None:
        words = ("play", SOLUTIONS / "bitboard.py", "--moves", "0032334033")
        done, asked, _ = kata(system, tmp_path, *words, typed="1\nq\n")
        assert (done.returncode, asked) == (0, []), done.stderr
        assert "bitboard.py plays" in done.stdout


NAMES = [
    *(declaration.file.name for declaration in declared_in_python()),
    *(program.name for program in programs() if program.group == "honest"),
]
ONE_A_KATA = [
    *("red_only.py", "turn_lost_after_error.py", "connect4_exactly_four.py"),
    *("design_one_slant.py", "honest/children_that_end"),
]
"""A specimen of each kata, which is right here and wrong there, and an honest program."""
OTHERS = [name for name in NAMES if name not in ONE_A_KATA]
PARTS = {
    "one a kata, win32": ("win32", ONE_A_KATA),
    "one a kata, darwin": ("darwin", ONE_A_KATA),
    "some of the others, win32": ("win32", OTHERS[::8]),
    "some of the others, darwin": ("darwin", OTHERS[4::8]),
}


@pytest.mark.parametrize("part", sampled(PARTS, lambda part: part == "one a kata, win32"))
def test_the_ladder_the_classic_mistakes_and_the_honest_programs_get_their_verdicts(
    part: str,
) -> None:
    """On a case that a file has to miss and on one that it may be right on; `there` has them all.

    One interpreter looks like the system and grades them all, each in processes of its own.
    """
    system, names = PARTS[part]
    assert set(names) <= set(NAMES)
    code = (
        f"from tests.elsewhere.there import main; wrong = main({names!r}, most=1); "
        "asked = pretending['asked_in_vain']; sys.exit(str(asked) if asked else wrong)"
    )
    done = subprocess.run(
        [sys.executable, "-c", _SCOPE.format(str(PRETEND), system) + code],
        capture_output=True,
        text=True,
        timeout=LONGEST_S,
        check=False,
    )
    wrong = [line for line in done.stdout.splitlines() if not line.startswith("right ")]
    assert done.returncode == 0, "\n".join(["", *wrong, done.stderr])
    assert done.stdout.count("right     ") == len(names)
