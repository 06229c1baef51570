"""Has a board of its own class, inherits play, and asks for the winner by get_winner()."""


class Board:
    def __init__(self):
        self.cells = {}

    def drop(self, col, sign):
        row = sum((height, col) in self.cells for height in range(7))
        if row == 7:
            return None
        self.cells[row, col] = sign
        return row

    def four(self, row, col):
        sign = self.cells[row, col]
        for up, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            run = "".join(
                "x" if self.cells.get((row + n * up, col + n * right)) == sign else "-"
                for n in range(-3, 4)
            )
            if "xxxx" in run:
                return True
        return False


class Alternating:
    names = ("Red", "Blue")

    def __init__(self):
        self.board = Board()
        self.turn = 0
        self.best = None

    def play(self, col):
        if self.best is not None or type(col) is not int or not 0 <= col <= 6:
            return None
        row = self.board.drop(col, self.names[self.turn])
        if row is None:
            return None
        if self.board.four(row, col):
            self.best = self.names[self.turn]
        self.turn = 1 - self.turn
        return True

    def get_winner(self):
        return self.best or "nobody yet"


class Connect4(Alternating):
    def display(self):
        text = ""
        for row in range(6, -1, -1):
            for col in range(7):
                text += f"[{self.board.cells.get((row, col), ' ')[0]}]"
            text += "\n"
        return text
