"""Play Connect Four on the board that the interview hands to a candidate.

The board is six rows by seven columns. Row 0 is the bottom row, column 0 the leftmost
column, and RED moves first unless the game says otherwise. The grid is as plain as possible,
so that this file can be read in a minute. It is not a fast board, and need not be: the caps of
the suites were chosen with it.
"""

from __future__ import annotations

from enum import Enum

ROWS = 6
COLS = 7
CONNECT = 4
EMPTY_CELL = "."

_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


class Player(Enum):
    """A side, with the letter that drawings use for it."""

    RED = "R"
    YELLOW = "Y"

    @property
    def opponent(self) -> Player:
        """Return the other side.

        >>> Player.RED.opponent
        <Player.YELLOW: 'Y'>
        """
        return Player.YELLOW if self is Player.RED else Player.RED


class ColumnFullError(ValueError):
    """Raised when a column has no room for another disc."""


class NothingToUndoError(ValueError):
    """Raised when no disc is left that was dropped on this board."""


class Board:
    """One game: the discs, whose turn it is, and the moves that can be undone.

    >>> board = Board()
    >>> board.drop_disc(3)
    0
    >>> board.current_player
    <Player.YELLOW: 'Y'>
    >>> board.undo_move()
    >>> board == Board()
    True
    """

    def __init__(self, first: Player = Player.RED) -> None:
        """Start an empty board on which `first` moves first."""
        self._grid: list[list[Player | None]] = [[None] * COLS for _ in range(ROWS)]
        self._heights = [0] * COLS
        self._moves: list[int] = []
        self._drawn_winner: Player | None = None
        self.current_player = first

    @classmethod
    def from_moves(cls, moves: str, first: Player = Player.RED) -> Board:
        """Play `moves`, one 0-based column digit per ply, on an empty board.

        Raises `ValueError` that names the ply for anything but a legal game; the last move may
        win, none may follow a win.

        >>> Board.from_moves("0032").column_height(0)
        2
        """
        board = cls(first)
        for ply, digit in enumerate(moves, start=1):
            if digit not in "0123456":
                raise ValueError(f"move {ply} of {moves!r} is {digit!r}, not a column 0-6")
            if board.check_winner() is not None:
                raise ValueError(f"move {ply} of {moves!r} comes after the game was won\n{board}")
            try:
                board.drop_disc(int(digit))
            except ValueError as error:
                raise ValueError(f"move {ply} of {moves!r} is illegal: {error}") from None
        return board

    @classmethod
    def parse(cls, drawing: str, to_move: Player | None = None) -> Board:
        """Read a drawing as `str` makes it: six lines, top row first, of `R`, `Y` and `.`.

        A line of column digits below the drawing is allowed. Without `to_move` it is RED's turn
        when both sides have as many discs, YELLOW's when RED has one more; with it YELLOW may
        have begun. The moves that led here are unknown, so they cannot be undone; from here on it
        is a board like any other, and as fast. A drawing may hold a four: then it stays won.

        Raises `ValueError` for a wrong shape or letter, a floating disc, or a count of discs
        that no game has.
        """
        rows = _rows_of(drawing)
        board = cls()
        for row, letters in enumerate(reversed(rows)):
            for col, letter in enumerate(letters):
                if letter == EMPTY_CELL:
                    continue
                if board._heights[col] != row:
                    raise ValueError(
                        f"the disc in column {col}, row {row} floats above an empty cell\n{drawing}"
                    )
                board._grid[row][col] = Player(letter)
                board._heights[col] += 1
        board._drawn_winner = board._winner_of_drawing()
        board.current_player = board._turn_by_count(to_move, drawing)
        return board

    def valid_moves(self) -> list[int]:
        """Return the columns that still have room, left to right."""
        return [col for col in range(COLS) if self._heights[col] < ROWS]

    def drop_disc(self, col: int) -> int:
        """Drop a disc of the player to move into `col` and return the row it lands in.

        Raises `ColumnFullError` where it is full and `ValueError` where there is no such column;
        the first is a `ValueError` too. The board then stays as it was.
        """
        if type(col) is not int or not 0 <= col < COLS:
            raise ValueError(f"there is no column {col!r}: columns are 0-{COLS - 1}\n{self}")
        row = self._heights[col]
        if row == ROWS:
            raise ColumnFullError(f"column {col} is full\n{self}")
        self._grid[row][col] = self.current_player
        self._heights[col] = row + 1
        self._moves.append(col)
        self.current_player = self.current_player.opponent
        return row

    def undo_move(self) -> None:
        """Take back the last disc dropped; raise `NothingToUndoError` if there is none."""
        if not self._moves:
            raise NothingToUndoError(f"there is no move to undo on this board\n{self}")
        col = self._moves.pop()
        row = self._heights[col] - 1
        self._grid[row][col] = None
        self._heights[col] = row
        self.current_player = self.current_player.opponent

    def check_winner(self) -> Player | None:
        """Return the side that has four in a row, looking only through the last disc dropped.

        Of a board that came from a drawing all discs were looked at once, when it was read.
        """
        if self._moves and self._drawn_winner is None:
            col = self._moves[-1]
            return self._winner_through(self._heights[col] - 1, col)
        return self._drawn_winner

    def is_full(self) -> bool:
        """Say whether no column has room left."""
        return all(height == ROWS for height in self._heights)

    def column_height(self, col: int) -> int:
        """Return how many discs are in `col`; raise `ValueError` if there is no such column."""
        if type(col) is not int or not 0 <= col < COLS:
            raise ValueError(f"there is no column {col!r}: columns are 0-{COLS - 1}\n{self}")
        return self._heights[col]

    def get_cell(self, row: int, col: int) -> Player | None:
        """Return whose disc is at `row` (0 is the bottom) and `col`, or None.

        Raises `ValueError` where there is no such cell.
        """
        if not (type(row) is type(col) is int and 0 <= row < ROWS and 0 <= col < COLS):
            raise ValueError(f"there is no cell at row {row!r}, column {col!r}\n{self}")
        return self._grid[row][col]

    def copy(self) -> Board:
        """Return an independent board with the same discs, turn and moves to undo."""
        twin = Board(self.current_player)
        twin._grid = [row[:] for row in self._grid]
        twin._heights = self._heights[:]
        twin._moves = self._moves[:]
        twin._drawn_winner = self._drawn_winner
        return twin

    def __eq__(self, other: object) -> bool:
        """Compare the discs and the turn, not the moves that led to them."""
        if not isinstance(other, Board):
            return NotImplemented
        return self._grid == other._grid and self.current_player is other.current_player

    __hash__ = None  # type: ignore[assignment]  # a board changes while it is played on

    def __str__(self) -> str:
        """Draw the board, top row first, with the column numbers below."""
        rows = [
            "".join(EMPTY_CELL if cell is None else cell.value for cell in row)
            for row in reversed(self._grid)
        ]
        return "\n".join([*rows, "".join(str(col) for col in range(COLS))])

    def __repr__(self) -> str:
        """Name the board by its drawing and its turn."""
        return f"<Board, {self.current_player.name} to move\n{self}>"

    def _winner_of_drawing(self) -> Player | None:
        for row in range(ROWS):
            for col in range(COLS):
                if self._grid[row][col] is not None and self._winner_through(row, col):
                    return self._grid[row][col]
        return None

    def _winner_through(self, row: int, col: int) -> Player | None:
        for d_row, d_col in _DIRECTIONS:
            ahead = self._same_discs_along(row, col, d_row, d_col)
            behind = self._same_discs_along(row, col, -d_row, -d_col)
            if behind + 1 + ahead >= CONNECT:
                return self._grid[row][col]
        return None

    def _same_discs_along(self, row: int, col: int, d_row: int, d_col: int) -> int:
        player = self._grid[row][col]
        length = 0
        row, col = row + d_row, col + d_col
        while 0 <= row < ROWS and 0 <= col < COLS and self._grid[row][col] is player:
            length += 1
            row, col = row + d_row, col + d_col
        return length

    def _turn_by_count(self, to_move: Player | None, drawing: str) -> Player:
        cells = [cell for row in self._grid for cell in row]
        red, yellow = cells.count(Player.RED), cells.count(Player.YELLOW)
        if to_move is None and red - yellow in (0, 1):
            return Player.RED if red == yellow else Player.YELLOW
        ahead = yellow - red if to_move is Player.RED else red - yellow
        if to_move is None or ahead not in (0, 1):
            turn = f"{to_move.name} is to move" if to_move else "RED moves first"
            raise ValueError(
                f"RED has {red} discs and YELLOW {yellow}: no game has that where {turn}\n{drawing}"
            )
        return to_move


def _rows_of(drawing: str) -> list[str]:
    rows = [line.strip() for line in drawing.strip().splitlines()]
    if len(rows) == ROWS + 1 and rows[-1] == "0123456":
        rows.pop()
    if len(rows) != ROWS:
        raise ValueError(f"a drawing has {ROWS} rows, this one has {len(rows)}\n{drawing}")
    for number, row in enumerate(rows, start=1):
        if len(row) != COLS:
            raise ValueError(
                f"row {number} from the top has {len(row)} cells, not {COLS}\n{drawing}"
            )
        for letter in row:
            if letter not in "RY" + EMPTY_CELL:
                raise ValueError(
                    f"row {number} from the top has {letter!r}; cells are R, Y or .\n{drawing}"
                )
    return rows
