"""Read the fingerprints of submissions in a confined child: they are strangers', and only lexed."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

import msgspec

from graders.model.limits import MIB
from graders.model.submission import Content, Files
from graders.sandbox.confined import ConfinedError, Work, confined
from graders.similarity.fingerprints import LANGUAGES, Fingerprints, fingerprints_of

_CPU_S = 6.0
_MEMORY = 192 * MIB
_MOST_REPLY = 16 * MIB
WORK = Work(__name__, _MEMORY)
"""What the child does, and the memory that it may take for it."""


class _Question(msgspec.Struct, frozen=True):
    name: str
    content: bytes | None = None
    files: Files | None = None


class _Reply(msgspec.Struct, frozen=True):
    """Hold fingerprints as they are sent: the numbers of each list as bytes."""

    key: bytes
    hashes: bytes
    starts: bytes
    ends: bytes
    lines: bytes
    chosen: frozenset[int]
    begins: tuple[int, ...]


def read_fingerprints(
    contents: Sequence[tuple[str, Content | None]], on_failure: Callable[[int], object]
) -> list[Fingerprints]:
    """Return the fingerprints of each; none, told `on_failure` by its place, where it is not read.

    That is one that takes too much time or memory, or that the reader dies of.
    """
    found = []
    for place, (name, content) in enumerate(contents):
        try:
            found.append(_read(name, content))
        except ConfinedError:
            on_failure(place)
            found.append(fingerprints_of(name, None))
    return found


def _read(name: str, content: Content | None) -> Fingerprints:
    if content is None:
        return fingerprints_of(name, None)
    asked = (
        _Question(name, files=content) if isinstance(content, Files) else _Question(name, content)
    )
    said = confined(WORK).ask(msgspec.msgpack.encode(asked), _CPU_S, most_reply=_MOST_REPLY)
    sent = msgspec.msgpack.decode(said.data, type=_Reply)
    return Fingerprints(
        sent.key,
        array("Q", sent.hashes),
        array("I", sent.starts),
        array("I", sent.ends),
        array("I", sent.lines),
        sent.chosen,
        sent.begins,
    )


def answer(question: bytes) -> bytes:
    """Return, in the child, the fingerprints of a submission."""
    asked = msgspec.msgpack.decode(question, type=_Question)
    found = fingerprints_of(asked.name, asked.content if asked.files is None else asked.files)
    sent = _Reply(
        found.key,
        found.hashes.tobytes(),
        found.starts.tobytes(),
        found.ends.tobytes(),
        found.lines.tobytes(),
        found.chosen,
        found.begins,
    )
    return msgspec.msgpack.encode(sent)


def get_ready() -> None:
    """Load, in the child, what reads each language: behind the walls it could not be."""
    for suffix in LANGUAGES:
        fingerprints_of(f"a{suffix}", b"def f(): pass\n")
