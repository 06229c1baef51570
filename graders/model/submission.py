"""What somebody hands in: a file of source code, a folder of files, or any program."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from contextlib import suppress
from enum import StrEnum
from pathlib import Path, PurePosixPath

import msgspec

_OF_ES = re.compile(rb"^[ \t]*(?:export\b|import\b(?!\s*[(.]))", re.MULTILINE)
_OF_COMMONJS = re.compile(rb"\brequire\s*\(|\bmodule\.exports\b|\bexports\.\w")


class Command(msgspec.Struct, frozen=True):
    """A program that somebody hands in: the words that start it, and what it gets to see.

    The first word is the program itself, which is shown without being named among `shown`: files
    and folders that it may read in a sandbox, each at the same path as here. `said` is the command
    as it was given.
    """

    words: tuple[str, ...]
    shown: tuple[Path, ...] = ()
    said: str = ""


class Origin(StrEnum):
    """Where a driver came from."""

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


DRIVER = "Driver"
"""The class that makes the calls of a kata's contract on the classes of a submission."""


class Driver(msgspec.Struct, frozen=True):
    """What calls a submission: where it came from, its name and its bytes.

    There are none where the submission is its own driver.
    """

    origin: Origin
    name: str = ""
    source: bytes = b""


class _Package(msgspec.Struct):
    type: str = ""


class Submission(msgspec.Struct, frozen=True):
    """A submission: where it lies, the name that reports show, and its bytes.

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


MOST_FILES = 200
MOST_NAME_BYTES = 200
"""How long a name may be from the top of the folder on."""
_LENGTH_BYTES = 8


class SourceFile(msgspec.Struct, frozen=True, order=True):
    """One file: its name from the top of the folder on, with slashes, and its bytes."""

    name: str
    content: bytes


class Files(msgspec.Struct, frozen=True):
    """The files of a folder in the order of their names.

    A folder that is itself a package stands in their names. `entry` is the file that is called,
    where that was named or goes by its name alone; it is empty where it is still to be looked for.
    """

    files: tuple[SourceFile, ...]
    entry: str = ""

    @property
    def packed(self) -> bytes:
        r"""Return all of it as one text: the entry, then name and content of each file.

        Each is preceded by its length in eight bytes.

        >>> Files((SourceFile("a.py", b"x"),)).packed.endswith(b"a.py" + bytes(7) + b"\x01x")
        True
        """
        parts = [self.entry.encode()]
        for file in self.files:
            parts += [file.name.encode(), file.content]
        return b"".join(len(part).to_bytes(_LENGTH_BYTES) + part for part in parts)

    @property
    def as_text(self) -> bytes:
        parts = (b"==> %s <==\n%s\n" % (file.name.encode(), file.content) for file in self.files)
        return b"\n".join(parts)

    @property
    def size(self) -> int:
        return sum(len(file.content) for file in self.files)

    @property
    def top(self) -> str:
        """Return what the folder that was handed in stands for in the names of its files.

        >>> Files((SourceFile("four/__init__.py", b""), SourceFile("four/game.py", b""))).top
        'four'
        """
        tops = {file.name.partition("/")[0] for file in self.files}
        (first, *others) = tops or {""}
        return first if not others and f"{first}/__init__.py" in self else ""

    def __contains__(self, name: object) -> bool:
        return any(file.name == name for file in self.files)

    def __getitem__(self, name: str) -> bytes:
        """Return the bytes of a file; raise `KeyError` where there is none of that name."""
        for file in self.files:
            if file.name == name:
                return file.content
        raise KeyError(name)

    def lines_before(self, name: str) -> int:
        """Return how many lines stand before those of a file, where all are counted through."""
        before = 0
        for file in self.files:
            if file.name == name:
                return before
            before += lines_in(file.content)
        raise KeyError(name)

    def place_of(self, line: int) -> tuple[str, int]:
        r"""Return in which file a line is, and as which, that was counted through all of them.

        >>> two = Files((SourceFile("a.py", b"1\n2\n"), SourceFile("b.py", b"3\n")))
        >>> two.place_of(2), two.place_of(3)
        (('a.py', 2), ('b.py', 1))
        """
        left = line
        for file in self.files:
            if left <= (own := lines_in(file.content)):
                return file.name, left
            left -= own
        return self.files[-1].name, left + lines_in(self.files[-1].content)


Content = bytes | Files
"""What was handed in, as it was read: the bytes of a lone file, or the files of a folder."""


def lines_in(content: bytes) -> int:
    plain = content.replace(b"\r\n", b"\n").removesuffix(b"\n")
    return plain.count(b"\n") + 1 if content else 0


def packed(content: Content) -> bytes:
    """Return what was handed in as one text, of a lone file its bytes: what its SHA-256 is of."""
    return content.packed if isinstance(content, Files) else content


def sha256_of(content: Content) -> str:
    return hashlib.sha256(packed(content)).hexdigest()


def size_of(content: Content) -> int:
    return content.size if isinstance(content, Files) else len(content)


def unpacked_files(data: bytes) -> Files:
    """Read what `Files.packed` wrote; raise `ValueError` for anything else.

    >>> unpacked_files(Files((SourceFile("a.py", b"x"),), "a.py").packed).entry
    'a.py'
    """
    entry, *rest = _parts(data)
    if len(rest) % 2 or len(rest) > 2 * MOST_FILES:
        raise ValueError("it is no folder of files")
    names = [name.decode() for name in rest[::2]]
    if names != sorted(set(names)) or not all(map(is_plain, names)):
        raise ValueError("its names are not those of files in a folder")
    return Files(tuple(map(SourceFile, names, rest[1::2])), entry.decode())


def _parts(data: bytes) -> Iterator[bytes]:
    at = 0
    while at < len(data) or not at:
        end = at + _LENGTH_BYTES
        length = int.from_bytes(data[at:end])
        at = end + length
        if at > len(data):
            raise ValueError("it was cut off")
        yield data[end:at]


def is_plain(name: str) -> bool:
    """Tell whether a name leads to a place below the folder that it is in, and nowhere else.

    >>> is_plain("four/game.py"), is_plain("../game.py"), is_plain("/game.py")
    (True, False, False)
    """
    parts = PurePosixPath(name).parts
    whole = "/".join(parts) == name and not name.startswith("/")
    return bool(parts) and whole and ".." not in parts and "\0" not in name


_NAME = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b")


class Speech(StrEnum):
    """Name whose words are used for what a submission defines and returns."""

    PYTHON = "python"
    JAVASCRIPT = "javascript"
    LINES = "lines"
    """A program that answers in lines of JSON, whatever it was written in."""


class Modules(StrEnum):
    """Name by which statement a file in JavaScript hands over what it defines."""

    ES = "es"
    """With `export` before it."""
    COMMONJS = "commonjs"
    """By `module.exports`."""


def spelled(name: str, speech: Speech) -> str:
    """Return a name of a kata as that language spells it.

    >>> spelled("find_best_move", Speech.JAVASCRIPT), spelled("find_best_move", Speech.PYTHON)
    ('findBestMove', 'find_best_move')
    """
    return camel_case(name) if speech is Speech.JAVASCRIPT else name


def names_spelled(words: str, speech: Speech) -> str:
    """Return words with the names in them as that language writes them.

    >>> names_spelled("a method find_best_move(self), current_player", Speech.JAVASCRIPT)
    'a method findBestMove(), currentPlayer'
    """
    if speech is not Speech.JAVASCRIPT:
        return words
    return _NAME.sub(lambda name: camel_case(name[0]), words).replace("(self)", "()")


def camel_case(name: str) -> str:
    """Return a name in camelCase: the same words.

    >>> camel_case("find_best_move"), camel_case("solution"), camel_case("_own")
    ('findBestMove', 'solution', '_own')
    """
    first, *others = name.split("_")
    if not first or not all(others):
        return name
    return first + "".join(other[0].upper() + other[1:] for other in others)
