"""Prove the expected returns of operation scripts: by the reference and by brute force."""

from __future__ import annotations

from graders.katas.operations.brute_force import replay
from graders.katas.operations.scripts import generate
from graders.katas.operations.task import ScriptTask
from graders.katas.proof import Proof, ProofTable
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
