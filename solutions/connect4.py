"""Play Connect Four on a 7 x 7 board: the class that interviews ask for.

Idea: check everything before changing anything. A move is refused by raising, so a refusal
cannot be overlooked, and it leaves board, turn and result as they were. Only lines through the
disc just dropped can be new: from it, count discs of the same player both ways in each of the
four directions.

Cost: at most six cells in each direction for a move, nothing for `check_winner`.

Where it breaks: there is no undo, as the result is stored and not computed.
"""

SIZE = 7
IN_A_LINE = 4
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
SIGNS = ".XO"


class Connect4:
    """Hold one game: the board, the top row first, whose turn it is, and who has won.

    >>> game = Connect4()
    >>> for column in (3, 3, 4, 4, 5, 5, 6):
    ...     game.play(column)
    >>> game.check_winner()
    1
    """

    def __init__(self) -> None:
        """Begin with an empty board and player 1."""
        self._board = [[0] * SIZE for _ in range(SIZE)]
        self._player = 1
        self._winner = 0
        self._free = SIZE * SIZE

    def play(self, col: int) -> None:
        """Drop a disc of the player to move; raise `ValueError` where that is not possible."""
        if self._winner or not self._free:
            raise ValueError("the game is over")
        if type(col) is not int:
            raise ValueError(f"a column is a whole number, not {col!r}")
        if not 0 <= col < SIZE:
            raise ValueError(f"there is no column {col}: they are 0 to {SIZE - 1}")
        row = self._lowest_free(col)
        self._board[row][col] = self._player
        self._free -= 1
        if self._makes_a_line(row, col):
            self._winner = self._player
        self._player = 3 - self._player

    def check_winner(self) -> int | None:
        """Return the player who has won, None while nobody has and after a draw."""
        return self._winner or None

    def print(self) -> None:
        """Print the board, the top row first, with the numbers of the columns below it."""
        for row in self.rows():
            print(" ".join(row))
        print(" ".join(map(str, range(SIZE))))

    def rows(self) -> list[str]:
        """Return the board row by row, a sign for each cell."""
        return ["".join(SIGNS[player] for player in row) for row in self._board]

    def _lowest_free(self, col: int) -> int:
        for row in reversed(range(SIZE)):
            if not self._board[row][col]:
                return row
        raise ValueError(f"column {col} is full")

    def _makes_a_line(self, row: int, col: int) -> bool:
        return any(
            1 + self._run(row, col, down, right) + self._run(row, col, -down, -right) >= IN_A_LINE
            for down, right in DIRECTIONS
        )

    def _run(self, row: int, col: int, down: int, right: int) -> int:
        """Count the discs of the same player from there on, itself not included."""
        player, length = self._board[row][col], 0
        while True:
            row, col = row + down, col + right
            if not (0 <= row < SIZE and 0 <= col < SIZE) or self._board[row][col] != player:
                return length
            length += 1
