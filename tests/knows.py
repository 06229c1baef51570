"""A submission that knows the answers of phase 2, and plays the centre everywhere else."""

PHASE_2 = (
    "def find_best_move(board):\n"
    "    discs = sum(board.column_height(col) for col in range(7))\n"
    "    return {9: 2, 6: 5, 12: 3}.get(discs, 3)\n"
)
