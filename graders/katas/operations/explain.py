"""Explain a script: the first step that came back wrong, the board before it, all of it as a call.

`explain` finds the facts, `tell` and `show` put them into sentences, listings and pictures.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable, Iterator, Sequence

from graders.katas.answers import literal
from graders.katas.operations.check import first_difference
from graders.katas.operations.task import Operation, Returned, ScriptTask, operation_text
from graders.model.explanation import (
    Exhibit,
    Listing,
    Mark,
    Part,
    Picture,
    StepExplanation,
    StepTaken,
)
from graders.model.submission import Speech
from graders.model.value import MAX_WORDS, answer_in_words, as_json

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
        written = "" if carried else literal(answer[at], speech)
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
            return answer_in_words(value)
        return [_small(item) for item in items]
    if isinstance(value, str) and len(value) > MAX_WORDS:
        return answer_in_words(value)
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


MOST_WRITTEN_OUT = 60
"""A call with more operations is not written out."""
_LETTERS = str.maketrans("12", "XO")
_WIDTH = 72


def tell(facts: StepExplanation) -> tuple[Part, ...]:
    """Return the steps around the first that differs, the board just before, what of it is drawn.

    The players are letters in the drawing, as its columns are numbers.
    """
    rows, cols = len(facts.drawing), len(facts.drawing[0])
    column = column_of(facts.operation, facts.cols)
    whole = (rows, cols) == (facts.rows, facts.cols)
    picture = Picture(
        tuple(row.translate(_LETTERS) for row in facts.drawing),
        caption=f"the board just before step {facts.step}, X player 1, O player 2",
        marks=((column, Mark.STEP),) if column is not None else (),
        first_row=facts.first_row,
        first_col=facts.first_col,
        whole=whole,
    )
    parts: list[Part] = [_steps(facts)] if facts.around else []
    if all(set(row) == {"."} for row in facts.drawing):
        return (*parts, f"Before step {facts.step} the board is empty.")
    parts.append(picture)
    if not whole:
        last_row, last_col = facts.first_row + rows - 1, facts.first_col + cols - 1
        parts.append(
            f"Only rows {facts.first_row}-{last_row} and columns {facts.first_col}-{last_col} are "
            f"drawn of {facts.rows} rows and {facts.cols} columns; row 0 is the top."
        )
    return tuple(parts)


def call_in_python(task: ScriptTask) -> str:
    """Write a short script as the call that is made; nothing for a long one.

    >>> print(call_in_python(ScriptTask(6, 7, 4, steps=((("drop", 0, 1), 5), (("status",), "x")))))
    solution(6, 7, 4, [("drop", 0, 1), ("status",)])
    """
    return _call(task, _in_python)


def call_in_javascript(task: ScriptTask) -> str:
    """Write a short script as the call that is made; nothing for a long one.

    >>> task = ScriptTask(6, 7, 4, steps=((("drop", 0, 1), 5), (("status",), "x")))
    >>> print(call_in_javascript(task))
    solution(6, 7, 4, [["drop", 0, 1], ["status"]])
    """
    return _call(task, json.dumps)


def _call(task: ScriptTask, write: Callable[[Operation], str]) -> str:
    size = len(task.steps) or dict(task.recipe).get("operations")
    if not isinstance(size, int) or size > MOST_WRITTEN_OUT:
        return ""
    head = f"solution({task.rows}, {task.cols}, {task.k}, ["
    written = _broken([write(operation) for operation in task.operations])
    if len(head) + len(written) + 2 <= _WIDTH and "\n" not in written:
        return f"{head}{written}])"
    return f"{head}\n{textwrap.indent(written, '    ')},\n])"


def _broken(operations: Sequence[str]) -> str:
    """Break the lines between operations, never within one."""
    unbroken = ", ".join(operation.replace(" ", "\0") for operation in operations)
    lines = textwrap.wrap(unbroken, _WIDTH - 5, break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines).replace("\0", " ")


def _in_python(operation: Operation) -> str:
    words = ", ".join(
        json.dumps(word) if isinstance(word, str) else str(word) for word in operation
    )
    return f"({words},)" if len(operation) == 1 else f"({words})"


def _steps(facts: StepExplanation) -> Listing:
    around = facts.around
    return Listing(
        ("step", "operation", "expected", "got"),
        tuple(_row(taken, facts.speech) for taken in around),
        at=next(row for row, taken in enumerate(around) if taken.step == facts.step),
    )


def _row(taken: StepTaken, speech: Speech) -> tuple[str, ...]:
    got = (taken.written or literal(taken.got, speech)) if taken.answered else "nothing"
    called = " ".join(str(word) for word in taken.operation)
    return (str(taken.step), called, literal(taken.expected, speech), got)


MOST_STEPS = 60
"""Of a longer script only the beginning is listed."""


def show(task: ScriptTask, *, spoilers: bool = True) -> Exhibit:
    """Return the size of the game and the steps, with `spoilers` what each has to return."""
    size = f"rows {task.rows}, cols {task.cols}, k {task.k}: {task.k} in a row win."
    columns = ("step", "operation", "returns") if spoilers else ("step", "operation")
    rows = []
    for number, operation in enumerate(task.operations[:MOST_STEPS], start=1):
        row = (str(number), operation_text(operation))
        rows.append((*row, _in_words(task.expected[number - 1])) if spoilers else row)
    parts: list[Part] = [Listing(columns, tuple(rows), "the steps")]
    more = len(task.operations) - len(rows)
    if more:
        parts.append(f"… and {more:,} more steps, {len(task.operations):,} in all.")
    if task.recipe:
        made = ", ".join(f"{name} {value}" for name, value in task.recipe)
        parts.append(f"The script is generated: {made}.")
    if spoilers:
        return Exhibit((size,), tuple(parts))
    return Exhibit((size, *parts))


def _in_words(returned: Returned) -> str:
    if isinstance(returned, tuple):
        return " ".join(map(str, returned))
    return str(returned)
