"""Look at every line of play to a fixed depth: plain minimax, the first rung.

Idea: a position is worth +1 if I have won, -1 if the opponent has, 0 if the board is full or
the depth is used up. On my turn I take the child with the highest value, on the opponent's turn
the one with the lowest. Check for a winner *before* checking the depth: the other way round, a
win on the very last ply goes unseen.

Cost: every line is played out, about 7 ** depth nodes; 117,649 at depth 6, where the
call takes about half a second. One ply more takes seven times as long.

Where it breaks: a win in 7 plies is beyond depth 6. Every column then looks like 0, and the
leftmost one is played. The next rung sees deeper by skipping lines that cannot matter.
"""

from kata.board import Board, Player

WIN, DRAW, LOSS = 1, 0, -1


def find_best_move(board: Board, depth: int = 6) -> int:
    """Return the leftmost column of the highest value for the side to move.

    The board is played on and handed back as it was. Raises `ValueError` if the game is over.
    """
    if board.is_full() or board.check_winner() is not None:
        raise ValueError(f"the game is over\n{board}")
    me = board.current_player
    best_col, best_value = -1, LOSS - 1
    for col in board.valid_moves():
        board.drop_disc(col)
        value = value_of(board, depth - 1, me)
        board.undo_move()
        if value > best_value:
            best_col, best_value = col, value
    return best_col


def value_of(board: Board, depth: int, me: Player) -> int:
    """Return what the position is worth to `me` when it is searched `depth` plies deep."""
    winner = board.check_winner()
    if winner is not None:
        return WIN if winner is me else LOSS
    if depth == 0 or board.is_full():
        return DRAW
    values = []
    for col in board.valid_moves():
        board.drop_disc(col)
        values.append(value_of(board, depth - 1, me))
        board.undo_move()
    return max(values) if board.current_player is me else min(values)
