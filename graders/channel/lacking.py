"""Tell which program one that is asked in lines did not find, by what a shell or a loader says."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from graders.channel.commands import is_seen, why_not
from graders.channel.executables import interpreter_of, loader_of
from graders.channel.languages import of_command
from graders.model.ending import Lacks
from graders.model.submission import Command
from graders.model.text import on_one_line
from graders.sandbox.isolation import Isolation

_SAID = (
    re.compile(r"(?:^|\s)(?P<name>[^\s:]+): (?:command )?not found(?:$|\s)"),
    re.compile(r"command not found: (?P<name>\S+)"),  # zsh
    re.compile(r"^\S*env: .*?['‘](?P<name>[^'’]+)['’]: No such file or directory"),
    re.compile(r": (?P<name>/[^\s:]+): No such file or directory"),
    re.compile(r"^(?P<name>\S+): error while loading (?P<library>shared libraries): "),
)
_OF_EVERYBODY = tuple(map(Path, ("/", "/usr", "/usr/local")))


def lacking(command: Command, stderr: str, isolation: Isolation) -> Lacks | None:
    """Return which program was not found, and what it takes to show it; None for what is unknown.

    The last line that says so counts: a shell ends with it.
    """
    for line in reversed(stderr.splitlines()):
        if said := next((found for each in _SAID if (found := each.search(line))), None):
            wants_library = bool(said.groupdict().get("library"))
            return _lacks(said["name"], command, isolation, wants_library=wants_library)
    return None


def _lacks(
    name: str, command: Command, isolation: Isolation, *, wants_library: bool
) -> Lacks | None:
    by_path = "/" in name
    here = None if by_path and not name.startswith("/") else shutil.which(name)
    if here is None:
        return None if by_path or wants_library else Lacks(on_one_line(name))
    program = Path(here)
    inside = _inside(program, command, isolation, by_path=by_path)
    real = program.resolve()
    if inside is None:
        program = real if real.name == name else program  # where it finds what lies beside it
        needed = [program]
    elif wants_library and inside.is_symlink() and real.name == inside.name:
        return Lacks(on_one_line(name), (str(real),), str(inside))
    else:
        needed = []
    if isolation is not Isolation.PLAIN:  # at `limits`, Landlock may keep it from being read
        needed += [each for each in _needs(program) if not is_seen(each, command, Isolation.BWRAP)]
    if not needed or any(map(why_not, needed)):
        return None
    return Lacks(on_one_line(name), tuple(map(str, needed)))


def _inside(program: Path, command: Command, isolation: Isolation, *, by_path: bool) -> Path | None:
    """Return where a program is found in the sandbox."""
    folders = dict(of_command(command).environment)["PATH"].split(":")
    places = [program] if by_path else [Path(folder) / program.name for folder in folders]
    found = (each for each in places if os.access(each, os.X_OK) and not each.is_dir())
    return next((each for each in found if is_seen(each, command, isolation)), None)


def _needs(program: Path) -> Iterator[Path]:
    """Yield what starts a program, and the folder that is its own, where it has one."""
    yield from map(Path, filter(None, (*interpreter_of(program)[:1], loader_of(program))))
    home = program.parent.parent
    if program.parent.name == "bin" and home not in _OF_EVERYBODY and not why_not(home):
        yield home
