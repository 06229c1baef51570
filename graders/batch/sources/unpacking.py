"""Take a zip or tar archive apart, in a confined child: nothing in it is believed.

What is counted is what was read: members, the parts of their names, bytes. What an archive says of
itself bounds nothing.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import stat
import tarfile
import zipfile
from collections.abc import Iterator
from enum import StrEnum
from pathlib import PurePosixPath
from typing import IO, NamedTuple, Protocol

import msgspec

from graders.batch.sources.exports import METADATA
from graders.batch.sources.layout import (
    archive_stem,
    is_passed_over,
    is_well_known,
    looks_like_source,
)
from graders.grading.folders import ENVIRONMENT
from graders.grading.folders import MOST_BYTES as MOST_OF_FOLDER
from graders.grading.intake import MAX_BYTES
from graders.model.limits import MIB
from graders.model.text import on_one_line

MOST_DEEP = 32
"""How many folders a file may lie in."""
LONGEST_NAME = 4096
MOST_PARTS = 250_000
"""How many folders and files the names of all members may name together."""
MOST_WHOLE = 16 * MIB
"""How large a file may be that is not submitted itself: an archive in another, a list of people."""
MOST_OPEN = 2
"""How deep archives may lie in one another, and so how many are open."""
_DECODER_BYTES = 80 * MIB  # xz at its strongest takes 65 MiB to unpack
_LONGEST_WHY = 200
_IS_UTF_8 = 0x800
_CHUNK = MIB


class Trouble(StrEnum):
    DAMAGED = "damaged"
    TOO_MANY = "too_many"
    TOO_MUCH = "too_much"
    TOO_DEEP = "too_deep"
    LEADS_OUT = "leads_out"
    TWICE = "twice"
    ENCRYPTED = "encrypted"
    METHOD = "method"
    LINKED = "linked"
    ODD = "odd"
    TOO_LARGE = "too_large"


class Archive(msgspec.Struct, frozen=True):
    """Which archive is meant, by a number of its own, and how much is read of it.

    `name` is that of its file, in small letters, which tells how it is packed.
    """

    number: int
    name: str
    most_bytes: int
    most_members: int


class ListRequest(msgspec.Struct, frozen=True, tag=True):
    archive: Archive


class ReadRequest(msgspec.Struct, frozen=True, tag=True):
    archive: Archive
    place: bytes


class ArchiveListing(msgspec.Struct, frozen=True, tag=True):
    """The places of the files and folders in an archive, in its own order.

    `members` counts also those that are passed over.
    """

    places: list[tuple[bytes, bool]]
    """Each with whether it is a folder."""
    members: int


class MemberContent(msgspec.Struct, frozen=True, tag=True):
    data: bytes


class Refused(msgspec.Struct, frozen=True, tag=True):
    """Why not; `about` is a name in the archive, or what the parser said."""

    trouble: Trouble
    about: str = ""


class ArchiveRefusedError(Exception):
    def __init__(self, trouble: Trouble, about: str = "") -> None:
        super().__init__(trouble.value)
        self.refused = Refused(trouble, on_one_line(about[:_LONGEST_WHY]))


class _Members(Protocol):
    places: dict[PurePosixPath, bool]
    count: int

    def read(self, place: PurePosixPath) -> bytes: ...


_open: dict[int, _Members] = {}
"""The archives that were asked about last, by their numbers."""


def list_archive(archive: Archive, file: int, scratch: int) -> ArchiveListing | Refused:
    """Return what is in the archive in the open `file`; what it unpacks to goes to `scratch`."""
    try:
        members = _open_archive(archive, file, scratch)
    except ArchiveRefusedError as error:
        return error.refused
    places = [(in_bytes(str(place)), folder) for place, folder in members.places.items()]
    return ArchiveListing(places, members.count)


def read_member(archive: Archive, place: bytes, file: int, scratch: int) -> MemberContent | Refused:
    """Return the bytes of a file in it."""
    try:
        members = _open_archive(archive, file, scratch)
        return MemberContent(_read_guarded(members, PurePosixPath(from_bytes(place))))
    except ArchiveRefusedError as error:
        return error.refused


def _read_guarded(members: _Members, place: PurePosixPath) -> bytes:
    try:
        return members.read(place)
    except (ArchiveRefusedError, MemoryError):
        raise
    except Exception as error:  # no list of what the library raises of changed bytes is whole
        raise _damage_error(error) from None


def _open_archive(archive: Archive, file: int, scratch: int) -> _Members:
    members = _open.pop(archive.number, None)
    if members is None:
        while len(_open) >= MOST_OPEN:
            del _open[next(iter(_open))]
        try:
            members = _members(archive, file, scratch)
        except (ArchiveRefusedError, MemoryError):
            raise
        except RecursionError:
            raise ArchiveRefusedError(Trouble.TOO_DEEP) from None
        except Exception as error:
            raise _damage_error(error) from None
    _open[archive.number] = members
    return members


def _damage_error(error: Exception) -> ArchiveRefusedError:
    return ArchiveRefusedError(Trouble.DAMAGED, str(error) or type(error).__name__)


def _members(archive: Archive, file: int, scratch: int) -> _Members:
    packed = os.fdopen(os.dup(file), "rb")
    packed.seek(0)
    if archive.name.endswith(".zip"):
        return _Zip(packed, archive)
    return _Tar(_unpack(packed, archive, scratch), archive)


class _Places:
    """Take down where the members of an archive are to lie, as long as there are not too many."""

    def __init__(self, archive: Archive) -> None:
        self.found: dict[PurePosixPath, bool] = {}
        self._most, self.seen, self._parts = archive.most_members, 0, 0

    def add(self, name: str, *, is_folder: bool) -> PurePosixPath | None:
        """Return where a member is to lie; None for what is passed over.

        Raises `ArchiveRefusedError` for a name that leads out of the archive, and for one too many.
        """
        self.seen += 1
        if self.seen > self._most:
            raise ArchiveRefusedError(Trouble.TOO_MANY)
        if len(name) > LONGEST_NAME:
            raise ArchiveRefusedError(Trouble.TOO_DEEP)
        parts = PurePosixPath(name.replace("\\", "/")).parts
        if not parts:
            return None
        drive = len(parts[0]) > 1 and parts[0][1] == ":"
        if parts[0].startswith("/") or ".." in parts or drive or "\0" in name:
            raise ArchiveRefusedError(Trouble.LEADS_OUT, name)
        if len(parts) > MOST_DEEP:
            raise ArchiveRefusedError(Trouble.TOO_DEEP)
        if any(map(is_passed_over, parts)):
            return None
        self._parts += len(parts)
        if self._parts > MOST_PARTS:
            raise ArchiveRefusedError(Trouble.TOO_MANY)
        place = PurePosixPath(*parts)
        if not is_folder and self.found.get(place) is False:
            raise ArchiveRefusedError(Trouble.TWICE, str(place))
        self.found.setdefault(place, is_folder)
        if not is_folder:
            self.found[place] = False
        return place

    def without_environments(self) -> dict[PurePosixPath, bool]:
        """Leave out what lies in an environment, of which nothing is anybody's own."""
        left = {
            place.parent
            for place, is_folder in self.found.items()
            if not is_folder and place.name == ENVIRONMENT
        } - {PurePosixPath()}
        if not left:
            return self.found
        return {
            place: is_folder
            for place, is_folder in self.found.items()
            if not left & {place, *place.parents}
        }


class _Zip:
    def __init__(self, packed: IO[bytes], archive: Archive) -> None:
        self._archive = zipfile.ZipFile(packed)
        self._members: dict[PurePosixPath, zipfile.ZipInfo] = {}
        places = _Places(archive)
        for member in self._archive.infolist():
            place = places.add(_name_of(member), is_folder=member.is_dir())
            if place is not None and not member.is_dir():
                self._members[place] = member
        self.places, self.count = places.without_environments(), places.seen

    def read(self, place: PurePosixPath) -> bytes:
        member = self._members[place]
        if member.flag_bits & 1:
            raise ArchiveRefusedError(Trouble.ENCRYPTED)
        kind = stat.S_IFMT(member.external_attr >> 16) if member.create_system == 3 else 0
        if kind == stat.S_IFLNK:
            raise ArchiveRefusedError(Trouble.LINKED)
        if kind not in (0, stat.S_IFREG):
            raise ArchiveRefusedError(Trouble.ODD)
        if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise ArchiveRefusedError(Trouble.METHOD)
        with self._archive.open(member) as file:
            return _read_limited(file, place)


def _name_of(member: zipfile.ZipInfo) -> str:
    """Return a member's name, also where it is in UTF-8 and the archive does not say so."""
    if member.flag_bits & _IS_UTF_8:
        return member.orig_filename
    try:
        return member.orig_filename.encode("cp437").decode("utf-8")
    except UnicodeError:
        return member.orig_filename


class _TarMember(NamedTuple):
    begin: int
    size: int
    trouble: Trouble | None


class _Tar:
    def __init__(self, unpacked: IO[bytes], archive: Archive) -> None:
        self._file = unpacked
        size = unpacked.seek(0, os.SEEK_END)
        unpacked.seek(0)
        self._kept: dict[PurePosixPath, _TarMember] = {}
        places, end = _Places(archive), 0
        tar = tarfile.open(fileobj=unpacked, mode="r:")  # noqa: SIM115  # the file stays open
        while (member := tar.next()) is not None:
            tar.members.clear()  # type: ignore[attr-defined]  # there is no need for a list
            end = tar.offset
            if not 0 <= end <= size:
                raise tarfile.ReadError("it was cut off")
            place = places.add(member.name, is_folder=member.isdir())
            if place is not None and not member.isdir():
                self._kept[place] = _TarMember(member.offset_data, member.size, _trouble_of(member))
        unpacked.seek(end)
        block = unpacked.read(tarfile.BLOCKSIZE)
        if any(block) or not block:
            raise tarfile.ReadError("it was cut off")
        self.places, self.count = places.without_environments(), places.seen

    def read(self, place: PurePosixPath) -> bytes:
        kept = self._kept[place]
        if kept.trouble is not None:
            raise ArchiveRefusedError(kept.trouble)
        self._file.seek(kept.begin)
        content = _read_limited(self._file, place, kept.size)
        if len(content) != kept.size:
            raise tarfile.ReadError("it was cut off")
        return content


def _trouble_of(member: tarfile.TarInfo) -> Trouble | None:
    if member.issym() or member.islnk():
        return Trouble.LINKED
    return None if member.isreg() and not member.issparse() else Trouble.ODD


def _read_limited(file: IO[bytes], place: PurePosixPath, size: int | None = None) -> bytes:
    # Of source text fewer bytes are taken than of what lies beside it.
    most = MAX_BYTES if looks_like_source(place) or is_well_known(place) else MOST_OF_FOLDER
    if place.name == METADATA or archive_stem(place.name) is not None:
        most = MOST_WHOLE
    content = file.read(most + 1 if size is None else min(size, most + 1))
    if len(content) > most:
        raise ArchiveRefusedError(Trouble.TOO_LARGE, str(most))
    return content


def _unpack(packed: IO[bytes], archive: Archive, scratch: int) -> IO[bytes]:
    if archive.name.endswith("gz"):
        parts = _chunks_of(gzip.GzipFile(fileobj=packed))
    elif archive.name.endswith("bz2"):
        parts = _chunks_of(bz2.BZ2File(packed))
    elif archive.name.endswith("xz"):
        parts = _chunks_of_xz(packed)
    else:
        return packed
    whole = os.fdopen(os.dup(scratch), "w+b")
    whole.truncate(0)
    whole.seek(0)
    size = 0
    for part in parts:
        size += len(part)
        if size > archive.most_bytes:
            raise ArchiveRefusedError(Trouble.TOO_MUCH)
        whole.write(part)
    whole.flush()
    return whole


def _chunks_of(file: IO[bytes] | gzip.GzipFile | bz2.BZ2File) -> Iterator[bytes]:
    while part := file.read(_CHUNK):
        yield part


def _chunks_of_xz(packed: IO[bytes]) -> Iterator[bytes]:
    data = packed.read(_CHUNK)
    while data:
        decoder = lzma.LZMADecompressor(memlimit=_DECODER_BYTES)
        while not decoder.eof:
            if decoder.needs_input and not data:
                raise EOFError("it was cut off")
            yield decoder.decompress(data, _CHUNK)
            data = packed.read(_CHUNK) if decoder.needs_input and not decoder.eof else b""
        data = (decoder.unused_data + packed.read(_CHUNK)).lstrip(b"\0")


def in_bytes(text: str) -> bytes:
    """Return a text as it can be sent, also where it is no Unicode; `from_bytes` reads it."""
    return text.encode("utf-8", "surrogatepass")


def from_bytes(data: bytes) -> str:
    """Return what `in_bytes` was given."""
    return data.decode("utf-8", "surrogatepass")
