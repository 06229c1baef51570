"""Does as the published class does: says everything on the screen, and returns nothing at all."""

SIZE = 7


class Connect4:
    def __init__(self):
        self.board = [["" for _ in range(SIZE)] for _ in range(SIZE)]
        self.current_player = 1
        self.winner = None

    def play(self, col):
        if self.winner:
            print(f"Winner: {self.winner}")
            return
        if not isinstance(col, int) or col < 0 or col >= SIZE:
            print("Invalid column")
            return
        if self.board[0][col] != "":
            print("Column is full")
            return
        for row in reversed(range(SIZE)):
            if self.board[row][col] == "":
                self.board[row][col] = self.current_player
                self.check_winner(row, col)
                break
        if all(cell != "" for cell in self.board[0]) and not self.winner:
            print("Game ended in a draw!")
            return
        self.current_player = 3 - self.current_player

    def check_winner(self, row, col):
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            count = 0
            for offset in range(-3, 4):
                at, to = row + offset * down, col + offset * right
                inside = 0 <= at < SIZE and 0 <= to < SIZE
                count = count + 1 if inside and self.board[at][to] == self.current_player else 0
                if count == 4:
                    self.winner = self.current_player
                    print(f"Winner: {self.winner}")
                    return

    def print(self):
        def line(cells):
            return "│ " + " │ ".join(cells) + " │"

        print("┌─────────┬" + "┬".join(["────"] * SIZE) + "┐")
        print(line(["(index)", *(f"{col:^4}" for col in range(SIZE))]))
        print("├─────────┼" + "┼".join(["────"] * SIZE) + "┤")
        for number, row in enumerate(self.board):
            print(line([f"{number:^7}", *(repr(cell) for cell in row)]))
        print("└─────────┴" + "┴".join(["────"] * SIZE) + "┘")
