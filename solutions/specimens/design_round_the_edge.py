"""A design whose columns of bits have no gap between them.

It must see lines from the top of one column to the bottom of the next.
"""

from __future__ import annotations


class Player:
    """Hold what is shown of a player."""

    def __init__(self, name: str, color: str) -> None:
        """Take a name and a colour."""
        self.name = name
        self.color = color


class Board:
    """Keep two sets of bits, one a colour; a bit a cell.

    A line is four bits that are equally far apart, so it is found by shifting and comparing.
    """

    def __init__(self, rows: int = 6, cols: int = 7) -> None:
        """Begin without discs."""
        self.rows = rows
        self.cols = cols
        self._bits: dict[str, int] = {}
        self._heights = [0] * cols

    def can_place(self, col: int) -> bool:
        """Tell whether a column has room."""
        return 0 <= col < self.cols and self._heights[col] < self.rows

    def place_disc(self, col: int, color: str) -> int:
        """Drop a disc and return the row, from the bottom; -1 without room."""
        if not self.can_place(col):
            return -1
        row = self._heights[col]
        bit = 1 << (col * self.rows + row)
        self._bits[color] = self._bits.get(color, 0) | bit
        self._heights[col] += 1
        return row

    def is_full(self) -> bool:
        """Tell whether no column has room."""
        return not any(self.can_place(col) for col in range(self.cols))

    def check_win(self, _row: int, _column: int, color: str) -> bool:
        """Tell whether a colour has a line anywhere."""
        return self.holder() == color

    def holder(self) -> str:
        """Return the colour that has a line; nothing where none has."""
        for color, bits in self._bits.items():
            for apart in (1, self.rows - 1, self.rows, self.rows + 1):
                pairs = bits & bits >> apart
                if pairs & pairs >> 2 * apart:
                    return color
        return ""


class Game:
    """Ask the board, and keep the turn."""

    def __init__(self, player1: Player, player2: Player) -> None:
        """Begin with `player1` to move."""
        self.players = (player1, player2)
        self.board = Board()
        self.turn = 0

    def make_move(self, player: Player, col: int) -> bool:
        """Take a move of a player; return False where it is not allowed."""
        over = self.board.holder() or self.board.is_full()
        if over or player != self.players[self.turn]:
            return False
        if self.board.place_disc(col, player.color) < 0:
            return False
        self.turn = 1 - self.turn
        return True

    def get_current_player(self) -> Player:
        """Return the player to move."""
        return self.players[self.turn]

    def get_game_state(self) -> str:
        """Return `won`, `draw` or `in progress`."""
        if self.board.holder():
            return "won"
        return "draw" if self.board.is_full() else "in progress"

    def get_winner(self) -> Player | None:
        """Return the player whose colour has a line."""
        holder = self.board.holder()
        return next((player for player in self.players if player.color == holder), None)

    def replay(self, columns: list[int]) -> Game:
        """Return a new game of the same players in which these columns were played in turn."""
        game = Game(*self.players)
        for column in columns:
            game.make_move(game.get_current_player(), column)
        return game


class Bot:
    """Play the first column with room."""

    def choose_column(self, game: Game) -> int:
        """Return that column."""
        return next(col for col in range(game.board.cols) if game.board.can_place(col))
