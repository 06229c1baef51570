"""Find the best Connect Four column with a fixed depth negamax search."""

from kata.board import COLS, ROWS, Board

PLIES = 7  # a mate in 7 plies is the longest one we are asked for
INFINITY = 10_000


class MoveFinder:
    """Searches on the given board itself; every disc that is dropped is taken back again."""

    def __init__(self, board: Board):
        self.board = board

    def playable(self):
        """Columns with room, sorted by their distance from the middle."""
        open_columns = [c for c in range(COLS) if self.board.column_height(c) < ROWS]
        return sorted(open_columns, key=lambda c: abs(c - COLS // 2))

    def try_column(self, column, left, low, high):
        """Value of dropping into `column` for the side that drops, `left` plies to go."""
        board = self.board
        board.drop_disc(column)
        if board.check_winner() is not None:
            # the side that just moved has won, the more plies are left the better
            value = 100 + left
        elif left <= 1:
            value = 0
        else:
            value = -self.negamax(left - 1, -high, -low)
        board.undo_move()
        return value

    def negamax(self, left, low, high):
        columns = self.playable()
        if not columns:
            return 0  # draw
        top = -INFINITY
        for column in columns:
            top = max(top, self.try_column(column, left, max(low, top), high))
            if top >= high:
                return top
        return top

    def best_column(self):
        columns = self.playable()
        choice = columns.pop(0)
        if not columns:
            return choice
        record = self.try_column(choice, PLIES, -INFINITY, INFINITY)
        for column in columns:
            value = self.try_column(column, PLIES, record, INFINITY)
            if value > record:
                choice, record = column, value
        return choice


def find_best_move(board: Board) -> int:
    return MoveFinder(board).best_column()
