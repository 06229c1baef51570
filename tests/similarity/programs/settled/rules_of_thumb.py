"""Win if possible, block if necessary, else take the middle: the first bot of many a blog."""

ORDER = [3, 2, 4, 1, 5, 0, 6]


class Bot:
    """Play by rules."""

    def __init__(self, board):
        self.board = board

    def wins(self, col, player):
        twin = self.board.copy()
        twin.current_player = player
        twin.drop_disc(col)
        return twin.check_winner() == player

    def find_best_move(self):
        """Return a column by the first rule that fits."""
        me = self.board.current_player
        moves = [col for col in ORDER if col in self.board.valid_moves()]
        for player in (me, me.opponent):
            for col in moves:
                if self.wins(col, player):
                    return col
        return moves[0]
