"""Run the generic engine's operations: any board up to 200 x 200, any length of line.

Idea: keep only what the next operation needs. For each of the four directions the board stores,
at both ends of every run of discs, how long the run is. A new disc joins the runs that end
beside it: two look-ups and two stores a direction, however long they are. What it leaves behind
inside a run is never read again, because a look-up comes from a cell that was empty, and beside
an empty cell a run ends. The heights, the room that is left and whose turn it is answer the rest.

Cells are numbered row by row, with an unused cell at the end of each row and unused rows above
and below, so stepping off the board leads to a cell that is nobody's.

Nothing is cleared for a new game. Its two sides get numbers that no side had before, so discs of
earlier games belong to nobody. Only the heights of the columns start again.

Cost: constant time for a drop, a status and an error, and a list of `cols` heights for a reset.

Where it breaks: there is no undo, since a run does not remember what it was joined from.

The two loops are the whole engine, written out flat: where an answer takes less than a tenth of a
microsecond, a call for every operation would cost more than the answer.
"""

from collections.abc import Iterator, Sequence
from itertools import count

Answer = int | str | tuple[str, int]

INVALID = "error:invalid_operation"
NOT_ITS_FORM = (LookupError, TypeError, ValueError)
"""What comes of an operation that is no list, has no words, or is a drop of too few or too many."""


class Lines:
    """Hold the discs of all games on one board, and the runs that they make.

    >>> lines = Lines(6, 7, 4)
    >>> [lines.is_made(lines.cell(5, col), 1) for col in (0, 1, 3, 2)]
    [False, False, False, True]
    """

    def __init__(self, rows: int, cols: int, k: int) -> None:
        self.rows, self.cols, self.k = rows, cols, k
        self.width = width = cols + 1
        cells = (rows + 2) * width + 1
        self._owners = [0] * cells
        self._directions = tuple((step, [0] * cells) for step in (1, width, width + 1, width - 1))
        self._sides = count(1)

    def two_sides(self) -> tuple[int, int]:
        """Return the numbers of the two sides of a new game."""
        return next(self._sides), next(self._sides)

    def cell(self, row: int, col: int) -> int:
        """Return the number of a cell; row 0 is the top."""
        return (row + 1) * self.width + col

    def is_made(self, cell: int, side: int) -> bool:
        """Put a disc into an empty cell and tell whether it makes a line of `k` or more."""
        owners, k, made = self._owners, self.k, False
        owners[cell] = side
        for step, lengths in self._directions:
            back, ahead = cell - step, cell + step
            before = lengths[back] if owners[back] == side else 0
            after = lengths[ahead] if owners[ahead] == side else 0
            run = before + 1 + after
            lengths[cell - before * step] = lengths[cell + after * step] = run
            if run >= k:
                made = True
        return made


def solution(rows: int, cols: int, k: int, operations: Sequence[Sequence[object]]) -> list[Answer]:
    """Return the answer to each operation, in order.

    >>> solution(2, 2, 3, [("drop", 0, 1), ("drop", 1, 2), ("status",), ("reset",)])
    [1, 1, 'inProgress', 'OK']
    """
    answers: list[Answer] = []
    lines, script = Lines(rows, cols, k), iter(operations)
    while _was_reset(lines, script, answers):
        pass
    return answers


def _was_reset(lines: Lines, script: Iterator[Sequence[object]], answers: list[Answer]) -> bool:
    """Play one game; tell whether a reset ended it, rather than the script."""
    rows, cols, line_is_made, cell = lines.rows, lines.cols, lines.is_made, lines.cell
    (side, other), turn = lines.two_sides(), 1
    heights, room = [0] * cols, rows * cols
    for operation in script:
        try:
            name = operation[0]
            if name == "drop":
                _, col, player = operation
                if type(col) is not int or type(player) is not int:
                    answers.append(INVALID)
                elif not 0 <= col < cols:
                    answers.append("error:out_of_range")
                elif player != turn:
                    answers.append("error:wrong_turn")
                elif heights[col] == rows:
                    answers.append("error:column_full")
                else:
                    heights[col] = height = heights[col] + 1
                    answers.append(rows - height)
                    room -= 1
                    won = line_is_made(cell(rows - height, col), side)
                    if won or not room:
                        status: Answer = ("win", player) if won else "draw"
                        return _was_reset_after(status, script, answers)
                    side, other, turn = other, side, 3 - turn
            elif name == "status" and len(operation) == 1:
                answers.append("inProgress")
            elif name == "reset" and len(operation) == 1:
                answers.append("OK")
                return True
            else:
                answers.append(INVALID)
        except NOT_ITS_FORM:
            answers.append(INVALID)
    return False


def _was_reset_after(
    status: Answer, script: Iterator[Sequence[object]], answers: list[Answer]
) -> bool:
    """Refuse every drop into a finished game; tell whether a reset ended that."""
    kind, whole_number, invalid = type, int, INVALID  # locals are found sooner than globals
    while True:
        try:  # around the loop, which goes on where it was: that costs nothing at each operation
            for operation in script:
                name = operation[0]
                if name == "drop":
                    _, col, player = operation
                    if kind(col) is whole_number and kind(player) is whole_number:
                        answers.append("error:game_over")
                    else:
                        answers.append(invalid)
                elif name == "status" and len(operation) == 1:
                    answers.append(status)
                elif name == "reset" and len(operation) == 1:
                    answers.append("OK")
                    return True
                else:
                    answers.append(invalid)
            return False
        except NOT_ITS_FORM:
            answers.append(invalid)
