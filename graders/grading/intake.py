"""Read the file that somebody hands in, without trusting even that it is a file."""

from __future__ import annotations

import os
import shlex
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePath

from graders.channel.commands import is_a_program
from graders.channel.languages import (
    UnavailableError,
    UnknownLanguageError,
    check_runs_here,
    language_of,
)
from graders.model.installation import kata_command
from graders.model.limits import MIB, in_units
from graders.model.submission import Submission
from graders.model.text import on_one_line
from graders.model.usage_error import UsageError
from graders.sandbox.machine import is_linux

MAX_BYTES = MIB
LINKED_OUTSIDE = "it is a link to a file outside its folder; hand in the file itself"
LINKED_OUT_OF_ALL = "it is a link out of the folder that was handed in; hand in the file itself"
LINKED_NOWHERE = "it is a link to a file that is not there; hand in the file itself"
_OWN_DESCRIPTORS = Path("/proc/self/fd")
_OPEN_FLAGS = ("O_BINARY", "O_CLOEXEC", "O_NOCTTY", "O_NOINHERIT", "O_NONBLOCK")
_ARCHIVE = "is an archive: unpack it, and name the file in it to grade"
_DOCUMENT = "is a document: save the code in it as a plain text file, and name that"
_NOTEBOOK = "is a notebook: export it as a script, and name that"
_KINDS = {
    **dict.fromkeys((".zip", ".tar", ".tgz", ".gz", ".bz2", ".xz", ".7z", ".rar"), _ARCHIVE),
    **dict.fromkeys((".doc", ".docx", ".odt", ".pdf", ".rtf", ".html"), _DOCUMENT),
    ".ipynb": _NOTEBOOK,
}


class UnreadableError(ValueError):
    """Why a file that is there cannot be a submission; `source` are its bytes, where read."""

    def __init__(self, reason: str, source: bytes | None = None) -> None:
        super().__init__(reason)
        self.source = source


class CannotOpenError(ValueError):
    """What lies at a path is not opened for reading; the message says why."""


class CannotRunError(UnreadableError):
    """This machine lacks what runs the language of a file: our fault, not the submission's."""


def read_submission(path: Path) -> Submission:
    """Read the submission at `path`; a pipe, a device or a huge file costs no time.

    Raises `FileNotFoundError` where there is nothing, and `UnreadableError` for anything but a
    regular UTF-8 file of at most 1 MiB that we may read, in a language that we know; it is a
    `CannotRunError` where only this machine cannot run it. A link is followed where it stays in its
    folder.
    """
    return submission_from_bytes(path, read_file_bytes(path))


def submission_from_bytes(path: Path, source: bytes) -> Submission:
    """Take the bytes of a file, of that name, that somebody has read.

    Raises `UnreadableError` as `read_submission` does.
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


def read_file_bytes(path: Path) -> bytes:
    """Read the bytes of the file at `path`; raise what `read_submission` raises."""
    try:
        with opened_file(path) as descriptor, open(descriptor, "rb", closefd=False) as file:
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


@contextmanager
def opened_file(path: Path, within: Path | None = None) -> Iterator[int]:
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
        return _open_portably(path, within)
    with _path_handle(path) if within is None else _path_handle_within(path, within) as place:
        mode = os.fstat(place).st_mode
        if not stat.S_ISREG(mode):
            raise CannotOpenError(f"it is {_file_kind(mode)}, not a regular file")
        return os.open(_OWN_DESCRIPTORS / str(place), os.O_RDONLY | os.O_CLOEXEC | os.O_NOCTTY)


@contextmanager
def _path_handle(path: Path) -> Iterator[int]:
    # By O_PATH nothing is opened yet, whatever is there: no pipe waits, no device is started.
    with _open_as_path(path.parent, os.O_DIRECTORY) as folder:
        with _open_as_path(path.name or ".", os.O_NOFOLLOW, folder) as place:
            if not stat.S_ISLNK(os.fstat(place).st_mode):
                yield place
                return
        with _link_target_handle(path.name, folder) as place:
            yield place


@contextmanager
def _path_handle_within(path: Path, top: Path) -> Iterator[int]:
    # Links are followed on the way here, and may lead anywhere below the top.
    try:
        with _open_as_path(top, os.O_DIRECTORY) as folder, _open_as_path(path, 0) as place:
            if not _real_path(place).is_relative_to(_real_path(folder)):
                raise CannotOpenError(LINKED_OUT_OF_ALL)
            yield place
    except FileNotFoundError:
        if path.is_symlink():
            raise CannotOpenError(LINKED_NOWHERE) from None
        raise


@contextmanager
def _link_target_handle(name: str, folder: int) -> Iterator[int]:
    try:
        with _open_as_path(name, 0, folder) as place:
            if not _real_path(place).is_relative_to(_real_path(folder)):
                raise CannotOpenError(LINKED_OUTSIDE)
            yield place
    except FileNotFoundError:
        raise CannotOpenError(LINKED_NOWHERE) from None


@contextmanager
def _open_as_path(name: str | Path, flags: int, folder: int | None = None) -> Iterator[int]:
    try:
        place = os.open(name, os.O_PATH | os.O_CLOEXEC | flags, dir_fd=folder)
    except ValueError:
        raise CannotOpenError("it cannot be opened: no file can have such a name") from None
    try:
        yield place
    finally:
        os.close(place)


def _real_path(place: int) -> Path:
    # The kernel knows it without any link on the way.
    with suppress(OSError):
        return (_OWN_DESCRIPTORS / str(place)).readlink()
    raise CannotOpenError("it is a link, and without /proc where it leads is not known")


def _open_portably(path: Path, within: Path | None = None) -> int:
    # Without /proc a link is looked at before it is opened, and may be another one by then.
    try:
        mode = path.lstat().st_mode
        if stat.S_ISLNK(mode):
            mode = _portable_target(path, within).stat().st_mode
        if not stat.S_ISREG(mode):
            raise CannotOpenError(f"it is {_file_kind(mode)}, not a regular file")
        return os.open(path, sum(getattr(os, name, 0) for name in _OPEN_FLAGS) | os.O_RDONLY)
    except CannotOpenError:
        raise
    except ValueError:
        raise CannotOpenError("it cannot be opened: no file can have such a name") from None


def _portable_target(path: Path, within: Path | None) -> Path:
    try:
        target = path.resolve(strict=True)
    except FileNotFoundError:
        raise CannotOpenError(LINKED_NOWHERE) from None
    if not target.is_relative_to((within or path.parent).resolve()):
        raise CannotOpenError(LINKED_OUTSIDE if within is None else LINKED_OUT_OF_ALL)
    return target


def _file_kind(mode: int) -> str:
    kinds = {
        stat.S_IFDIR: "a directory",
        stat.S_IFIFO: "a named pipe",
        stat.S_IFCHR: "a device",
        stat.S_IFBLK: "a device",
        stat.S_IFSOCK: "a socket",
    }
    return kinds.get(stat.S_IFMT(mode), "something else")


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
                f"{shown} is a program: {kata_command()} grade --command {shlex.quote(shown)} "
                "--kata NAME sends it questions as lines of JSON (docs/protocol.md)"
            )
    except OSError:  # it is told where the file is read
        return
    if (kind := _KINDS.get(path.suffix.lower())) is not None:
        raise UsageError(f"{shown} {kind}")
    try:
        language_of(path)
    except UnknownLanguageError as error:
        raise UsageError(f"{shown} cannot be graded: {error}") from None


def why_no_code(path: PurePath) -> str:
    """Return why a file of that name is no code; nothing of it is read.

    >>> why_no_code(PurePath("mine.java"))
    'it is in no language that is graded here (.java)'
    """
    kind = _KINDS.get(path.suffix.lower(), "")
    if not kind:
        kind = f"is in no language that is graded here ({on_one_line(path.suffix) or 'no suffix'})"
    return f"it {kind}"


def _is_in_a_language(path: Path) -> bool:
    """Tell whether the suffix says so; a file without any may be in Python, or a program."""
    try:
        return bool(path.suffix) and bool(language_of(path))
    except UnknownLanguageError:
        return False
