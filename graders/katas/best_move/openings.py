"""The openings of `kata arena`: those in `positions/best_move/openings.txt`, each proved.

`python -m tests.katas.best_move.arena_book` writes the file, whose head says what is in it.
"""

from __future__ import annotations

import functools

from graders.katas.playing import Opening
from graders.model.installation import ABOVE

FILE = ABOVE / "positions" / "best_move" / "openings.txt"
_DRAW = "draw"


@functools.cache
def openings() -> tuple[Opening, ...]:
    lines = FILE.read_text(encoding="ascii").splitlines()
    return tuple(_opening(line) for line in lines if line and not line.startswith("#"))


def _opening(line: str) -> Opening:
    moves, value, *numbers = line.split()
    if value == _DRAW:
        return Opening(moves)
    return Opening(moves, "RED" if value == "RED" else "YELLOW", int(numbers[0]))
