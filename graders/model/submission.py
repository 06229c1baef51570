"""Hold what somebody hands in: a file of source code, a folder of files, or any program."""

from __future__ import annotations

import re
from contextlib import suppress
from enum import StrEnum
from pathlib import Path, PurePosixPath

import msgspec

from graders.model.files import Content, Files, SourceFile
from graders.model.spelling import Modules

_OF_ES = re.compile(rb"^[ \t]*(?:export\b|import\b(?!\s*[(.]))", re.MULTILINE)
_OF_COMMONJS = re.compile(rb"\brequire\s*\(|\bmodule\.exports\b|\bexports\.\w")


class Command(msgspec.Struct, frozen=True):
    """Hold a program that somebody hands in: the words that start it, and what it gets to see.

    The first word is the program itself, which is shown without being named among `shown`: files
    and folders that it may read in a sandbox, each at the same path as here. `said` is the command
    as it was given.
    """

    words: tuple[str, ...]
    shown: tuple[Path, ...] = ()
    said: str = ""


class Origin(StrEnum):
    """Name where a driver came from."""

    KATA = "kata"
    """It is ours: the submission keeps the contract of its statement."""
    FILE = "file"
    """The submission defines it itself."""
    BESIDE = "beside"
    """It lies beside the submission."""
    NAMED = "named"
    """Whoever graded named it."""
    PROGRAM = "program"
    """The submission is a program, and answers as a driver does."""


class Driver(msgspec.Struct, frozen=True):
    """Hold what calls a submission: where it came from, its name and its bytes.

    There are none where the submission is its own driver.
    """

    origin: Origin
    name: str = ""
    source: bytes = b""


class _Package(msgspec.Struct):
    """Hold what counts here of a `package.json`."""

    type: str = ""


class Submission(msgspec.Struct, frozen=True):
    """Hold a submission: where it lies, the name that reports show, and its bytes.

    Of a `command` the bytes are what its runner reads of how to start it, and `path` is the
    program. Of a `folder` they are those of the entry, `files` are all that is in it, and `name` is
    that of the entry among these. A kata may want it to be called through
    a `driver`.
    """

    path: Path
    name: str
    source: bytes
    command: Command | None = None
    driver: Driver | None = None
    folder: Path | None = None
    files: Files | None = None

    @property
    def beside(self) -> tuple[SourceFile, ...]:
        """Return the files of the folder that are not the entry, in the order of their names."""
        files = () if self.files is None else self.files.files
        return tuple(file for file in files if file.name != self.name)

    @property
    def content(self) -> Content:
        """Return what was handed in: the bytes of a lone file, or the files of a folder."""
        return self.source if self.files is None else self.files

    @property
    def modules(self) -> Modules:
        """Return how a file in JavaScript hands over what it defines: by its suffix, or its words.

        A `package.json` beside it, or above it in its folder, may say so.

        >>> str(Submission(Path("a.js"), "a.js", b"const fs = require('fs');").modules)
        'commonjs'
        >>> str(Submission(Path("a.mjs"), "a.mjs", b"const fs = require('fs');").modules)
        'es'
        """
        suffix = self.path.suffix
        if suffix in (".cjs", ".cts"):
            return Modules.COMMONJS
        if suffix in (".mjs", ".mts"):
            return Modules.ES
        if (said := self._said_by_package()) is not None:
            return said
        if _OF_ES.search(self.source):
            return Modules.ES
        return Modules.COMMONJS if _OF_COMMONJS.search(self.source) else Modules.ES

    def _said_by_package(self) -> Modules | None:
        """Return what the nearest `package.json` says; None where it says nothing."""
        for folder in PurePosixPath(self.name).parents if self.files is not None else ():
            name = (folder / "package.json").as_posix()
            if self.files is not None and name in self.files:
                with suppress(ValueError, RecursionError):
                    said = msgspec.json.decode(self.files[name], type=_Package).type
                    return {"module": Modules.ES, "commonjs": Modules.COMMONJS}.get(said)
                return None
        return None
