"""Make the folder in which somebody begins on a kata: whole or not at all, never over anything."""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import tempfile
from pathlib import Path

import kata as candidate_package
from graders.grading.folders import HOW_TO_RUN, STATEMENT
from graders.model.installation import kata_command
from graders.model.text import on_one_line

SUFFIXES = {"python": ".py", "js": ".mjs", "ts": ".ts"}
"""The languages that there are starters in, and how their files end."""
_SOLUTION, _STARTER = "solution", "starter"


class CannotStartError(ValueError):
    """Why no folder was made, and what to do about it."""


def solution_in(language: str) -> str:
    """Return the name of the file to edit, in one of the languages of `SUFFIXES`.

    >>> solution_in("js")
    'solution.mjs'
    """
    return _SOLUTION + SUFFIXES[language]


def make_folder(kata: str, folder: Path, language: str = "python") -> str:
    """Make the folder with starter, statement and how to run it; return that one line.

    The starter is in one of the languages of `SUFFIXES`. A process that is killed meanwhile leaves
    nothing at `folder`. Raises `CannotStartError` where something is there already, whatever it is,
    or the folder cannot be made.
    """
    shown = on_one_line(str(folder))
    files = _files(kata, folder, language)
    if os.path.lexists(folder):
        raise CannotStartError(
            f"{shown} already exists: choose another name, as in "
            f"{kata_command()} new {kata} {_free(folder)}"
        )
    try:
        made = Path(tempfile.mkdtemp(prefix=".kata-new-", dir=folder.parent))
        try:
            for name, content in files.items():
                (made / name).write_bytes(content)
            made.chmod(0o777 & ~_umask())
            made.rename(folder)  # over nothing but an empty folder that was made meanwhile
        except BaseException:
            with contextlib.suppress(OSError):
                shutil.rmtree(made)
            raise
    except OSError as error:
        why = error.strerror or str(error)
        raise CannotStartError(f"cannot make {shown}: {why}; choose another place") from None
    return how_to_run(folder / solution_in(language))


def how_to_run(file: Path, here: Path | None = None) -> str:
    """Return the words that grade a file from the folder `here`, as this program was installed.

    >>> how_to_run(Path("my code/solution.py")).partition(" ")[2]
    "grade 'my code/solution.py'"
    """
    return f"{kata_command(here)} grade {shlex.quote(str(file))}"


def _files(kata: str, folder: Path, language: str) -> dict[str, bytes]:
    place = Path(candidate_package.__file__).parent / kata
    solution = solution_in(language)
    try:
        return {
            solution: (place / f"{_STARTER}{SUFFIXES[language]}").read_bytes(),
            STATEMENT: (place / STATEMENT).read_bytes(),
            HOW_TO_RUN: f"{how_to_run(Path(solution), folder)}\n".encode(),
        }
    except OSError as error:
        missing = Path(error.filename).name
        raise CannotStartError(
            f"no {missing} comes with {kata}: write a file from scratch"
        ) from None


def _free(folder: Path) -> str:
    number = 2
    while os.path.lexists(folder.with_name(f"{folder.name}{number}")):
        number += 1
    return shlex.quote(str(folder.with_name(f"{folder.name}{number}")))


def _umask() -> int:
    umask = os.umask(0)
    os.umask(umask)
    return umask
