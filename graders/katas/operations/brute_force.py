"""Play an operation script the slow way, so that its answers are plain to see.

It shares nothing with the reference: the board is a dictionary of cells, and after every
disc each line of `k` cells on the whole board is looked at. Good for small boards only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Cell = tuple[int, int]
Returned = int | str | tuple[str, int]


def replay(
    rows: int, cols: int, k: int, operations: Sequence[tuple[str | int, ...]]
) -> list[Returned]:
    """Return what each operation returns, in order.

    >>> replay(2, 1, 2, [("drop", 0, 1), ("drop", 0, 2), ("status",)])
    [1, 0, 'draw']
    """
    game = _Game(rows, cols, k)
    return [game.answer(operation) for operation in operations]


class _Game:
    """Hold one game as a dictionary from (row, col), row 0 on top, to the player there."""

    def __init__(self, rows: int, cols: int, k: int) -> None:
        self._rows, self._cols = rows, cols
        self._lines = list(_every_line(rows, cols, k))
        self._discs: dict[Cell, int] = {}

    def answer(self, operation: tuple[str | int, ...]) -> Returned:
        match operation:
            case ("drop", int(col), int(player)) if type(col) is type(player) is int:
                return self._drop(col, player)
            case ("status",):
                return self._status()
            case ("reset",):
                self._discs = {}
                return "OK"
            case _:
                return "error:invalid_operation"

    def _drop(self, col: int, player: int) -> Returned:
        if self._status() != "inProgress":
            return "error:game_over"
        if col not in range(self._cols):
            return "error:out_of_range"
        if player != self._turn():
            return "error:wrong_turn"
        free = [row for row in range(self._rows) if (row, col) not in self._discs]
        if not free:
            return "error:column_full"
        lowest = max(free)
        self._discs[lowest, col] = player
        return lowest

    def _turn(self) -> int:
        return 1 if len(self._discs) % 2 == 0 else 2

    def _status(self) -> Returned:
        for line in self._lines:
            owners = {self._discs.get(cell) for cell in line}
            for player in (1, 2):
                if owners == {player}:
                    return ("win", player)
        return "draw" if len(self._discs) == self._rows * self._cols else "inProgress"


def _every_line(rows: int, cols: int, k: int) -> Iterator[list[Cell]]:
    for row in range(rows):
        for col in range(cols):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                last_row, last_col = row + down * (k - 1), col + right * (k - 1)
                if last_row < rows and 0 <= last_col < cols:
                    yield [(row + down * step, col + right * step) for step in range(k)]
