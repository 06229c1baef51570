"""Run the generic engine's operations as the published problem expects it: plain, and fast enough.

Idea: keep the board as a list of rows, the heights of the columns, whose turn it is and how the
game stands. A disc that lands can only complete lines through itself: in each of the four
directions count on from it, both ways, as long as the discs are of the same player.

Cost: up to k - 1 looks each way for a drop, so O(k); a status is read from what is kept; a reset
makes a new board, so O(rows x cols). That is the complexity which the problem's text names.

The caps of the suites `scale` and `beyond` are multiples of the CPU time that this engine takes.

Where it breaks: nowhere that the problem asks for; `operations.py` beside it shows how to do
without the walk and without the new board, which the stretch suite `beyond` asks for.
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
        for down, right in DIRECTIONS:
            ahead = self.count(row, col, down, right)
            if 1 + ahead + self.count(row, col, -down, -right) >= self.k:
                return True
        return False

    def count(self, row: int, col: int, down: int, right: int) -> int:
        """Count the discs of the same player from there on, k - 1 at most."""
        player, found = self.board[row][col], 0
        row, col = row + down, col + right
        while (
            found < self.k - 1
            and 0 <= row < self.rows
            and 0 <= col < self.cols
            and self.board[row][col] == player
        ):
            found += 1
            row, col = row + down, col + right
        return found


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
