"""Hold everything in dataclasses: players by name, the state as plain fields that anybody reads."""

from __future__ import annotations

from dataclasses import dataclass, field

RUNNING, WON, DRAWN = "running", "won", "drawn"


@dataclass
class Player:
    """Hold a player, and how many games that player has won."""

    name: str
    color: str
    wins: int = 0


@dataclass
class Board:
    """Hold discs by their cell, counted from the lower left corner."""

    width: int = 7
    height: int = 6
    cells: dict[tuple[int, int], str] = field(default_factory=dict)

    def can_drop(self, col: int) -> bool:
        """Tell whether there is room."""
        return 0 <= col < self.width and (self.height - 1, col) not in self.cells

    def drop(self, col: int, color: str) -> tuple[int, int] | None:
        """Drop a disc and return its cell; None where there is no room."""
        if not self.can_drop(col):
            return None
        row = sum((row, col) in self.cells for row in range(self.height))
        self.cells[row, col] = color
        return row, col

    def full(self) -> bool:
        """Tell whether every cell has a disc."""
        return len(self.cells) == self.width * self.height

    def at(self, row: int, col: int) -> str:
        """Return the colour in a cell, a space where it is empty."""
        return self.cells.get((row, col), " ")

    def wins(self, row: int, col: int, color: str, length: int = 4) -> bool:
        """Tell whether a disc in a cell completes a line of its colour."""
        for up, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            line = [
                self.at(row + far * up, col + far * right) == color
                for far in range(1 - length, length)
            ]
            if any(all(line[start : start + length]) for start in range(length)):
                return True
        return False


@dataclass
class Game:
    """Hold a game between the players of a list; the fields say how it stands."""

    players: list[Player]
    board: Board = field(default_factory=Board)
    history: list[int] = field(default_factory=list)
    status: str = RUNNING
    winner: str = ""

    @property
    def current_player(self) -> str:
        """Return the name of the player to move."""
        return self.players[len(self.history) % 2].name

    def play(self, col: int, player_name: str) -> bool:
        """Take a move of a player; return whether it was allowed."""
        if self.status != RUNNING or player_name != self.current_player:
            return False
        player = self.players[len(self.history) % 2]
        cell = self.board.drop(col, player.color)
        if cell is None:
            return False
        self.history.append(col)
        if self.board.wins(*cell, player.color):
            self.status, self.winner = WON, player.name
            player.wins += 1
        elif self.board.full():
            self.status = DRAWN
        return True

    def take_back(self) -> bool:
        """Take the last move back."""
        if not self.history:
            return False
        col = self.history.pop()
        row = max(row for row in range(self.board.height) if (row, col) in self.board.cells)
        del self.board.cells[row, col]
        self.status, self.winner = RUNNING, ""
        return True
