"""Return how good the best column is, in place of the column.

Scores are large numbers, so hardly any of them passes for a column. It must fail every case.
"""

from kata.board import Board

WIN, DEPTH = 1000, 4


def find_best_move(board: Board) -> int:
    """Return the highest score: the column that has it is forgotten."""
    scores = []
    for col in board.valid_moves():
        board.drop_disc(col)
        scores.append(-score_of(board, DEPTH - 1))
        board.undo_move()
    return max(scores)


def score_of(board: Board, depth: int) -> int:
    """Return the score for the side to move: a win in fewer plies, or else discs in the centre."""
    if board.check_winner() is not None:
        return -WIN - depth
    if depth == 0 or board.is_full():
        return 10 + board.column_height(3)
    best = -2 * WIN
    for col in board.valid_moves():
        board.drop_disc(col)
        best = max(best, -score_of(board, depth - 1))
        board.undo_move()
    return best
