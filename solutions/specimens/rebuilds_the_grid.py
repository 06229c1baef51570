"""Walk along the lines, and make a new grid on every reset: the engine that most people write.

Right answers, and as fast as can be wished on an ordinary board. A new grid of 200 x 200 for
nearly every one of ten thousand operations is what the published problem expects, and too much for
the stretch suite: it must run past the caps of the scripts of `beyond` that are resets for the most
part. `kata bench --operations` shows it beside the reference.
"""

from collections.abc import Sequence

Answer = int | str | tuple[str, int]

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


class Game:
    """Hold the grid, row 0 on top and 0 for an empty cell, and whose turn it is."""

    def __init__(self, rows: int, cols: int, k: int) -> None:
        self.rows, self.cols, self.k = rows, cols, k
        self.reset()

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
        self.heights[col] += 1
        self.grid[row][col] = player
        self.discs += 1
        self.turn = 3 - player
        if self.has_line(row, col):
            self.winner = player
        return row

    def has_line(self, row: int, col: int) -> bool:
        """Tell whether the disc at `row`, `col` is part of a line of k, walking both ways."""
        player = self.grid[row][col]
        for down, right in DIRECTIONS:
            length = 1
            for way in (1, -1):
                r, c = row + way * down, col + way * right
                while length < self.k and 0 <= r < self.rows and 0 <= c < self.cols:
                    if self.grid[r][c] != player:
                        break
                    length += 1
                    r, c = r + way * down, c + way * right
            if length >= self.k:
                return True
        return False


def solution(rows: int, cols: int, k: int, operations: Sequence[Sequence[object]]) -> list[Answer]:
    """Return the answer to each operation."""
    game = Game(rows, cols, k)
    answers: list[Answer] = []
    for operation in operations:
        if operation[0] == "drop":
            answers.append(game.drop(operation[1], operation[2]))
        elif operation[0] == "status":
            answers.append(game.status())
        elif operation[0] == "reset":
            answers.append(game.reset())
        else:
            answers.append("error:invalid_operation")
    return answers
