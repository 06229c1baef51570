"""Show a script: the game's size, its steps and, where that is asked for, what each returns."""

from __future__ import annotations

from graders.katas.operations.scripts import Returned, operation_in_words
from graders.katas.operations.task import ScriptTask
from graders.model.explanation import Exhibit, Listing, Part

MOST_STEPS = 60
"""Of a longer script only the beginning is listed."""


def show(task: ScriptTask, *, spoilers: bool = True) -> Exhibit:
    """Return the size of the game and the steps, with `spoilers` what each has to return."""
    size = f"rows {task.rows}, cols {task.cols}, k {task.k}: {task.k} in a row win."
    columns = ("step", "operation", "returns") if spoilers else ("step", "operation")
    rows = []
    for number, operation in enumerate(task.operations[:MOST_STEPS], start=1):
        row = (str(number), operation_in_words(operation))
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
