"""Take the value of a reply as it is, where its sign should change: negamax without the minus.

What is worth most to the opponent then counts as worth most to the side that moves. It must miss
whatever takes more than one disc: the opponent's best reply passes for its own.
"""

from kata.board import Board

CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)
WIN, DRAW = 1, 0
DEPTH = 6


def find_best_move(board: Board) -> int:
    """Return the first column, centre first, of the highest value."""
    best_col, best = -1, -WIN - 1
    for col in moves_of(board):
        board.drop_disc(col)
        value = -value_of(board, DEPTH - 1)
        board.undo_move()
        if value > best:
            best_col, best = col, value
    return best_col


def value_of(board: Board, depth: int) -> int:
    """Return the value for the side to move, were the opponent on the same side."""
    if board.check_winner() is not None:
        return -WIN
    if depth == 0 or board.is_full():
        return DRAW
    best = -WIN
    for col in moves_of(board):
        board.drop_disc(col)
        value = value_of(board, depth - 1)  # the minus is missing here
        board.undo_move()
        best = max(best, value)
        if best > DRAW:
            break
    return best


def moves_of(board: Board) -> list[int]:
    """Return the legal columns, centre first."""
    return [col for col in CENTRE_FIRST if col in board.valid_moves()]
