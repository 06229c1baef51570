"""Keep the rows of the board, and walk along the lines through every disc.

A right answer in another style, with every rule in a method of its own.
"""

SIZE = 7
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


class Connect4:
    """Hold one game, the top row first."""

    def __init__(self) -> None:
        """Begin with an empty board and player 1."""
        self.board = [[0] * SIZE for _ in range(SIZE)]
        self.player = 1
        self.winner = 0

    def play(self, col: int) -> None:
        """Drop a disc of the player to move, or raise `ValueError`."""
        if self.winner or self.is_full():
            raise ValueError("the game is over")
        if type(col) is not int or not 0 <= col < SIZE:
            raise ValueError("there is no such column")
        row = self.free_row(col)
        self.board[row][col] = self.player
        if self.has_line(row, col):
            self.winner = self.player
        self.player = 3 - self.player

    def check_winner(self) -> int:
        """Return the player who has won, 0 while nobody has."""
        return self.winner

    def print(self) -> None:
        """Print the board."""
        for row in self.board:
            print(" ".join(".XO"[cell] for cell in row))

    def is_full(self) -> bool:
        """Tell whether no cell is free."""
        return all(self.board[0])

    def free_row(self, col: int) -> int:
        """Return the lowest free row of a column."""
        for row in range(SIZE - 1, -1, -1):
            if not self.board[row][col]:
                return row
        raise ValueError("that column is full")

    def has_line(self, row: int, col: int) -> bool:
        """Tell whether the disc there is in a line of four."""
        player = self.board[row][col]
        for down, right in DIRECTIONS:
            count = 0
            for offset in range(-3, 4):
                at, to = row + offset * down, col + offset * right
                inside = 0 <= at < SIZE and 0 <= to < SIZE
                count = count + 1 if inside and self.board[at][to] == player else 0
                if count == 4:
                    return True
        return False
