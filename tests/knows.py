"""A submission that knows the answers of phase 2, and plays the centre everywhere else."""

from msgspec.structs import replace

from graders.model.suite import Case
from graders.suites import by_name

PHASE_2 = (
    "def find_best_move(board):\n"
    "    discs = sum(board.column_height(col) for col in range(7))\n"
    "    known = {(9, 1): 2, (8, 0): 0, (6, 1): 5, (7, 0): 4, (12, 1): 3, (13, 1): 1}\n"
    "    return known.get((discs, board.column_height(0)), 3)\n"
)
PHASE_2_ALONE = PHASE_2.replace(", 3)\n", ", 9)\n")
"""The same, and no column elsewhere: no mistake explains that, so no more is asked of it."""


def single_cases() -> tuple[Case, ...]:
    """Return the first position of each case of phase 2 as a case of its own."""
    return tuple(
        replace(case.members[0], id=case.id, points=case.points) for case in by_name("phase2").cases
    )
