"""Play on a board of any size the slow and obvious way: every line is looked at, every time.

Nothing is shared with the reference solutions, so that each can be held to the other.
"""

from __future__ import annotations

from functools import cache

Cell = tuple[int, int]
"""A row, 0 at the bottom, and a column."""
Line = tuple[Cell, ...]


class Rules:
    """The discs in the order in which they came, and nothing that follows from them.

    >>> rules = Rules(6, 7, 4)
    >>> [rules.move(1 + n % 2, column) for n, column in enumerate((0, 1, 0, 1, 0, 1, 0))]
    [True, True, True, True, True, True, True]
    >>> rules.winner(), rules.move(2, 3), rules.heights()
    (1, False, '1111/222/////')
    """

    def __init__(self, rows: int, cols: int, k: int) -> None:
        self.rows, self.cols, self.k = rows, cols, k
        self.discs: dict[Cell, int] = {}
        """Who holds each cell, the latest last."""

    def move(self, player: int, column: object) -> bool:
        """Drop a disc in turn; return False, and change nothing, where it cannot be."""
        return not self.is_over() and player == self.turn() and self.place(player, column)

    def place(self, player: int, column: object) -> bool:
        """Drop a disc whoever's turn it is, also after the end."""
        if not self.can(column):
            return False
        assert isinstance(column, int)
        self.discs[self.height(column), column] = player
        return True

    def undo(self) -> bool:
        """Take the latest disc back; return False where there is none."""
        return bool(self.discs) and bool(self.discs.popitem())

    def replay(self, columns: tuple[object, ...]) -> bool:
        """Begin anew and play columns in turn; return whether each could be played."""
        self.discs.clear()
        return all(self.move(self.turn(), column) for column in columns)

    def can(self, column: object) -> bool:
        is_one = type(column) is int and 0 <= column < self.cols
        return is_one and self.height(column) < self.rows

    def height(self, column: object) -> int:
        return [each == column for _, each in self.discs].count(True)

    def turn(self) -> int:
        return 1 + len(self.discs) % 2

    def line(self) -> Line:
        """Return the first line that one player holds; nothing where there is none."""
        held: dict[int, set[Cell]] = {}
        for cell, owner in self.discs.items():
            held.setdefault(owner, set()).add(cell)
        if all(len(cells) < self.k for cells in held.values()):
            return ()
        for line in winning_lines(self.rows, self.cols, self.k):
            first = self.discs.get(line[0])
            if first is not None and held[first].issuperset(line):
                return line
        return ()

    def winner(self) -> int:
        line = self.line()
        return self.discs[line[0]] if line else 0

    def is_full(self) -> bool:
        return len(self.discs) == self.rows * self.cols

    def is_over(self) -> bool:
        return self.is_full() or bool(self.line())

    def state(self) -> str:
        return "won" if self.line() else "draw" if self.is_full() else "playing"

    def drawing(self) -> tuple[str, ...]:
        return tuple(
            "".join(str(self.discs.get((row, column), ".")) for column in range(self.cols))
            for row in reversed(range(self.rows))
        )

    def heights(self) -> str:
        columns = zip(*reversed(self.drawing()), strict=True)
        return "/".join("".join(cell for cell in column if cell != ".") for column in columns)


@cache
def winning_lines(rows: int, cols: int, k: int) -> tuple[Line, ...]:
    """Return every line of `k` cells that there is on a board."""
    found = []
    for row in range(rows):
        for column in range(cols):
            for up, right in ((0, 1), (1, 0), (1, 1), (-1, 1)):
                line = tuple((row + up * n, column + right * n) for n in range(k))
                if 0 <= line[-1][0] < rows and line[-1][1] < cols:
                    found.append(line)
    return tuple(found)
