"""A fresh clone, and a shell in it: what somebody has who pastes the commands of a page.

It holds the files that git has, those not committed yet included, and an environment that
`scripts/setup` finds ready, so that nothing is installed. No command of ours is in the `PATH`.
"""

from __future__ import annotations

import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.unhurried import by_cpu_time

ROOT = Path(__file__).resolve().parent.parent
WIDTH = 80
HANGS_AFTER_S = 1800.0
_PROGRAM = """#!{python}
import runpy, sys
sys.path.pop(0)
runpy.run_module({module!r}, run_name="__main__", alter_sys=True)
"""
_PROGRAMS = {"kata": "tests.unhurried", "pytest": "pytest"}
"""What stands in `.venv/bin`: the command as it is, but that no wait for a core counts."""


@dataclass(frozen=True)
class Typed:
    """Hold a command that is typed in the shell, and what is typed once it asks."""

    command: str
    answers: str = ""


@dataclass(frozen=True)
class Written:
    """Hold what is written into a file between two commands."""

    file: str
    text: str


def fresh_clone(folder: Path) -> Path:
    """Make the clone in a folder that is not there yet; the budgets of solutions are CPU time."""
    for name in files_of_git():
        copy = folder / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, copy)
        if copy.suffix == ".py":
            _take_byte_code(ROOT / name, copy)
    for file in (ROOT / "solutions").glob("[!_]*.py"):
        by_cpu_time(file, folder / "solutions")
    _make_environment(folder)
    return folder


def files_of_git() -> list[str]:
    """Return the files of this checkout that a clone has, or will have once they are committed."""
    asked = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(asked, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
    return [name for name in listed.split("\0") if name and (ROOT / name).is_file()]


def run_in_shell(steps: Sequence[Typed | Written], clone: Path) -> Iterator[tuple[str, int]]:
    """Do all steps in one shell; yield for each command what it printed and its exit code."""
    with TemporaryDirectory() as made:
        heard = Path(made)
        lines = [_in_shell(step, heard / str(number)) for number, step in enumerate(steps)]
        done = subprocess.run(
            ["sh"],
            cwd=clone,
            env=_environment(clone),
            input="".join(lines),
            capture_output=True,
            text=True,
            timeout=HANGS_AFTER_S,
            check=False,
        )
        for number, step in enumerate(steps):
            if isinstance(step, Typed):
                code = heard / f"{number}.code"
                assert code.exists(), f"{step.command}: {done.stderr}"
                said = (heard / f"{number}.out").read_text(encoding="utf-8")
                yield said, int(code.read_text())


def _in_shell(step: Typed | Written, place: Path) -> str:
    """Return what does a step in the shell itself, so that a `cd` holds for what follows."""
    kept = place.with_suffix(".in")
    if isinstance(step, Written):
        kept.write_text(step.text, encoding="utf-8")
        target = shlex.quote(step.file)
        return f'mkdir -p -- "$(dirname -- {target})" && cp -- {kept} {target}\n'
    kept.write_text(step.answers, encoding="utf-8")
    return f"{{ {step.command}\n}} <{kept} >{place}.out 2>&1; echo $? >{place}.code\n"


def _environment(clone: Path) -> dict[str, str]:
    """Return the variables of a shell that has just been opened, where `kata` is not found."""
    ours = ("PYTHON", "KATA_", "PYTEST_", "VIRTUAL_ENV", "COV_")
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith(ours)},
        "PATH": os.pathsep.join(each for each in folders if not (Path(each) / "kata").exists()),
        "KATA_STATE": str(clone / ".state"),
        "COLUMNS": str(WIDTH),
    }


def _make_environment(clone: Path) -> None:
    """Make `.venv` with the packages that this interpreter has, and the modules of the clone."""
    venv = clone / ".venv"
    packages = venv / Path(sysconfig.get_path("purelib")).relative_to(sys.prefix)
    packages.mkdir(parents=True)
    (venv / "bin").mkdir()
    python = venv / "bin" / "python"
    python.symlink_to(sys.executable)
    (venv / "pyvenv.cfg").write_text(f"home = {python.resolve().parent}\n")
    project = (clone / "pyproject.toml").read_text(encoding="utf-8")
    ours = tomllib.loads(project)["tool"]["hatch"]["build"]["dev-mode-dirs"]
    paths = [*(str(clone / each) for each in ours), sysconfig.get_path("purelib")]
    (packages / "clone.pth").write_text("\n".join(paths), encoding="utf-8")
    for name, module in _PROGRAMS.items():
        program = venv / "bin" / name
        program.write_text(_PROGRAM.format(python=python, module=module))
        program.chmod(0o755)
    extras = " ".join(tomllib.loads(project)["project"]["optional-dependencies"])
    constraints = (clone / "scripts/constraints.txt").read_text(encoding="utf-8")
    places = f"{extras}\n{clone.resolve()}\n{python.resolve()}\n"
    (venv / "ready").write_text(places + project + constraints, encoding="utf-8")


def _take_byte_code(source: Path, copy: Path) -> None:
    """Copy what this interpreter compiled of a file; it holds while size and time are the same."""
    compiled = Path(importlib.util.cache_from_source(str(source)))
    if compiled.exists():
        place = Path(importlib.util.cache_from_source(str(copy)))
        place.parent.mkdir(exist_ok=True)
        shutil.copy2(compiled, place)
