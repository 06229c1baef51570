"""Read what one case of the operations kata holds: the size of a game and a script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import msgspec

from graders.katas.fields import CASE_FIELDS, read_fields
from graders.katas.kata import TaskError
from graders.katas.operations.scripts import (
    LARGEST_SIDE,
    MOST_OPERATIONS,
    Operation,
    Returned,
    generate,
    operation_in_words,
    parse_step,
)
from graders.model.value import in_words
from solutions import operations as reference

LARGEST_K = 1_000_000
_RETURNS = {
    "drop": ("error:game_over", "error:out_of_range", "error:wrong_turn", "error:column_full"),
    "status": ("inProgress", "draw", "win"),
    "reset": ("OK",),
    "": ("error:invalid_operation",),
}


class ScriptTask(msgspec.Struct, frozen=True, dict=True):
    """Hold a game's size and a script: written out in `steps`, or made from `recipe`.

    `operations` and `expected` are made when they are first asked for.
    """

    rows: int
    cols: int
    k: int
    steps: tuple[tuple[Operation, Returned], ...] = ()
    recipe: tuple[tuple[str, object], ...] = ()

    @cached_property
    def operations(self) -> tuple[Operation, ...]:
        """Return the operations in order."""
        if self.recipe:
            return generate(dict(self.recipe), self.rows, self.cols, self.k)
        return tuple(operation for operation, _ in self.steps)

    @cached_property
    def expected(self) -> tuple[Returned, ...]:
        """Return what each operation must return; a generated script's come from the reference."""
        if self.recipe:
            operations = list(self.operations)
            return tuple(reference.solution(self.rows, self.cols, self.k, operations))
        return tuple(returned for _, returned in self.steps)


class _Fields(msgspec.Struct, frozen=True):
    rows: int
    cols: int
    k: int
    steps: list[str] | None = None
    generate: dict[str, object] | None = None


def read_task(fields: Mapping[str, object]) -> ScriptTask:
    """Check one case: the game's size, and its steps or what to generate them from."""
    read = read_fields(_Fields, fields, CASE_FIELDS)
    for field, value in (("rows", read.rows), ("cols", read.cols)):
        if not 1 <= value <= LARGEST_SIDE:
            raise TaskError(field, f"should be 1 to {LARGEST_SIDE}, but is {value}")
    if not 1 <= read.k <= LARGEST_K:
        raise TaskError("k", f"should be 1 to {LARGEST_K}, but is {read.k}")
    if (read.steps is None) == (read.generate is None):
        raise TaskError("steps", "a case has either steps or generate")
    if read.generate is not None:
        recipe = _checked_recipe(read.generate, read)
        return ScriptTask(read.rows, read.cols, read.k, recipe=recipe)
    steps = _parsed(read.steps or [], read)
    return ScriptTask(read.rows, read.cols, read.k, steps=steps)


def _checked_recipe(params: Mapping[str, object], read: _Fields) -> tuple[tuple[str, object], ...]:
    """Check the parameters on a script of one operation: the whole one is made when needed."""
    count = params.get("operations")
    if type(count) is not int or not 1 <= count <= MOST_OPERATIONS:
        raise TaskError("generate", f"operations: should be 1 to {MOST_OPERATIONS}")
    try:
        generate({**params, "operations": 1}, read.rows, read.cols, read.k)
    except ValueError as error:
        raise TaskError("generate", str(error)) from None
    return tuple(params.items())


def _parsed(steps: Sequence[str], size: _Fields) -> tuple[tuple[Operation, Returned], ...]:
    if not 1 <= len(steps) <= MOST_OPERATIONS:
        raise TaskError("steps", f"should be 1 to {MOST_OPERATIONS}, but there are {len(steps)}")
    parsed = []
    for number, step in enumerate(steps, start=1):
        try:
            operation, returned = parse_step(step)
            _check_possible(operation, returned, size)
            parsed.append((operation, returned))
        except ValueError as error:
            raise TaskError(f"steps, item {number}", str(error)) from None
    return tuple(parsed)


def _check_possible(operation: Operation, returned: Returned, size: _Fields) -> None:
    """Refuse what no state of the game returns; `kata verify` looks at the state as well."""
    kind = operation[0] if operation[0] in _RETURNS else ""
    if not isinstance(returned, int):
        word = returned if isinstance(returned, str) else returned[0]
        if word not in _RETURNS[str(kind)]:
            raise ValueError(f"{operation_in_words(operation)} never returns {in_words(returned)}")
        return
    if kind != "drop":
        raise ValueError(f"{operation_in_words(operation)} never returns a row")
    if returned >= size.rows:
        raise ValueError(f"there is no row {returned}: rows are 0-{size.rows - 1}")
    if operation[1] not in range(size.cols):
        raise ValueError(f"there is no column {operation[1]}: columns are 0-{size.cols - 1}")
