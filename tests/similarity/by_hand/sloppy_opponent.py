"""Connect Four engine (Expectiminimax).

The opponent is modelled as a player who makes mistakes: the value of his turn is a mixture of
his best move and the weighted average of all of his moves.
"""

from __future__ import annotations

from kata.board import COLS, ROWS, Board

WIN_VALUE = 500.0
SEARCH_DEPTH = 3
BEST_PART = 0.6
AVERAGE_PART = 0.4

WALL = "#"
EMPTY = " "
ME = "M"
OPPONENT = "O"

WIDTH = COLS + 2


class Engine:
    """Holds the field (with a wall around it) and does the calculations."""

    def __init__(self, board: Board) -> None:
        self.field: list[str] = [WALL] * (WIDTH * (ROWS + 2))
        for col in range(COLS):
            for row in range(ROWS):
                disc = board.get_cell(row, col)
                index = (row + 1) * WIDTH + (col + 1)
                self.field[index] = EMPTY
                if disc is not None:
                    self.field[index] = ME if disc is board.current_player else OPPONENT

    @staticmethod
    def other(player: str) -> str:
        return OPPONENT if player == ME else ME

    @staticmethod
    def column_of(index: int) -> int:
        return index % WIDTH - 1

    def moves(self) -> list[int]:
        """Return the index of the lowest empty place of each column that isn't full."""
        indices = []
        for col in (3, 2, 4, 1, 5, 0, 6):
            for row in range(ROWS):
                index = (row + 1) * WIDTH + col + 1
                if self.field[index] == EMPTY:
                    indices.append(index)
                    break
        return indices

    def scan(self, index: int, step: int, player: str) -> tuple[int, int, int]:
        """Walk up to three places: (connected discs, usable places, discs behind a gap)."""
        connected = usable = behind = 0
        gap = False
        for distance in (1, 2, 3):
            content = self.field[index + distance * step]
            if content == EMPTY:
                gap = True
            elif content != player:
                break
            elif gap:
                behind += 1
            else:
                connected += 1
            usable += 1
        return connected, usable, behind

    def rate_move(self, index: int, player: str) -> float:
        """Return how valuable a place is, WIN_VALUE if it wins the game."""
        value = 0.0
        for step in (1, WIDTH, WIDTH + 1, WIDTH - 1):
            connected1, usable1, behind1 = self.scan(index, step, player)
            connected2, usable2, behind2 = self.scan(index, -step, player)
            length = 1 + connected1 + connected2
            space = 1 + usable1 + usable2
            if length >= 4:
                return WIN_VALUE
            value += 0.5 * (behind1 + behind2)
            if space >= 4:
                value += length * length * 0.5 + 0.1 * space
        return value

    def search(self, player: str, depth: int) -> float:
        """Return the expected value for ME."""
        sign = 1 if player == ME else -1
        rated = []
        for index in self.moves():
            attack = self.rate_move(index, player)
            if attack == WIN_VALUE:
                return sign * (WIN_VALUE + depth)
            defence = self.rate_move(index, self.other(player))
            rated.append((attack + 0.8 * min(defence, 40.0), index))
        if len(rated) == 0:
            return 0.0
        if depth == 0:
            return sign * max(rated)[0]

        values = []
        weights = []
        for rating, index in rated:
            self.field[index] = player
            values.append(self.search(self.other(player), depth - 1))
            self.field[index] = EMPTY
            weights.append(rating ** 2)
        if player == ME:
            return max(values)
        average = sum(w * v for w, v in zip(weights, values)) / sum(weights)
        return BEST_PART * min(values) + AVERAGE_PART * average

    def best_move(self) -> int:
        best_column = -1
        best_value: tuple[float, int, int] | None = None
        for index in self.moves():
            rating = self.rate_move(index, ME)
            if rating == WIN_VALUE:
                return self.column_of(index)
            self.field[index] = ME
            value = self.search(OPPONENT, SEARCH_DEPTH) + 0.01 * rating
            self.field[index] = EMPTY
            column = self.column_of(index)
            key = (value, -abs(column - 3), column)
            if best_value is None or key > best_value:
                best_value, best_column = key, column
        return best_column


def find_best_move(board: Board) -> int:
    """Return the column in which the current player should drop the disc."""
    return Engine(board).best_move()
