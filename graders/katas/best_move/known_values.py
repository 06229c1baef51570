"""What every column of a shipped position is worth, and how it goes on: found once, and stored.

`positions/best_move/values.json` holds it, so that nobody waits for a search whose outcome is
known. `python -m tests.katas.best_move.stored_values` writes the file; tests prove it.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping

import msgspec

from graders.katas.best_move.task import BestMoveTask
from graders.model.explanation import Column
from graders.model.installation import ABOVE
from kata.board import COLS

FILE = ABOVE / "positions" / "best_move" / "values.json"
Stored = dict[str, dict[str, tuple[int, str]]]
"""By the moves of a position and a column: in how many plies that wins, as a negative number in how
many it loses, 0 for a draw; and best play from that column to the four, nothing for a draw."""


class KnownColumn(msgspec.Struct, frozen=True):
    """A column, and best play from it on, itself included; no line for a draw."""

    column: Column
    line: tuple[int, ...] = ()


def known_values(task: BestMoveTask) -> Mapping[int, KnownColumn]:
    """Return what is stored of a position, or of its mirror image, by column; {} where nothing is.

    Who is RED makes no difference.

    >>> known_values(BestMoveTask("3632406063", (6,)))[6].column
    Column(column=6, value='win', plies=9, safe_plies=0)
    """
    found = _stored().get(task.moves)
    if found is not None:
        return {each.column.column: each for each in _columns(found)}
    found = _stored().get(_mirrored(task.moves), {})
    return {each.column.column: each for each in map(_mirror_image, _columns(found))}


@functools.cache
def _stored() -> Stored:
    return msgspec.json.decode(FILE.read_bytes(), type=Stored)


def _columns(found: Mapping[str, tuple[int, str]]) -> Iterator[KnownColumn]:
    for col, (plies, line) in found.items():
        value = "win" if plies > 0 else "loss" if plies < 0 else "draw"
        column = Column(int(col), value, abs(plies) or None)  # type: ignore[arg-type]
        yield KnownColumn(column, tuple(map(int, line)))


def _mirrored(moves: str) -> str:
    return "".join(str(COLS - 1 - int(digit)) for digit in moves)


def _mirror_image(known: KnownColumn) -> KnownColumn:
    column = msgspec.structs.replace(known.column, column=COLS - 1 - known.column.column)
    return KnownColumn(column, tuple(COLS - 1 - col for col in known.line))
