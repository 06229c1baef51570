"""Score every win alike, so that a win in 5 is as good as one at once.

The columns are tried left to right, and the first that wins at all is played. Where one column
wins, that is the right one; where several do, it may go round in circles in a won game. It must
miss mate in 7 and more, as it looks five plies ahead.
"""

from kata.board import Board

WIN, DEPTH = 1, 5


def find_best_move(board: Board) -> int:
    """Return the leftmost column of the highest value for the side to move."""
    values = {}
    for col in board.valid_moves():
        board.drop_disc(col)
        values[col] = -value_of(board, DEPTH - 1, -WIN, WIN)
        board.undo_move()
        if values[col] == WIN:
            break
    return max(values, key=lambda col: values[col])


def value_of(board: Board, depth: int, alpha: int, beta: int) -> int:
    """Return the value for the side to move, exact only strictly between `alpha` and `beta`."""
    if board.check_winner() is not None:
        return -WIN
    if depth == 0 or board.is_full():
        return 0
    best = -WIN
    for col in board.valid_moves():
        board.drop_disc(col)
        best = max(best, -value_of(board, depth - 1, -beta, -alpha))
        board.undo_move()
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
