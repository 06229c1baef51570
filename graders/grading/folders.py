"""Read a folder that somebody hands in as one submission: every file of it once, within bounds."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Any

import kata as candidate_package
from graders.channel.languages import UnknownLanguageError, language_of
from graders.grading.intake import UnreadableError, bytes_of, check_is_text
from graders.grading.opening import CannotOpenError, opened
from graders.katas import all_katas
from graders.katas.kata import Kata
from graders.model.files import MOST_FILES, MOST_NAME_BYTES, Content, Files, SourceFile
from graders.model.limits import MIB, in_units
from graders.model.text import on_one_line
from graders.model.usage import UsageError

STATEMENT, HOW_TO_RUN = "README.md", "HOW_TO_RUN.txt"
"""What `kata new` puts beside the file to begin in: the kata's own README, and one line."""
MOST_BYTES = 2 * MIB
"""How much all files of a folder may hold together."""
WELL_KNOWN = ("solution", "submission", "main")
"""What the file is called that counts, where several could; by the first it goes at once."""
DRIVERS = tuple(f"driver{suffix}" for suffix in (".py", ".js", ".mjs", ".cjs"))
"""What lies at the top of a folder by one of these names is never taken for what is called."""
ENVIRONMENT = "pyvenv.cfg"
"""The file that makes a folder an environment."""
_LEFT_OUT = ("__pycache__", "__MACOSX", "node_modules")
_MOST_ENTRIES = 20_000
_LISTED = 6
_NAMELESS = "handed_in"

Reading = Callable[[str], bytes]
"""Return the bytes of a file of that name; raise `UnreadableError` where that cannot be done."""


def is_left_out(name: str) -> bool:
    """Tell whether a file or folder of that name is neither counted nor taken.

    >>> is_left_out(".git"), is_left_out("__pycache__"), is_left_out("game.py")
    (True, True, False)
    """
    return name.startswith(".") or name in _LEFT_OUT


def read_folder(folder: Path, entry: str | None = None) -> Files:
    """Read the folder, with the file that is named as its `entry`, if one is.

    Raises `FileNotFoundError` where there is none, `UnreadableError` for what breaks a rule, and
    `UsageError` where there is no such entry.
    """
    names = list(names_in(folder))
    return files_of(names, lambda name: _read(folder, name), _name_of(folder), entry)


def content_of(path: Path, entry: str | None = None) -> Content:
    """Read what lies at a path, a file or a folder; raises what reading either raises."""
    return read_folder(path, entry) if path.is_dir() else bytes_of(path)


def files_of(names: Iterable[str], read: Reading, called: str, entry: str | None = None) -> Files:
    """Return the files of these names, each read once, of a folder that is `called` so.

    Raises `UnreadableError` and `UsageError` as `read_folder` does.
    """
    names = sorted(names)
    if len(names) > MOST_FILES:
        raise UnreadableError(
            f"the folder holds {len(names)} files; a submission has at most {MOST_FILES}"
        )
    for name in names:
        _check_name(name)
    found, size = [], 0
    for name in names:
        content = read(name)
        size += len(content)
        if size > MOST_BYTES:
            raise UnreadableError(
                f"its files hold more than {in_units(MOST_BYTES)} together, which is the most that "
                "a submission may"
            )
        found.append(SourceFile(name, content))
    if not any(is_source(file.name) for file in found):
        holds = f"it holds {listed(names)}" if names else "it is empty"
        raise UnreadableError(f"the folder has no source file: {holds}")
    for file in found:
        if is_source(file.name):
            _check_text(file)
    return _with_entry(_with_top(found, called), entry)


def is_source(name: str) -> bool:
    """Tell whether a file is one of code, by its suffix.

    >>> is_source("four/game.py"), is_source("README")
    (True, False)
    """
    path = Path(name)
    try:
        return bool(path.suffix) and bool(language_of(path))
    except UnknownLanguageError:
        return False


def listed(names: Iterable[str]) -> str:
    """Return names as a sentence lists them, a few of many."""
    names = [on_one_line(name) for name in names]
    left = len(names) - _LISTED
    return ", ".join(names[:_LISTED]) + (f" and {left} more" if left > 0 else "")


def names_in(folder: Path) -> Iterator[str]:
    """Yield the names of the files below a folder; no link to a folder is followed."""
    waiting, seen = [PurePosixPath()], 0
    while waiting:
        here = waiting.pop()
        try:
            with os.scandir(folder / here) as listing:
                entries = list(listing)
        except FileNotFoundError:
            raise
        except OSError as error:
            raise UnreadableError(f"{_said(here)} cannot be read: {error.strerror}") from None
        seen += len(entries)
        if seen > _MOST_ENTRIES:
            raise UnreadableError(
                f"it holds more than {_MOST_ENTRIES:,} files and folders; a submission has at most "
                f"{MOST_FILES} files"
            )
        if here.parts and any(entry.name == ENVIRONMENT for entry in entries):
            continue
        for entry in entries:
            if is_left_out(entry.name):
                continue
            place = here / entry.name
            if entry.is_dir(follow_symlinks=False):
                waiting.append(place)
            elif entry.is_symlink() and Path(folder / place).is_dir():
                raise UnreadableError(
                    f"{_said(place)} is a link to a folder, which is not followed; hand in the "
                    "folder itself"
                )
            else:
                yield place.as_posix()


def _read(folder: Path, name: str) -> bytes:
    try:
        with opened(folder / name, folder) as place, open(place, "rb", closefd=False) as file:
            return file.read(MOST_BYTES + 1)
    except CannotOpenError as error:
        raise UnreadableError(f"{on_one_line(name)}: {error}") from None
    except FileNotFoundError:
        raise UnreadableError(f"{on_one_line(name)} was taken away while it was read") from None
    except OSError as error:
        raise UnreadableError(f"{on_one_line(name)} cannot be read: {error.strerror}") from None


def _said(place: PurePosixPath) -> str:
    return on_one_line(str(place)) if place.parts else "the folder"


def _name_of(folder: Path) -> str:
    return folder.name or folder.absolute().name


def _check_name(name: str) -> None:
    try:
        size = len(name.encode())
    except UnicodeEncodeError:
        raise UnreadableError(f"the name of {on_one_line(name)} is not UTF-8: rename it") from None
    if size > MOST_NAME_BYTES:
        raise UnreadableError(
            f"the path {on_one_line(name)} is longer than {MOST_NAME_BYTES} bytes: use shorter "
            "names, or fewer folders"
        )


def _check_text(file: SourceFile) -> None:
    try:
        check_is_text(file.content)
    except UnreadableError as error:
        raise UnreadableError(f"{on_one_line(file.name)}: {error}") from None


def _with_top(found: list[SourceFile], called: str) -> Files:
    """Return the files by their names; of a folder that is a package these begin with its own.

    One that no import can name, or that means another module to everybody, goes by a name of ours.
    """
    if any(file.name == "__init__.py" for file in found):
        own = called.isidentifier() and len(called.encode()) <= MOST_NAME_BYTES // 2
        top = called if own and called not in (*sys.stdlib_module_names, "kata") else _NAMELESS
        found = [SourceFile(f"{top}/{file.name}", file.content) for file in found]
    return Files(tuple(sorted(found)))


def _with_entry(files: Files, entry: str | None) -> Files:
    if entry is not None:
        return Files(files.files, _named(files, entry))
    solutions = [
        file.name
        for file in files.files
        if is_source(file.name) and below_top(files, file.name).stem.lower() == WELL_KNOWN[0]
    ]
    at_top = [name for name in solutions if len(below_top(files, name).parts) == 1]
    return Files(files.files, at_top[0]) if len(at_top) == 1 else files


def below_top(files: Files, name: str) -> PurePosixPath:
    """Return the name of a file from the folder on that was handed in."""
    path = PurePosixPath(name)
    return path.relative_to(files.top) if files.top else path


def _named(files: Files, entry: str) -> str:
    """Return the name of the file that somebody calls so, from the folder on or with its name."""
    plain = os.path.normpath(entry).replace(os.sep, "/")
    for name in (plain, f"{files.top}/{plain}"):
        if name in files:
            if not is_source(name):
                raise UsageError(f"--entry {on_one_line(entry)} is not a source file")
            return name
    sources = [str(below_top(files, file.name)) for file in files.files if is_source(file.name)]
    raise UsageError(
        f"--entry {on_one_line(entry)}: there is no such file in the folder, which has "
        f"{listed(sources)}"
    )


def kata_begun_in(folder: Path) -> Kata[Any] | None:
    """Return the kata that somebody began on in a folder by `kata new`; None where none shows.

    Its README has the title of the kata's own; the rest of it may be of an earlier version.
    """
    try:
        bytes_of(folder / HOW_TO_RUN)
        title = _title(bytes_of(folder / STATEMENT))
    except (OSError, UnreadableError):
        return None
    own = Path(candidate_package.__file__).parent
    for kata in all_katas().values():
        statement = own / kata.name / STATEMENT
        if statement.is_file() and _title(statement.read_bytes()) == title:
            return kata
    return None


def _title(statement: bytes) -> bytes:
    return statement.partition(b"\n")[0].strip()
