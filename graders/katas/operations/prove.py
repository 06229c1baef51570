"""Prove the expected returns of operation scripts: by the reference and by brute force.

Brute force is the slow play of `graders.katas.rules`, which shares nothing with the reference. It
is good for small boards only.
"""

from __future__ import annotations

from collections.abc import Sequence

from graders.katas.kata import Proof, ProofTable
from graders.katas.operations.task import Returned, ScriptTask, generate
from graders.katas.rules import Rules
from solutions import operations as reference

SMALL_SIDE = 9
SMALL_LENGTH = 400
TABLE = ProofTable(
    "scripts",
    "Operation scripts, by the reference and by brute force",
    ("compared",),
    holds="agree",
)


def prove(task: ScriptTask) -> Proof:
    """Prove one script: what it says, the reference and brute force are to be the same."""
    difference = first_difference(task)
    how = "at a small size" if task.recipe else "as written"
    return Proof((how,), (difference,) if difference else ())


def scaled_down(task: ScriptTask) -> ScriptTask:
    """Return the same kind of generated script, small enough for the brute-force checker."""
    rows, cols = min(task.rows, SMALL_SIDE), min(task.cols, SMALL_SIDE)
    recipe = dict(task.recipe) | {"operations": SMALL_LENGTH}
    for name, most in (("discs", rows * cols), ("columns", cols)):
        value = recipe.get(name)
        if isinstance(value, int):
            recipe[name] = min(value, most)
    shorter = max(1, min(task.k, min(rows, cols) // 2))
    return ScriptTask(rows, cols, shorter, recipe=tuple(recipe.items()))


def first_difference(task: ScriptTask) -> str:
    """Return, in words, the first step on which reference and brute force differ, or nothing.

    A written script is held to what it says too. A generated one is compared at a size that
    brute force can bear: the same recipe, smaller.
    """
    written = not task.recipe
    small = task if written else scaled_down(task)
    operations = small.operations if written else _generated(small)
    slow = replay(small.rows, small.cols, small.k, operations)
    fast = reference.solution(small.rows, small.cols, small.k, list(operations))
    expected = list(small.expected) if written else slow
    for step, (a, b, c) in enumerate(zip(slow, fast, expected, strict=True), start=1):
        if not a == b == c:
            return f"step {step}: brute force {a!r}, reference {b!r}, the suite {c!r}"
    return ""


def _generated(task: ScriptTask) -> tuple[tuple[str | int, ...], ...]:
    return generate(dict(task.recipe), task.rows, task.cols, task.k)


def replay(
    rows: int, cols: int, k: int, operations: Sequence[tuple[str | int, ...]]
) -> list[Returned]:
    """Return what each operation returns, in order.

    >>> replay(2, 1, 2, [("drop", 0, 1), ("drop", 0, 2), ("status",)])
    [1, 0, 'draw']
    """
    rules = Rules(rows, cols, k)
    return [_answer(rules, operation) for operation in operations]


def _answer(rules: Rules, operation: tuple[str | int, ...]) -> Returned:
    match operation:
        case ("drop", int(col), int(player)) if type(col) is type(player) is int:
            return _drop(rules, col, player)
        case ("status",):
            if winner := rules.winner():
                return ("win", winner)
            return "draw" if rules.is_full() else "inProgress"
        case ("reset",):
            rules.discs.clear()
            return "OK"
        case _:
            return "error:invalid_operation"


def _drop(rules: Rules, col: int, player: int) -> Returned:
    if rules.is_over():
        return "error:game_over"
    if col not in range(rules.cols):
        return "error:out_of_range"
    if player != rules.turn():
        return "error:wrong_turn"
    if not rules.place(player, col):
        return "error:column_full"
    return rules.rows - rules.height(col)  # rows count from the top here
