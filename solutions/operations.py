"""Run the generic engine's operations: any board up to 200 x 200, any length of line.

Idea: keep only what the next operation needs. The discs lie in a dictionary by cell, so
a reset drops the dictionary and the heights instead of wiping rows x cols cells; a count of
discs tells a full board; the winner is kept, not looked for again. After a drop only the four
lines through the new disc are followed, each no further than k - 1 discs either way, and not
at all when k is longer than the board.

Cost: `status` and every error take constant time, a reset that of the `cols` heights at most
(only columns in use have one), a drop at most 8 (k - 1) looks.

Where it breaks: with k near 200 and columns of one colour a drop follows long lines. That is
still a matter of seconds for 100,000 operations, and run lengths per cell would be more to
keep right on a reset than they save.
"""

from collections.abc import Sequence

Answer = int | str | tuple[str, int]

_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


class Engine:
    """Hold one game on `rows` x `cols` with lines of `k`; row 0 is the top, player 1 starts."""

    def __init__(self, rows: int, cols: int, k: int) -> None:
        self._rows, self._cols, self._k = rows, cols, k
        self.reset()

    def reset(self) -> str:
        """Begin a new game; return `OK`."""
        self._cells: dict[tuple[int, int], int] = {}
        self._heights: dict[int, int] = {}
        self._turn = 1
        self._winner = 0
        return "OK"

    def status(self) -> Answer:
        """Return `inProgress`, `draw` or `("win", player)`."""
        if self._winner:
            return "win", self._winner
        return "draw" if self._is_full() else "inProgress"

    def drop(self, col: int, player: int) -> Answer:
        """Return the row the disc lands in, or the first error that applies; see the README."""
        if self._winner or self._is_full():
            return "error:game_over"
        if not 0 <= col < self._cols:
            return "error:out_of_range"
        if player != self._turn:
            return "error:wrong_turn"
        height = self._heights.get(col, 0)
        if height == self._rows:
            return "error:column_full"
        row = self._rows - 1 - height
        self._heights[col] = height + 1
        self._cells[row, col] = player
        if self._makes_a_line(row, col, player):
            self._winner = player
        self._turn = 3 - player
        return row

    def _is_full(self) -> bool:
        return len(self._cells) == self._rows * self._cols

    def _makes_a_line(self, row: int, col: int, player: int) -> bool:
        if self._k > max(self._rows, self._cols):
            return False
        for d_row, d_col in _DIRECTIONS:
            ahead = self._run(row, col, d_row, d_col, player)
            if 1 + ahead + self._run(row, col, -d_row, -d_col, player) >= self._k:
                return True
        return False

    def _run(self, row: int, col: int, d_row: int, d_col: int, player: int) -> int:
        cells = self._cells
        length = 0
        while length < self._k - 1:
            row, col = row + d_row, col + d_col
            if cells.get((row, col)) != player:
                break
            length += 1
        return length


def solution(rows: int, cols: int, k: int, operations: Sequence[Sequence[object]]) -> list[Answer]:
    """Return the answer to each operation, in order.

    >>> solution(2, 2, 3, [("drop", 0, 1), ("drop", 1, 2), ("status",), ("reset",)])
    [1, 1, 'inProgress', 'OK']
    """
    engine = Engine(rows, cols, k)
    return [answer(engine, operation) for operation in operations]


def answer(engine: Engine, operation: Sequence[object]) -> Answer:
    """Return what `engine` says to one operation; a malformed one changes nothing."""
    match operation:
        case ("drop", int(col), int(player)) if bool not in (type(col), type(player)):
            return engine.drop(col, player)
        case ("status",):
            return engine.status()
        case ("reset",):
            return engine.reset()
    return "error:invalid_operation"
