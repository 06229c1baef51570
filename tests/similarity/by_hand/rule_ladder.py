from kata.board import Board, ROWS, COLS


class RuleBot:
    """Decides with fixed rules which column is the best one."""

    def __init__(self, board):
        self.board = board

    def try_column(self, column):
        """Return True if this column wins for the player on turn"""
        me = self.board.current_player
        self.board.drop_disc(column)
        won = self.board.check_winner() is me
        self.board.undo_move()
        return won

    def winning_columns(self):
        return [column for column in self.board.valid_moves() if self.try_column(column)]

    def threatened_columns(self):
        # same as above but we pretend that the other player is on turn
        me = self.board.current_player
        self.board.current_player = me.opponent
        threatened = self.winning_columns()
        self.board.current_player = me
        return threatened

    def is_safe(self, column):
        self.board.drop_disc(column)
        safe = not self.winning_columns()
        self.board.undo_move()
        return safe

    def is_double_threat(self, column):
        self.board.drop_disc(column)
        chances = self.threatened_columns()
        double = len(chances) > 1
        if len(chances) == 1:
            # enemy has to block, maybe I win above of his disc
            self.board.drop_disc(chances[0])
            if self.board.check_winner() is None:
                double = bool(self.winning_columns())
            self.board.undo_move()
        self.board.undo_move()
        return double

    def allows_double_threat(self, column):
        self.board.drop_disc(column)
        result = any(self.is_double_threat(answer) for answer in self.board.valid_moves())
        self.board.undo_move()
        return result

    def rating(self, column):
        row = self.board.column_height(column)
        me = self.board.current_player
        value = 4 - abs(column - 3)
        directions = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
        for up, right in directions:
            for distance in (1, 2):
                y = row + up * distance
                x = column + right * distance
                if not (0 <= y < ROWS and 0 <= x < COLS):
                    break
                disc = self.board.get_cell(y, x)
                if disc is None:
                    continue
                bonus = 3 - distance
                if disc is me:
                    bonus += 1
                value += bonus
        return value

    def decide(self):
        urgent = self.winning_columns() + self.threatened_columns()
        if urgent:
            return urgent[0]

        possible = self.board.valid_moves()
        candidates = [column for column in possible if self.is_safe(column)]
        if len(candidates) == 0:
            return possible[0]

        for column in candidates:
            if self.is_double_threat(column):
                return column

        better = [column for column in candidates if not self.allows_double_threat(column)]
        return max(better or candidates, key=self.rating)


def find_best_move(board: Board) -> int:
    """Return the column for the player on turn."""
    bot = RuleBot(board.copy())
    return bot.decide()
