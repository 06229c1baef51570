"""Write `positions/best_move/values.json`, by the independent solver (the extra oracle):

    .venv/bin/python -m tests.katas.best_move.stored_values

Of several best columns the line has the one nearest to the centre, as everywhere.
"""

from __future__ import annotations

import json

from graders.katas.best_move.known_values import FILE, Stored
from graders.katas.best_move.prove import Bitbully, mate_in
from graders.katas.best_move.task import BestMoveTask
from graders.suites.reading import shipped
from solutions.prover import CENTRE_FIRST, Position


def shipped_positions() -> list[BestMoveTask]:
    """Return every position of every shipped suite, once."""
    suites = shipped("best_move", stretch=True)
    cases = [case for suite in suites for case in suite.cases]
    tasks = [one.task for case in cases for one in (case.group or (case,))]
    return list({task.moves: task for task in tasks}.values())


def solved() -> Stored:
    """Return what is to be stored, solved anew."""
    return {task.moves: _columns(Bitbully(), task.moves) for task in shipped_positions()}


def _columns(solver: Bitbully, moves: str) -> dict[str, tuple[int, str]]:
    found = {}
    for col, score in sorted(solver.scores(moves).items()):
        plies = mate_in(abs(score), len(moves)) or 0
        if score < 0:
            plies = -(mate_in(-score, len(moves) + 1) or 0) - 1
        found[str(col)] = (plies, _line(solver, f"{moves}{col}", str(col)) if plies else "")
    return found


def _line(solver: Bitbully, moves: str, line: str) -> str:
    while not Position.from_moves(moves).lost:
        scores = solver.scores(moves)
        best = max(scores.values())
        col = next(col for col in CENTRE_FIRST if scores.get(col) == best)
        moves, line = f"{moves}{col}", f"{line}{col}"
    return line


def text(stored: Stored) -> str:
    """Return the file's text: a line a position."""
    rows = (f"  {json.dumps(moves)}: {json.dumps(of)}" for moves, of in stored.items())
    return "{\n" + ",\n".join(rows) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(text(solved()), encoding="utf-8")
