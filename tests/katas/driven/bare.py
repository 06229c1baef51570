"""Drives itself, with the three parts that most cases need and no other."""


class Driver:
    def __init__(self, rows=6, cols=7, k=4):
        self.rows, self.cols, self.k = rows, cols, k
        self.discs = {}
        self.won = None

    def move(self, player, column):
        if self.won or type(column) is not int or not 0 <= column < self.cols:
            return False
        height = sum(each == column for _, each in self.discs)
        if height == self.rows or player != 1 + len(self.discs) % 2:
            return False
        self.discs[height, column] = player
        if any(self.run(player, height, column, *way) for way in ((0, 1), (1, 0), (1, 1), (1, -1))):
            self.won = player
        return True

    def run(self, player, row, column, up, right):
        run = 0
        for n in range(1 - self.k, self.k):
            cell = self.discs.get((row + n * up, column + n * right))
            run = run + 1 if cell == player else 0
            if run == self.k:
                return True
        return False

    def winner(self):
        return self.won

    def draw(self):
        return len(self.discs) == self.rows * self.cols and not self.won
