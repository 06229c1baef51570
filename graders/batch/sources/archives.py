"""Read archives and manifests, which strangers wrote, by a confined child.

The child loads this module, too, and calls `answer`: it takes archives apart (`unpacking.py`) and
reads the rows of a manifest, a table in CSV or JSON that says whose submission lies where.
"""

from __future__ import annotations

import csv
import io
import itertools
import json
import os
import tempfile
import weakref
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from types import MappingProxyType

import msgspec

from graders.batch.sources.layout import Item, ItemKind, SourceError, SubmissionTree, archive_stem
from graders.batch.sources.unpacking import (
    MOST_DEEP,
    Archive,
    ArchiveListing,
    ListRequest,
    MemberContent,
    ReadRequest,
    Refused,
    Trouble,
    from_bytes,
    in_bytes,
    list_archive,
    read_member,
)
from graders.grading.intake import CannotOpenError, UnreadableError, opened_file
from graders.model.limits import MIB, in_units
from graders.model.text import on_one_line
from graders.model.usage import UsageError
from graders.sandbox.confined import Answer, ConfinedError, Failure, Work, confined

MOST_UNPACKED = 256 * MIB
"""How large an archive may be, packed or unpacked."""
_MEMORY = 192 * MIB
_MOST_REPLY = 64 * MIB
WORK = Work(__name__, _MEMORY, MOST_UNPACKED + MIB)
"""What the child does, and the memory and the disk that it may take for it."""


class ManifestText(msgspec.Struct, frozen=True, tag=True):
    text: str
    is_json: bool
    shown: str


Question = ListRequest | ReadRequest | ManifestText


class ManifestRows(msgspec.Struct, frozen=True, tag=True):
    """All rows as they are sent: `where`, and the cells in the order of `COLUMNS`.

    The cells are bytes, as a text in JSON need not be Unicode.
    """

    sent: tuple[tuple[str, bytes, bytes, bytes], ...]

    @property
    def rows(self) -> tuple[ManifestRow, ...]:
        return tuple(
            ManifestRow(where, from_bytes(candidate), from_bytes(path), from_bytes(kata) or None)
            for where, candidate, path, kata in self.sent
        )


class ManifestRefusal(msgspec.Struct, frozen=True, tag=True):
    why: str


Reply = ArchiveListing | MemberContent | Refused | ManifestRows | ManifestRefusal

_INSTEAD = "unpack it, and name the folder"
_FAILURES: Mapping[Failure, str] = MappingProxyType(
    {
        Failure.TOO_LONG: "reading it takes too long",
        Failure.TOO_MUCH_MEMORY: "reading it takes too much memory",
        Failure.TOO_DEEP: "it is nested too deeply",
        Failure.TOO_LARGE: "it holds too much to be listed",
        Failure.DIED: "what reads it was ended",
        Failure.FAILED: "it cannot be read",
    }
)
COLUMNS = ("candidate", "path", "kata")
SAY = "candidate,path or candidate,path,kata"
"""What is to be in a manifest, as messages say it."""
MOST_ROWS = 100_000
_NEEDED = COLUMNS[:2]
_DELIMITERS = (",", ";", "\t")
MOST_BYTES = 16 * MIB
_CPU_S = 3.0
MOST_MEMBERS = 50_000
MOST_TAKEN = 96 * MIB
"""How many bytes all submissions in one archive may hold together."""
LISTING_S, READING_S = 3.0, 0.5
"""Seconds of CPU time that it may take to list an archive, and to read one file from it."""
_MOST_LOST = 3
"""So many files of an archive may cost a child; the others are not read then."""
_numbers = itertools.count()


def archive_tree(path: Path, most: int = MOST_UNPACKED) -> SubmissionTree:
    """List an archive; raise `SourceError` where it cannot be read, is not safe, or is too large.

    No more than `most` bytes are taken of it, packed or unpacked.
    """
    shown = on_one_line(str(path))
    archive = Archive(next(_numbers), path.name.lower(), most, MOST_MEMBERS)
    files = _OpenArchive(path, shown, archive)
    stem = archive_stem(path.name) or path.stem
    return SubmissionTree(str(path), stem, files.items(), files.read)


def read_manifest(path: Path) -> tuple[ManifestRow, ...]:
    """Read the manifest at `path`; raise `UsageError` for whatever is wrong with it."""
    shown = on_one_line(str(path))
    text = _text_of(path, shown)
    try:
        said = _ask_child(ManifestText(text, path.suffix.lower() == ".json", shown), _CPU_S)
    except ConfinedError as error:
        raise UsageError(f"{shown} is not a manifest: {_failure_message(error)}") from None
    if isinstance(said, ManifestRefusal):
        raise UsageError(said.why)
    assert isinstance(said, ManifestRows)
    return said.rows


def close_reader() -> None:
    """End the child, once there is nothing left to read; the next archive starts another."""
    confined(WORK).close()


def _ask_child(asked: Question, cpu_s: float, *descriptors: int) -> Reply:
    """Have the child answer; raise `ConfinedError` where it does not."""
    said: Answer = confined(WORK).ask(
        msgspec.msgpack.encode(asked), cpu_s, descriptors, _MOST_REPLY
    )
    reply: Reply = msgspec.msgpack.decode(said.data, type=Reply)
    return reply


def answer(question: bytes, *descriptors: int) -> bytes:
    """Answer one question; an archive and a file to unpack it to come with it."""
    return msgspec.msgpack.encode(
        _answer(msgspec.msgpack.decode(question, type=Question), descriptors)
    )


def _answer(asked: Question, descriptors: tuple[int, ...]) -> Reply:
    if isinstance(asked, ManifestText):
        return _parse_manifest(asked)
    file, scratch = descriptors
    if isinstance(asked, ListRequest):
        return list_archive(asked.archive, file, scratch)
    return read_member(asked.archive, asked.place, file, scratch)


class ManifestRow(msgspec.Struct, frozen=True):
    """One row; `where` is how messages call it, such as `class.csv, line 3`."""

    where: str
    candidate: str
    path: str
    kata: str | None


def _parse_manifest(table: ManifestText) -> ManifestRows | ManifestRefusal:
    try:
        read = (_rows_of_json if table.is_json else _rows_of_csv)(table.text, table.shown)
        found = tuple(_row(where, cells) for where, cells in _limited_rows(read, table.shown))
    except _ManifestError as error:
        return ManifestRefusal(str(error))
    if not found:
        return ManifestRefusal(f"{table.shown} names no submission: write a line for each ({SAY})")
    return ManifestRows(found)


def _failure_message(error: ConfinedError) -> str:
    said = _FAILURES[error.failure]
    return f"{said} ({error})" if error.failure is Failure.FAILED else said


def _archive_message(refused: Refused, archive: Archive, shown: str) -> str:
    about, most = refused.about, in_units(archive.most_bytes)
    said = {
        Trouble.DAMAGED: f"{shown} is damaged, or no archive ({about}): pack it again",
        Trouble.TOO_MANY: f"{shown} holds more than {archive.most_members:,} files: {_INSTEAD}",
        Trouble.TOO_MUCH: f"{shown} unpacks to more than {most}: {_INSTEAD}",
        Trouble.TOO_DEEP: f"{shown} holds names that are longer, or lie deeper, than {MOST_DEEP} "
        "folders: pack it again",
        Trouble.LEADS_OUT: f"{shown} holds {about}, a name that leads out of it: do not trust it, "
        "and look into it before you unpack it",
        Trouble.TWICE: f"{shown} holds {about} twice: {_INSTEAD}",
    }
    return said.get(refused.trouble) or f"{shown}: {_member_message(refused, archive)}"


def _member_message(refused: Refused, archive: Archive) -> str:
    said = {
        Trouble.DAMAGED: f"it is damaged in its archive ({refused.about}): pack it again",
        Trouble.ENCRYPTED: f"its archive is encrypted: {_INSTEAD}",
        Trouble.METHOD: f"it is packed by a method that is not read here: {_INSTEAD}",
        Trouble.LINKED: "it is a link in an archive, which is not followed; hand in the file "
        "itself",
        Trouble.ODD: "it is not a regular file",
        Trouble.TOO_MUCH: f"what lies before it in its archive is more than is read of one: "
        f"{_INSTEAD}",
    }
    if refused.trouble is Trouble.TOO_LARGE:
        return f"it is larger than a submission may be: {in_units(int(refused.about))}"
    return said.get(refused.trouble) or "it cannot be read from its archive"


class _ManifestError(ValueError):
    """It is sent as a `ManifestRefusal`."""


def _limited_rows(
    read: Iterator[tuple[str, dict[str, str]]], shown: str
) -> Iterator[tuple[str, dict[str, str]]]:
    for number, each in enumerate(read):
        if number == MOST_ROWS:
            raise _ManifestError(f"{shown} has more than {MOST_ROWS:,} rows: make several of it")
        yield each


def _rows_of_csv(text: str, shown: str) -> Iterator[tuple[str, dict[str, str]]]:
    first = next((each for each in text.splitlines() if each.strip()), "")
    delimiter = max(_DELIMITERS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    columns: list[str] = []
    try:
        for cells in reader:
            where = f"{shown}, line {reader.line_num}"
            if not any(map(str.strip, cells)):
                continue
            if not columns:
                columns = [cell.strip().lower() for cell in cells]
                _check_columns(columns, where)
            elif len(cells) != len(columns):
                raise _ManifestError(f"{where}: {len(cells)} cells, but {len(columns)} columns")
            else:
                yield where, dict(zip(columns, cells, strict=True))
    except csv.Error as error:
        raise _ManifestError(f"{shown}, line {reader.line_num}: {error}") from None


def _rows_of_json(text: str, shown: str) -> Iterator[tuple[str, dict[str, str]]]:
    try:
        entries = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _ManifestError(f"{shown} is not JSON: {on_one_line(str(error))}") from None
    if not isinstance(entries, list):
        raise _ManifestError(f"{shown} should be a list of objects with {SAY}")
    for number, entry in enumerate(entries, 1):
        where = f"{shown}, entry {number}"
        if not isinstance(entry, dict):
            raise _ManifestError(f"{where} should be an object with {SAY}")
        _check_columns(list(entry), where)
        cells = {name: value for name, value in entry.items() if value is not None}
        if not all(isinstance(value, str) for value in cells.values()):
            raise _ManifestError(f"{where}: every value should be a text")
        yield where, cells


def _check_columns(columns: Sequence[str], where: str) -> None:
    for name in _NEEDED:
        if name not in columns:
            raise _ManifestError(f"{where}: there is no column {name}; write {SAY}")
    for name in columns:
        if name not in COLUMNS:
            raise _ManifestError(f"{where}: unknown column {on_one_line(name)!r}; write {SAY}")
        if columns.count(name) > 1:
            raise _ManifestError(f"{where}: the column {name} is there twice")


def _row(where: str, cells: dict[str, str]) -> tuple[str, bytes, bytes, bytes]:
    for name in _NEEDED:
        if not cells.get(name, "").strip():
            raise _ManifestError(f"{where}: the {name} is empty")
    kata = cells.get("kata", "").strip()
    return where, in_bytes(cells["candidate"]), in_bytes(cells["path"].strip()), in_bytes(kata)


def _text_of(path: Path, shown: str) -> str:
    try:
        with opened_file(path) as descriptor, open(descriptor, "rb", closefd=False) as file:
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise UsageError(f"there is no file {shown}") from None
    except (CannotOpenError, OSError) as error:
        raise UsageError(f"cannot read {shown}: {error}") from None
    if len(data) > MOST_BYTES:
        raise UsageError(f"{shown} is larger than {in_units(MOST_BYTES)}, so it is not a manifest")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError(f"{shown} is not UTF-8: save it as UTF-8") from None


class _OpenArchive:
    def __init__(self, path: Path, shown: str, archive: Archive) -> None:
        self._shown, self._archive = shown, archive
        self._left, self._lost = min(archive.most_bytes, MOST_TAKEN), 0
        try:
            with opened_file(path) as descriptor:
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
        try:
            said = _ask_child(
                ListRequest(self._archive), LISTING_S, self._file, self._scratch.fileno()
            )
        except ConfinedError as error:
            why = _failure_message(error)
            raise SourceError(
                f"{self._shown} is not an archive to trust: {why}; pack it again"
            ) from None
        if isinstance(said, Refused):
            raise SourceError(_archive_message(said, self._archive, self._shown))
        assert isinstance(said, ArchiveListing)
        kinds = (ItemKind.FILE, ItemKind.FOLDER)
        return tuple(
            Item(PurePosixPath(from_bytes(place)), kinds[is_it]) for place, is_it in said.places
        )

    def read(self, place: PurePosixPath) -> bytes:
        said = self._ask_for_member(place)
        if isinstance(said, Refused):
            if said.trouble is Trouble.TOO_LARGE:
                self._left -= int(said.about)
            raise UnreadableError(_member_message(said, self._archive))
        assert isinstance(said, MemberContent)
        self._left -= len(said.data)
        if self._left < 0:
            raise UnreadableError(_member_message(Refused(Trouble.TOO_MUCH), self._archive))
        return said.data

    def _ask_for_member(self, place: PurePosixPath) -> Reply:
        if self._lost == _MOST_LOST or self._left < 0:
            return Refused(Trouble.TOO_MUCH if self._left < 0 else Trouble.DAMAGED, "given up")
        # Whoever answers may be another child, that has to list it first.
        cpu_s = READING_S + (LISTING_S if self._lost else 0)
        try:
            return _ask_child(
                ReadRequest(self._archive, in_bytes(str(place))),
                cpu_s,
                self._file,
                self._scratch.fileno(),
            )
        except ConfinedError as error:
            self._lost += 1
            raise UnreadableError(
                f"in its archive, {_failure_message(error)}: pack it again"
            ) from None
