"""Keep the grid, and walk along the four lines through every disc.

A right answer in another style, and of the complexity that the problem's text names: up to k - 1
looks each way for a drop, and a new grid on every reset.
"""

from collections.abc import Sequence

Answer = int | str | tuple[str, int]

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


class Game:
    """Hold the grid, row 0 on top and 0 for an empty cell, and whose turn it is."""

    def __init__(self, rows: int, cols: int, k: int) -> None:
        self.rows, self.cols, self.k = rows, cols, k
        self.grid = [[0] * cols for _ in range(rows)]
        self.heights = [0] * cols
        self.discs, self.turn, self.winner = 0, 1, 0

    def reset(self) -> str:
        """Begin a new game."""
        self.grid = [[0] * self.cols for _ in range(self.rows)]
        self.heights = [0] * self.cols
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
        if self.heights[col] == self.rows:
            return "error:column_full"
        row = self.rows - 1 - self.heights[col]
        self.grid[row][col] = player
        self.heights[col] += 1
        self.discs += 1
        self.turn = 3 - player
        if self.has_line(row, col):
            self.winner = player
        return row

    def has_line(self, row: int, col: int) -> bool:
        """Tell whether the disc at `row`, `col` is part of a line of k."""
        return any(
            1 + self.run(row, col, down, right) + self.run(row, col, -down, -right) >= self.k
            for down, right in DIRECTIONS
        )

    def run(self, row: int, col: int, down: int, right: int) -> int:
        """Count the discs of the same player from there on, k - 1 at most."""
        player, length = self.grid[row][col], 0
        row, col = row + down, col + right
        while length < self.k - 1 and 0 <= row < self.rows and 0 <= col < self.cols:
            if self.grid[row][col] != player:
                break
            length += 1
            row, col = row + down, col + right
        return length


def solution(rows: int, cols: int, k: int, operations: Sequence[Sequence[object]]) -> list[Answer]:
    """Return the answer to each operation."""
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
