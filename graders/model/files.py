"""Hold the files of a folder that is one submission, and the bytes by which they are known."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import PurePosixPath

import msgspec

MOST_FILES = 200
MOST_NAME_BYTES = 200
"""How long a name may be from the top of the folder on."""
_LENGTH_BYTES = 8


class SourceFile(msgspec.Struct, frozen=True, order=True):
    """Hold one file: its name from the top of the folder on, with slashes, and its bytes."""

    name: str
    content: bytes


class Files(msgspec.Struct, frozen=True):
    """Hold the files of a folder in the order of their names.

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
        """Return all files one below the other, each under its name, for somebody to read."""
        parts = (b"==> %s <==\n%s\n" % (file.name.encode(), file.content) for file in self.files)
        return b"\n".join(parts)

    @property
    def size(self) -> int:
        """Return how many bytes the files hold."""
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
        """Tell whether there is a file of that name."""
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
    """Return how many lines a file has, whether or not the last of them is ended."""
    plain = content.replace(b"\r\n", b"\n").removesuffix(b"\n")
    return plain.count(b"\n") + 1 if content else 0


def packed(content: Content) -> bytes:
    """Return what was handed in as one text, of a lone file its bytes: what its SHA-256 is of."""
    return content.packed if isinstance(content, Files) else content


def sha256_of(content: Content) -> str:
    """Return the hash by which what was handed in is found again."""
    return hashlib.sha256(packed(content)).hexdigest()


def size_of(content: Content) -> int:
    """Return how many bytes were handed in."""
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
