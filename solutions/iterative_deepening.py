"""Search depth 1, then 2, then 3, until the time is used: iterative deepening, the third rung.

Idea: nobody knows which depth a position allows, so try them in turn and keep the answer of the
last one that finished. Each depth costs several times the one before, so repeating the shallow
ones is cheap. The clock is checked only between two depths, and the next one is started only if
ten times the last one still fits: so no search is broken off half-way, and none is late.
Alpha-beta costs about twice as much from an odd depth to an even one, and from there to the next
odd one up to eleven times as much; assuming four times for all is late on some machines.

A win counts more the sooner it comes (100 less its ply), so the shortest is played; and
once a depth returns a score other than 0, the game is decided and there is no need to go deeper.

Cost: alpha-beta's at the depth reached, and about a third more for the depths before it.

Where it breaks: it learns nothing from one depth for the next. The same positions arise again
from other orders of the same moves, and the same bad first moves are tried again; if the centre
is full, depth 9 is out of reach. The next rung remembers.
"""

import time
from collections.abc import Iterator

from kata.board import Board

CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)
BUDGET_S = 1.5
GROWTH = 10  # the next depth is taken to cost this many times the last
WIN = 100  # a win at ply n counts WIN - n


def find_best_move(board: Board, budget_s: float = BUDGET_S) -> int:
    """Return the best column of the deepest search that fits into `budget_s` seconds.

    Depth 1 is always searched. The board is handed back as it was. Raises `ValueError` if
    the game is over.
    """
    if board.is_full() or board.check_winner() is not None:
        raise ValueError(f"the game is over\n{board}")
    best_col = -1
    started = before = time.monotonic()
    for _depth, col, score in deepen(board):
        best_col = col
        now = time.monotonic()
        if score != 0 or now - started + GROWTH * (now - before) > budget_s:
            break
        before = now
    return best_col


def deepen(board: Board, max_depth: int = 42) -> Iterator[tuple[int, int, int]]:
    """Yield (depth, best column, score) for depth 1, 2, ... as each one finishes.

    The score is 0, `WIN` less the ply of a forced win, or the negative of that for a loss. Ends
    at `max_depth` or when there are no more plies in the game; yields nothing on a full board.
    """
    room = sum(6 - board.column_height(col) for col in board.valid_moves())
    for depth in range(1, min(max_depth, room) + 1):
        yield depth, *best_at(board, depth)


def best_at(board: Board, depth: int) -> tuple[int, int]:
    """Return the best column and its score when the board is searched `depth` plies deep."""
    best_col, alpha = -1, -WIN
    for col in moves_of(board):
        board.drop_disc(col)
        score = -score_of(board, depth - 1, 1, -WIN, -alpha)
        board.undo_move()
        if score > alpha:
            best_col, alpha = col, score
    return best_col, alpha


def score_of(board: Board, depth: int, ply: int, alpha: int, beta: int) -> int:
    """Return the score for the side to move, exact only strictly between `alpha` and `beta`.

    `ply` counts the discs dropped since the root.
    """
    if board.check_winner() is not None:
        return ply - WIN
    if depth == 0 or board.is_full():
        return 0
    best = -WIN
    for col in moves_of(board):
        board.drop_disc(col)
        score = -score_of(board, depth - 1, ply + 1, -beta, -alpha)
        board.undo_move()
        best = max(best, score)
        alpha = max(alpha, score)
        if alpha >= beta:
            break
    return best


def moves_of(board: Board) -> list[int]:
    """Return the legal columns, centre first."""
    legal = board.valid_moves()
    return [col for col in CENTRE_FIRST if col in legal]
