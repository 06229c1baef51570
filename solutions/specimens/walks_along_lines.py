"""Walk along the lines through every disc: right answers, and up to k - 1 steps each way.

With a k of 200 and long lines on the board a drop takes some 230 steps on average. That is what the
published problem expects; it must run past the caps of the scripts of the stretch suite `beyond`
with long lines. The length of a run, kept at its ends, needs no walk.
"""

from collections.abc import Sequence

Answer = int | str | tuple[str, int]

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


class Game:
    """Hold the discs by their cells, row 0 on top, and whose turn it is."""

    def __init__(self, rows: int, cols: int, k: int) -> None:
        self.rows, self.cols, self.k = rows, cols, k
        self.reset()

    def reset(self) -> str:
        """Begin a new game."""
        self.grid: dict[tuple[int, int], int] = {}
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
        self.grid[row, col] = player
        self.discs += 1
        self.turn = 3 - player
        if self.has_line(row, col):
            self.winner = player
        return row

    def has_line(self, row: int, col: int) -> bool:
        """Tell whether the disc at `row`, `col` is part of a line of k."""
        for down, right in DIRECTIONS:
            length = 1 + self.run(row, col, down, right) + self.run(row, col, -down, -right)
            if length >= self.k:
                return True
        return False

    def run(self, row: int, col: int, down: int, right: int) -> int:
        """Count the discs of the same player from there on, k - 1 at most."""
        player, length = self.grid[row, col], 0
        row, col = row + down, col + right
        while length < self.k - 1 and self.grid.get((row, col)) == player:
            length += 1
            row, col = row + down, col + right
        return length


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
