"""A design that names the player to move as the winner.

It must miss every case that asks who has won.
"""

from __future__ import annotations


class IllegalMoveError(Exception):
    """Say why a move is not allowed."""


class NotYourTurnError(IllegalMoveError):
    """Say that somebody else is to move."""


class ColumnFullError(IllegalMoveError):
    """Say that a column has no room."""


class GameOverError(IllegalMoveError):
    """Say that the game is over."""


class Player:
    """Hold a player; two are the same if they have the same name."""

    def __init__(self, name: str, color: str) -> None:
        """Take a name and a colour."""
        self.name, self.color = name, color

    def __eq__(self, other: object) -> bool:
        """Compare names."""
        return isinstance(other, Player) and other.name == self.name

    def __hash__(self) -> int:
        """Hash the name."""
        return hash(self.name)


class Board:
    """Keep one string a column, a character a disc, the lowest first."""

    def __init__(self, rows: int = 6, cols: int = 7, k: int = 4) -> None:
        """Begin with empty strings."""
        self.rows, self.cols, self.k = rows, cols, k
        self._stacks = [""] * cols

    def can_place(self, column: int) -> bool:
        """Tell whether a disc fits."""
        try:
            self._check(column)
        except IllegalMoveError:
            return False
        return True

    def _check(self, column: int) -> None:
        if not 0 <= column < self.cols:
            raise IllegalMoveError(f"there is no column {column}")
        if len(self._stacks[column]) == self.rows:
            raise ColumnFullError(f"column {column} is full")

    def place_disc(self, column: int, color: str) -> int:
        """Add a disc and return its row; raise `IllegalMoveError` where it does not fit."""
        self._check(column)
        self._stacks[column] += color[0]
        return self.rows - len(self._stacks[column])

    def remove(self, column: int) -> None:
        """Take the topmost disc off a column."""
        self._stacks[column] = self._stacks[column][:-1]

    def is_full(self) -> bool:
        """Tell whether every column is."""
        return {len(stack) for stack in self._stacks} == {self.rows}

    def cell(self, row: int, column: int) -> str:
        """Return the letter in a cell, row 0 on top, and a dot where there is none."""
        height = self.rows - 1 - row
        stack = self._stacks[column]
        return stack[height] if 0 <= height < len(stack) else "."

    def check_win(self, _row: int, _column: int, color: str) -> bool:
        """Tell whether a line of a colour can be read anywhere."""
        wanted = color[0] * self.k
        return any(wanted in line for line in self._lines())

    def _lines(self) -> list[str]:
        grid = [[self.cell(row, column) for column in range(self.cols)] for row in range(self.rows)]
        lines = ["".join(row) for row in grid]
        lines += ["".join(column) for column in zip(*grid, strict=True)]
        for shift in range(-self.rows, self.cols + self.rows):
            falling = [(row, shift + row) for row in range(self.rows)]
            rising = [(row, shift - row) for row in range(self.rows)]
            for cells in (falling, rising):
                inside = [grid[row][col] for row, col in cells if 0 <= col < self.cols]
                lines.append("".join(inside))
        return lines


class Game:
    """Play between two players, the first of whom begins."""

    def __init__(
        self, first: Player, second: Player, rows: int = 6, cols: int = 7, k: int = 4
    ) -> None:
        """Begin with an empty board."""
        self.board = Board(rows, cols, k)
        self._order = [first, second]
        self._log: list[int] = []
        self._over = ""

    def make_move(self, player: Player, column: int) -> bool:
        """Take a move and return True; raise `IllegalMoveError` where it is not allowed."""
        if self._over:
            raise GameOverError("the game is over")
        if player != self.current_player:
            raise NotYourTurnError(f"{self.current_player.name} is to move")
        row = self.board.place_disc(column, player.color)
        self._log.append(column)
        if self.board.check_win(row, column, player.color):
            self._over = "WON"
        elif self.board.is_full():
            self._over = "DRAW"
        return True

    @property
    def current_player(self) -> Player:
        """Return who is to move."""
        return self._order[len(self._log) % 2]

    @property
    def game_state(self) -> str:
        """Return `IN_PROGRESS`, `WON` or `DRAW`."""
        return self._over or "IN_PROGRESS"

    @property
    def winner(self) -> Player | None:
        """Return who is to move in a game that is won; nobody otherwise."""
        if self._over != "WON":
            return None
        return self._order[len(self._log) % 2]

    def undo(self) -> None:
        """Take the last move back."""
        self.board.remove(self._log.pop())
        self._over = ""
