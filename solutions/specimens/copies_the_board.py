"""Copy the whole board for every disc: right answers, and 40,000 cells a drop.

It must run past the cap of the scripts of `scale` that drop discs on a large board: a drop changes
one cell. (A board that nobody may change is a fine thing to search with, and dear here.)
"""

from collections.abc import Sequence

Answer = int | str | tuple[str, int]

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


class Game:
    """Hold the grid, the ends of all runs of discs, and whose turn it is."""

    def __init__(self, rows: int, cols: int, k: int) -> None:
        self.rows, self.cols, self.k = rows, cols, k
        self.reset()

    def reset(self) -> str:
        """Begin a new game."""
        self.runs: dict[int, dict[tuple[int, int, int], int]] = {1: {}, 2: {}}
        self.heights: dict[int, int] = {}
        self.grid: list[list[int]] = [[0] * self.cols] * self.rows
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
        self.grid = [list(cells) for cells in self.grid]
        self.grid[row][col] = player
        self.discs += 1
        self.turn = 3 - player
        if self.has_line(row, col):
            self.winner = player
        return row

    def has_line(self, row: int, col: int) -> bool:
        """Join the runs that end beside the disc; tell whether one is a line of k."""
        runs, longest = self.runs[3 - self.turn], 1
        for direction, (down, right) in enumerate(DIRECTIONS):
            before = runs.get((direction, row - down, col - right), 0)
            after = runs.get((direction, row + down, col + right), 0)
            run = before + 1 + after
            runs[direction, row - before * down, col - before * right] = run
            runs[direction, row + after * down, col + after * right] = run
            longest = max(longest, run)
        return longest >= self.k


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
