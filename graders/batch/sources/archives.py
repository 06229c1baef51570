"""List a zip or tar archive, and read files from it, by a confined child."""

from __future__ import annotations

import itertools
import os
import tempfile
import weakref
from pathlib import Path, PurePosixPath

from graders.batch.sources import reading
from graders.batch.sources.layout import Item, Kind
from graders.batch.sources.names import archive_stem
from graders.batch.sources.tables import from_bytes, in_bytes
from graders.batch.sources.trees import SourceError, Tree
from graders.batch.sources.unpacking import Archive, Content, List, Listed, Read, Refused, Trouble
from graders.batch.sources.words import in_words, of_archive, of_file
from graders.grading.intake import UnreadableError
from graders.grading.opening import CannotOpenError, opened
from graders.model.limits import MIB, in_units
from graders.model.text import on_one_line
from graders.model.usage import UsageError
from graders.sandbox.confined import ConfinedError

MOST_MEMBERS = 50_000
MOST_TAKEN = 96 * MIB
"""How many bytes all submissions in one archive may hold together."""
LISTING_S, READING_S = 3.0, 0.5
"""Seconds of CPU time that it may take to list an archive, and to read one file from it."""
_MOST_LOST = 3
"""So many files of an archive may cost a child; the others are not read then."""
_numbers = itertools.count()


def archive_tree(path: Path, most: int = reading.MOST_UNPACKED) -> Tree:
    """List an archive; raise `SourceError` where it cannot be read, is not safe, or is too large.

    No more than `most` bytes are taken of it, packed or unpacked.
    """
    shown = on_one_line(str(path))
    archive = Archive(next(_numbers), path.name.lower(), most, MOST_MEMBERS)
    files = _Files(path, shown, archive)
    stem = archive_stem(path.name) or path.stem
    return Tree(str(path), stem, files.items(), files.read)


class _Files:
    """Hold an archive that is open, and count what is read from it."""

    def __init__(self, path: Path, shown: str, archive: Archive) -> None:
        self._shown, self._archive = shown, archive
        self._left, self._lost = min(archive.most_bytes, MOST_TAKEN), 0
        try:
            with opened(path) as descriptor:
                size = os.fstat(descriptor).st_size
                self._file = os.dup(descriptor)
        except FileNotFoundError:
            raise UsageError(f"there is no file {shown}") from None
        except (CannotOpenError, OSError) as error:
            raise SourceError(f"cannot read {shown}: {error}") from None
        self._scratch = tempfile.TemporaryFile()  # noqa: SIM115  # open as long as the archive
        weakref.finalize(self, self._scratch.close)
        weakref.finalize(self, os.close, self._file)
        if size > archive.most_bytes:
            most = in_units(archive.most_bytes)
            raise SourceError(f"{shown} is larger than {most}: unpack it, and name the folder")

    def items(self) -> tuple[Item, ...]:
        """Return what is in it."""
        try:
            said = reading.ask(List(self._archive), LISTING_S, self._file, self._scratch.fileno())
        except ConfinedError as error:
            why = in_words(error)
            raise SourceError(
                f"{self._shown} is not an archive to trust: {why}; pack it again"
            ) from None
        if isinstance(said, Refused):
            raise SourceError(of_archive(said, self._archive, self._shown))
        assert isinstance(said, Listed)
        kinds = (Kind.FILE, Kind.FOLDER)
        return tuple(
            Item(PurePosixPath(from_bytes(place)), kinds[is_it]) for place, is_it in said.places
        )

    def read(self, place: PurePosixPath) -> bytes:
        """Return the bytes of a file in it; raise `UnreadableError` where it is not read."""
        said = self._said(place)
        if isinstance(said, Refused):
            if said.trouble is Trouble.TOO_LARGE:
                self._left -= int(said.about)
            raise UnreadableError(of_file(said, self._archive))
        assert isinstance(said, Content)
        self._left -= len(said.data)
        if self._left < 0:
            raise UnreadableError(of_file(Refused(Trouble.TOO_MUCH), self._archive))
        return said.data

    def _said(self, place: PurePosixPath) -> reading.Reply:
        if self._lost == _MOST_LOST or self._left < 0:
            return Refused(Trouble.TOO_MUCH if self._left < 0 else Trouble.DAMAGED, "given up")
        # Whoever answers may be another child, that has to list it first.
        cpu_s = READING_S + (LISTING_S if self._lost else 0)
        try:
            return reading.ask(
                Read(self._archive, in_bytes(str(place))), cpu_s, self._file, self._scratch.fileno()
            )
        except ConfinedError as error:
            self._lost += 1
            raise UnreadableError(f"in its archive, {in_words(error)}: pack it again") from None
