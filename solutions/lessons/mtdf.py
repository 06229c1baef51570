"""Search only with zero-width windows: MTD(f).

Changed against `transposition.py`: `deepen` guesses the score of the previous depth, and asks
`score` again and again on which side of the guess the true one lies, until the bounds meet. The
table keeps what one search found for the next. By Plaat, Schaeffer, Pijls and de Bruin; it needs
fail-soft, since each answer is the next guess.

Scores are coarse here, a win or not. So most iterations take two searches: is the score more than
0, and is it less?
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
    search, score = Search(board), 0
    room = sum(6 - board.column_height(col) for col in board.valid_moves())
    for depth in range(1, min(max_depth, room) + 1):
        score = search.score_by_steps(depth, score)
        yield depth, search.column, score


class Search:
    """Hold the board, its key, the ply below the root, and the table of this call."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.ply = self.key = 0
        self.column = (
            -1
        )  # what last scored as much as was asked: a bound from above proves no column
        self.table: dict[int, tuple[int, str, int, int]] = {}  # depth, flag, score, best column
        self.cuts: dict[int, int] = {}  # by the number of a disc: how often and deep it cut off
        for col in range(7):
            for row in range(board.column_height(col)):
                self.key += code(row, col, board.get_cell(row, col))

    def score_by_steps(self, depth: int, guess: int) -> int:
        """Return the exact score: ask on which side of a guess it lies until both bounds meet."""
        lowest, highest = -WIN, WIN
        while lowest < highest:
            beta = max(guess, lowest + 1)
            guess = self.score(depth, beta - 1, beta)
            if guess < beta:
                highest = guess
            else:
                lowest, self.column = guess, self.table[self.key][3]
        return guess

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
        if known_depth >= depth and (
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
