"""Answer, in a confined child, what is in an archive and what a manifest says."""

from __future__ import annotations

import msgspec

from graders.batch.sources.tables import Refusal, Rows, Table, rows_of
from graders.batch.sources.unpacking import (
    Content,
    List,
    Listed,
    Read,
    Refused,
    content_of,
    listed,
)
from graders.model.limits import MIB
from graders.sandbox.confined import Answer, Work, confined

MOST_UNPACKED = 256 * MIB
"""How large an archive may be, packed or unpacked."""
_MEMORY = 192 * MIB
_MOST_REPLY = 64 * MIB
WORK = Work(__name__, _MEMORY, MOST_UNPACKED + MIB)
"""What the child does, and the memory and the disk that it may take for it."""

Question = List | Read | Table
Reply = Listed | Content | Refused | Rows | Refusal


def answer(question: bytes, *descriptors: int) -> bytes:
    """Answer one question; an archive and a file to unpack it to come with it."""
    return msgspec.msgpack.encode(
        _answered(msgspec.msgpack.decode(question, type=Question), descriptors)
    )


def _answered(asked: Question, descriptors: tuple[int, ...]) -> Reply:
    if isinstance(asked, Table):
        return rows_of(asked)
    file, scratch = descriptors
    if isinstance(asked, List):
        return listed(asked.archive, file, scratch)
    return content_of(asked.archive, asked.place, file, scratch)


def ask(asked: Question, cpu_s: float, *descriptors: int) -> Reply:
    """Have the child answer; raise `ConfinedError` where it does not."""
    said: Answer = confined(WORK).ask(
        msgspec.msgpack.encode(asked), cpu_s, descriptors, _MOST_REPLY
    )
    reply: Reply = msgspec.msgpack.decode(said.data, type=Reply)
    return reply


def end_reading() -> None:
    """End the child, once there is nothing left to read; the next archive starts another."""
    confined(WORK).close()
