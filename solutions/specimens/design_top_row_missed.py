"""A design whose search for lines leaves out the top row.

It must miss the lines with a disc in the top row.
"""

from __future__ import annotations

from enum import Enum, auto


class Disc(Enum):
    """Name what a cell can hold."""

    EMPTY = 0
    RED = 1
    YELLOW = 2


class GameState(Enum):
    """Name how far a game has come, and who has won it."""

    NOT_STARTED = auto()
    RUNNING = auto()
    RED_WON = auto()
    YELLOW_WON = auto()
    TIED = auto()


class MoveResult(Enum):
    """Name what became of a move."""

    OK = auto()
    NOT_YOUR_TURN = auto()
    NO_SUCH_COLUMN = auto()
    COLUMN_FULL = auto()
    GAME_OVER = auto()


class Player:
    """Hold a name and a disc."""

    def __init__(self, name: str, disc: Disc) -> None:
        """Take both as they are."""
        self.name = name
        self.disc = disc

    def __str__(self) -> str:
        """Return the name."""
        return self.name


class Board:
    """Keep a grid of discs, the top row first."""

    ROWS = 6
    COLUMNS = 7

    def __init__(self) -> None:
        """Begin with empty cells."""
        self._grid = [[Disc.EMPTY] * self.COLUMNS for _ in range(self.ROWS)]

    def is_valid_column(self, column: int) -> bool:
        """Tell whether a disc can be dropped into a column."""
        return column in range(self.COLUMNS) and self._grid[0][column] is Disc.EMPTY

    def place_disc(self, disc: Disc, column: int) -> bool:
        """Drop a disc; return False where it cannot be."""
        if not self.is_valid_column(column):
            return False
        for row in reversed(self._grid):
            if row[column] is Disc.EMPTY:
                row[column] = disc
                break
        return True

    def is_full(self) -> bool:
        """Tell whether the top row has no empty cell."""
        return Disc.EMPTY not in self._grid[0]

    def get_cell(self, row: int, col: int) -> Disc:
        """Return what a cell holds."""
        return self._grid[row][col]

    def check_win(self, disc: Disc) -> bool:
        """Tell whether there are four of a disc in a line anywhere."""
        for row in range(self.ROWS):
            for col in range(self.COLUMNS):
                for step in ((0, 1), (1, 0), (1, 1), (-1, 1)):
                    if all(self._holds(row, col, step, far, disc) for far in range(4)):
                        return True
        return False

    def _holds(self, row: int, col: int, step: tuple[int, int], far: int, disc: Disc) -> bool:
        row, col = row + far * step[0], col + far * step[1]
        inside = row in range(1, self.ROWS) and col in range(self.COLUMNS)
        return inside and self._grid[row][col] is disc


class ConnectFour:
    """Let two players play."""

    def __init__(self, player1: Player, player2: Player) -> None:
        """Begin with an empty board."""
        self._board = Board()
        self._players = [player1, player2]
        self._state = GameState.NOT_STARTED
        self._turn = 0

    def drop_disc(self, player: Player, column: int) -> MoveResult:
        """Take a move, or say why not."""
        if self._state not in (GameState.NOT_STARTED, GameState.RUNNING):
            return MoveResult.GAME_OVER
        if player is not self._players[self._turn]:
            return MoveResult.NOT_YOUR_TURN
        if column not in range(Board.COLUMNS):
            return MoveResult.NO_SUCH_COLUMN
        if not self._board.place_disc(player.disc, column):
            return MoveResult.COLUMN_FULL
        self._state = self._after_move(player)
        self._turn = 1 - self._turn
        return MoveResult.OK

    def _after_move(self, player: Player) -> GameState:
        if self._board.check_win(player.disc):
            first = player is self._players[0]
            return GameState.RED_WON if first else GameState.YELLOW_WON
        return GameState.TIED if self._board.is_full() else GameState.RUNNING

    def get_current_player(self) -> Player:
        """Return who is to move."""
        return self._players[self._turn]

    def get_state(self) -> GameState:
        """Return how far the game has come."""
        return self._state

    def get_winner(self) -> Player | None:
        """Return who has won."""
        if self._state is GameState.RED_WON:
            return self._players[0]
        return self._players[1] if self._state is GameState.YELLOW_WON else None
