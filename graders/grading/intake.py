"""Read the file that somebody hands in, without trusting even that it is a file."""

from __future__ import annotations

import os
import shlex
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from graders.channel.commands import is_a_program
from graders.channel.languages import (
    UnavailableError,
    UnknownLanguageError,
    check_runs_here,
    language_of,
)
from graders.model.limits import MIB, in_units
from graders.model.submission import Submission
from graders.model.text import on_one_line
from graders.model.usage import UsageError
from graders.sandbox.machine import is_linux

MAX_BYTES = MIB


class UnreadableError(ValueError):
    """Say why a file that is there cannot be a submission; `source` are its bytes, where read."""

    def __init__(self, reason: str, source: bytes | None = None) -> None:
        super().__init__(reason)
        self.source = source


class CannotRunError(UnreadableError):
    """Say what has to be installed on this machine for the language of a file."""


def read(path: Path) -> Submission:
    """Read the submission at `path`; a pipe, a device or a huge file costs no time.

    Raises `FileNotFoundError` where there is nothing, and `UnreadableError` for anything but a
    regular UTF-8 file of at most 1 MiB that we may read, in a language that we know; it is a
    `CannotRunError` where only this machine cannot run it. A link is followed where it stays in its
    folder.
    """
    return taken(path, bytes_of(path))


def taken(path: Path, source: bytes) -> Submission:
    """Take the bytes of a file, of that name, that somebody has read.

    Raises `UnreadableError` as `read` does.
    """
    if len(source) > MAX_BYTES:
        raise UnreadableError(_too_large(len(source)))
    try:
        check_runs_here(path)
    except UnknownLanguageError as error:
        raise UnreadableError(str(error), source) from None
    except UnavailableError as error:
        raise CannotRunError(str(error), source) from None
    check_is_text(source)
    return Submission(path, shown_name(path.name), source)


def check_is_text(source: bytes) -> None:
    """Raise `UnreadableError` for bytes that are no source text."""
    try:
        source.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UnreadableError(
            f"it is not UTF-8 (byte {error.start} is 0x{source[error.start]:02x}); "
            "save it as UTF-8 and grade it again",
            source,
        ) from None
    if b"\0" in source:
        raise UnreadableError("it holds a NUL byte, so it is not source text", source)


def shown_name(name: str) -> str:
    r"""Return a file's name as reports may print it, whatever characters it is made of.

    >>> shown_name("mine.py"), shown_name("a\nb.py")
    ('mine.py', 'a\\nb.py')
    """
    return on_one_line(name)


def _too_large(size: int) -> str:
    return f"it is {in_units(size)} large; a submission has at most {in_units(MAX_BYTES)}"


def bytes_of(path: Path) -> bytes:
    """Read the bytes of the file at `path`; raise what `read` raises of it as a file."""
    try:
        with opened(path) as descriptor, open(descriptor, "rb", closefd=False) as file:
            source = file.read(MAX_BYTES + 1)
            if len(source) > MAX_BYTES:
                size = max(os.fstat(descriptor).st_size, len(source))
                raise UnreadableError(_too_large(size))
            return source
    except CannotOpenError as error:
        raise UnreadableError(str(error)) from None
    except FileNotFoundError:
        raise
    except OSError as error:
        raise UnreadableError(f"it cannot be read: {error.strerror}") from None


_HOW = ("O_BINARY", "O_CLOEXEC", "O_NOCTTY", "O_NOINHERIT", "O_NONBLOCK")


def open_anywhere(path: Path, within: Path | None = None) -> int:
    """Return a descriptor to read a regular file from; raises as `graders.grading.intake` does."""
    try:
        mode = path.lstat().st_mode
        if stat.S_ISLNK(mode):
            mode = _target(path, within).stat().st_mode
        if not stat.S_ISREG(mode):
            raise CannotOpenError(f"it is {kind_of(mode)}, not a regular file")
        return os.open(path, sum(getattr(os, name, 0) for name in _HOW) | os.O_RDONLY)
    except CannotOpenError:
        raise
    except ValueError:
        raise CannotOpenError("it cannot be opened: no file can have such a name") from None


def _target(path: Path, within: Path | None) -> Path:
    try:
        target = path.resolve(strict=True)
    except FileNotFoundError:
        raise CannotOpenError(NOWHERE) from None
    if not target.is_relative_to((within or path.parent).resolve()):
        raise CannotOpenError(OUTSIDE if within is None else OUT_OF_ALL)
    return target


OUTSIDE = "it is a link to a file outside its folder; hand in the file itself"
OUT_OF_ALL = "it is a link out of the folder that was handed in; hand in the file itself"
NOWHERE = "it is a link to a file that is not there; hand in the file itself"
_HERE = Path("/proc/self/fd")


class CannotOpenError(ValueError):
    """Say why what lies at a path is not opened for reading."""


@contextmanager
def opened(path: Path, within: Path | None = None) -> Iterator[int]:
    """Yield a descriptor to read a regular file from, one that lies `within` a folder, if named.

    Raises `FileNotFoundError` where there is nothing, and `CannotOpenError` for a link out of the
    folder, for anything but a regular file, and for what we may not read.
    """
    try:
        descriptor = _opened(path, within)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise CannotOpenError(f"it cannot be opened: {error.strerror}") from None
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _opened(path: Path, within: Path | None) -> int:
    if not is_linux():
        # as rarely

        return open_anywhere(path, within)
    with _place(path) if within is None else _place_within(path, within) as place:
        mode = os.fstat(place).st_mode
        if not stat.S_ISREG(mode):
            raise CannotOpenError(f"it is {kind_of(mode)}, not a regular file")
        return os.open(_HERE / str(place), os.O_RDONLY | os.O_CLOEXEC | os.O_NOCTTY)


@contextmanager
def _place(path: Path) -> Iterator[int]:
    """Yield a descriptor of the place that a path names, whatever is there; it reads nothing."""
    with _only_the_place(path.parent, os.O_DIRECTORY) as folder:
        with _only_the_place(path.name or ".", os.O_NOFOLLOW, folder) as place:
            if not stat.S_ISLNK(os.fstat(place).st_mode):
                yield place
                return
        with _opened_target(path.name, folder) as place:
            yield place


@contextmanager
def _place_within(path: Path, top: Path) -> Iterator[int]:
    """Do the same; links are followed on the way, and may lead anywhere below `top`."""
    try:
        with _only_the_place(top, os.O_DIRECTORY) as folder, _only_the_place(path, 0) as place:
            if not _where(place).is_relative_to(_where(folder)):
                raise CannotOpenError(OUT_OF_ALL)
            yield place
    except FileNotFoundError:
        if path.is_symlink():
            raise CannotOpenError(NOWHERE) from None
        raise


@contextmanager
def _opened_target(name: str, folder: int) -> Iterator[int]:
    try:
        with _only_the_place(name, 0, folder) as place:
            if not _where(place).is_relative_to(_where(folder)):
                raise CannotOpenError(OUTSIDE)
            yield place
    except FileNotFoundError:
        raise CannotOpenError(NOWHERE) from None


@contextmanager
def _only_the_place(name: str | Path, flags: int, folder: int | None = None) -> Iterator[int]:
    try:
        place = os.open(name, os.O_PATH | os.O_CLOEXEC | flags, dir_fd=folder)
    except ValueError:
        raise CannotOpenError("it cannot be opened: no file can have such a name") from None
    try:
        yield place
    finally:
        os.close(place)


def _where(place: int) -> Path:
    """Return where something lies, as the kernel knows it: without any link on the way."""
    with suppress(OSError):
        return (_HERE / str(place)).readlink()
    raise CannotOpenError("it is a link, and without /proc where it leads is not known")


def kind_of(mode: int) -> str:
    """Name what is no regular file."""
    kinds = {
        stat.S_IFDIR: "a directory",
        stat.S_IFIFO: "a named pipe",
        stat.S_IFCHR: "a device",
        stat.S_IFBLK: "a device",
        stat.S_IFSOCK: "a socket",
    }
    return kinds.get(stat.S_IFMT(mode), "something else")


_ARCHIVE = "is an archive: unpack it, and name the file in it that is to be graded"
_DOCUMENT = "is a document: save the code in it as a plain text file, and name that"
_NOTEBOOK = "is a notebook: export it as a script, and name that"
_KINDS = {
    **dict.fromkeys((".zip", ".tar", ".tgz", ".gz", ".bz2", ".xz", ".7z", ".rar"), _ARCHIVE),
    **dict.fromkeys((".doc", ".docx", ".odt", ".pdf", ".rtf", ".html"), _DOCUMENT),
    ".ipynb": _NOTEBOOK,
}


def check_is_a_file_of_code(path: Path) -> None:
    """Raise `UsageError` for a folder, and for what is no code."""
    if path.is_dir():
        raise UsageError(f"{on_one_line(str(path))} is a folder: name the file in it that counts")
    check_is_code(path)


def check_is_code(path: Path) -> None:
    """Raise `UsageError` for a file that is in no language by its name; a folder may hold code.

    That is for whoever grades to put right; what is wrong within a file is the submission's.
    What is not there is not looked at.
    """
    shown = on_one_line(str(path))
    try:
        if not path.exists() or path.is_dir():
            return
        if not _is_in_a_language(path) and is_a_program(path):
            raise UsageError(
                f"{shown} is a program: kata grade --command {shlex.quote(shown)} --kata NAME "
                "sends it questions as lines of JSON (docs/protocol.md)"
            )
    except OSError:  # it is told where the file is read
        return
    if (kind := _KINDS.get(path.suffix.lower())) is not None:
        raise UsageError(f"{shown} {kind}")
    try:
        language_of(path)
    except UnknownLanguageError as error:
        raise UsageError(f"{shown} cannot be graded: {error}") from None


def _is_in_a_language(path: Path) -> bool:
    """Tell whether the suffix says so; a file without any may be in Python, or a program."""
    try:
        return bool(path.suffix) and bool(language_of(path))
    except UnknownLanguageError:
        return False
