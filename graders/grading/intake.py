"""Read the file that somebody hands in, without trusting even that it is a file."""

from __future__ import annotations

import os
from pathlib import Path

from graders.channel.languages import UnknownLanguageError, check_runs_here
from graders.channel.tools import UnavailableError
from graders.grading.opening import CannotOpenError, opened
from graders.model.limits import MIB, in_units
from graders.model.submission import Submission
from graders.model.text import on_one_line

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
