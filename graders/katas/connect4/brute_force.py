"""Play moves on a 7 x 7 board the slow and obvious way: every line is looked at after every disc.

Nothing is shared with the reference solution, so that each can be held to the other.
"""

from __future__ import annotations

from collections.abc import Iterator

SIDE = 7
FOUR = 4
Cell = tuple[int, int]
"""A row, 0 at the top, and a column."""


class Game:
    """Hold the discs by cell, and nothing that could be worked out from them.

    >>> game = Game()
    >>> [game.play(column) for column in (0, 1, 0, 1, 0, 1, 7, 0, 6)]
    [True, True, True, True, True, True, False, True, False]
    >>> game.winner(), game.heights()
    (1, '1111/222/////')
    """

    def __init__(self) -> None:
        """Begin with no disc."""
        self.discs: dict[Cell, int] = {}

    def play(self, column: object) -> bool:
        """Drop a disc of the player to move; return False, and change nothing, where it cannot."""
        if self.is_over() or type(column) is not int or column not in range(SIDE):
            return False
        free = [row for row in range(SIDE) if (row, column) not in self.discs]
        if not free:
            return False
        self.discs[max(free), column] = 1 + len(self.discs) % 2
        return True

    def winner(self) -> int:
        """Return the player who has four in a line, 0 where nobody has."""
        line = self.line()
        return self.discs[line[0]] if line else 0

    def line(self) -> tuple[Cell, ...]:
        """Return the first line of four that one player holds; nothing where there is none."""
        discs = self.discs
        for line in LINES:
            owner = discs.get(line[0])
            if owner is not None and all(discs.get(cell) == owner for cell in line):
                return line
        return ()

    def is_full(self) -> bool:
        """Tell whether no cell is free."""
        return len(self.discs) == SIDE * SIDE

    def is_over(self) -> bool:
        """Tell whether the game is won or drawn."""
        return self.is_full() or bool(self.line())

    def rows(self) -> tuple[str, ...]:
        """Return the board as `1`, `2` and `.`, the top row first."""
        return tuple(
            "".join(str(self.discs.get((row, column), ".")) for column in range(SIDE))
            for row in range(SIDE)
        )

    def heights(self) -> str:
        """Return the discs column by column from the left, each from the bottom up."""
        columns = zip(*reversed(self.rows()), strict=True)
        return "/".join("".join(cell for cell in column if cell != ".") for column in columns)


def _every_line() -> Iterator[tuple[Cell, ...]]:
    for row in range(SIDE):
        for column in range(SIDE):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = tuple((row + down * n, column + right * n) for n in range(FOUR))
                if all(0 <= a < SIDE and 0 <= b < SIDE for a, b in line):
                    yield line


LINES = tuple(_every_line())
