"""Skip lines that cannot matter: alpha-beta at a fixed depth, the second rung.

Idea: two numbers travel down the tree. `alpha` is what the side to move is already sure of,
`beta` is what its opponent is already sure of holding it to. As soon as alpha >= beta the
opponent would never let the game come here, and the other replies can be skipped. What is good
for one side is equally bad for the other, so one function serves both: a child's value is
negated and its window swapped.

The better the first move, the sooner the cut-off. The centre is part of the most lines of four,
hence the order 3, 2, 4, 1, 5, 0, 6.

Cost: with perfect ordering about the square root of what minimax needs, in practice somewhere
between that and all of it. Leaves are +1, 0 and -1, so a win found anywhere ends the search.

Where it breaks: the depth is fixed. A win in 9 plies is invisible at depth 8; at depth 9 it is
seen, but there are positions, mostly with a full centre, where depth 9 takes longer than the
cap. They cannot be recognised in advance, so the next rung lets the clock decide.
"""

from kata.board import Board

CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)
WIN, DRAW = 1, 0


def find_best_move(board: Board, depth: int = 8) -> int:
    """Return the first column, centre first, of the highest value for the side to move.

    The board is played on and handed back as it was. Raises `ValueError` if the game is over.
    """
    if board.is_full() or board.check_winner() is not None:
        raise ValueError(f"the game is over\n{board}")
    best_col, alpha, beta = -1, -WIN - 1, WIN
    for col in moves_of(board):
        board.drop_disc(col)
        value = -value_of(board, depth - 1, -beta, -alpha)
        board.undo_move()
        if value > alpha:
            best_col, alpha = col, value
        if alpha >= beta:
            break
    return best_col


def value_of(board: Board, depth: int, alpha: int, beta: int) -> int:
    """Return the value for the side to move, exact only strictly between `alpha` and `beta`.

    At or below `alpha` it is an upper bound, at or above `beta` a lower one.
    """
    if board.check_winner() is not None:
        return -WIN  # the opponent made the last move, so the four is the opponent's
    if depth == 0 or board.is_full():
        return DRAW
    best = -WIN
    for col in moves_of(board):
        board.drop_disc(col)
        value = -value_of(board, depth - 1, -beta, -alpha)
        board.undo_move()
        best = max(best, value)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return best


def moves_of(board: Board) -> list[int]:
    """Return the legal columns, centre first."""
    legal = board.valid_moves()
    return [col for col in CENTRE_FIRST if col in legal]
