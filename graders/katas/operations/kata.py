"""Grade `solution(rows, cols, k, operations)`: one script, one list of returns back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import msgspec

from graders.katas.answers import not_a_list, subclass_hint
from graders.katas.entry import functions_named
from graders.katas.fields import CASE_FIELDS, read_fields
from graders.katas.kata import TaskError, Variant
from graders.katas.operations.drawing import drawing_before
from graders.katas.operations.scripts import (
    LARGEST_SIDE,
    MOST_OPERATIONS,
    Operation,
    Returned,
    generate,
    parse_step,
)
from graders.model.request import Request, Survey
from graders.model.scorecard import Explanation, Result, Standing
from graders.model.value import in_words
from graders.model.verdict import Judgement, Verdict
from solutions import operations as reference

FUNCTION = "solution"
LARGEST_K = 1_000_000
_RETURNS = {
    "drop": ("error:game_over", "error:out_of_range", "error:wrong_turn", "error:column_full"),
    "status": ("inProgress", "draw", "win"),
    "reset": ("OK",),
    "": ("error:invalid_operation",),
}


@dataclass(frozen=True)
class ScriptTask:
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


class Operations:
    """Ask for the returns of a script of operations; see `graders.katas.kata.Kata`."""

    name = "operations"
    function = FUNCTION
    expects = "a function solution(rows, cols, k, operations)"

    def read_task(self, fields: Mapping[str, object]) -> ScriptTask:
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

    def request(self, task: object) -> Request:
        """Return the call: the size and the operations, and nothing of what is expected."""
        task = _task(task)
        arguments = (task.rows, task.cols, task.k, list(task.operations))
        return Request(FUNCTION, arguments, expects=self.expects)

    def check(self, task: object, answer: object) -> Judgement:
        """Accept a list of exactly the expected returns; a win may be a tuple or a list."""
        task = _task(task)
        if type(answer) is not list:
            wanted = "a list with one return for each operation"
            return Judgement(Verdict.INVALID_ANSWER, not_a_list(answer, FUNCTION, wanted))
        if len(answer) != len(task.expected):
            message = (
                f"the list has {len(answer)} items, but there were {len(task.expected)} "
                "operations: each one returns something, errors too"
            )
            return Judgement(Verdict.INVALID_ANSWER, message)
        step = _first_difference(task, answer)
        if step is None:
            return Judgement(Verdict.ACCEPTED)
        return Judgement(Verdict.WRONG_ANSWER, _difference(task, answer, step))

    def explain(self, task: object, answer: object) -> Explanation | None:
        """Draw the board just before the first step that differs."""
        task = _task(task)
        if type(answer) is not list:
            return None
        step = _first_difference(task, answer)
        if step is None:
            return None
        drawing, notes = drawing_before(task.rows, task.cols, task.operations, task.expected, step)
        return Explanation(drawing, notes)

    def entries(self, survey: Survey) -> Sequence[str]:
        """Return the function that could be called."""
        return functions_named(survey, FUNCTION, "(rows, cols, k, operations)")

    def variants(self, task: object) -> Sequence[Variant]:
        """Return none: a script has no other clothes."""
        return ()

    def standing(self, results: Sequence[Result]) -> Standing | None:
        """Return None: there is no ladder for this kata."""
        return None


def _task(task: object) -> ScriptTask:
    if not isinstance(task, ScriptTask):
        raise TypeError(f"not a task of operations: {task!r}")
    return task


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


def _first_difference(task: ScriptTask, answer: Sequence[object]) -> int | None:
    for step, expected in enumerate(task.expected):
        if step >= len(answer) or not _same(expected, answer[step]):
            return step
    return None


def _same(expected: object, got: object) -> bool:
    """Tell whether `got` is `expected`, types included: True is not 1, 5.0 is not 5."""
    if isinstance(expected, tuple):
        if not isinstance(got, (tuple, list)) or len(got) != len(expected):
            return False
        return all(_same(one, two) for one, two in zip(expected, got, strict=True))
    return type(got) is type(expected) and got == expected


def _difference(task: ScriptTask, answer: Sequence[object], step: int) -> str:
    got = in_words(answer[step]) if step < len(answer) else "nothing, the list ends before it"
    if step < len(answer) and (hint := subclass_hint(answer[step])):
        got = f"{got}; {hint}"
    return (
        f"step {step + 1} of {len(task.expected)}, {operation_in_words(task.operations[step])}: "
        f"expected {in_words(task.expected[step])}, got {got}"
    )


def operation_in_words(operation: Operation) -> str:
    """Return an operation as a person reads it.

    >>> operation_in_words(("drop", 0, 1)), operation_in_words(("status",))
    ('drop in column 0 by player 1', 'status')
    """
    if len(operation) == 3 and operation[0] == "drop":
        return f"drop in column {operation[1]} by player {operation[2]}"
    return " ".join(str(word) for word in operation)


KATA = Operations()
