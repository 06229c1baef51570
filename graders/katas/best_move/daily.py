"""The position of the day: one of those in `positions/best_move/daily.txt`, each proved.

`python -m tests.katas.best_move.daily_bank` writes the file, whose head says what is in it.
"""

from __future__ import annotations

import functools

from graders.katas.best_move.explain import explain
from graders.katas.best_move.messages import goal_message, tell, tell_played
from graders.katas.best_move.show import rows_of
from graders.katas.best_move.task import BestMoveTask, side
from graders.katas.daily import Daily, DailyQuestion
from graders.model.explanation import Part, Picture
from graders.model.installation import ABOVE

FILE = ABOVE / "positions" / "best_move" / "daily.txt"
NODES = 30_000
"""How many positions may be looked at for what a wrong column leads to: half a second."""


class DailyPositions(Daily):
    @property
    def count(self) -> int:
        return len(positions())

    def question(self, number: int) -> DailyQuestion:
        task = positions()[number]
        board = task.board()
        return DailyQuestion(
            (Picture(rows_of(board)),),
            f"{side(task.to_move)} to move, {goal_message(task.goal, task.mate_in)}",
            tuple(board.valid_moves()),
            task.accept,
            ("--moves", task.moves, "--first", side(task.first)),
        )

    def tell(self, number: int, column: int) -> tuple[Part, ...]:
        task = positions()[number]
        facts = explain(task, column, nodes=NODES)
        if column in task.accept:
            return tell(facts)[1:]
        is_open = facts.played is None or facts.played.value is None
        proved = (f"Column {column} does not win.",) if is_open else ()
        return (*proved, *tell_played(facts))


@functools.cache
def positions() -> tuple[BestMoveTask, ...]:
    """Return the positions in the order of the file; one column wins in each."""
    lines = FILE.read_text(encoding="ascii").splitlines()
    return tuple(_position(line) for line in lines if line and not line.startswith("#"))


def _position(line: str) -> BestMoveTask:
    moves, first, best = line.split()
    columns = tuple(map(int, best))
    return BestMoveTask(moves, columns[:1], first, mate_in=len(columns), quiet=True, line=columns)
