"""Run the generic engine's operations: any board up to 200 x 200, any length of line.

Idea: keep only what the next operation needs. For each of the four directions the board stores,
at both ends of every run of discs, how long the run is. A new disc joins the runs that end
beside it: two look-ups and two stores a direction, however long they are. What it leaves behind
inside a run is never read again, because a look-up comes from a cell that was empty, and beside
an empty cell a run ends. Above a disc nothing lies, so going up one look-up is enough.
The cell in which each column's next disc lands, the room that is left and whose turn it is
answer the rest.

Cells are numbered row by row, with an unused cell at the end of each row and unused rows above
and below, so stepping off the board leads to a cell that is nobody's.

Nothing is cleared for a new game. Its two sides get numbers that no side had before, so discs of
earlier games belong to nobody. Only the landing cells of the columns start again.

Cost: constant time for a drop, a status and an error, and a list of `cols` cells for a reset.

Where it breaks: there is no undo, since a run does not remember what it was joined from.

The two loops are the whole engine, written out flat: where an answer takes less than a tenth of a
microsecond, a call for every operation would cost more than the answer, and a loop over the
directions half as much again as the four of them one below the other.
"""

from collections.abc import Iterator, Sequence
from itertools import count

Answer = int | str | tuple[str, int]

INVALID = "error:invalid_operation"
NOT_ITS_FORM = (LookupError, TypeError, ValueError)
"""What comes of an operation that is no list, has no words, or is a drop of too few or too many."""


class Lines:
    """Hold the discs of all games on one board, and the runs that they make."""

    def __init__(self, rows: int, cols: int, k: int) -> None:
        self.rows, self.cols, self.k = rows, cols, k
        self.width = cols + 1
        cells = (rows + 2) * self.width
        self.owners = [0] * cells
        self.runs = tuple([0] * cells for _ in ("up", "level", "rising", "falling"))
        lowest = rows * self.width
        self.bottom = list(range(lowest, lowest + cols))
        self._sides = count(1)

    def two_sides(self) -> tuple[int, int]:
        """Return the numbers of the two sides of a new game."""
        return next(self._sides), next(self._sides)


def solution(rows: int, cols: int, k: int, operations: Sequence[Sequence[object]]) -> list[Answer]:
    """Return the answer to each operation, in order.

    >>> solution(2, 2, 3, [("drop", 0, 1), ("drop", 1, 2), ("status",), ("reset",)])
    [1, 1, 'inProgress', 'OK']
    >>> solution(1, 5, 2, [("drop", 0, 1), ("drop", 4, 2), ("drop", 1, 1), ("status",)])
    [0, 0, 0, ('win', 1)]
    """
    answers: list[Answer] = []
    lines, script = Lines(rows, cols, k), iter(operations)
    while _was_reset(lines, script, answers):
        pass
    return answers


def _was_reset(  # noqa: PLR0912, PLR0915 -- flat on purpose
    lines: Lines, script: Iterator[Sequence[object]], answers: list[Answer]
) -> bool:
    """Play one game; tell whether a reset ended it, rather than the script."""
    cols, k, width, owners = lines.cols, lines.k, lines.width, lines.owners
    up, level, rising, falling = lines.runs
    rise, fall = width - 1, width + 1
    (side, other), turn = lines.two_sides(), 1
    landing, room = lines.bottom.copy(), lines.rows * cols
    answer = answers.append
    while True:
        try:  # around the loop, which goes on where it was: that costs nothing at each operation
            for operation in script:
                name = operation[0]
                if name == "drop":
                    _, col, player = operation
                    if type(col) is not int or type(player) is not int:
                        answer(INVALID)
                    elif not 0 <= col < cols:
                        answer("error:out_of_range")
                    elif player != turn:
                        answer("error:wrong_turn")
                    elif (cell := landing[col]) < width:
                        answer("error:column_full")
                    else:
                        landing[col] = above = cell - width
                        answer(above // width)
                        room -= 1
                        owners[cell] = side

                        below = cell + width
                        up[cell] = run = up[below] + 1 if owners[below] == side else 1
                        won = run >= k

                        left = level[cell - 1] if owners[cell - 1] == side else 0
                        right = level[cell + 1] if owners[cell + 1] == side else 0
                        level[cell - left] = level[cell + right] = run = left + 1 + right
                        if run >= k:
                            won = True

                        left = rising[below - 1] if owners[below - 1] == side else 0
                        right = rising[above + 1] if owners[above + 1] == side else 0
                        run = left + 1 + right
                        rising[cell + left * rise] = rising[cell - right * rise] = run
                        if run >= k:
                            won = True

                        left = falling[above - 1] if owners[above - 1] == side else 0
                        right = falling[below + 1] if owners[below + 1] == side else 0
                        run = left + 1 + right
                        falling[cell - left * fall] = falling[cell + right * fall] = run
                        if run >= k:
                            won = True

                        if won or not room:
                            status: Answer = ("win", player) if won else "draw"
                            return _was_reset_after(status, script, answers)
                        side, other, turn = other, side, 3 - turn
                elif name == "status" and len(operation) == 1:
                    answer("inProgress")
                elif name == "reset" and len(operation) == 1:
                    answer("OK")
                    return True
                else:
                    answer(INVALID)
            return False
        except NOT_ITS_FORM:
            answer(INVALID)


def _was_reset_after(
    status: Answer, script: Iterator[Sequence[object]], answers: list[Answer]
) -> bool:
    """Refuse every drop into a finished game; tell whether a reset ended that."""
    # Locals are found sooner than globals.
    answer, kind, whole_number, invalid = answers.append, type, int, INVALID
    while True:
        try:
            for operation in script:
                name = operation[0]
                if name == "drop":
                    _, col, player = operation
                    if kind(col) is whole_number and kind(player) is whole_number:
                        answer("error:game_over")
                    else:
                        answer(invalid)
                elif name == "status" and len(operation) == 1:
                    answer(status)
                elif name == "reset" and len(operation) == 1:
                    answer("OK")
                    return True
                else:
                    answer(invalid)
            return False
        except NOT_ITS_FORM:
            answer(invalid)
