"""Tell the facts about a step in sentences, a listing and a picture; write a script as a call."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable, Sequence

from graders.katas.answers import shown
from graders.katas.operations.explain import column_of
from graders.katas.operations.scripts import Operation
from graders.katas.operations.task import ScriptTask
from graders.model.explanation import Listing, Mark, Part, Picture, StepExplanation, StepTaken
from graders.model.submission import Speech

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
    got = (taken.written or shown(taken.got, speech)) if taken.answered else "nothing"
    called = " ".join(str(word) for word in taken.operation)
    return (str(taken.step), called, shown(taken.expected, speech), got)
