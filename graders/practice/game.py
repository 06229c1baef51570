"""Hold a game that somebody plays: its moves, whose they are, and how it ended."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from graders.model.explanation import Picture
from kata.board import COLS, CONNECT, ROWS, Board, Player

_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


class Game(msgspec.Struct, frozen=True):
    """Hold the moves so far, of which the first `begun` were given, and which side one plays.

    `given_up` is the side that has given no move, where one has.
    """

    moves: str
    mine: Player
    begun: int = 0
    given_up: Player | None = None

    @property
    def board(self) -> Board:
        """Return the position as a board of its own."""
        return Board.from_moves(self.moves)

    @property
    def turn(self) -> Player:
        """Return whose turn it is.

        >>> Game("33", Player.RED).turn
        <Player.RED: 'R'>
        """
        return self.board.current_player

    @property
    def winner(self) -> Player | None:
        """Return who has won, None where nobody has."""
        if self.given_up is not None:
            return self.given_up.opponent
        return self.board.check_winner()

    @property
    def over(self) -> bool:
        """Tell whether the game is won or drawn."""
        return self.winner is not None or self.board.is_full()

    def play(self, column: int) -> Game:
        """Return the game after another move; raise `ValueError` where it cannot be played."""
        if column not in self.board.valid_moves():
            there = "is full" if 0 <= column < COLS else "is not on the board"
            free = " ".join(map(str, self.board.valid_moves()))
            raise ValueError(f"column {column} {there}; there is room in {free}")
        return replace(self, moves=f"{self.moves}{column}")

    def taken_back(self) -> Game:
        """Return the game before one's own last move; the same where there is none to take back.

        >>> Game("3344", Player.RED).taken_back().moves
        '33'
        """
        own = [ply for ply in range(self.begun, len(self.moves)) if self._mover(ply) is self.mine]
        return replace(self, moves=self.moves[: own[-1]], given_up=None) if own else self

    def own_plies(self) -> tuple[int, ...]:
        """Return the plies, counted from 1, at which one has moved oneself."""
        plies = range(self.begun, len(self.moves))
        return tuple(ply + 1 for ply in plies if self._mover(ply) is self.mine)

    def picture(self) -> Picture:
        """Return the board, with the last disc or the line of four pointed out."""
        board = self.board
        rows = tuple(str(board).splitlines()[:ROWS])
        return Picture(rows, highlighted=frozenset((ROWS - 1 - r, c) for r, c in self._shown()))

    def _mover(self, index: int) -> Player:
        return Player.RED if index % 2 == 0 else Player.YELLOW

    def _shown(self) -> set[tuple[int, int]]:
        """Return the cells to point out, as row from the bottom and column.

        Where there is no disc it is one beyond the board: so every board is drawn as wide.
        """
        if not self.moves:
            return {(-1, -1)}
        board, col = self.board, int(self.moves[-1])
        last = (board.column_height(col) - 1, col)
        lines = [self._line(board, last, step) for step in _DIRECTIONS]
        return set().union({last}, *(line for line in lines if len(line) >= CONNECT))

    @staticmethod
    def _line(board: Board, last: tuple[int, int], step: tuple[int, int]) -> set[tuple[int, int]]:
        """Return the cells of one side's line through the last disc, in one direction."""
        own = board.get_cell(*last)
        found = {last}
        for sign in (1, -1):
            row, col = last[0] + sign * step[0], last[1] + sign * step[1]
            while 0 <= row < ROWS and 0 <= col < COLS and board.get_cell(row, col) is own:
                found.add((row, col))
                row, col = row + sign * step[0], col + sign * step[1]
        return found
