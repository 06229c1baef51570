"""Answer in enums: the state of a game, and what became of a move, each with its own names."""

from __future__ import annotations

from enum import Enum, auto


class DiscColor(Enum):
    """Name what a cell can hold."""

    EMPTY = 0
    RED = 1
    YELLOW = 2


class GameState(Enum):
    """Name how far a game has come."""

    IN_PROGRESS = auto()
    WON = auto()
    DRAW = auto()


class Player:
    """Hold a name and a colour."""

    def __init__(self, name: str, color: DiscColor) -> None:
        """Take both as they are."""
        self.name = name
        self.color = color

    def __str__(self) -> str:
        """Return the name."""
        return self.name


class Board:
    """Keep a grid of discs, the top row first."""

    ROWS = 6
    COLUMNS = 7

    def __init__(self) -> None:
        """Begin with empty cells."""
        self._grid = [[DiscColor.EMPTY] * self.COLUMNS for _ in range(self.ROWS)]

    def can_place(self, column: int) -> bool:
        """Tell whether a disc can be dropped into a column."""
        return column in range(self.COLUMNS) and self._grid[0][column] is DiscColor.EMPTY

    def place_disc(self, column: int, disc: DiscColor) -> bool:
        """Drop a disc; return False where it cannot be."""
        if not self.can_place(column):
            return False
        for row in reversed(self._grid):
            if row[column] is DiscColor.EMPTY:
                row[column] = disc
                break
        return True

    def is_full(self) -> bool:
        """Tell whether the top row has no empty cell."""
        return DiscColor.EMPTY not in self._grid[0]

    def get_cell(self, row: int, col: int) -> DiscColor:
        """Return what a cell holds."""
        return self._grid[row][col]

    def check_win(self, _row: int, _column: int, disc: DiscColor) -> bool:
        """Tell whether there are four of a disc in a line anywhere."""
        for row in range(self.ROWS):
            for col in range(self.COLUMNS):
                for step in ((0, 1), (1, 0), (1, 1), (-1, 1)):
                    if all(self._holds(row, col, step, far, disc) for far in range(4)):
                        return True
        return False

    def _holds(self, row: int, col: int, step: tuple[int, int], far: int, disc: DiscColor) -> bool:
        row, col = row + far * step[0], col + far * step[1]
        inside = row in range(self.ROWS) and col in range(self.COLUMNS)
        return inside and self._grid[row][col] is disc


class Game:
    """Let two players play."""

    def __init__(self, player1: Player, player2: Player) -> None:
        """Begin with an empty board."""
        self._board = Board()
        self._players = [player1, player2]
        self._state = GameState.IN_PROGRESS
        self._winner: Player | None = None
        self._turn = 0

    def make_move(self, player: Player, column: int) -> bool:
        """Take a move; return False where it is not allowed."""
        if self._state is not GameState.IN_PROGRESS or player is not self._players[self._turn]:
            return False
        if not self._board.place_disc(column, player.color):
            return False
        self._state = self._after_move(player)
        self._turn = 1 - self._turn
        return True

    def _after_move(self, player: Player) -> GameState:
        if self._board.check_win(0, 0, player.color):
            self._winner = player
            return GameState.WON
        return GameState.DRAW if self._board.is_full() else GameState.IN_PROGRESS

    def get_current_player(self) -> Player:
        """Return who is to move."""
        return self._players[self._turn]

    def get_game_state(self) -> GameState:
        """Return how far the game has come."""
        return self._state

    def get_winner(self) -> Player | None:
        """Return who has won."""
        return self._winner
