"""Returns the row of a disc, None for a refused move; names the winner by his sign; camel case."""


class ConnectFour:
    def __init__(self, size=7):
        self.size = size
        self.grid = ["0"] * (size * size)
        self.moves = 0
        self.over = None

    def play(self, col):
        if self.over or type(col) is not int or not 0 <= col < self.size:
            return None
        for row in range(self.size - 1, -1, -1):
            if self.grid[row * self.size + col] == "0":
                self.grid[row * self.size + col] = "12"[self.moves % 2]
                self.moves += 1
                self._look()
                return row
        return None

    def _look(self):
        size = self.size
        for row in range(size):
            for col in range(size):
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    end_row, end_col = row + 3 * down, col + 3 * right
                    if end_row < size and 0 <= end_col < size:
                        line = {
                            self.grid[(row + n * down) * size + col + n * right] for n in range(4)
                        }
                        if line in ({"1"}, {"2"}):
                            self.over = f"Player {line.pop()}"
        if not self.over and self.moves == size * size:
            self.over = "Draw"

    def checkWinner(self):
        return self.over

    def printBoard(self):
        for row in range(self.size):
            print("".join(self.grid[row * self.size : (row + 1) * self.size]))
