"""Tell positions apart: one name for a position, its mirror image and both colours exchanged."""

from __future__ import annotations

from graders.katas.best_move.task import BestMoveTask

_SWAPPED = str.maketrans("RY", "YR")


def identity(task: BestMoveTask) -> str:
    """Return one drawing for a position, its mirror image and both with colours exchanged.

    The side to move is always drawn as `R`.

    >>> identity(BestMoveTask("0", (3,))) == identity(BestMoveTask("6", (3,), first="Y"))
    True
    """
    lines = str(task.board()).splitlines()[:-1]
    if task.to_move == "Y":
        lines = [line.translate(_SWAPPED) for line in lines]
    return min("\n".join(lines), "\n".join(line[::-1] for line in lines))
