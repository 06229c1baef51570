"""Name a position in the table by the discs of the side to move alone, as if there were no others.

Positions in which the other side's discs lie elsewhere then pass for one another. All else about
the table is right, flags and depths too. It must play wrong columns where an alpha-beta of this
depth plays right ones.
"""

from kata.board import COLS, Board

CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)
WIN, DEPTH = 100, 8
EXACT, LOWER, UPPER = "exact", "lower", "upper"


def find_best_move(board: Board) -> int:
    """Return the first column, centre first, of the highest score."""
    search = Search(board)
    best_col, alpha = -1, -WIN
    for col in search.moves():
        score = search.score_after(col, DEPTH, alpha, WIN)
        if score > alpha:
            best_col, alpha = col, score
    return best_col


class Search:
    """Hold the board, the ply, and the table."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.ply = 0
        self.table: dict[int, tuple[int, str, int]] = {}  # depth, flag, score

    def score(self, depth: int, alpha: int, beta: int) -> int:
        """Return the score for the side to move, exact only strictly between the bounds."""
        if self.board.check_winner() is not None:
            return self.ply - WIN
        if depth == 0 or self.board.is_full():
            return 0
        key = self.key()
        known_depth, flag, known = self.table.get(key, (0, EXACT, 0))
        if known_depth >= depth and (
            flag == EXACT or (flag == LOWER and known >= beta) or (flag == UPPER and known <= alpha)
        ):
            return known
        best, floor = -WIN, alpha
        for col in self.moves():
            best = max(best, self.score_after(col, depth, alpha, beta))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        flag = UPPER if best <= floor else LOWER if best >= beta else EXACT
        self.table[key] = depth, flag, best
        return best

    def score_after(self, col: int, depth: int, alpha: int, beta: int) -> int:
        """Return the score of playing `col`, and take the disc back."""
        self.board.drop_disc(col)
        self.ply += 1
        score = -self.score(depth - 1, -beta, -alpha)
        self.board.undo_move()
        self.ply -= 1
        return score

    def key(self) -> int:
        """Return a number that is to name the position; what is missing are the other discs."""
        me, found = self.board.current_player, 0
        for col in range(COLS):
            for row in range(self.board.column_height(col)):
                if self.board.get_cell(row, col) is me:
                    found |= 1 << 7 * row + col
        return found

    def moves(self) -> list[int]:
        """Return the legal columns, centre first."""
        legal = self.board.valid_moves()
        return [col for col in CENTRE_FIRST if col in legal]
