"""Mirror a position, exchange its colours, and do both: a sound search solves all of them."""

from __future__ import annotations

from msgspec.structs import replace

from graders.katas.best_move.task import BestMoveTask
from graders.katas.kata import Variant
from kata.board import COLS, Player


def variants(task: BestMoveTask) -> tuple[Variant[BestMoveTask], ...]:
    """Return the position mirrored, with the colours exchanged, and both."""
    mirrored = replace(
        task,
        moves="".join(str(_mirror(int(digit))) for digit in task.moves),
        accept=tuple(sorted(_mirror(column) for column in task.accept)),
        line=tuple(_mirror(column) for column in task.line),
    )
    return (
        Variant("mirror", mirrored),
        Variant("swap", _swap(task)),
        Variant("mirror-swap", _swap(mirrored)),
    )


def _mirror(column: int) -> int:
    return COLS - 1 - column


def _swap(task: BestMoveTask) -> BestMoveTask:
    return replace(task, first=Player(task.first).opponent.value)
