"""Keeps two numbers as boards, gives 0 while nobody has won, and draws a framed board."""


class Connect4:
    def __init__(self):
        self.boards = [0, 0]
        self.heights = [8 * col for col in range(7)]
        self.count = 0

    def play(self, col):
        if self.check_winner() or not isinstance(col, int) or not 0 <= col <= 6:
            raise ValueError("you cannot play there")
        if self.heights[col] == 8 * col + 7:
            raise ValueError("you cannot play there, it is full")
        self.boards[self.count % 2] |= 1 << self.heights[col]
        self.heights[col] += 1
        self.count += 1
        return self

    def check_winner(self):
        for number, board in enumerate(self.boards, start=1):
            for step in (1, 7, 8, 9):
                pairs = board & board >> step
                if pairs & pairs >> 2 * step:
                    return number
        return 0

    def print(self):
        print("    0   1   2   3   4   5   6")
        for row in range(6, -1, -1):
            print("  +" + "---+" * 7)
            print(
                f"{row} |" + "|".join(f" {self._sign(col, row)} " for col in range(7)) + f"| {row}"
            )
        print("  +" + "---+" * 7)

    def _sign(self, col, row):
        bit = 1 << (8 * col + row)
        return "R" if self.boards[0] & bit else "Y" if self.boards[1] & bit else " "
