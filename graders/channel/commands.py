"""Take the words of a program that somebody hands in, and see that it can be shown and started."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import stat
from collections.abc import Sequence
from pathlib import Path

import graders
from graders.channel.executables import interpreter_of, loader_of
from graders.model.submission import Command, Submission
from graders.model.text import on_one_line
from graders.model.usage import UsageError
from graders.sandbox.bubblewrap import INSIDE, LIBRARIES
from graders.sandbox.interpreter import interpreter_files
from graders.sandbox.isolation import Isolation

_OF_THE_SYSTEM = tuple(map(Path, ("/proc", "/sys", "/dev", "/run", "/boot", str(INSIDE))))
_NEVER_WHOLE = ("etc", "home", "root", "var", "tmp", "srv", "mnt", "media", "opt", "Users")
_OURS = ("graders", "positions", "solutions")
"""What holds the answer keys, and who answers right."""


def command_of(words: str | Sequence[str], shown: Sequence[Path] = ()) -> Command:
    """Return the program that some words stand for, with the files that it is shown.

    The first word is a path, or the name of a program in the PATH. Another one that is the path
    of a file is made absolute, as the program begins in an empty folder of its own. Raises
    `UsageError` for what is not there, and for what is not to be shown.
    """
    split = _split(words) if isinstance(words, str) else list(words)
    if not split:
        raise UsageError("the command is empty: name a program, such as --command './bot --fast'")
    places = tuple(dict.fromkeys(map(_place, shown)))
    program = _program(split[0])
    said = words if isinstance(words, str) else shlex.join(words)
    return Command((str(program), *(_word(word, places) for word in split[1:])), places, said)


def submission_of(command: Command, patience_s: float | None = None) -> Submission:
    """Return a program as a submission; its runner waits `patience_s` before it looks for why."""
    told = {"words": command.words, "patience_s": patience_s}
    return Submission(
        Path(command.words[0]), on_one_line(command.said), json.dumps(told).encode(), command
    )


def check_can_start(command: Command, isolation: Isolation) -> None:
    """Raise `UsageError` where it can be told that a sandbox lacks what the program needs."""
    program = Path(command.words[0])
    mode = program.stat().st_mode
    others = os.geteuid() == 0 and isolation is not Isolation.PLAIN  # it runs as nobody's user
    if not mode & 0o111:
        raise UsageError(f"{_said(program)} is not executable: chmod +x {_said(program)}")
    if others and mode & 0o005 != 0o005:
        raise UsageError(
            f"{_said(program)} may not be run by everybody, and root's sandboxes belong to nobody: "
            f"chmod a+rx {_said(program)}"
        )
    words = interpreter_of(program)
    if words:
        _check_interpreter(program, words, command, isolation)
        return
    loader = loader_of(program)
    if loader and not Path(loader).exists():
        raise UsageError(
            f"{_said(program)} is to be loaded by {on_one_line(loader)}, which this machine does "
            "not have: link it statically, or build it here"
        )
    if loader and not is_seen(Path(loader), command, isolation):
        raise UsageError(_not_shown(program, "is to be loaded by", [loader]))


def _check_interpreter(
    program: Path, words: Sequence[str], command: Command, isolation: Isolation
) -> None:
    """Check what the first line of a script names; what `env` is to look for counts too."""
    wanted = [words[0]]
    if not Path(words[0]).exists():
        raise UsageError(
            f"the first line of {_said(program)} names {on_one_line(words[0])}, which is not there"
        )
    if Path(words[0]).name == "env":
        name = next((w for w in words[1:] if not w.startswith("-") and "=" not in w), "")
        found = shutil.which(name) if name else None
        if name and found is None:
            raise UsageError(
                f"the first line of {_said(program)} has env look for {on_one_line(name)}, which "
                "is nowhere in the PATH"
            )
        wanted += [found] if found else []
    missing = [each for each in wanted if not is_seen(Path(each), command, isolation)]
    if shim := next((each for each in missing if interpreter_of(Path(each))), ""):
        raise UsageError(
            f"{_said(program)} is a script for {on_one_line(shim)}, which is itself a script: name "
            "the interpreter that it starts"
        )
    if missing:
        raise UsageError(_not_shown(program, "is a script for", missing))


def _not_shown(program: Path, needs: str, missing: Sequence[str]) -> str:
    named = " and ".join(map(on_one_line, missing))
    options = " ".join(f"--with {on_one_line(each)}" for each in missing)
    are = "are" if len(missing) > 1 else "is"
    return f"{_said(program)} {needs} {named}, which {are} not shown in the sandbox: add {options}"


def is_seen(path: Path, command: Command, isolation: Isolation) -> bool:
    """Tell whether a program finds a file there; only bubblewrap hides any."""
    if isolation is not Isolation.BWRAP:
        return True
    seen = (Path(command.words[0]), *command.shown, *interpreter_files(), *map(Path, LIBRARIES))
    return any(path.is_relative_to(each) for each in seen)


def _split(words: str) -> list[str]:
    try:
        return shlex.split(words)
    except ValueError as error:
        raise UsageError(f"the command {on_one_line(words)} cannot be read: {error}") from None


def _program(word: str) -> Path:
    found = word if os.sep in word else shutil.which(word)
    if found is None and Path(word).is_file():
        raise UsageError(f"there is no program {on_one_line(word)} in the PATH: is it ./{word}?")
    if found is None or not Path(found).exists():
        raise UsageError(f"there is no program {on_one_line(word)}")
    path = Path(found).absolute()
    if not path.is_file():
        raise UsageError(f"{on_one_line(word)} is not a file that can be run")
    return path


def _word(word: str, shown: Sequence[Path]) -> str:
    """Return a word as the program gets it; raise `UsageError` for a file that it would not see."""
    if not ("." in word or os.sep in word) or word.startswith("-"):
        return word
    path = Path(os.path.normpath(Path(word).absolute()))
    if any(path.is_relative_to(each) for each in shown):
        return str(path)
    if path.is_file() and not any(path.is_relative_to(each) for each in LIBRARIES):
        raise UsageError(
            f"{on_one_line(word)} is a file here, and the program is not shown it: add "
            f"--with {on_one_line(word)}"
        )
    return word


def _place(path: Path) -> Path:
    """Return where a file or folder lies that is to be shown; raise `UsageError` where it is not.

    What holds secrets, answer keys, or the system's own doors is never shown as a whole.
    """
    place = Path(os.path.normpath(path.absolute()))
    try:
        real = place.resolve(strict=True)
        mode = real.stat().st_mode
    except OSError:
        raise UsageError(f"--with {_said(path)}: there is no such file or folder") from None
    for each in (place, real):
        if why := why_not(each):
            raise UsageError(f"--with {_said(path)} is refused: {why}; name what is needed alone")
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise UsageError(f"--with {_said(path)} is refused: it is neither a file nor a folder")
    return place


def why_not(place: Path) -> str:
    """Say why a file or folder is never shown as a whole, nothing where it may be."""
    if len(place.parts) == 1:
        return "it is all of this machine"
    for folder in _OF_THE_SYSTEM:
        if place.is_relative_to(folder):
            return f"{folder} belongs to the sandbox itself"
    if (len(place.parts) == 2 and place.name in _NEVER_WHOLE) or place == Path.home():
        return "it holds what is nobody else's to read"
    ours = Path(graders.__file__).resolve().parent.parent
    for name in _OURS:
        if place.is_relative_to(ours / name) or (ours / name).is_relative_to(place):
            return "it holds the grader's answer keys"
    return ""


def _said(path: Path) -> str:
    return on_one_line(str(path))
