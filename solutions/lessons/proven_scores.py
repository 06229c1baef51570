"""Trust a proven win at any depth: the one score that a later iteration can use.

Changed against `transposition.py`: an entry that has found a forced win or loss, or a bound
beyond 0 on that side, settles questions of any depth. Deeper search cannot change it: everything
within its depth has been seen, and a sooner win would have been found.

It is the only way for the score of one iteration to serve the next. It rarely does, since a search
ends as soon as its root is decided; and an entry that answers is not searched again, so its best
column, and the history below it, stay those of a shallower search.
"""

import time
from collections.abc import Iterator

from kata.board import Board, Player

CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)
BUDGET_S, GROWTH, WIN = 1.5, 4, 100
EXACT, LOWER, UPPER = "exact", "lower", "upper"
CODES = {Player.RED: 1, Player.YELLOW: 2}


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
    """Yield (depth, best column, score) for depth 1, 2, ... as each one finishes."""
    search = Search(board)
    room = sum(6 - board.column_height(col) for col in board.valid_moves())
    for depth in range(1, min(max_depth, room) + 1):
        score = search.score(depth, -WIN, WIN)
        yield depth, search.table[search.key][3], score


class Search:
    """Hold the board, its key, the ply below the root, and the table of this call."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.ply = self.key = 0
        self.table: dict[int, tuple[int, str, int, int]] = {}  # depth, flag, score, best column
        self.cuts: dict[int, int] = {}  # by the number of a disc: how often and deep it cut off
        for col in range(7):
            for row in range(board.column_height(col)):
                self.key += code(row, col, board.get_cell(row, col))

    def score(self, depth: int, alpha: int, beta: int) -> int:
        """Return the score for the side to move, exact only strictly between `alpha` and `beta`.

        A position always has the same number of discs, hence the same ply: scores that count
        plies from the root may be kept as they are.
        """
        if self.board.check_winner() is not None:
            return self.ply - WIN
        if depth == 0 or self.board.is_full():
            return 0
        known_depth, flag, known, best_col = self.table.get(self.key, (0, UPPER, 0, -1))
        proven = known > 0 if flag == LOWER else known < 0 if flag == UPPER else known != 0
        if (proven or known_depth >= depth) and (
            flag == EXACT or (flag == LOWER and known >= beta) or (flag == UPPER and known <= alpha)
        ):
            return known
        best, floor = -WIN, alpha
        for col in self.moves(best_col):
            score = self.score_after(col, depth, alpha, beta)
            if score > best:
                best, best_col = score, col
            alpha = max(alpha, score)
            if alpha >= beta:
                disc = self.disc(col)
                self.cuts[disc] = self.cuts.get(disc, 0) + depth * depth
                break
        flag = UPPER if best <= floor else LOWER if best >= beta else EXACT
        self.table[self.key] = depth, flag, best, best_col
        return best

    def score_after(self, col: int, depth: int, alpha: int, beta: int) -> int:
        """Return the score of playing `col`, and take the disc back."""
        key, player = self.key, self.board.current_player
        self.key += code(self.board.drop_disc(col), col, player)
        self.ply += 1
        score = -self.score(depth - 1, -beta, -alpha)
        self.board.undo_move()
        self.key, self.ply = key, self.ply - 1
        return score

    def moves(self, first: int) -> list[int]:
        """Return the legal columns: `first`, then what cut most, then from the centre outwards."""
        legal = self.board.valid_moves()
        columns = [col for col in CENTRE_FIRST if col in legal]
        columns.sort(key=lambda col: self.cuts.get(self.disc(col), 0), reverse=True)
        if first in columns:
            columns.remove(first)
            columns.insert(0, first)
        return columns

    def disc(self, col: int) -> int:
        """Return the number of the disc that the side to move would drop in `col`."""
        return code(self.board.column_height(col), col, self.board.current_player)


def code(row: int, col: int, player: Player | None) -> int:
    """Return the number of a disc; the sum over all discs names a position and no other."""
    return CODES[player] << 2 * (7 * row + col) if player else 0
