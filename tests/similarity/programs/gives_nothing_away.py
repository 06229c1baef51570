"""No search: points for each column by a list of questions, and the column with the most points."""


class Advisor:
    def __init__(self, board):
        self.board = board
        self.me = board.current_player
        self.you = self.me.opponent

    def would_win(self, player, col):
        trial = self.board.copy()
        trial.current_player = player
        trial.drop_disc(col)
        return trial.check_winner() is player

    def gives_win(self, col):
        trial = self.board.copy()
        trial.drop_disc(col)
        if col not in trial.valid_moves():
            return False
        trial.drop_disc(col)
        return trial.check_winner() is self.you

    def neighbours(self, col):
        row = self.board.column_height(col)
        friends = 0
        for r in (row - 1, row, row + 1):
            for c in (col - 1, col, col + 1):
                if 0 <= r < 6 and 0 <= c < 7 and self.board.get_cell(r, c) is self.me:
                    friends += 1
        return friends

    def double_threat(self, col):
        trial = self.board.copy()
        trial.drop_disc(col)
        replies = Advisor(trial)
        wins = [c for c in trial.valid_moves() if replies.would_win(self.me, c)]
        return len(wins) > 1

    def points(self, col):
        if self.would_win(self.me, col):
            return 10_000
        total = 3 - abs(3 - col) + 2 * self.neighbours(col)
        if self.would_win(self.you, col):
            total += 5_000
        if self.gives_win(col):
            total -= 2_000
        if self.double_threat(col):
            total += 500
        return total


def find_best_move(board):
    advisor = Advisor(board)
    columns = board.valid_moves()
    columns.sort(key=advisor.points, reverse=True)
    return columns[0]
