"""Make submissions that know the answers, with which the grader itself is measured."""

from __future__ import annotations

from collections.abc import Sequence

from graders.katas.best_move.ladder.rungs import contender
from graders.katas.best_move.task import FUNCTION, BestMoveTask
from graders.katas.lab import SelfTimed
from solutions import iterative_deepening, transposition


class MateAnswers:
    suites: tuple[str, ...] = ("phase2", "phase3")
    case = "phase2/win-at-once#1"
    self_timed: tuple[SelfTimed, ...] = (
        SelfTimed(contender("iterative deepening", iterative_deepening), "phase3/mate-in-7"),
        SelfTimed(contender("iterative deepening + table", transposition), "phase3/mate-in-9"),
    )

    def source(self, tasks: Sequence[BestMoveTask], before: Sequence[str] = ()) -> str:
        answers = {str(task.board()): task.accept[0] for task in tasks}
        body = "".join(f"    {line}\n" for line in (*before, "return ANSWERS[str(board)]"))
        return f"ANSWERS = {answers!r}\n\n\ndef {FUNCTION}(board):\n{body}"
