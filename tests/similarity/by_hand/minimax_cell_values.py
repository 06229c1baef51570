"""Connect Four: iterative deepening negamax.

A position in which nobody has won yet is judged by where the discs are: a cell is worth as much
as there are lines of four which contain it.
"""

from time import perf_counter

from kata.board import COLS, ROWS, Board

MATE = 10_000
INF = 10 * MATE
SECONDS = 1.55
CENTRE_OUT = (3, 2, 4, 1, 5, 0, 6)


def line_counts():
    """Make the table of cell worths, worth[col][row]."""
    worth = [[0] * ROWS for _ in range(COLS)]
    for col in range(COLS):
        for row in range(ROWS):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                if col + 3 * dx < COLS and 0 <= row + 3 * dy < ROWS:
                    for k in range(4):
                        worth[col + k * dx][row + k * dy] += 1
    return worth


WORTH = line_counts()


class TimeUp(Exception):
    """The clock has run out in the middle of a search."""


class Searcher:
    def __init__(self, board, seconds):
        self.board = board
        self.stop_at = perf_counter() + seconds
        self.empty = sum(ROWS - board.column_height(col) for col in range(COLS))

    def material(self):
        """Worth of the cells of the player to move, less that of the other player's cells."""
        player = self.board.current_player
        balance = 0
        for col in range(COLS):
            for row in range(self.board.column_height(col)):
                sign = 1 if self.board.get_cell(row, col) is player else -1
                balance += sign * WORTH[col][row]
        return balance

    def try_move(self, col, depth, ply, alpha, beta, balance):
        """Play col, score it for the player who played it, and take it back."""
        row = self.board.drop_disc(col)
        try:
            if self.board.check_winner():
                return MATE - ply       # the sooner the better
            if ply == self.empty:
                return 0
            balance += WORTH[col][row]
            if depth == 1:
                return balance
            return -self.negamax(depth - 1, ply + 1, -beta, -alpha, -balance)
        finally:
            self.board.undo_move()

    def negamax(self, depth, ply, alpha, beta, balance):
        if perf_counter() >= self.stop_at:
            raise TimeUp
        best = -INF
        for col in CENTRE_OUT:
            if self.board.column_height(col) == ROWS:
                continue
            score = self.try_move(col, depth, ply, alpha, beta, balance)
            if score > best:
                best = score
                if score >= beta:
                    break
                alpha = max(alpha, score)
        return best

    def best_of(self, columns, depth, balance):
        """Search every column to the depth; return (score, column) of the best one."""
        top, choice = -INF, columns[0]
        for col in columns:
            score = self.try_move(col, depth, 1, top, INF, balance)
            if score > top:
                top, choice = score, col
        return top, choice

    def run(self):
        balance = self.material()
        columns = [col for col in CENTRE_OUT if self.board.column_height(col) < ROWS]
        choice = columns[0]
        for depth in range(1, self.empty + 1):
            try:
                score, col = self.best_of(columns, depth, balance)
            except TimeUp:
                break
            lost = score < -MATE // 2
            # When all is lost the shallower search has the more stubborn move. But a search of
            # one ply doesn't know of the other player's threats.
            if not lost or depth < 3:
                choice = col
            if lost or score > MATE // 2:
                break
            columns.sort(key=lambda c: c != choice)
        return choice


def find_best_move(board: Board) -> int:
    return Searcher(board, SECONDS).run()
