"""Read a zip or tar archive in memory: nothing is written, and no size in it is believed."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from graders.batch.sources.layout import Item, Kind
from graders.batch.sources.names import archive_stem, is_passed_over, is_source, is_well_known
from graders.batch.sources.trees import Tree
from graders.grading.folders import ENVIRONMENT
from graders.grading.folders import MOST_BYTES as MOST_OF_FOLDER
from graders.grading.intake import MAX_BYTES, UnreadableError
from graders.grading.opening import CannotOpenError, opened
from graders.model.limits import MIB, in_units
from graders.model.text import on_one_line
from graders.model.usage import UsageError

MOST_BYTES = 256 * MIB
"""How large an archive may be, packed or unpacked."""
MOST_MEMBERS = 50_000
_MOST_DIRECTORY_BYTES = 16 * MIB
_DECODER_BYTES = 128 * MIB
_END_OF_ZIP = b"PK\5\6"
_LONGEST_COMMENT = 0xFFFF
_LINKED = "it is a link in an archive, which is not followed; hand in the file itself"
_ODD = "it is no regular file"
_INSTEAD = "unpack it, and name the folder"
_DAMAGED = (
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    OSError,
    ValueError,
    NotImplementedError,
    OverflowError,
)
"""What the standard library raises of bytes that are no archive, or one that was cut off."""


def archive_tree(path: Path, most: int = MOST_BYTES) -> Tree:
    """List an archive; raise `UsageError` where it cannot be read, is not safe, or is too large."""
    shown = on_one_line(str(path))
    data = _bytes_of(path, shown, most)
    with _told(shown):
        if path.name.lower().endswith(".zip"):
            items, read = _zip(data, shown, most)
        else:
            items, read = _tar(_unpacked(data, path.name.lower(), shown, most), shown)
    stem = archive_stem(path.name) or path.stem
    return Tree(str(path), stem, _without_environments(items), read)


def _without_environments(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Leave out what lies in an environment, of which nothing is anybody's own."""
    made = {item.place.parent for item in items if item.place.name == ENVIRONMENT}
    left = made - {PurePosixPath()}
    return tuple(item for item in items if not left & {item.place, *item.place.parents})


def _bytes_of(path: Path, shown: str, most: int) -> bytes:
    try:
        with opened(path) as descriptor, open(descriptor, "rb", closefd=False) as file:
            data = file.read(most + 1)
    except FileNotFoundError:
        raise UsageError(f"there is no file {shown}") from None
    except (CannotOpenError, OSError) as error:
        raise UsageError(f"cannot read {shown}: {error}") from None
    if len(data) > most:
        raise UsageError(f"{shown} is larger than {in_units(most)}: {_INSTEAD}")
    return data


@contextmanager
def _told(shown: str) -> Iterator[None]:
    try:
        yield
    except (UsageError, UnreadableError):
        raise
    except _DAMAGED as error:
        why = on_one_line(str(error)) or type(error).__name__
        raise UsageError(f"{shown} is damaged, or no archive ({why}): pack it again") from None


def _zip(data: bytes, shown: str, most: int) -> tuple[tuple[Item, ...], Callable[..., bytes]]:
    _check_directory(data, shown)
    archive = zipfile.ZipFile(io.BytesIO(data))
    members: dict[PurePosixPath, zipfile.ZipInfo] = {}
    items: list[Item] = []
    for member in archive.infolist():
        place = _place(member.orig_filename, shown)
        if place is None:
            continue
        if member.is_dir():
            items.append(Item(place, Kind.FOLDER))
            continue
        _check_once(place, members, shown)
        members[place] = member
        items.append(Item(place))
    left = most

    def read(place: PurePosixPath) -> bytes:
        nonlocal left
        with _told(shown):
            content = _member_of(archive, members[place], shown)
        left -= len(content)
        if left < 0:
            raise _too_much(shown, most)
        return content

    return tuple(items), read


def _check_directory(data: bytes, shown: str) -> None:
    """Raise `UsageError` before a list of members is read that is longer than any honest one."""
    end = data.rfind(_END_OF_ZIP, max(0, len(data) - _LONGEST_COMMENT - 22))
    if end < 0 or len(data) < end + 22:
        raise zipfile.BadZipFile("it has no end")
    members = int.from_bytes(data[end + 10 : end + 12], "little")
    size = int.from_bytes(data[end + 12 : end + 16], "little")
    if members > MOST_MEMBERS or size > _MOST_DIRECTORY_BYTES:
        raise _too_many(shown)


def _member_of(archive: zipfile.ZipFile, member: zipfile.ZipInfo, shown: str) -> bytes:
    if member.flag_bits & 1:
        raise UsageError(f"{shown} is encrypted: {_INSTEAD}")
    kind = member.external_attr >> 28 if member.create_system == 3 else 0
    if kind == 0o12:
        raise UnreadableError(_LINKED)
    if kind not in (0, 0o10):
        raise UnreadableError(_ODD)
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise UsageError(f"{shown} is packed by a method that is not read here: {_INSTEAD}")
    most = _most_for(PurePosixPath(member.orig_filename))
    with archive.open(member) as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise UnreadableError(_too_large(most))
    return content


def _most_for(place: PurePosixPath) -> int:
    """Return how large a file may be: one of source text, or one that lies beside such."""
    return MAX_BYTES if is_source(place) or is_well_known(place) else MOST_OF_FOLDER


def _too_large(most: int) -> str:
    return f"it is larger than a submission may be: {in_units(most)}"


def _unpacked(data: bytes, name: str, shown: str, most: int) -> bytes:
    """Return the tar in a file, and no more of it than it may be large."""
    whole = data
    if name.endswith("gz"):
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as packed:
            whole = packed.read(most + 1)
    elif name.endswith("bz2"):
        with bz2.BZ2File(io.BytesIO(data)) as packed:
            whole = packed.read(most + 1)
    elif name.endswith("xz"):
        whole = _unpacked_xz(data, most)
    if len(whole) > most:
        raise _too_much(shown, most)
    return whole


def _unpacked_xz(data: bytes, most: int) -> bytes:
    """Do so with as much memory as the format needs at its strongest, whatever the file asks."""
    whole = b""
    while data and len(whole) <= most:
        decoder = lzma.LZMADecompressor(memlimit=_DECODER_BYTES)
        whole += decoder.decompress(data, most + 1 - len(whole))
        if not decoder.eof and len(whole) <= most:
            raise EOFError("it was cut off")
        data = decoder.unused_data.lstrip(b"\0") if decoder.eof else b""
    return whole


def _tar(data: bytes, shown: str) -> tuple[tuple[Item, ...], Callable[..., bytes]]:
    contents: dict[PurePosixPath, bytes | str] = {}
    items: list[Item] = []
    number, end = 0, 0
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as archive:
        for number, member in enumerate(archive, 1):
            if number > MOST_MEMBERS:
                raise _too_many(shown)
            end = archive.offset
            if end > len(data):
                raise tarfile.ReadError("it was cut off")
            place = _place(member.name, shown)
            if place is None:
                continue
            if member.isdir():
                items.append(Item(place, Kind.FOLDER))
                continue
            _check_once(place, contents, shown)
            items.append(Item(place))
            contents[place] = _content_of(archive, member, place)
    if any(data[end : end + tarfile.BLOCKSIZE]) or not data[end : end + tarfile.BLOCKSIZE]:
        raise tarfile.ReadError("it was cut off")

    def read(place: PurePosixPath) -> bytes:
        content = contents[place]
        if isinstance(content, str):
            raise UnreadableError(content)
        return content

    return tuple(items), read


def _content_of(
    archive: tarfile.TarFile, member: tarfile.TarInfo, place: PurePosixPath
) -> bytes | str:
    """Return what is in a member, or why that is not read."""
    if member.issym() or member.islnk():
        return _LINKED
    if not member.isreg():
        return _ODD
    if member.size > (most := _most_for(place)):
        return _too_large(most)
    file = archive.extractfile(member)
    content = b"" if file is None else file.read(most + 1)
    if len(content) != member.size:
        raise tarfile.ReadError("it was cut off")
    return content


def _place(name: str, shown: str) -> PurePosixPath | None:
    """Return where a member is to lie; None for what is passed over.

    Raises `UsageError` for a name that leads out of the archive.
    """
    parts = PurePosixPath(name.replace("\\", "/")).parts
    if not parts:
        return None
    drive = len(parts[0]) > 1 and parts[0][1] == ":"
    if parts[0].startswith("/") or ".." in parts or drive or "\0" in name:
        raise UsageError(
            f"{shown} holds {on_one_line(name)}, a name that leads out of it: do not trust it, "
            "and look into it before you unpack it"
        )
    return None if any(map(is_passed_over, parts)) else PurePosixPath(*parts)


def _check_once(place: PurePosixPath, known: Iterable[PurePosixPath], shown: str) -> None:
    if place in known:
        raise UsageError(f"{shown} holds {on_one_line(str(place))} twice: {_INSTEAD}")


def _too_many(shown: str) -> UsageError:
    return UsageError(f"{shown} holds more than {MOST_MEMBERS:,} files: {_INSTEAD}")


def _too_much(shown: str, most: int) -> UsageError:
    return UsageError(f"{shown} unpacks to more than {in_units(most)}: {_INSTEAD}")
