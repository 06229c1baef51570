"""Draw the board of an operation script as it is before one of its steps."""

from __future__ import annotations

from collections.abc import Sequence

from graders.katas.operations.scripts import Operation, Returned

MOST_ROWS = 20
MOST_COLS = 60

_LEFT_OF_STEP = MOST_COLS // 2


def drawing_before(
    rows: int,
    cols: int,
    operations: Sequence[Operation],
    expected: Sequence[Returned],
    step: int,
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the drawing before `step` (0-based) and sentences about it.

    The discs are taken from the expected returns: a drop that returned a row put a disc there.
    Of a large board only the part around the step's column and its topmost disc is drawn.

    >>> drawing_before(2, 2, [("drop", 0, 1), ("status",)], [1, "inProgress"], 1)[0]
    ('..', '1.', '01')
    """
    grid = _grid(rows, cols, operations[:step], expected[:step])
    column = _column_of(operations[step], cols)
    top = _first_row(grid, column)
    left = _first_column(cols, column)
    shown = [row[left : left + MOST_COLS] for row in grid[top : top + MOST_ROWS]]
    width = len(shown[0])
    lines = ["".join(row) for row in shown]
    lines += _numbers(left, width)
    if column is not None:
        lines.append(" " * (column - left) + "^")
    notes = [f"This is the board just before step {step + 1}."]
    if (rows, cols) != (len(shown), width):
        notes.append(
            f"Only rows {top}-{top + len(shown) - 1} and columns {left}-{left + width - 1} are "
            f"drawn of {rows} rows and {cols} columns; row 0 is the top."
        )
    return tuple(lines), tuple(notes)


def _grid(
    rows: int, cols: int, operations: Sequence[Operation], expected: Sequence[Returned]
) -> list[list[str]]:
    grid = [["."] * cols for _ in range(rows)]
    resets = [step for step, returned in enumerate(expected) if returned == "OK"]
    start = resets[-1] + 1 if resets else 0
    for operation, returned in zip(operations[start:], expected[start:], strict=True):
        if isinstance(returned, int):
            _, column, player = operation
            if not isinstance(column, int):
                raise ValueError(f"no column in {operation!r}, which returned {returned}")
            grid[returned][column] = str(player)
    return grid


def _column_of(operation: Operation, cols: int) -> int | None:
    if len(operation) != 3 or operation[0] != "drop":
        return None
    column = operation[1]
    return column if isinstance(column, int) and 0 <= column < cols else None


def _first_row(grid: list[list[str]], column: int | None) -> int:
    rows = len(grid)
    if column is None:
        highest = next((row for row in range(rows) if set(grid[row]) != {"."}), rows)
    else:
        highest = next((row for row in range(rows) if grid[row][column] != "."), rows)
    return max(0, min(highest - MOST_ROWS // 4, rows - MOST_ROWS))


def _first_column(cols: int, column: int | None) -> int:
    return max(0, min((column or 0) - _LEFT_OF_STEP, cols - MOST_COLS))


def _numbers(left: int, width: int) -> list[str]:
    """Write the column numbers below the drawing, a line for each digit, as many as needed."""
    numbers = range(left, left + width)
    lines = []
    for power in (100, 10, 1):
        if numbers[-1] >= power or power == 1:
            lines.append(
                "".join(str(n // power % 10) if n >= power or power == 1 else " " for n in numbers)
            )
    return lines
