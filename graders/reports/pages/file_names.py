"""Name the page of each candidate so that every file system takes it and people can read it.

Letters and digits of every script stay, as NFC has them and in small letters, with the marks that
belong to them; all else becomes a hyphen, and what nobody sees is left out. Two names are one where
a file system may take them for one: whatever their capitals, compositions or widths.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from urllib.parse import quote

LONGEST = 60
"""How many bytes of UTF-8 are kept of a name: three of them make one file name, too."""
UNNAMED = "candidate"
SUFFIX = ".html"
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)")
"""What Windows takes for a device, whatever follows the dot."""
_MARKS = ("Mn", "Mc")
_INVISIBLE = frozenset(
    map(
        chr,
        (
            *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0),
            *range(0x180B, 0x1810),
            *range(0xFE00, 0xFE10),
            *range(0xE0100, 0xE01F0),
        ),
    )
)
"""Letters and marks that show nothing (Default_Ignorable_Code_Point of Unicode)."""


def file_names(candidates: Sequence[str]) -> tuple[str, ...]:
    """Return a file name for each candidate, no two of which any file system takes for one.

    Where two candidates would share one, both get a piece of the name's hash; a candidate who comes
    twice is counted.

    >>> file_names(["Ada Lovelace", "../../etc", "Zoë", "con", "王小明", "Анна К."])
    ('ada-lovelace.html', 'etc.html', 'zoë.html', 'con-1143da2b.html', '王小明.html', 'анна-к.html')
    """
    stems = [_stem(candidate) for candidate in candidates]
    times = Counter(map(_as_compared, stems))
    wanted = [
        f"{stem}-{_piece(candidate)}"
        if times[_as_compared(stem)] > 1 or _RESERVED.fullmatch(stem)
        else stem
        for stem, candidate in zip(stems, candidates, strict=True)
    ]
    return tuple(f"{name}{SUFFIX}" for name in _counted(wanted))


def link_to(path: str) -> str:
    """Return what leads to a file in a link.

    >>> link_to("candidates/zoë.html")
    'candidates/zo%C3%AB.html'
    """
    return quote(path)


def _stem(candidate: str) -> str:
    kept = ""
    for char in unicodedata.normalize("NFC", candidate.lower()):
        kind = unicodedata.category(char)
        if kind == "Cf" or char in _INVISIBLE:
            continue
        belongs = kind in _MARKS and kept[-1:] not in ("", "-")
        if kind.startswith("L") or kind == "Nd" or belongs:
            kept += char
        elif not kept.endswith("-"):
            kept += "-"
    composed = unicodedata.normalize("NFC", kept.lstrip("-")).encode()
    return composed[:LONGEST].decode(errors="ignore").strip("-") or UNNAMED


def _as_compared(name: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def _piece(candidate: str) -> str:
    return hashlib.sha256(candidate.encode("utf-8", "surrogatepass")).hexdigest()[:8]


def _counted(names: Sequence[str]) -> Iterator[str]:
    wanted, taken = set(map(_as_compared, names)), set[str]()
    for name in names:
        counted, number = name, 1
        while (known := _as_compared(counted)) in taken or (number > 1 and known in wanted):
            number += 1
            counted = f"{name}-{number}"
        taken.add(known)
        yield counted
