"""Judge the list of returns that came back for a script of operations."""

from __future__ import annotations

from collections.abc import Sequence

from graders.katas.answers import literal, not_a_list, subclass_hint
from graders.katas.operations.task import ScriptTask, operation_text
from graders.model.submission import Speech
from graders.model.verdict import Judgement, Verdict

FUNCTION = "solution"


def check(
    task: ScriptTask,
    answer: object,
    speech: Speech = Speech.PYTHON,
    called: str = "",
    *,
    printed: bool = False,
) -> Judgement:
    """Accept a list of exactly the expected returns; a win may be a tuple or a list.

    `called` is the field with the answer of a program, as in an `Outcome`; `printed` tells that
    something was written to stdout.
    """
    if type(answer) is not list:
        wanted = "a list with one return for each operation"
        message = not_a_list(answer, called or FUNCTION, wanted, speech, printed=printed)
        return Judgement(Verdict.INVALID_ANSWER, message)
    if len(answer) != len(task.expected):
        items, operations = _count(len(answer), "item"), _count(len(task.expected), "operation")
        kind = "list" if speech is Speech.PYTHON else "array"
        message = (
            f"the {kind} has {items}, but there were {operations}: each of them returns something, "
            "errors included"
        )
        return Judgement(Verdict.INVALID_ANSWER, message)
    step = first_difference(task, answer)
    if step is None:
        return Judgement(Verdict.ACCEPTED)
    return Judgement(Verdict.WRONG_ANSWER, _difference(task, answer, step, speech))


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def first_difference(task: ScriptTask, answer: Sequence[object]) -> int | None:
    """Return the 0-based step whose return is missing or differs first; None where none does."""
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


def _difference(task: ScriptTask, answer: Sequence[object], step: int, speech: Speech) -> str:
    got = "nothing: the list ends before this step"
    if step < len(answer):
        got = literal(answer[step], speech)
    if step < len(answer) and (hint := subclass_hint(answer[step])):
        got = f"{got}; {hint}"
    return (
        f"step {step + 1} of {len(task.expected)}, {operation_text(task.operations[step])}: "
        f"expected {literal(task.expected[step], speech)}, got {got}"
    )
