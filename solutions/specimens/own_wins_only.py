"""Look for four of one's own only: the opponent's is never counted.

The search sees what it can win, as if the opponent never won anything. It must miss blocks,
although it finds mates.
"""

from kata.board import Board, Player

CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)
DEPTH = 6


def find_best_move(board: Board) -> int:
    """Return the first column, centre first, that wins, else the first one."""
    me = board.current_player
    values = {}
    for col in moves_of(board):
        board.drop_disc(col)
        values[col] = wins(board, DEPTH - 1, me)
        board.undo_move()
        if values[col]:
            break
    return max(values, key=lambda col: values[col])


def wins(board: Board, depth: int, me: Player) -> bool:
    """Tell whether `me` is sure of four within `depth` plies, were there none of the opponent's."""
    if board.check_winner() is me:
        return True
    if depth == 0 or board.is_full():
        return False
    mine = board.current_player is me
    for col in moves_of(board):
        board.drop_disc(col)
        won = wins(board, depth - 1, me)
        board.undo_move()
        if won is mine:
            return mine
    return not mine


def moves_of(board: Board) -> list[int]:
    """Return the legal columns, centre first."""
    return [col for col in CENTRE_FIRST if col in board.valid_moves()]
