"""Store what alpha-beta returns as if it were the score: a table without flags.

Outside its window alpha-beta returns a bound. Taken out of the table later, under another
window, the bound passes for the truth, and a win is never seen. On most positions that does no
harm, which is why the mistake lives long: phases 2 and 3 are answered. It must play a wrong
column on traps of phase 4, mates in 7 or 9 that the same search finds once its table has flags.
There is no clock in it, so it is as wrong on any machine.
"""

from kata.board import Board, Player

CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)
WIN, DEEPEST = 100, 9
CODES = {Player.RED: 1, Player.YELLOW: 2}


def find_best_move(board: Board) -> int:
    """Search depth 1, 2, ... until somebody is seen to win, nine plies at most."""
    search = Search(board)
    for depth in range(1, DEEPEST + 1):
        if search.score(depth, -WIN, WIN) != 0:
            break
    return search.table[search.key][2]


class Search:
    """Hold the board, a number that names the position, the ply, and the table."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.key = self.ply = 0  # all positions searched grow out of the first one
        self.table: dict[int, tuple[int, int, int]] = {}  # depth, score or bound, best column

    def score(self, depth: int, alpha: int, beta: int) -> int:
        """Return the score for the side to move, or a bound on it that is kept all the same."""
        if self.board.check_winner() is not None:
            return self.ply - WIN
        if depth == 0 or self.board.is_full():
            return 0
        known_depth, known, best_col = self.table.get(self.key, (0, 0, -1))
        if known_depth >= depth:
            return known
        best = -WIN
        for col in self.moves(best_col):
            score = self.score_after(col, depth, alpha, beta)
            if score > best:
                best, best_col = score, col
            alpha = max(alpha, score)
            if alpha >= beta:
                break
        self.table[self.key] = depth, best, best_col
        return best

    def score_after(self, col: int, depth: int, alpha: int, beta: int) -> int:
        """Return the score of playing `col`, and take the disc back."""
        key, player = self.key, self.board.current_player
        row = self.board.drop_disc(col)
        self.key += CODES[player] << 2 * (7 * row + col)
        self.ply += 1
        score = -self.score(depth - 1, -beta, -alpha)
        self.board.undo_move()
        self.key, self.ply = key, self.ply - 1
        return score

    def moves(self, first: int) -> list[int]:
        """Return the legal columns: `first`, then from the centre outwards."""
        legal = self.board.valid_moves()
        return sorted((col for col in CENTRE_FIRST if col in legal), key=lambda col: col != first)
