"""Look for the landing row cell by cell, from the bottom of the column.

A right answer in another style: up to `rows` looks for a drop, where a height would answer at once.
The published problem names no complexity for that, so the suite `scale` has room for it.
"""

from collections.abc import Sequence

Answer = int | str | tuple[str, int]

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


class Game:
    """Hold the columns, the ends of all runs of discs, and whose turn it is."""

    def __init__(self, rows: int, cols: int, k: int) -> None:
        self.rows, self.cols, self.k = rows, cols, k
        self.reset()

    def reset(self) -> str:
        """Begin a new game."""
        self.runs: dict[int, dict[tuple[int, int, int], int]] = {1: {}, 2: {}}
        self.columns: dict[int, list[int]] = {}
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
        if col not in self.columns:
            self.columns[col] = [0] * self.rows
        row = self.rows - 1
        while row >= 0 and self.columns[col][row] != 0:
            row -= 1
        if row < 0:
            return "error:column_full"
        self.columns[col][row] = player
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
    match operation:
        case ("drop", int(col), int(player)):
            return game.drop(col, player)
        case ("status",):
            return game.status()
        case ("reset",):
            return game.reset()
    return "error:invalid_operation"
