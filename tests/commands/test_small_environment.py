"""What `scripts/grade` installs is enough for every command; one that wants an extra says which.

The environment here holds the libraries that the project needs, without those of any extra: they
are linked from the environment of the tests, so nothing comes from the network.
"""

from __future__ import annotations

import json
import os
import subprocess
import sysconfig
import venv
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from graders import cli, commands

ROOT = Path(__file__).resolve().parents[2]
HANGS_AFTER_S = 300
RUNS = [
    ("--help",),
    ("--version",),
    ("grade", "mine.py", "--case", "win-at-once"),
    ("grade", "mine.py", "--case", "win-at-once", "--format", "json"),
    ("list",),
    ("new", "best_move", "begun"),
    ("try", "mine.py", "win-at-once", "--yes"),
    ("show", "win-at-once", "--nodes", "500"),
    ("play",),
    ("hint", "mine.py"),
    ("verify", "phase2", "--no-ladder"),
    ("bench", "--kata", "best_move", "--quick", "--limit", "0.01"),
    ("completion", "bash"),
]
SOON = ("--help", "--version", "grade", "list", "try", "show", "completion")
"""Those that are done at once."""
RIGHT = "def find_best_move(board):\n    return 2 * board.column_height(0)\n"
NAMES = [each.name for each in cli.known_commands(commands.__path__)]
ONE_AFTER_THE_OTHER = """
import json, sys
from click.testing import CliRunner
from graders.cli import main
runs = [CliRunner().invoke(main, words) for words in json.loads(sys.argv[1])]
print(json.dumps([(run.exit_code, run.stdout, run.stderr, repr(run.exception)) for run in runs]))
"""


def needed(name: str, seen: set[str]) -> Iterator[metadata.Distribution]:
    """Yield the distributions that one needs without its extras, itself first."""
    if name.lower() in seen:
        return
    seen.add(name.lower())
    distribution = metadata.distribution(name)
    yield distribution
    for line in distribution.requires or ():
        requirement = Requirement(line)
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            yield from needed(requirement.name, seen)


@dataclass(frozen=True)
class Small:
    """An environment with nothing but what grading needs, and a folder with a file in it."""

    python: Path
    folder: Path

    def run(
        self, *arguments: str, code: str = "from graders.__main__ import main; main()"
    ) -> subprocess.CompletedProcess[str]:
        variables = {name: value for name, value in os.environ.items() if "PYTHON" not in name}
        return subprocess.run(
            [self.python, "-c", code, *arguments],
            cwd=self.folder,
            env={**variables, "NO_COLOR": "1", "KATA_STATE": str(self.folder / "state")},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=HANGS_AFTER_S,
            check=False,
        )


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Small:
    folder = tmp_path_factory.mktemp("small")
    environment, libraries = folder / "environment", folder / "libraries"
    libraries.mkdir()
    for each in needed("connect-four-kata", set()):
        for top in {Path(str(file)).parts[0] for file in each.files or ()}:
            place = Path(str(each.locate_file(top)))
            if top not in ("..", "__pycache__") and not top.endswith(".pth"):
                (libraries / top).symlink_to(place)
    venv.create(environment, with_pip=False, symlinks=True)
    site = Path(sysconfig.get_path("purelib", "venv", {"base": str(environment)}))
    (site / "linked.pth").write_text(f"{ROOT}\n{libraries}\n")
    (folder / "mine.py").write_text(RIGHT)
    return Small(environment / "bin" / "python", folder)


@pytest.mark.thorough
def test_the_doctor_looks_at_the_machine(small: Small) -> None:
    done = small.run("doctor")
    assert (done.returncode in (0, 1), done.stderr) == (True, "")
    assert "isolation" in done.stdout.lower()


def test_no_library_of_an_extra_is_in_it(small: Small) -> None:
    extras = ("jinja2", "plotext", "watchfiles", "matplotlib", "pytest", "mypy")
    code = f"import importlib.util as u; print([n for n in {extras} if u.find_spec(n)])"
    done = subprocess.run([small.python, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.thorough
def test_every_command_can_be_loaded_and_most_run_where_others_were_loaded(small: Small) -> None:
    """In one process: each in one of its own is left to the test below."""
    asked = [[name, "--help"] for name in NAMES] + [[*words] for words in RUNS if words[0] in SOON]
    done = small.run(json.dumps(asked), code=ONE_AFTER_THE_OTHER)
    assert done.returncode == 0, done.stderr
    said = dict(zip(map(tuple, asked), json.loads(done.stdout), strict=True))
    wrong = {
        words: (code, err, exception)
        for words, (code, out, err, exception) in said.items()
        if code or "Traceback" in err or not out
    }
    assert not wrong


@pytest.mark.thorough
@pytest.mark.parametrize("words", RUNS[::4], ids=" ".join)
def test_it_runs(small: Small, words: tuple[str, ...]) -> None:
    done = small.run(*words)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout
