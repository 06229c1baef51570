"""Prove the expected returns of operation scripts: by the reference and by brute force.

Brute force shares nothing with the reference: its board is a dictionary of cells, and after every
disc each line of `k` cells on the whole board is looked at. It is good for small boards only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graders.katas.kata import Proof, ProofTable
from graders.katas.operations.task import Returned, ScriptTask, generate
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


Cell = tuple[int, int]


def replay(
    rows: int, cols: int, k: int, operations: Sequence[tuple[str | int, ...]]
) -> list[Returned]:
    """Return what each operation returns, in order.

    >>> replay(2, 1, 2, [("drop", 0, 1), ("drop", 0, 2), ("status",)])
    [1, 0, 'draw']
    """
    game = _Game(rows, cols, k)
    return [game.answer(operation) for operation in operations]


class _Game:
    """Hold one game as a dictionary from (row, col), row 0 on top, to the player there."""

    def __init__(self, rows: int, cols: int, k: int) -> None:
        self._rows, self._cols = rows, cols
        self._lines = list(_every_line(rows, cols, k))
        self._discs: dict[Cell, int] = {}

    def answer(self, operation: tuple[str | int, ...]) -> Returned:
        match operation:
            case ("drop", int(col), int(player)) if type(col) is type(player) is int:
                return self._drop(col, player)
            case ("status",):
                return self._status()
            case ("reset",):
                self._discs = {}
                return "OK"
            case _:
                return "error:invalid_operation"

    def _drop(self, col: int, player: int) -> Returned:
        if self._status() != "inProgress":
            return "error:game_over"
        if col not in range(self._cols):
            return "error:out_of_range"
        if player != self._turn():
            return "error:wrong_turn"
        free = [row for row in range(self._rows) if (row, col) not in self._discs]
        if not free:
            return "error:column_full"
        lowest = max(free)
        self._discs[lowest, col] = player
        return lowest

    def _turn(self) -> int:
        return 1 if len(self._discs) % 2 == 0 else 2

    def _status(self) -> Returned:
        for line in self._lines:
            owners = {self._discs.get(cell) for cell in line}
            for player in (1, 2):
                if owners == {player}:
                    return ("win", player)
        return "draw" if len(self._discs) == self._rows * self._cols else "inProgress"


def _every_line(rows: int, cols: int, k: int) -> Iterator[list[Cell]]:
    for row in range(rows):
        for col in range(cols):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                last_row, last_col = row + down * (k - 1), col + right * (k - 1)
                if last_row < rows and 0 <= last_col < cols:
                    yield [(row + down * step, col + right * step) for step in range(k)]
