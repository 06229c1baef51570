"""Design a four-in-a-row game: a game that knows the rules of play, a board, two players.

Lesson: each fact has one home. The board knows where discs lie and whether a disc completed a
line; the game knows whose turn it is, how it ended and the moves so far; a player is a name and a
colour. A move is first checked, then made, so that a refused one changes nothing. Size and
length of line are arguments, so a second board size touches no line of code.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

ROWS, COLS, IN_A_ROW = 6, 7, 4


class Colour(Enum):
    """Name the two sides."""

    RED = "red"
    YELLOW = "yellow"


class GameState(Enum):
    """Name how far a game has come."""

    IN_PROGRESS = "in progress"
    WON = "won"
    DRAW = "draw"


@dataclass(frozen=True)
class Player:
    """Hold who plays, and with which discs."""

    name: str
    colour: Colour


class Board:
    """Keep the discs, row 0 on top; know nothing of turns."""

    def __init__(self, rows: int = ROWS, cols: int = COLS, k: int = IN_A_ROW) -> None:
        """Make an empty board on which `k` in a row win."""
        self.rows, self.cols, self.k = rows, cols, k
        self._columns: list[list[Colour]] = [[] for _ in range(cols)]

    def can_place(self, column: int) -> bool:
        """Tell whether there is such a column, with room in it."""
        return 0 <= column < self.cols and len(self._columns[column]) < self.rows

    def place_disc(self, column: int, colour: Colour) -> int:
        """Drop a disc and return its row; raise `ValueError` where that cannot be."""
        if not self.can_place(column):
            raise ValueError(f"no disc fits into column {column}")
        self._columns[column].append(colour)
        return self.rows - len(self._columns[column])

    def take_disc(self, column: int) -> None:
        """Take back the topmost disc of a column."""
        self._columns[column].pop()

    def is_full(self) -> bool:
        """Tell whether no column has room."""
        return all(len(column) == self.rows for column in self._columns)

    def get_cell(self, row: int, column: int) -> Colour | None:
        """Return the colour of the disc in a cell; None where it is empty or off the board."""
        if not (0 <= row < self.rows and 0 <= column < self.cols):
            return None
        height = self.rows - 1 - row
        discs = self._columns[column]
        return discs[height] if height < len(discs) else None

    def check_win(self, row: int, column: int) -> bool:
        """Tell whether the disc in a cell is part of a line that wins."""
        colour = self.get_cell(row, column)
        if colour is None:
            return False
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            ahead = self._run(row, column, down, right, colour)
            behind = self._run(row, column, -down, -right, colour)
            if ahead + behind + 1 >= self.k:
                return True
        return False

    def _run(self, row: int, column: int, down: int, right: int, colour: Colour) -> int:
        length = 0
        while self.get_cell(row + down, column + right) is colour:
            row, column, length = row + down, column + right, length + 1
        return length


class Game:
    """Play one game: take moves in turn until somebody has won or the board is full."""

    def __init__(
        self,
        player1: Player,
        player2: Player,
        rows: int = ROWS,
        cols: int = COLS,
        k: int = IN_A_ROW,
    ) -> None:
        """Begin a game, in which `player1` moves first."""
        self.board = Board(rows, cols, k)
        self._players = (player1, player2)
        self._moves: list[int] = []
        self._state = GameState.IN_PROGRESS
        self._winner: Player | None = None

    def make_move(self, player: Player, column: int) -> bool:
        """Drop a disc of `player`; return False, and change nothing, where that is not allowed."""
        if self._state is not GameState.IN_PROGRESS or player != self.get_current_player():
            return False
        if not self.board.can_place(column):
            return False
        row = self.board.place_disc(column, player.colour)
        self._moves.append(column)
        if self.board.check_win(row, column):
            self._state, self._winner = GameState.WON, player
        elif self.board.is_full():
            self._state = GameState.DRAW
        return True

    def get_current_player(self) -> Player:
        """Return who is to move."""
        return self._players[len(self._moves) % 2]

    def get_game_state(self) -> GameState:
        """Return whether the game goes on, is won or drawn."""
        return self._state

    def get_winner(self) -> Player | None:
        """Return who has won, if anybody has."""
        return self._winner

    def undo(self) -> bool:
        """Take the last move back; return False where there is none."""
        if not self._moves:
            return False
        self.board.take_disc(self._moves.pop())
        self._state, self._winner = GameState.IN_PROGRESS, None
        return True

    def replay(self, moves: Iterable[int]) -> bool:
        """Begin anew and play a list of columns; return whether each of them was allowed."""
        while self.undo():
            pass
        return all(self.make_move(self.get_current_player(), column) for column in moves)


class Bot:
    """Play any legal move: the nearest to the centre."""

    def choose_column(self, game: Game) -> int:
        """Return the legal column nearest to the centre."""
        board = game.board
        legal = [column for column in range(board.cols) if board.can_place(column)]
        return min(legal, key=lambda column: abs(2 * column - board.cols + 1))
