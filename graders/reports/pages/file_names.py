"""Name the file of each candidate's page, whatever characters the candidate's name holds."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence

LONGEST = 60
"""How many characters of a candidate's name are kept."""
UNNAMED = "candidate"
SUFFIX = ".html"
_OTHER = re.compile(r"[^a-z0-9]+")
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)")
"""What Windows takes for a device, whatever follows the dot."""


def file_names(candidates: Sequence[str]) -> tuple[str, ...]:
    """Return a file name for each candidate, no two alike, also where capitals do not count.

    Only a-z, 0-9 and hyphens are in it. Where two candidates would share one, both get a piece of
    the name's hash; a candidate who comes twice is counted.

    >>> file_names(["Ada Lovelace", "../../etc", "Zoë", "con"])
    ('ada-lovelace.html', 'etc.html', 'zoe.html', 'con-1143da2b.html')
    """
    stems = [_stem(candidate) for candidate in candidates]
    shared = {stem for stem, times in Counter(stems).items() if times > 1}
    wanted = [
        f"{stem}-{_piece(candidate)}" if stem in shared or _RESERVED.fullmatch(stem) else stem
        for stem, candidate in zip(stems, candidates, strict=True)
    ]
    return tuple(f"{name}{SUFFIX}" for name in _counted(wanted))


def _stem(candidate: str) -> str:
    plain = unicodedata.normalize("NFKD", candidate).encode("ascii", "ignore").decode().lower()
    return _OTHER.sub("-", plain)[:LONGEST].strip("-") or UNNAMED


def _piece(candidate: str) -> str:
    return hashlib.sha256(candidate.encode("utf-8", "surrogatepass")).hexdigest()[:8]


def _counted(names: Sequence[str]) -> Iterator[str]:
    """Put a number behind each name that was there before."""
    wanted, taken = set(names), set[str]()
    for name in names:
        counted, number = name, 1
        while counted in taken or (number > 1 and counted in wanted):
            number += 1
            counted = f"{name}-{number}"
        taken.add(counted)
        yield counted
