"""Returns True or False from play, keeps the winner in an attribute, returns a text with bars."""


class Connect4:
    def __init__(self):
        self.columns = [[] for _ in range(7)]
        self.turn = "X"
        self.winner = None

    def play(self, col):
        if self.winner or not isinstance(col, int) or col < 0 or col > 6:
            return False
        if len(self.columns[col]) == 7:
            return False
        self.columns[col].append(self.turn)
        if self._four(col, len(self.columns[col]) - 1):
            self.winner = 1 if self.turn == "X" else 2
        self.turn = "O" if self.turn == "X" else "X"
        return True

    def _at(self, col, height):
        if 0 <= col < 7 and 0 <= height < len(self.columns[col]):
            return self.columns[col][height]
        return None

    def _four(self, col, height):
        for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            for back in range(4):
                line = [
                    self._at(col + (n - back) * across, height + (n - back) * up) for n in range(4)
                ]
                if line == [self.turn] * 4:
                    return True
        return False

    def print(self):
        rows = []
        for height in range(6, -1, -1):
            rows.append("|" + "|".join(self._at(col, height) or " " for col in range(7)) + "|")
        return "\n".join(rows)
