"""The built wheel works from any folder, without the checkout that it was built in.

pip installs the wheel into a virtual environment in which there is nothing but what it says it
requires, copied from this one. Nothing here needs the network.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from dataclasses import dataclass
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("kata", "solutions", "graders", "positions")


@dataclass(frozen=True)
class Installed:
    """An environment with the wheel in it, and a folder that has nothing to do with us."""

    wheel: Path
    python: Path
    site: Path
    elsewhere: Path

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        variables = {name: value for name, value in os.environ.items() if "PYTHON" not in name}
        return subprocess.run(
            [self.python.parent / "kata", *command],
            cwd=self.elsewhere,
            env={**variables, "PYTHONSAFEPATH": "1", "NO_COLOR": "1"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )


def required_by(wheel: Path) -> dict[str, Distribution]:
    """Return what a wheel requires without extras, and what that requires, as installed here."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (each for each in archive.namelist() if each.endswith(".dist-info/METADATA"))
        lines = archive.read(name).decode().splitlines()
    left = [line.removeprefix("Requires-Dist: ") for line in lines if "Requires-Dist: " in line]
    found: dict[str, Distribution] = {}
    while left:
        wanted = Requirement(left.pop())
        if wanted.name not in found and (
            wanted.marker is None or wanted.marker.evaluate({"extra": ""})
        ):
            found[wanted.name] = distribution(wanted.name)
            left += found[wanted.name].requires or []
    return found


def copied(installed: Distribution, site: Path) -> None:
    for file in installed.files or ():
        if ".." not in file.parts and "__pycache__" not in file.parts:
            (site / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(installed.locate_file(file), site / file)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("installed any where")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
    )
    (wheel,) = folder.glob("*.whl")
    environment = folder / "environment"
    venv.create(environment, with_pip=False, symlinks=True)
    python = environment / "bin" / "python"
    site = Path(sysconfig.get_path("purelib", "venv", {"base": str(environment)}))
    for each in required_by(wheel).values():
        copied(each, site)
    # pip fails here where something that the wheel requires is not there.
    pip = [sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check"]
    subprocess.run(
        [*pip, "install", "--quiet", "--no-input", "--no-index", wheel],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        check=True,
    )
    elsewhere = folder / "else where"
    elsewhere.mkdir()
    return Installed(wheel, python, site, elsewhere)


def test_the_wheel_holds_every_file_of_the_rooms(installed: Installed) -> None:
    with zipfile.ZipFile(installed.wheel) as archive:
        packed = set(archive.namelist())
    here = {
        str(path.relative_to(ROOT))
        for room in ROOMS
        for path in (ROOT / room).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    entry = "graders/pytest_plugin/entry/connect_four_kata_pytest.py"  # packed under its own name
    assert here - packed == {entry}
    assert {path for path in packed if path.endswith(".yaml")}
    assert "kata/best_move/README.md" in packed
    assert "connect_four_kata_pytest.py" in packed
    assert {f"{room}/py.typed" for room in ("kata", "solutions", "graders")} <= packed
    assert not any(path.startswith(("tests/", "scripts/")) for path in packed)


def test_the_modules_come_from_the_wheel(installed: Installed) -> None:
    code = "import graders, kata, solutions; print(graders.__file__, kata.__file__)"
    found = subprocess.run(
        [installed.python, "-I", "-c", code],
        cwd=installed.elsewhere,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert str(ROOT) not in found
    assert str(installed.site) in found


def test_the_version_and_the_help_need_no_checkout(installed: Installed) -> None:
    version = installed.run("--version")
    assert (version.returncode, version.stderr) == (0, "")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert version.stdout.startswith(f"kata, version {project['version']}")
    assert "grade" in installed.run("--help").stdout


def test_a_file_in_another_folder_is_graded(installed: Installed) -> None:
    shutil.copy(ROOT / "solutions" / "bitboard.py", installed.elsewhere / "mine.py")
    done = installed.run("grade", "mine.py", "--format", "json")
    assert done.stderr.count("Traceback") == 0
    document = json.loads(done.stdout)
    verdicts = {case["id"]: case["verdict"] for case in document["cases"]}
    assert set(verdicts.values()) == {"accepted"}, verdicts
    assert {case.split("/")[0] for case in verdicts} == {"phase2", "phase3"}
    assert done.returncode == 0


def test_a_folder_to_begin_in_comes_from_the_wheel(installed: Installed) -> None:
    done = installed.run("new", "operations", "begun")
    assert (done.returncode, done.stderr) == (0, "")
    begun = {path.name: path.read_text() for path in (installed.elsewhere / "begun").iterdir()}
    assert begun.keys() == {"solution.py", "README.md", "HOW_TO_RUN.txt"}
    assert begun["solution.py"] == (ROOT / "kata/operations/starter.py").read_text()
    assert "rows-and-cols" in installed.run("list", "operations").stdout


def test_one_case_is_tried_by_the_module_for_debuggers(installed: Installed) -> None:
    (installed.elsewhere / "two.py").write_text("def find_best_move(board):\n    return 2\n")
    variables = {name: value for name, value in os.environ.items() if "PYTHON" not in name}
    done = subprocess.run(
        [installed.python, "-m", "kata.try", "two.py", "win-at-once#1", "--yes"],
        cwd=installed.elsewhere,
        env=variables,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "accepted, 2, took" in done.stdout
