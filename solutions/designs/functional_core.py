"""Keep a game as a value: pure functions make the next one, and two thin classes hold the latest.

The shell is told of players by their names, and shows all of its state as properties.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

WIDTH, HEIGHT, LENGTH = 7, 6, 4

Columns = tuple[str, ...]


class Status(StrEnum):
    """Name how a position stands."""

    ONGOING = "ongoing"
    WON = "won"
    DRAW = "draw"


class Player(NamedTuple):
    """Hold who plays, and the letter of the discs."""

    name: str
    token: str


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


def status_of(position: Position, tokens: tuple[str, str], height: int = HEIGHT) -> Status:
    """Return how a position stands."""
    if any(any(lines_of(position, token)) for token in tokens):
        return Status.WON
    full = position.moves == height * len(position.columns)
    return Status.DRAW if full else Status.ONGOING


class Board:
    """Hold the latest position."""

    def __init__(self) -> None:
        """Begin with the empty one."""
        self.position = empty()

    def can_place(self, column: int) -> bool:
        """Tell whether a next position exists."""
        return drop(self.position, column, "?") is not None

    def place_disc(self, column: int, token: str) -> bool:
        """Go on to the next position, if there is one."""
        after = drop(self.position, column, _letter(token))
        self.position = after or self.position
        return after is not None

    @property
    def is_full(self) -> bool:
        """Tell whether no next position exists."""
        return not any(map(self.can_place, range(WIDTH)))

    def get_cell(self, row: int, column: int) -> str:
        """Return the letter in a cell, row 0 on top."""
        return cell(self.position, column, HEIGHT - 1 - row) or "-"

    def check_win(self, token: str) -> bool:
        """Tell whether a token has a line."""
        return any(lines_of(self.position, _letter(token)))


class Game:
    """Hold the players and a board; every question is answered from the latest position."""

    def __init__(self, first_name: str = "Ann", second_name: str = "Ben") -> None:
        """Give the players their letters."""
        self._players = (Player(first_name, "x"), Player(second_name, "o"))
        self._board = Board()

    @property
    def current_player(self) -> str:
        """Return the name of who is to move."""
        return self._players[self._board.position.moves % 2].name

    @property
    def game_state(self) -> Status:
        """Return how the game stands."""
        return status_of(self._board.position, (self._players[0].token, self._players[1].token))

    @property
    def winner(self) -> str | None:
        """Return the name of who made the last move, where that has won."""
        if self.game_state is not Status.WON:
            return None
        return self._players[(self._board.position.moves - 1) % 2].name

    def make_move(self, player: str, column: int) -> bool:
        """Take a move of the player of that name."""
        if self.game_state is not Status.ONGOING or player != self.current_player:
            return False
        return self._board.place_disc(column, self._token_of(player))

    def _token_of(self, name: str) -> str:
        return next(player.token for player in self._players if player.name == name)


def _letter(token: str) -> str:
    return token[:1].lower()
