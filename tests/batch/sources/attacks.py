"""Archives that were made to hang, fill or crash whoever reads them, and changed copies."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import random
import struct
import tarfile
import zipfile
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

MIB = 1 << 20


def zipped(files: Mapping[str, bytes], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a zip archive."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", how) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return stream.getvalue()


def tarred(files: Mapping[str, bytes], how: int = tarfile.PAX_FORMAT) -> bytes:
    """Return a tar archive."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=how) as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return stream.getvalue()


def header(name: str, kind: bytes, size: int, field: bytes | None = None) -> bytes:
    """Return the head of a member in a tar; `field` stands for its size as it is."""
    member = tarfile.TarInfo(name)
    member.type, member.size = kind, size
    data = bytearray(member.tobuf(tarfile.USTAR_FORMAT))
    if field is not None:
        data[124:136] = field
        data[148:156] = b" " * 8
        data[148:156] = b"%06o\0 " % sum(data[:512])
    return bytes(data)


def padded(data: bytes) -> bytes:
    """Return it filled up to whole blocks."""
    return data + bytes(-len(data) % tarfile.BLOCKSIZE)


END = bytes(2 * tarfile.BLOCKSIZE)


def _negative_size() -> bytes:
    return header("a.py", tarfile.REGTYPE, 0, b"\xff" * 10 + b"\xfe\x00") * 2 + END


def _pax(records: bytes) -> bytes:
    head = header("pax", tarfile.XHDTYPE, len(records)) + padded(records)
    return head + header("a.py", tarfile.REGTYPE, 0) + END


def _digits() -> bytes:
    """Make the expression that reads extended headers try every digit with every other."""
    return _pax(b"1" * (2 * MIB))


def _long_names(count: int = 4000) -> bytes:
    one = header("././@LongLink", tarfile.GNUTYPE_LONGNAME, 1) + padded(b"a")
    return one * count + header("a.py", tarfile.REGTYPE, 0) + END


def _sparse() -> bytes:
    records = [b"GNU.sparse.major=1", b"GNU.sparse.minor=0", b"GNU.sparse.realsize=1099511627776"]
    lines = b"".join(b"%d %s\n" % (len(each) + 4, each) for each in records)
    return _pax(lines)


def _members_behind(count: int) -> bytes:
    """Return a zip that holds so many files, and whose end says that there is one."""
    one = zipped({"000000/a.py": b""}, zipfile.ZIP_STORED)
    start, end = one.index(b"PK\1\2"), one.index(b"PK\5\6")
    names = [b"%06d" % n for n in range(count)]
    files = b"".join(one[:start].replace(b"000000", name) for name in names)
    places = (struct.pack("<L", n * start) for n in range(count))
    head, name_on = one[start : end - 15], one[end - 11 : end]
    entries = b"".join(
        head + place + name_on.replace(b"000000", name)
        for place, name in zip(places, names, strict=True)
    )
    large = (b"PK\6\6", 44, 45, 45, 0, 0, 1, 1, len(entries), len(files))
    tail = struct.pack("<4sQ2H2L4Q", *large)
    tail += struct.pack("<4sLQL", b"PK\6\7", 0, len(files) + len(entries), 1)
    tail += struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 1, 1, len(entries), len(files), 0)
    return files + entries + tail


def _overlapping(count: int = 3000) -> bytes:
    """Return a zip in which all names are of the same packed bytes, a mebibyte of zeros."""
    data = zipped({"000000/a.py": bytes(MIB)})
    start = data.index(b"PK\1\2")
    end = data.index(b"PK\5\6")
    entry = data[start:end]
    entries = b"".join(entry.replace(b"000000", b"%06d" % n) for n in range(count))
    tail = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, count, count, len(entries), start, 0)
    return data[:start] + entries + tail


def _of_zeros(mebibytes: int) -> Iterator[bytes]:
    return (bytes(MIB) for _ in range(mebibytes))


def _gzipped(parts: Iterator[bytes]) -> bytes:
    stream = io.BytesIO()
    with gzip.GzipFile(fileobj=stream, mode="wb") as packed:
        for part in parts:
            packed.write(part)
    return stream.getvalue()


def _large_window() -> bytes:
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 9, "dict_size": 1 << 30}]
    return lzma.compress(b"a", filters=filters)


class Attack(NamedTuple):
    """Hold an archive: its file's name, its bytes, what it tries, and why it is not read.

    Without a reason it can be read, or some of it.
    """

    name: str
    make: Callable[[], bytes]
    idea: str
    reason: str


ATTACKS = {
    "negative_size": Attack(
        "a.tar",
        _negative_size,
        "a member of negative size, so that the next header is the same one again",
        "is damaged, or no archive",
    ),
    "digits_in_a_header": Attack(
        "a.tar",
        _digits,
        "two mebibytes of digits in an extended header, which an expression tries with one another",
        "reading it takes too long",
    ),
    "digits_packed": Attack(
        "a.tar.gz",
        lambda: gzip.compress(_digits()),
        "the same, packed in 2 KB",
        "reading it takes too long",
    ),
    "digits_packed_twice_as_well": Attack(
        "a.tar.xz",
        lambda: lzma.compress(_digits()),
        "the same, packed in half a KB",
        "reading it takes too long",
    ),
    "header_of_length_nought": Attack(
        "a.tar",
        lambda: _pax(b"0 a=b\n" * 10),
        "an extended header whose records have no length",
        "is damaged, or no archive",
    ),
    "negative_size_in_a_header": Attack(
        "a.tar",
        lambda: _pax(b"14 size=-10240\n"),
        "a negative size in an extended header",
        "is damaged, or no archive",
    ),
    "endless_sparse_file": Attack(
        "a.tar", _sparse, "a file with holes that is a tebibyte large", "is damaged, or no archive"
    ),
    "chain_of_long_names": Attack(
        "a.tar.gz",
        lambda: gzip.compress(_long_names()),
        "four thousand long names, each of which is that of the next",
        "names that are longer, or lie deeper",
    ),
    "a_few_long_names": Attack(
        "a.tar.gz", lambda: gzip.compress(_long_names(300)), "three hundred of them", ""
    ),
    "members_that_are_not_told": Attack(
        "a.zip",
        lambda: _members_behind(100_000),
        "a hundred thousand members behind an end that says one",
        "more than 50,000 files",
    ),
    "members_that_overlap": Attack(
        "a.zip", _overlapping, "three thousand names of the same packed mebibyte", ""
    ),
    "zeros_in_a_tar": Attack(
        "a.tar.gz",
        lambda: _gzipped(_of_zeros(1024)),
        "a gibibyte of zeros, packed in one mebibyte",
        "unpacks to more than 256 MiB",
    ),
    "zeros_in_bz2": Attack(
        "a.tar.bz2",
        lambda: bz2.compress(bytes(64 * MIB)),
        "64 MiB of zeros, packed in 79 bytes",
        "",
    ),
    "large_window": Attack(
        "a.tar.xz", _large_window, "a packer's window of a gibibyte", "is damaged, or no archive"
    ),
    "deep_name": Attack(
        "a.zip",
        lambda: zipped({"a/" * 20_000 + "a.py": b""}),
        "a file in 20,000 folders",
        "names that are longer, or lie deeper",
    ),
    "long_name": Attack(
        "a.zip",
        lambda: zipped({"a" * 60_000 + ".py": b""}),
        "a name of 60,000 characters",
        "names that are longer, or lie deeper",
    ),
    "long_name_in_a_tar": Attack(
        "a.tar",
        lambda: tarred({"a" * 5_000_000 + ".py": b""}),
        "a name of five million characters",
        "names that are longer, or lie deeper",
    ),
    "deep_name_in_a_tar": Attack(
        "a.tar.gz",
        lambda: gzip.compress(tarred({"a/" * MIB + "a.py": b""})),
        "a file in a million folders",
        "names that are longer, or lie deeper",
    ),
    "many_deep_names": Attack(
        "a.zip",
        lambda: zipped({f"{'a/' * 30}{n}.py": b"" for n in range(20_000)}, zipfile.ZIP_STORED),
        "twenty thousand files in thirty folders each",
        "more than 50,000 files",
    ),
    "many_members_in_a_tar": Attack(
        "a.tar.gz",
        lambda: gzip.compress(header("a", tarfile.DIRTYPE, 0) * 120_000 + END, 1),
        "120,000 folders",
        "more than 50,000 files",
    ),
    "comment_of_ends": Attack(
        "a.zip",
        lambda: zipped({"a.py": b""})[:-2] + b"\xff\xff" + b"PK\5\6" * 9,
        "a comment that is full of ends",
        "is damaged, or no archive",
    ),
}
_WHOLE: Mapping[str, Callable[[Mapping[str, bytes]], bytes]] = {
    "a.zip": zipped,
    "a.tar": tarred,
    "b.tar": lambda files: tarred(files, tarfile.GNU_FORMAT),
    "a.tar.gz": lambda files: gzip.compress(tarred(files)),
    "a.tar.bz2": lambda files: bz2.compress(tarred(files)),
    "a.tar.xz": lambda files: lzma.compress(tarred(files)),
}
_FILES = {
    "alice/solution.py": b"a = 1\n" * 40,
    "bob/" + "long" * 40 + "/solution.py": bytes(range(256)) * 3,
    "Zo\u00eb/solution.py": b"",
    "eve/main.js": b"export const a = 1;\n",
}


def mutated(count: int, seed: int) -> Iterator[tuple[str, bytes]]:
    """Yield archives of which bytes were changed, cut, doubled or put in from another one."""
    draw = random.Random(seed)
    whole = {name: pack(_FILES) for name, pack in _WHOLE.items()}
    for _ in range(count):
        name = draw.choice(list(whole))
        yield name, _mutant(draw, whole[name], whole[draw.choice(list(whole))])


def _mutant(draw: random.Random, data: bytes, other: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(draw.randint(1, 4)):
        at, length = draw.randrange(len(changed) or 1), draw.randint(1, 600)
        way = draw.randrange(6)
        if way == 0 and changed:
            changed[at] ^= 1 << draw.randrange(8)
        elif way == 1:
            changed[at : at + 4] = draw.choice((b"\xff\xff\xff\xff", bytes(4), b"9999"))
        elif way == 2:
            del changed[at:]
        elif way == 3:
            changed[at:at] = changed[at : at + length]
        elif way == 4:
            start = draw.randrange(len(other))
            changed[at : at + length] = other[start : start + length]
        else:
            del changed[at : at + length]
    return bytes(changed)
