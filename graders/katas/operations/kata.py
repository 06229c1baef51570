"""Grade `solution(rows, cols, k, operations)`: one script, one list of returns back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

import solutions
from graders.katas.kata import Kata, Proof, classes_with, functions_named
from graders.katas.operations.check import FUNCTION, check
from graders.katas.operations.explain import (
    call_in_javascript,
    call_in_python,
    explain,
    show,
    tell,
)
from graders.katas.operations.prove import TABLE, prove
from graders.katas.operations.task import ScriptTask, read_task
from graders.model.explanation import Exhibit, Explanation, Part, StepExplanation
from graders.model.outcome import Outcome
from graders.model.request import Request, Survey
from graders.model.suite import CaseFacts
from graders.model.verdict import Judgement, Verdict

if TYPE_CHECKING:
    from graders.katas.operations.comparison import EngineComparison


_SOLUTIONS = Path(solutions.__file__).parent
RETURNS = "returns"
"""The name under which a program answers."""


class Operations(Kata[ScriptTask]):
    name = "operations"
    function = FUNCTION
    expects = "a function solution(rows, cols, k, operations), or one class with such a method"
    proofs = TABLE
    asks_programs = True
    yardsticks = MappingProxyType(
        {
            "Python": _SOLUTIONS / "operations_published.py",
            "JavaScript": _SOLUTIONS / "javascript" / "operations_published.mjs",
            "TypeScript": _SOLUTIONS / "javascript" / "operations_published.mjs",
        }
    )

    def read_task(self, fields: Mapping[str, object]) -> ScriptTask:
        return read_task(fields)

    def request(self, task: ScriptTask) -> Request:
        arguments = (task.rows, task.cols, task.k, list(task.operations))
        names = ("rows", "cols", "k", "operations")
        return Request(FUNCTION, arguments, True, self.expects, names, RETURNS)

    def check(self, task: ScriptTask, outcome: Outcome) -> Judgement:
        printed = bool(outcome.stdout.strip())
        return check(task, outcome.value, outcome.speech, outcome.called, printed=printed)

    def describe(self, task: ScriptTask) -> CaseFacts:
        return CaseFacts(rows=task.rows, cols=task.cols, k=task.k)

    def explain(self, task: ScriptTask, outcome: Outcome, verdict: Verdict) -> Explanation | None:
        answer = outcome.value
        if verdict is Verdict.ACCEPTED or type(answer) is not list:
            return None
        return explain(task, answer, outcome.speech)

    def reproduce(self, task: ScriptTask) -> str:
        return call_in_python(task)

    def reproduce_in_javascript(self, task: ScriptTask) -> str:
        return call_in_javascript(task)

    def tell(self, explanation: Explanation) -> tuple[Part, ...]:
        return tell(explanation) if isinstance(explanation, StepExplanation) else ()

    def show(self, task: ScriptTask, nodes: int, *, spoilers: bool = True) -> Exhibit:
        return show(task, spoilers=spoilers)

    def prove(self, task: ScriptTask) -> Proof:
        return prove(task)

    def comparison(self) -> EngineComparison:
        from graders.katas.operations.comparison import EngineComparison

        return EngineComparison()

    def entries(self, survey: Survey) -> Sequence[str]:
        functions = functions_named(survey, FUNCTION, "(rows, cols, k, operations)")
        return [*functions, *classes_with(survey, FUNCTION)]


KATA = Operations()
