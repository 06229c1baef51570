"""Keep a game as a value: pure functions make the next one, and two thin classes hold the latest.

The shell shows all of its state as properties.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

WIDTH, HEIGHT, LENGTH = 7, 6, 4

Columns = tuple[str, ...]


class GameState(StrEnum):
    """Name how a position stands."""

    IN_PROGRESS = "in progress"
    WON = "won"
    DRAW = "draw"


class Player(NamedTuple):
    """Hold who plays, and the colour of the discs."""

    name: str
    color: str

    @property
    def token(self) -> str:
        """Return the letter of the discs."""
        return _letter(self.color)


class Position(NamedTuple):
    """Hold a position: a text for each column, the lowest disc first, and the moves so far."""

    columns: Columns
    moves: int = 0


def empty(width: int = WIDTH) -> Position:
    """Return the position before the first move."""
    return Position(("",) * width)


def drop(position: Position, column: int, token: str, height: int = HEIGHT) -> Position | None:
    """Return the position after a disc, None where there is no room for it."""
    if not 0 <= column < len(position.columns) or len(position.columns[column]) == height:
        return None
    columns = list(position.columns)
    columns[column] += token
    return Position(tuple(columns), position.moves + 1)


def cell(position: Position, column: int, level: int) -> str:
    """Return the disc on a level of a column, counted from the bottom; nothing where none is."""
    if not 0 <= column < len(position.columns) or level < 0:
        return ""
    return position.columns[column][level : level + 1]


def lines_of(position: Position, token: str, length: int = LENGTH) -> Iterator[tuple[int, int]]:
    """Yield where each line of a token begins."""
    for column, discs in enumerate(position.columns):
        for level in range(len(discs)):
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                cells = ((column + far * right, level + far * up) for far in range(length))
                if all(cell(position, *each) == token for each in cells):
                    yield column, level


def status_of(position: Position, tokens: tuple[str, str], height: int = HEIGHT) -> GameState:
    """Return how a position stands."""
    if any(any(lines_of(position, token)) for token in tokens):
        return GameState.WON
    full = position.moves == height * len(position.columns)
    return GameState.DRAW if full else GameState.IN_PROGRESS


class Board:
    """Hold the latest position."""

    def __init__(self) -> None:
        """Begin with the empty one."""
        self.position = empty()

    def can_place(self, column: int) -> bool:
        """Tell whether a next position exists."""
        return drop(self.position, column, "?") is not None

    def place_disc(self, column: int, color: str) -> bool:
        """Go on to the next position, if there is one."""
        after = drop(self.position, column, _letter(color))
        self.position = after or self.position
        return after is not None

    def is_full(self) -> bool:
        """Tell whether no next position exists."""
        return not any(map(self.can_place, range(WIDTH)))

    def get_cell(self, row: int, column: int) -> str:
        """Return the letter in a cell, row 0 on top."""
        return cell(self.position, column, HEIGHT - 1 - row) or "-"

    def check_win(self, _row: int, _column: int, color: str) -> bool:
        """Tell whether a colour has a line."""
        return any(lines_of(self.position, _letter(color)))


class Game:
    """Hold the players and a board; every question is answered from the latest position."""

    def __init__(self, first: Player, second: Player) -> None:
        """Begin with an empty board."""
        self._players = (first, second)
        self._board = Board()

    @property
    def current_player(self) -> Player:
        """Return who is to move."""
        return self._players[self._board.position.moves % 2]

    @property
    def game_state(self) -> GameState:
        """Return how the game stands."""
        return status_of(self._board.position, (self._players[0].token, self._players[1].token))

    @property
    def winner(self) -> Player | None:
        """Return who made the last move, where that has won."""
        if self.game_state is not GameState.WON:
            return None
        return self._players[(self._board.position.moves - 1) % 2]

    def make_move(self, player: Player, column: int) -> bool:
        """Take a move of a player; return False where it is not allowed."""
        if self.game_state is not GameState.IN_PROGRESS or player != self.current_player:
            return False
        return self._board.place_disc(column, player.color)


def _letter(token: str) -> str:
    return token[:1].lower()
