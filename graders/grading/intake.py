"""Read the file that somebody hands in, without trusting even that it is a file."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from graders.channel.languages import UnknownLanguageError, language_of
from graders.model.limits import MIB, in_units
from graders.model.submission import Submission
from graders.model.text import on_one_line

MAX_BYTES = MIB


class UnreadableError(ValueError):
    """Say why a file that is there cannot be a submission; `source` are its bytes, where read."""

    def __init__(self, reason: str, source: bytes | None = None) -> None:
        super().__init__(reason)
        self.source = source


def read(path: Path) -> Submission:
    """Read the submission at `path`; a pipe, a device or a huge file costs no time.

    Raises `FileNotFoundError` where there is nothing, and `UnreadableError` for anything but a
    regular UTF-8 file of at most 1 MiB that we may read, in a language that we can run.
    """
    source = _bytes_of(path)
    try:
        language_of(path)
    except UnknownLanguageError as error:
        raise UnreadableError(str(error), source) from None
    try:
        source.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UnreadableError(
            f"it is not UTF-8 (byte {error.start} is 0x{source[error.start]:02x}); "
            "save it as UTF-8 and grade it again",
            source,
        ) from None
    if b"\0" in source:
        raise UnreadableError("it holds a NUL byte, so it is no source text", source)
    return Submission(path, shown_name(path.name), source)


def shown_name(name: str) -> str:
    r"""Return a file's name as reports may print it, whatever characters it is made of.

    >>> shown_name("mine.py"), shown_name("a\nb.py")
    ('mine.py', 'a\\nb.py')
    """
    return on_one_line(name)


def _bytes_of(path: Path) -> bytes:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise UnreadableError(f"it cannot be opened: {error.strerror}") from None
    except ValueError:
        raise UnreadableError("it cannot be opened: no file can have such a name") from None
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode):
        os.close(descriptor)
        raise UnreadableError(f"it is {_kind(status.st_mode)}, not a regular file")
    with os.fdopen(descriptor, "rb") as file:
        source = file.read(MAX_BYTES + 1)
        if len(source) > MAX_BYTES:
            size = max(status.st_size, len(source))
            raise UnreadableError(
                f"it is {in_units(size)} large; a submission has at most {in_units(MAX_BYTES)}"
            )
    return source


def _kind(mode: int) -> str:
    kinds = {
        stat.S_IFDIR: "a directory",
        stat.S_IFIFO: "a named pipe",
        stat.S_IFCHR: "a device",
        stat.S_IFBLK: "a device",
        stat.S_IFSOCK: "a socket",
    }
    return kinds.get(stat.S_IFMT(mode), "something else")
