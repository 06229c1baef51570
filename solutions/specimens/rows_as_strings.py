"""Keep the rows as strings and search lines in them: right answers, and whole lines built anew.

A row can be searched as it stands, but for the columns the board is turned round after every disc,
and the two slopes are put together cell by cell, however short a line wins. It must run past the
caps of the scripts of `scale` that drop discs on a large board.
"""

from collections.abc import Sequence

Answer = int | str | tuple[str, int]


class Game:
    """Hold the rows as strings, row 0 on top and a dot for an empty cell, and whose turn it is."""

    def __init__(self, rows: int, cols: int, k: int) -> None:
        self.rows, self.cols, self.k = rows, cols, k
        self.reset()

    def reset(self) -> str:
        """Begin a new game."""
        self.grid = ["." * self.cols] * self.rows
        self.heights: dict[int, int] = {}
        self.discs, self.turn, self.winner = 0, 1, 0
        return "OK"

    def status(self) -> Answer:
        """Say who has won, that it is a draw, or neither."""
        if self.winner:
            return "win", self.winner
        return "draw" if self.discs == self.rows * self.cols else "inProgress"

    def drop(self, col: int, player: int) -> Answer:
        """Return the row the disc lands in, or the error."""
        if self.winner or self.discs == self.rows * self.cols:
            return "error:game_over"
        if not 0 <= col < self.cols:
            return "error:out_of_range"
        if player != self.turn:
            return "error:wrong_turn"
        height = self.heights.get(col, 0)
        if height == self.rows:
            return "error:column_full"
        row = self.rows - 1 - height
        self.heights[col] = height + 1
        cells = self.grid[row]
        self.grid[row] = cells[:col] + str(player) + cells[col + 1 :]
        self.discs += 1
        self.turn = 3 - player
        if self.has_line(row, col):
            self.winner = player
        return row

    def has_line(self, row: int, col: int) -> bool:
        """Tell whether one of the four lines through the disc holds k of its player."""
        line = self.grid[row][col] * self.k
        if line in self.grid[row]:
            return True
        columns = ["".join(cells) for cells in zip(*self.grid, strict=True)]
        return line in columns[col] or any(line in self.slope(row, col, right) for right in (1, -1))

    def slope(self, row: int, col: int, right: int) -> str:
        """Return the cells on a slope through `row`, `col`, from the top down."""
        while row > 0 and 0 <= col - right < self.cols:
            row, col = row - 1, col - right
        cells = ""
        while row < self.rows and 0 <= col < self.cols:
            cells += self.grid[row][col]
            row, col = row + 1, col + right
        return cells


def solution(rows: int, cols: int, k: int, operations: Sequence[Sequence[object]]) -> list[Answer]:
    """Return the answer to each operation."""
    game = Game(rows, cols, k)
    return [answer(game, operation) for operation in operations]


def answer(game: Game, operation: Sequence[object]) -> Answer:
    """Return what the game says to one operation."""
    if operation[0] == "drop":
        return game.drop(operation[1], operation[2])
    if operation[0] == "status":
        return game.status()
    if operation[0] == "reset":
        return game.reset()
    return "error:invalid_operation"
