"""Begin the search below the root with the wrong side: the opponent is asked for what helps most.

Minimax with a flag for whose turn it is. After the first disc it is the opponent's, and the flag
says otherwise: the opponent is taken to help, the side to move to harm itself. It must miss any
win that the opponent has to be forced into.
"""

from kata.board import Board, Player

CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)
DEPTH = 6


def find_best_move(board: Board) -> int:
    """Return the first column, centre first, of the highest value."""
    me = board.current_player
    best_col, best = -1, -2
    for col in moves_of(board):
        board.drop_disc(col)
        value = minimax(board, DEPTH - 1, maximising=True, me=me)  # should be False
        board.undo_move()
        if value > best:
            best_col, best = col, value
    return best_col


def minimax(board: Board, depth: int, *, maximising: bool, me: Player) -> int:
    """Return +1 where `me` wins, -1 where `me` loses, else 0."""
    winner = board.check_winner()
    if winner is not None:
        return 1 if winner is me else -1
    if depth == 0 or board.is_full():
        return 0
    wanted = 1 if maximising else -1
    best = -wanted
    for col in moves_of(board):
        board.drop_disc(col)
        value = minimax(board, depth - 1, maximising=not maximising, me=me)
        board.undo_move()
        best = max(best, value) if maximising else min(best, value)
        if best == wanted:
            break
    return best


def moves_of(board: Board) -> list[int]:
    """Return the legal columns, centre first."""
    return [col for col in CENTRE_FIRST if col in board.valid_moves()]
