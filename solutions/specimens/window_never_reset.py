"""Keep alpha and beta in the object, narrowed by every position and never opened again.

Each should have a window of its own. Here the first line narrows it for all others, which are
then cut off unseen. It must miss mates in 3 and 5 that the same search finds when alpha and beta
are handed down.
"""

from kata.board import Board

CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)
DEPTH = 7


def find_best_move(board: Board) -> int:
    """Return the first column, centre first, of the highest value."""
    return Search(board).best_column()


class Search:
    """Hold the board, the side that is asked, and one window for all positions."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.me = board.current_player
        self.alpha, self.beta = -2, 2

    def best_column(self) -> int:
        """Return the first column of the highest value."""
        best_col, best = -1, -2
        for col in self.moves():
            self.board.drop_disc(col)
            value = self.value(DEPTH - 1)
            self.board.undo_move()
            if value > best:
                best_col, best = col, value
        return best_col

    def value(self, depth: int) -> int:
        """Return +1 where the side that is asked wins, -1 where it loses, else 0."""
        winner = self.board.check_winner()
        if winner is not None:
            return 1 if winner is self.me else -1
        if depth == 0 or self.board.is_full():
            return 0
        mine = self.board.current_player is self.me
        best = -2 if mine else 2
        for col in self.moves():
            self.board.drop_disc(col)
            value = self.value(depth - 1)
            self.board.undo_move()
            if mine:
                best = max(best, value)
                self.alpha = max(self.alpha, best)
            else:
                best = min(best, value)
                self.beta = min(self.beta, best)
            if self.alpha >= self.beta:
                break
        return best

    def moves(self) -> list[int]:
        """Return the legal columns, centre first."""
        return [col for col in CENTRE_FIRST if col in self.board.valid_moves()]
