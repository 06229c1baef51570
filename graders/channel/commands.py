"""Programs that are asked in lines: what one is started with, and what it lacked where it did not.

A word of the command is checked before anything runs; what its file needs to be started (an
interpreter, a loader) is read from the file.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import stat
import struct
import textwrap
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import msgspec

from graders.channel import wire
from graders.channel.languages import of_command
from graders.model.ending import Lacks
from graders.model.installation import ABOVE
from graders.model.request import Request, Session
from graders.model.submission import Command, Submission
from graders.model.text import on_one_line
from graders.model.usage_error import UsageError
from graders.runners.command.runner import Games, argument
from graders.runners.command.speech import line_of
from graders.sandbox.interface import INSIDE
from graders.sandbox.isolation import Isolation
from graders.sandbox.machine import LIBRARIES, interpreter_files

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
    for name in _OURS:
        if place.is_relative_to(ABOVE / name) or (ABOVE / name).is_relative_to(place):
            return "it holds the grader's answer keys"
    return ""


def _said(path: Path) -> str:
    return on_one_line(str(path))


_MOST_READ = 1 << 16
_PT_INTERP = 3
_64_BITS = 2
_LITTLE = 1


def is_a_program(path: Path) -> bool:
    """Tell whether a file is there to be executed, and is no source text in Python."""
    if not path.is_file() or not path.stat().st_mode & 0o111:
        return False
    words = interpreter_of(path)
    if words:
        return not any("python" in word for word in words)
    return _head(path).startswith(b"\x7fELF")


def interpreter_of(path: Path) -> tuple[str, ...]:
    """Return the words in the first line of a script, empty for anything else."""
    head = _head(path)
    if not head.startswith(b"#!"):
        return ()
    line = head[2:].partition(b"\n")[0].decode("utf-8", "replace").strip()
    try:
        return tuple(shlex.split(line))
    except ValueError:
        return tuple(line.split())


def loader_of(path: Path) -> str:
    """Return the loader that an ELF program names, empty for one that needs none."""
    head = _head(path)
    if not head.startswith(b"\x7fELF") or len(head) < 64:
        return ""
    order = "<" if head[5] == _LITTLE else ">"
    wide = head[4] == _64_BITS
    try:
        if wide:
            (start,) = struct.unpack_from(f"{order}Q", head, 32)
            size, count = struct.unpack_from(f"{order}HH", head, 54)
        else:
            (start,) = struct.unpack_from(f"{order}I", head, 28)
            size, count = struct.unpack_from(f"{order}HH", head, 42)
        for number in range(count):
            at = start + number * size
            if struct.unpack_from(f"{order}I", head, at)[0] == _PT_INTERP:
                offset, length = _file_part(head, at, order, wide=wide)
                return head[offset : offset + length].rstrip(b"\0").decode("utf-8", "replace")
    except struct.error:  # a header that promises more than there is
        return ""
    return ""


def _file_part(head: bytes, at: int, order: str, *, wide: bool) -> tuple[int, int]:
    if wide:
        (offset,) = struct.unpack_from(f"{order}Q", head, at + 8)
        (length,) = struct.unpack_from(f"{order}Q", head, at + 32)
    else:
        (offset,) = struct.unpack_from(f"{order}I", head, at + 4)
        (length,) = struct.unpack_from(f"{order}I", head, at + 16)
    return offset, length


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_MOST_READ)
    except OSError:
        return b""


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


_WIDTH = 62
_READ_BY_SHELLS = "'\\ "
"""What a shell or its echo may read as something else, or the breaks would hide."""
_MOST_LINES = 10
_GOES_ON = " \\\n    "
"""What a line of a shell ends with that goes on in the next."""


def question_of(request: Request, number: int, cap_s: float) -> str:
    """Return the line that a program is asked."""
    by_name = request.by_name or request
    call = wire.call(by_name, "", 0, cap_s)
    named = zip(by_name.parameters, map(argument, call.arguments), strict=True)
    return line_of({"id": number, **dict(named)}).decode().rstrip("\n")


def questions_of(session: Session) -> Iterator[str]:
    """Yield the lines that a program is asked in a session."""
    games = Games()
    for number, step in enumerate(session.steps, start=1):
        message = {"op": "", **msgspec.to_builtins(wire.step(step, "", 0))}
        yield line_of({"id": number, **games.question(message)}).decode().rstrip("\n")


def asked_in_a_shell(command: Command, asked: Request | Session, cap_s: float) -> str:
    """Return what asks a program in a shell; nothing where that takes more than a few lines.

    Of a session each question is a line; a single one is broken behind commas, where `echo` puts a
    space.
    """
    in_session = isinstance(asked, Session)
    if isinstance(asked, Session):
        questions = [*islice(questions_of(asked), _MOST_LINES + 1)]
    else:
        questions = [question_of(asked, 1, cap_s)]
    if any(character in question for character in _READ_BY_SHELLS for question in questions):
        return ""
    parts = questions if in_session else _broken(questions[0])
    if len(parts) > _MOST_LINES or (in_session and max(map(len, parts)) > _WIDTH):
        return ""
    written = [f"'{part}'" for part in parts]
    words = "printf '%s\\n'" if in_session else "echo"
    return f"{words} {_GOES_ON.join([*written, f'| {on_one_line(command.said)}'])}"


def _broken(question: str) -> list[str]:
    parts = textwrap.wrap(
        question.replace(",", ", "), _WIDTH, break_long_words=False, break_on_hyphens=False
    )
    return [part.replace(", ", ",") for part in parts]
