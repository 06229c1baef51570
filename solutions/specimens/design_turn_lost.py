"""A design in which a refused disc costs the turn.

It must miss every case in which somebody moves again after a refusal.
"""

from __future__ import annotations


class Player:
    """Hold what is shown of a player."""

    def __init__(self, number: int, name: str = "", color: str = "") -> None:
        """Take a number, and perhaps a name and a colour."""
        self.number = number
        self.name = name or f"Player {number}"
        self.color = color or ("red", "yellow")[number - 1]


class Board:
    """Keep two sets of bits, one a player; a bit a cell, with an empty row on top of each column.

    A line is four bits that are equally far apart, so it is found by shifting and comparing.
    """

    def __init__(self, rows: int = 6, cols: int = 7) -> None:
        """Begin without discs."""
        self.rows = rows
        self.cols = cols
        self._bits = {1: 0, 2: 0}
        self._heights = [0] * cols

    def can_place(self, col: int) -> bool:
        """Tell whether a column has room."""
        return 0 <= col < self.cols and self._heights[col] < self.rows

    def place_disc(self, col: int, player: int) -> int | None:
        """Drop a disc of a player and return the row, from the bottom; None without room."""
        if not self.can_place(col):
            return None
        row = self._heights[col]
        self._bits[player] |= 1 << (col * (self.rows + 1) + row)
        self._heights[col] += 1
        return row

    def is_full(self) -> bool:
        """Tell whether no column has room."""
        return not any(self.can_place(col) for col in range(self.cols))

    def get_cell(self, col: int, row: int) -> int:
        """Return whose disc is in a cell, `row` from the bottom; 0 for nobody's."""
        bit = 1 << (col * (self.rows + 1) + row)
        return next((player for player, bits in self._bits.items() if bits & bit), 0)

    def check_win(self) -> int | None:
        """Return the player who has a line, if one has."""
        for player, bits in self._bits.items():
            for apart in (1, self.rows, self.rows + 1, self.rows + 2):
                pairs = bits & bits >> apart
                if pairs & pairs >> 2 * apart:
                    return player
        return None


class Game:
    """Ask the board, and keep the turn."""

    def __init__(self) -> None:
        """Begin with two players who have no names of their own."""
        self.player1, self.player2 = Player(1), Player(2)
        self.board = Board()
        self.turn = 1

    def make_move(self, player: int, col: int) -> bool:
        """Take a move of player 1 or 2."""
        over = self.board.check_win() or self.board.is_full()
        if over or player != self.turn:
            return False
        self.turn = 3 - player
        return self.board.place_disc(col, player) is not None

    def get_current_player(self) -> int:
        """Return the number of the player to move."""
        return self.turn

    def get_game_state(self) -> str:
        """Return `won`, `draw` or `playing`."""
        if self.board.check_win():
            return "won"
        return "draw" if self.board.is_full() else "playing"

    def get_winner(self) -> int | None:
        """Return the number of the player who has won."""
        return self.board.check_win()

    def replay(self, columns: list[int]) -> Game:
        """Return a new game in which these columns were played in turn."""
        game = Game()
        for column in columns:
            game.make_move(game.turn, column)
        return game


def choose_column(game: Game) -> int:
    """Return the first column with room."""
    return next(col for col in range(game.board.cols) if game.board.can_place(col))
