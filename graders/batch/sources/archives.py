"""Read archives and manifests, which strangers wrote, by a confined child.

The child loads this module, too, and calls `answer`: it takes archives apart (`unpacking.py`) and
reads the rows of a manifest, a table in CSV or JSON that says whose submission lies where.
"""

from __future__ import annotations

import codecs
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

from graders.batch.sources.exports import Person
from graders.batch.sources.layout import (
    Item,
    ItemKind,
    SourceError,
    SubmissionTree,
    archive_stem,
    shortened,
)
from graders.batch.sources.people import PeopleText, PeopleTold, people_told
from graders.batch.sources.unpacking import (
    MOST_DEEP,
    MOST_OPEN,
    MOST_WHOLE,
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
from graders.model.usage_error import UsageError
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


Question = ListRequest | ReadRequest | ManifestText | PeopleText


class ManifestRows(msgspec.Struct, frozen=True, tag=True):
    """All rows as they are sent, the cells as bytes, as a text in JSON need not be Unicode.

    `faults` is what is wrong with others, each by its place in the order of all.
    """

    sent: tuple[tuple[str, dict[bytes, bytes]], ...]
    faults: tuple[str, ...] = ()

    @property
    def rows(self) -> tuple[ManifestRow, ...]:
        return tuple(
            _manifest_row(
                where, {from_bytes(name): from_bytes(cell) for name, cell in cells.items()}
            )
            for where, cells in self.sent
        )


class ManifestRefusal(msgspec.Struct, frozen=True, tag=True):
    why: str


Reply = ArchiveListing | MemberContent | Refused | ManifestRows | ManifestRefusal | PeopleTold

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
_MOST_FAULTS = 20
_MOST_COLUMNS, _LONGEST_CELL = 40, 500
_NEEDED = COLUMNS[:2]
_DELIMITERS = (",", ";", "\t")
MOST_BYTES = 16 * MIB
_ENCODINGS = {"utf-16": "UTF-16", "cp1252": "Windows-1252"}
_CPU_S = 5.0
MOST_MEMBERS = 50_000
MOST_TAKEN = 96 * MIB
"""How many bytes all submissions in one archive may hold together."""
_PEOPLE_S = 5.0
LISTING_S, READING_S = 8.0, 1.0
"""Seconds of CPU time that it may take to list an archive, and to read one file from it.

A tar file of `MOST_MEMBERS` takes 1.9 s to list on an idle core, and twice that on a busy one.
"""
_MOST_LOST = 3
"""So many files of an archive may cost a child; the others are not read then."""
_numbers = itertools.count()


def archive_tree(path: Path, most: int = MOST_UNPACKED) -> SubmissionTree:
    """List an archive; raise `SourceError` where it cannot be read, is not safe, or is too large.

    No more than `most` bytes are taken of it, packed or unpacked.
    """
    try:
        with opened_file(path) as descriptor:
            file = os.dup(descriptor)
    except FileNotFoundError:
        raise SourceError("there is no such file") from None
    except (CannotOpenError, OSError) as error:
        raise SourceError(str(error)) from None
    return _tree(path, file, _Allowance(most, min(most, MOST_TAKEN), MOST_MEMBERS))


class _Allowance:
    """How much is still taken of an archive, and of those that lie in it: `packed` bytes, read."""

    def __init__(self, packed: int, taken: int, members: int) -> None:
        self.packed, self.taken, self.members = packed, taken, members


def _tree(path: Path, file: int, left: _Allowance, depth: int = 1) -> SubmissionTree:
    archive = Archive(next(_numbers), path.name.lower(), left.packed, left.members)
    files = _OpenArchive(file, archive, left)

    def opened(place: PurePosixPath) -> SubmissionTree:
        if depth == MOST_OPEN:
            raise UnreadableError(
                f"it is nested {MOST_OPEN} archives deep, and is not opened: {_INSTEAD}"
            )
        with tempfile.TemporaryFile() as inner:
            inner.write(files.read(place))
            inner.flush()
            return _tree(path / place, os.dup(inner.fileno()), left, depth + 1)

    stem = archive_stem(path.name) or path.stem
    return SubmissionTree(str(path), stem, files.items(), files.read, files.read, opened)


def read_people(layout: str, data: bytes) -> dict[str, Person]:
    """Read what a platform's own file says of people; raise `UnreadableError` with the reason."""
    try:
        said = _ask_child(PeopleText(layout, data), _PEOPLE_S)
    except ConfinedError as error:
        raise UnreadableError(_failure_message(error)) from None
    assert isinstance(said, PeopleTold)
    return said.people


def read_manifest(path: Path) -> Manifest:
    """Read the manifest at `path`; raise `UsageError` for what is wrong with all of it."""
    shown = on_one_line(str(path))
    text, encoding = _text_of(path, shown)
    try:
        said = _ask_child(ManifestText(text, path.suffix.lower() == ".json", shown), _CPU_S)
    except ConfinedError as error:
        raise UsageError(f"{shown} is not a manifest: {_failure_message(error)}") from None
    if isinstance(said, ManifestRefusal):
        raise UsageError(said.why)
    assert isinstance(said, ManifestRows)
    return Manifest(said.rows, said.faults, encoding)


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
    if isinstance(asked, PeopleText):
        return people_told(asked)
    file, scratch = descriptors
    if isinstance(asked, ListRequest):
        return list_archive(asked.archive, file, scratch)
    return read_member(asked.archive, asked.place, file, scratch)


class ManifestRow(msgspec.Struct, frozen=True):
    """One row; `where` is how messages call it, such as `class.csv, line 3`.

    `columns` are those that mean nothing to us, where something stands in them.
    """

    where: str
    candidate: str
    path: str
    kata: str | None
    columns: tuple[tuple[str, str], ...] = ()


class Manifest(msgspec.Struct, frozen=True):
    """A manifest as it was read; `faults` tell what is wrong with rows that are not among these.

    `encoding` is what it was read in, empty where that is UTF-8.
    """

    rows: tuple[ManifestRow, ...]
    faults: tuple[str, ...] = ()
    encoding: str = ""


def _manifest_row(where: str, cells: Mapping[str, str]) -> ManifestRow:
    others = tuple(
        (shortened(on_one_line(name)), shortened(on_one_line(cell.strip()), _LONGEST_CELL))
        for name, cell in cells.items()
        if name not in COLUMNS and cell.strip()
    )
    kata = cells.get("kata", "").strip() or None
    return ManifestRow(where, cells["candidate"], cells["path"].strip(), kata, others)


def _parse_manifest(table: ManifestText) -> ManifestRows | ManifestRefusal:
    found, faults = [], []
    try:
        read = (_rows_of_json if table.is_json else _rows_of_csv)(table.text, table.shown)
        for where, cells in _limited_rows(read, table.shown):
            fault = cells if isinstance(cells, str) else _fault_of(cells)
            if fault:
                faults.append(f"{where}: {fault}")
            elif not isinstance(cells, str):
                sent = {in_bytes(name): in_bytes(cell) for name, cell in cells.items()}
                found.append((where, sent))
    except _ManifestError as error:
        if not faults:
            return ManifestRefusal(str(error))
        faults.append(str(error))
    if not found and not faults:
        return ManifestRefusal(f"{table.shown} names no submission: write a line for each ({SAY})")
    return ManifestRows(tuple(found), tuple(faults))


def _failure_message(error: ConfinedError) -> str:
    said = _FAILURES[error.failure]
    return f"{said} ({error})" if error.failure is Failure.FAILED else said


def _archive_message(refused: Refused, archive: Archive) -> str:
    about, most = refused.about, in_units(archive.most_bytes)
    said = {
        Trouble.DAMAGED: f"it is damaged, or no archive ({about}): pack it again",
        Trouble.TOO_MANY: f"it holds more than {archive.most_members:,} files: {_INSTEAD}",
        Trouble.TOO_MUCH: f"it unpacks to more than {most}: {_INSTEAD}",
        Trouble.TOO_DEEP: f"it holds names that are longer, or lie deeper, than {MOST_DEEP} "
        "folders: pack it again",
        Trouble.LEADS_OUT: f"it holds {about}, a name that leads out of it: do not trust it, "
        "and look into it before you unpack it",
        Trouble.TWICE: f"it holds {about} twice: {_INSTEAD}",
    }
    return said.get(refused.trouble) or _member_message(refused, archive)


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


_Row = tuple[str, dict[str, str] | str]
"""Where it stands, and its cells, or what is wrong with it."""


def _limited_rows(read: Iterator[_Row], shown: str) -> Iterator[_Row]:
    for number, each in enumerate(read):
        if number == MOST_ROWS:
            raise _ManifestError(f"{shown} has more than {MOST_ROWS:,} rows: split it")
        yield each


def _rows_of_csv(text: str, shown: str) -> Iterator[_Row]:
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
                columns = [_column(cell.strip()) for cell in cells]
                if fault := _fault_of_columns(columns):
                    raise _ManifestError(f"{where}: {fault}")
            elif len(cells) != len(columns):
                yield where, f"{len(cells)} cells, but {len(columns)} columns"
            else:
                yield where, dict(zip(columns, cells, strict=True))
    except csv.Error as error:
        raise _ManifestError(f"{shown}, line {reader.line_num}: {error}") from None


def _column(name: str) -> str:
    return name.lower() if name.lower() in COLUMNS else name


def _rows_of_json(text: str, shown: str) -> Iterator[_Row]:
    try:
        entries = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _ManifestError(f"{shown} is not JSON: {on_one_line(str(error))}") from None
    if not isinstance(entries, list):
        raise _ManifestError(f"{shown} should be a list of objects with {SAY}")
    for number, entry in enumerate(entries, 1):
        where = f"{shown}, entry {number}"
        if not isinstance(entry, dict):
            yield where, f"it should be an object with {SAY}"
            continue
        cells = {
            name: str(value) if name not in COLUMNS and isinstance(value, int | float) else value
            for name, value in entry.items()
            if value is not None
        }
        are_texts = all(isinstance(value, str) for value in cells.values())
        fault = _fault_of_columns(list(entry)) or (
            "" if are_texts else "every value should be a text"
        )
        yield where, fault or cells


def _fault_of_columns(columns: Sequence[str]) -> str:
    for name in _NEEDED:
        if name not in columns:
            return f"there is no column {name}; write {SAY}"
    twice = next((name for name in columns if columns.count(name) > 1), None)
    if twice is not None:
        return f"there are two columns {on_one_line(twice)}"
    return f"more than {_MOST_COLUMNS} columns" if len(columns) > _MOST_COLUMNS else ""


def _fault_of(cells: Mapping[str, str]) -> str:
    empty = [name for name in _NEEDED if not cells.get(name, "").strip()]
    return f"the {empty[0]} is empty" if empty else ""


def _text_of(path: Path, shown: str) -> tuple[str, str]:
    """Return what is in a manifest, and in what that is written, where it is not UTF-8."""
    try:
        data = read_whole(path, MOST_BYTES)
    except FileNotFoundError:
        raise UsageError(f"there is no file {shown}") from None
    except UnreadableError as error:
        raise UsageError(f"cannot read {shown} as a manifest: {error}") from None
    is_wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    for encoding in ("utf-16",) if is_wide else ("utf-8-sig", "cp1252"):
        try:
            return data.decode(encoding), "" if encoding == "utf-8-sig" else _ENCODINGS[encoding]
        except UnicodeDecodeError:
            continue
    raise UsageError(f"{shown} is not UTF-8: save it as UTF-8")


def read_whole(path: Path, most: int = MOST_WHOLE) -> bytes:
    """Read a file that is no submission; raise `UnreadableError` where it is larger than `most`."""
    try:
        with opened_file(path) as descriptor, open(descriptor, "rb", closefd=False) as file:
            data = file.read(most + 1)
    except FileNotFoundError:
        raise
    except (CannotOpenError, OSError) as error:
        raise UnreadableError(str(error)) from None
    if len(data) > most:
        raise UnreadableError(f"it is larger than {in_units(most)}")
    return data


class _OpenArchive:
    def __init__(self, file: int, archive: Archive, left: _Allowance) -> None:
        self._archive, self._file, self._left = archive, file, left
        self._lost, self._listed_by = 0, confined(WORK).pid
        self._scratch = tempfile.TemporaryFile()  # noqa: SIM115  # open as long as the archive
        weakref.finalize(self, self._scratch.close)
        weakref.finalize(self, os.close, self._file)
        if os.fstat(file).st_size > archive.most_bytes:
            raise SourceError(f"it is larger than {in_units(archive.most_bytes)}: {_INSTEAD}")

    def items(self) -> tuple[Item, ...]:
        try:
            said = self._ask(ListRequest(self._archive), LISTING_S)
        except ConfinedError as error:
            why = _failure_message(error)
            raise SourceError(f"it is no archive to trust: {why}; pack it again") from None
        if isinstance(said, Refused):
            raise SourceError(_archive_message(said, self._archive))
        assert isinstance(said, ArchiveListing)
        self._left.members -= said.members
        kinds = (ItemKind.FILE, ItemKind.FOLDER)
        return tuple(
            Item(PurePosixPath(from_bytes(place)), kinds[is_it]) for place, is_it in said.places
        )

    def read(self, place: PurePosixPath) -> bytes:
        said = self._ask_for_member(place)
        if isinstance(said, Refused):
            if said.trouble is Trouble.TOO_LARGE:
                self._left.taken -= int(said.about)
            raise UnreadableError(_member_message(said, self._archive))
        assert isinstance(said, MemberContent)
        self._left.taken -= len(said.data)
        if self._left.taken < 0:
            raise UnreadableError(_member_message(Refused(Trouble.TOO_MUCH), self._archive))
        return said.data

    def _ask_for_member(self, place: PurePosixPath) -> Reply:
        is_spent = self._left.taken < 0
        if self._lost == _MOST_LOST or is_spent:
            return Refused(Trouble.TOO_MUCH if is_spent else Trouble.DAMAGED, "given up")
        # Another child than the one that listed it has to do so first.
        is_listed = self._listed_by is not None and self._listed_by == confined(WORK).pid
        cpu_s = READING_S + (0 if is_listed else LISTING_S)
        try:
            return self._ask(ReadRequest(self._archive, in_bytes(str(place))), cpu_s)
        except ConfinedError as error:
            self._lost += 1
            raise UnreadableError(
                f"in its archive, {_failure_message(error)}: pack it again"
            ) from None

    def _ask(self, asked: ListRequest | ReadRequest, cpu_s: float) -> Reply:
        said = _ask_child(asked, cpu_s, self._file, self._scratch.fileno())
        self._listed_by = confined(WORK).pid
        return said
