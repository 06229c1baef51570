"""Find the first step of a script that came back wrong, and the board just before it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graders.katas.answers import shown
from graders.katas.operations.check import first_difference
from graders.katas.operations.scripts import Operation, Returned
from graders.katas.operations.task import ScriptTask
from graders.model.explanation import StepExplanation, StepTaken
from graders.model.submission import Speech
from graders.model.value import MAX_WORDS, as_json, in_words

MOST_ROWS = 20
MOST_COLS = 60
"""How much of a large board is drawn."""

STEPS_BEFORE, STEPS_AFTER = 4, 2
"""How many steps around the one that differs are shown."""

_LEFT_OF_STEP = MOST_COLS // 2
_MOST_ITEMS = 8


def explain(
    task: ScriptTask, answer: Sequence[object], speech: Speech = Speech.PYTHON
) -> StepExplanation | None:
    """Return the first step whose return is missing or differs; None where none does.

    The discs on the board are taken from the expected returns: a drop that returned a row put a
    disc there. Of a large board only the part around the step's column and its topmost disc is
    kept.
    """
    step = first_difference(task, answer)
    if step is None:
        return None
    operation = task.operations[step]
    grid = _grid(task, step)
    column = column_of(operation, task.cols)
    top, left = _first_row(grid, column), _first_col(task.cols, column)
    return StepExplanation(
        rows=task.rows,
        cols=task.cols,
        k=task.k,
        step=step + 1,
        steps=len(task.operations),
        operation=operation,
        expected=task.expected[step],
        got=_got(answer, step),
        answered=step < len(answer),
        drawing=tuple("".join(row[left : left + MOST_COLS]) for row in grid[top : top + MOST_ROWS]),
        first_row=top,
        first_col=left,
        around=tuple(_around(task, answer, step, speech)),
        speech=speech,
    )


def _around(
    task: ScriptTask, answer: Sequence[object], step: int, speech: Speech
) -> Iterator[StepTaken]:
    for at in range(max(0, step - STEPS_BEFORE), min(len(task.operations), step + STEPS_AFTER + 1)):
        operation, expected = task.operations[at], task.expected[at]
        got, answered = _got(answer, at), at < len(answer)
        carried = type(got) is not str or type(answer[at]) in (str, list, tuple)
        written = "" if carried else shown(answer[at], speech)
        yield StepTaken(at + 1, operation, expected, got, answered, written)


def _got(answer: Sequence[object], step: int) -> object:
    return _small(answer[step]) if step < len(answer) else None


def column_of(operation: Operation, cols: int) -> int | None:
    """Return the column that an operation drops into, None where it drops into none.

    >>> column_of(("drop", 3, 1), 7), column_of(("drop", 7, 1), 7), column_of(("status",), 7)
    (3, None, None)
    """
    if len(operation) != 3 or operation[0] != "drop":
        return None
    column = operation[1]
    return column if isinstance(column, int) and 0 <= column < cols else None


def _small(value: object) -> object:
    """Return what JSON can carry of a returned value; of a long or nested one only its words."""
    if type(value) in (list, tuple):
        items = list(value)  # type: ignore[call-overload]
        if len(items) > _MOST_ITEMS or any(type(item) in (list, tuple) for item in items):
            return in_words(value)
        return [_small(item) for item in items]
    if isinstance(value, str) and len(value) > MAX_WORDS:
        return in_words(value)
    return as_json(value)


def _grid(task: ScriptTask, step: int) -> list[list[str]]:
    operations, expected = task.operations[:step], task.expected[:step]
    start = _after_the_last_reset(expected)
    grid = [["."] * task.cols for _ in range(task.rows)]
    for operation, returned in zip(operations[start:], expected[start:], strict=True):
        if isinstance(returned, int):
            _, column, player = operation
            if not isinstance(column, int):
                raise ValueError(f"no column in {operation!r}, which returned {returned}")
            grid[returned][column] = str(player)
    return grid


def _after_the_last_reset(expected: Sequence[Returned]) -> int:
    resets = [step for step, returned in enumerate(expected) if returned == "OK"]
    return resets[-1] + 1 if resets else 0


def _first_row(grid: list[list[str]], column: int | None) -> int:
    rows = len(grid)
    if column is None:
        highest = next((row for row in range(rows) if set(grid[row]) != {"."}), rows)
    else:
        highest = next((row for row in range(rows) if grid[row][column] != "."), rows)
    return max(0, min(highest - MOST_ROWS // 4, rows - MOST_ROWS))


def _first_col(cols: int, column: int | None) -> int:
    return max(0, min((column or 0) - _LEFT_OF_STEP, cols - MOST_COLS))
