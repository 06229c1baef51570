"""Know what everybody was given: the katas' starters and statements, and the published lessons."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import kata
import solutions
from graders.likeness.fingerprints import fingerprints_of

_FENCED = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
_PROMPT = re.compile(r"^(?:>>>|\.\.\.) ?", re.MULTILINE)


@cache
def given() -> frozenset[int]:
    """Return the fingerprints of all that is published: they say nothing of who wrote a file."""
    return frozenset(
        each for name, content in _published() for each in fingerprints_of(name, content).hashes
    )


def _published() -> Iterator[tuple[str, bytes]]:
    for package in (kata, solutions):
        folder = Path(package.__path__[0])
        for path in sorted(folder.rglob("*.py")):
            yield path.name, path.read_bytes()
        for path in sorted(folder.rglob("*.md")):
            for block in _FENCED.findall(path.read_text(encoding="utf-8")):
                yield "block.py", _PROMPT.sub("", block).encode()
