"""Check answer keys against bitbully, a solver that shares no code with ours."""

from __future__ import annotations

import functools
import importlib
import importlib.util
from collections.abc import Mapping
from typing import Any

from graders.katas.best_move.task import BestMoveTask
from solutions.prover import CELLS


class Bitbully:
    """Ask bitbully for the value of every column of a position.

    Its score for the side to move is 22 less the discs that the winner has when the game is
    won; 0 is a draw, and a negative score is the other side's.
    """

    name = "bitbully"

    def is_installed(self) -> bool:
        """Tell whether the extra `oracle` is installed."""
        return importlib.util.find_spec("bitbully") is not None

    def scores(self, moves: str) -> Mapping[int, int]:
        """Return the score of every legal column after `moves`."""
        package, solver = _loaded()
        board = package.Board()
        for digit in moves:
            board.play(int(digit))
        scores: dict[int, int] = solver.score_all_moves(board)
        return scores

    def disagreements(self, task: BestMoveTask) -> tuple[str, ...]:
        """Return, in words, where its scores say something else than the answer key."""
        return disagreements(task, self.scores(task.moves))


@functools.cache
def _loaded() -> tuple[Any, Any]:
    """Load bitbully when it is first asked; return it and a solver."""
    package = importlib.import_module("bitbully")
    return package, package.BitBully()


def mate_in(score: int, discs: int) -> int | None:
    """Return the plies to the win that a positive score stands for, None for any other.

    >>> mate_in(10, discs=14), mate_in(0, discs=14)
    (9, None)
    """
    return 2 * (CELLS // 2 + 1 - score - discs // 2) - 1 if score > 0 else None


def disagreements(task: BestMoveTask, scores: Mapping[int, int]) -> tuple[str, ...]:
    """Return, in words, where the oracle's scores say something else than the answer key."""
    best = max(scores.values())
    if task.goal == "block":
        lost_at_once = -(CELLS // 2 - (len(task.moves) + 1) // 2)
        right = {col for col, score in scores.items() if score > lost_at_once}
    elif task.goal == "draw":
        right = {col for col, score in scores.items() if score == 0} if best == 0 else set()
    else:
        right = {col for col, score in scores.items() if score > 0}
    found = []
    if right != set(task.accept):
        found.append(f"accept is {sorted(task.accept)}, the oracle has {sorted(right)}")
    distance = mate_in(best, len(task.moves))
    if task.goal == "win" and task.mate_in is not None and distance != task.mate_in:
        found.append(f"mate_in is {task.mate_in}, the oracle has {distance}")
    return tuple(found)
