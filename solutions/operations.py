"""Run the generic engine's operations: any board up to 200 x 200, any length of line.

Idea: keep only what the next operation needs. For each player and each of the four directions
a dictionary holds, at both ends of every run of discs, how long the run is. A new disc joins
the runs that end beside it: two look-ups and two stores a direction, however long they are.
What it leaves behind inside a run is never read again, because a look-up comes from a cell
that was empty, and beside an empty cell a run ends. The heights, a count of discs and the
winner answer the rest.

Cells have numbers, row by row, with an unused cell at the end of each row: stepping off the
board leads to a number that no disc has.

Cost: constant time for a drop, a status and an error. A reset drops the dictionaries and wipes
nothing, so its cost, too, was paid by the discs that it removes.

Where it breaks: nothing can be taken back, since a run does not remember what it was joined from.
"""

from collections.abc import Sequence

Answer = int | str | tuple[str, int]


class Engine:
    """Hold one game on `rows` x `cols` with lines of `k`; row 0 is the top, player 1 starts."""

    def __init__(self, rows: int, cols: int, k: int) -> None:
        self._rows, self._cols, self._k = rows, cols, k
        width = cols + 1
        self._steps = (1, width, width + 1, width - 1)
        self.reset()

    def reset(self) -> str:
        """Begin a new game; return `OK`."""
        self._heights: dict[int, int] = {}
        self._runs: dict[int, list[dict[int, int]]] = {1: [{}, {}, {}, {}], 2: [{}, {}, {}, {}]}
        self._room = self._rows * self._cols
        self._turn, self._winner = 1, 0
        return "OK"

    def status(self) -> Answer:
        """Return `inProgress`, `draw` or `("win", player)`."""
        if self._winner:
            return "win", self._winner
        return "inProgress" if self._room else "draw"

    def drop(self, col: int, player: int) -> Answer:
        """Return the row the disc lands in, or the first error that applies.

        `error:game_over`, `error:out_of_range`, `error:wrong_turn`, `error:column_full`, in this
        order; an error changes nothing.
        """
        if self._winner or not self._room:
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
        self._room -= 1
        self._turn = 3 - player
        if self._longest_run_with(row * (self._cols + 1) + col, player) >= self._k:
            self._winner = player
        return row

    def _longest_run_with(self, cell: int, player: int) -> int:
        longest = 0
        for step, runs in zip(self._steps, self._runs[player], strict=True):
            before, after = runs.get(cell - step, 0), runs.get(cell + step, 0)
            length = before + 1 + after
            runs[cell - before * step] = runs[cell + after * step] = length
            longest = max(longest, length)
        return longest


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
