"""Find positions that two cases share, also as mirror images or with the colours exchanged."""

from __future__ import annotations

from collections.abc import Iterable

from graders.katas.best_move.task import BestMoveTask
from graders.model.suite import Case
from graders.tools.verifying.part import Part

_SWAPPED = str.maketrans("RY", "YR")


def canonical(task: BestMoveTask) -> str:
    """Return one drawing for a position, its mirror image and both with colours exchanged.

    The side to move is always drawn as `R`.
    """
    lines = str(task.board()).splitlines()[:-1]
    if task.to_move == "Y":
        lines = [line.translate(_SWAPPED) for line in lines]
    return min("\n".join(lines), "\n".join(line[::-1] for line in lines))


def duplicates_part(cases: Iterable[Case]) -> Part:
    """Group the cases by position; a group of more than one is a problem."""
    groups: dict[str, list[str]] = {}
    for case in cases:
        if isinstance(case.task, BestMoveTask) and "~" not in case.id:
            groups.setdefault(canonical(case.task), []).append(case.id)
    shared = [ids for ids in groups.values() if len(ids) > 1]
    return Part(
        "duplicates",
        "Positions that occur twice",
        ("positions", "shared"),
        ((str(len(groups)), str(len(shared))),),
        tuple(f"{', '.join(ids)} are one position" for ids in shared),
    )
