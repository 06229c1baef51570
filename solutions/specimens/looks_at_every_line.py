"""Look along every line of the board after each drop: right answers, and 160,000 looks at each.

It must run past the caps of the scripts of `scale` that drop discs on a large board. Only lines
through the new disc can be new.
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
        if self.has_a_line(player):
            self.state = ("win", player)
        elif self.room == 0:
            self.state = "draw"
        self.turn = 3 - player
        return row

    def has_a_line(self, player: int) -> bool:
        """Tell whether the player has a line of k or more anywhere."""
        return any(
            self.board[row][col] == player and self.begins_a_line(row, col, down, right)
            for row in range(self.rows)
            for col in range(self.cols)
            for down, right in DIRECTIONS
        )

    def begins_a_line(self, row: int, col: int, down: int, right: int) -> bool:
        """Tell whether k discs of one player lie in a row from there on."""
        player = self.board[row][col]
        for step in range(1, self.k):
            r, c = row + step * down, col + step * right
            if not (0 <= r < self.rows and 0 <= c < self.cols and self.board[r][c] == player):
                return False
        return True


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
