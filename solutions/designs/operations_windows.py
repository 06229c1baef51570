"""Look at all cells within k - 1 of a new disc, and count along them: no walk that ends early.

A right answer in another style, and of the complexity that the problem's text names: for each of
the four directions the 2k - 1 cells around the disc are gone through, whoever's they are.
"""

from collections.abc import Sequence

Answer = int | str | tuple[str, int]

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


class Game:
    """Hold the board, row 0 on top and 0 for an empty cell, and how the game stands."""

    def __init__(self, rows: int, cols: int, k: int) -> None:
        self.rows, self.cols, self.k = rows, cols, k
        self.reset()

    def reset(self) -> str:
        """Begin a new game, on a new board."""
        self.board = [[0] * self.cols for _ in range(self.rows)]
        self.heights = [0] * self.cols
        self.room = self.rows * self.cols
        self.turn = 1
        self.state: Answer = "inProgress"
        return "OK"

    def status(self) -> Answer:
        """Say who has won, that it is a draw, or neither."""
        return self.state

    def drop(self, col: int, player: int) -> Answer:
        """Return the row the disc lands in, or the first error that applies."""
        if self.state != "inProgress":
            return "error:game_over"
        if not 0 <= col < self.cols:
            return "error:out_of_range"
        if player != self.turn:
            return "error:wrong_turn"
        if self.heights[col] == self.rows:
            return "error:column_full"
        self.heights[col] += 1
        row = self.rows - self.heights[col]
        self.board[row][col] = player
        self.room -= 1
        if self.makes_a_line(row, col):
            self.state = ("win", player)
        elif self.room == 0:
            self.state = "draw"
        self.turn = 3 - player
        return row

    def makes_a_line(self, row: int, col: int) -> bool:
        """Tell whether the disc that lies there is part of a line of k or more."""
        player = self.board[row][col]
        for down, right in DIRECTIONS:
            run = 0
            for step in range(1 - self.k, self.k):
                r, c = row + step * down, col + step * right
                inside = 0 <= r < self.rows and 0 <= c < self.cols
                run = run + 1 if inside and self.board[r][c] == player else 0
                if run >= self.k:
                    return True
        return False


def solution(rows: int, cols: int, k: int, operations: Sequence[Sequence[object]]) -> list[Answer]:
    """Return the answer to each operation, in order.

    >>> solution(2, 2, 3, [("drop", 0, 1), ("drop", 1, 2), ("status",), ("reset",)])
    [1, 1, 'inProgress', 'OK']
    """
    game = Game(rows, cols, k)
    return [answer(game, operation) for operation in operations]


def answer(game: Game, operation: Sequence[object]) -> Answer:
    """Return what the game says to one operation."""
    match operation:
        case ("drop", int(col), int(player)):
            return game.drop(col, player)
        case ("status",):
            return game.status()
        case ("reset",):
            return game.reset()
    return "error:invalid_operation"
