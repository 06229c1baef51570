"""Keep the length of every run of discs in dictionaries, under its ends.

A right answer in another style: what a drop costs does not grow with k, but a tuple is made and
looked up for each neighbour. Of the honest engines it is the slowest where lines are short.
"""

from collections.abc import Sequence

Answer = int | str | tuple[str, int]

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


class Game:
    """Hold the ends of all runs of discs, row 0 on top, and how the game stands."""

    def __init__(self, rows: int, cols: int, k: int) -> None:
        self.rows, self.cols, self.k = rows, cols, k
        self.reset()

    def reset(self) -> str:
        """Begin a new game."""
        self.runs: dict[tuple[int, int, int, int], int] = {}
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
        self.room -= 1
        if self.makes_a_line(row, col, player):
            self.state = ("win", player)
        elif self.room == 0:
            self.state = "draw"
        self.turn = 3 - player
        return row

    def makes_a_line(self, row: int, col: int, player: int) -> bool:
        """Join the runs that end beside the disc; tell whether one is a line of k or more."""
        runs, longest = self.runs, 1
        for direction, (down, right) in enumerate(DIRECTIONS):
            before = runs.get((player, direction, row - down, col - right), 0)
            after = runs.get((player, direction, row + down, col + right), 0)
            run = before + 1 + after
            runs[player, direction, row - before * down, col - before * right] = run
            runs[player, direction, row + after * down, col + after * right] = run
            longest = max(longest, run)
        return longest >= self.k


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
