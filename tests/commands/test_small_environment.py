"""What `scripts/grade` installs is enough for every command; one that wants an extra says which.

The environment here holds the libraries that the project needs, without those of any extra: they
are linked from the environment of the tests, so nothing comes from the network.
"""

from __future__ import annotations

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

from graders import commands
from graders.commands import index

ROOT = Path(__file__).resolve().parents[2]
HANGS_AFTER_S = 300
RIGHT = "def find_best_move(board):\n    return 2\n"
NAMES = [each.name for each in index.known(commands.__path__)]


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

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        variables = {name: value for name, value in os.environ.items() if "PYTHON" not in name}
        return subprocess.run(
            [self.python, "-c", "from graders.__main__ import main; main()", *arguments],
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


def test_the_doctor_looks_at_the_machine(small: Small) -> None:
    done = small.run("doctor")
    assert (done.returncode in (0, 1), done.stderr) == (True, "")
    assert "isolation" in done.stdout.lower()


def test_no_library_of_an_extra_is_in_it(small: Small) -> None:
    extras = ("jinja2", "plotext", "prompt_toolkit", "watchfiles", "matplotlib", "pytest", "mypy")
    code = f"import importlib.util as u; print([n for n in {extras} if u.find_spec(n)])"
    done = subprocess.run([small.python, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("name", NAMES)
def test_every_command_can_be_loaded(small: Small, name: str) -> None:
    done = small.run(name, "--help")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["--help"], 0),
        (["--version"], 0),
        (["grade", "mine.py", "--case", "win-at-once"], 0),
        (["grade", "mine.py", "--case", "win-at-once", "--format", "json"], 0),
        (["list"], 0),
        (["new", "best_move", "begun"], 0),
        (["try", "mine.py", "win-at-once", "--yes"], 0),
        (["show", "win-at-once"], 0),
        (["play"], 0),
        (["hint", "mine.py"], 0),
        (["verify", "phase2", "--no-ladder"], 0),
        (["bench", "--kata", "best_move", "--quick", "--limit", "0.01"], 0),
        (["completion", "bash"], 0),
    ],
)
def test_it_runs(small: Small, arguments: list[str], status: int) -> None:
    done = small.run(*arguments)
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout
