"""A design that does not ask whose turn it is.

It must miss every case in which somebody moves out of turn.
"""

from __future__ import annotations

from dataclasses import dataclass, field

IN_PROGRESS, WON, DRAW = "IN_PROGRESS", "WON", "DRAW"


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

    def can_place(self, col: int) -> bool:
        """Tell whether there is room."""
        return 0 <= col < self.width and (self.height - 1, col) not in self.cells

    def place_disc(self, col: int, color: str) -> int:
        """Drop a disc and return its row; -1 where there is no room."""
        if not self.can_place(col):
            return -1
        row = sum((row, col) in self.cells for row in range(self.height))
        self.cells[row, col] = color
        return row

    def is_full(self) -> bool:
        """Tell whether every cell has a disc."""
        return len(self.cells) == self.width * self.height

    def at(self, row: int, col: int) -> str:
        """Return the colour in a cell, a space where it is empty."""
        return self.cells.get((row, col), " ")

    def check_win(self, row: int, col: int, color: str, length: int = 4) -> bool:
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
    """Hold a game between two players; the fields say how it stands."""

    player1: Player
    player2: Player
    board: Board = field(default_factory=Board)
    history: list[int] = field(default_factory=list)
    game_state: str = IN_PROGRESS
    winner: Player | None = None

    @property
    def current_player(self) -> Player:
        """Return the player to move."""
        return (self.player1, self.player2)[len(self.history) % 2]

    def make_move(self, player: Player, col: int) -> bool:
        """Take a move of a player; return whether it was allowed."""
        if self.game_state != IN_PROGRESS:
            return False
        row = self.board.place_disc(col, player.color)
        if row < 0:
            return False
        self.history.append(col)
        if self.board.check_win(row, col, player.color):
            self.game_state, self.winner = WON, player
            player.wins += 1
        elif self.board.is_full():
            self.game_state = DRAW
        return True

    def undo(self) -> bool:
        """Take the last move back."""
        if not self.history:
            return False
        col = self.history.pop()
        row = max(row for row in range(self.board.height) if (row, col) in self.board.cells)
        del self.board.cells[row, col]
        self.game_state, self.winner = IN_PROGRESS, None
        return True
