"""Tells all by what play returns, raises an exception of its own, and shows coloured emoji."""

LINES = [
    [(row + n * down, col + n * right) for n in range(4)]
    for row in range(7)
    for col in range(7)
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    if row + 3 * down < 7 and 0 <= col + 3 * right < 7
]


class MoveRefused(Exception):
    pass


class Connect_4:
    def __init__(self):
        self.discs = {}
        self.ended = False

    def play(self, col):
        if self.ended:
            raise MoveRefused("the game is over")
        if isinstance(col, bool) or not isinstance(col, int) or col not in range(7):
            raise MoveRefused(f"{col!r} is no column")
        free = [row for row in range(7) if (row, col) not in self.discs]
        if not free:
            raise MoveRefused(f"column {col} is full")
        player = 1 + len(self.discs) % 2
        self.discs[max(free), col] = player
        if any(all(self.discs.get(cell) == player for cell in line) for line in LINES):
            self.ended = True
            return f"Player {player} wins!"
        if len(self.discs) == 49:
            self.ended = True
            return "It is a tie"
        return f"Player {3 - player} to move"

    def print(self):
        for row in range(7):
            print("".join("⚪🔴🟡"[self.discs.get((row, col), 0)] for col in range(7)))
