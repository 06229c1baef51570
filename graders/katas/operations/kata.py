"""Grade `solution(rows, cols, k, operations)`: one script, one list of returns back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

import solutions
from graders.katas.kata import Kata, Proof, classes_with, functions_named
from graders.katas.operations.check import FUNCTION, check
from graders.katas.operations.explain import call_in_javascript, call_in_python, explain, tell
from graders.katas.operations.prove import TABLE, prove
from graders.katas.operations.task import ScriptTask, read_task
from graders.model.explanation import Explanation, StepExplanation
from graders.model.listing import Part
from graders.model.outcome import Outcome
from graders.model.request import Request, Survey
from graders.model.spelling import Speech
from graders.model.suite import CaseFacts
from graders.model.verdict import Judgement, Verdict

if TYPE_CHECKING:
    from graders.katas.operations.comparison import EngineComparison
    from graders.model.exhibit import Exhibit


_SOLUTIONS = Path(solutions.__file__).parent
RETURNS = "returns"
"""The name under which a program answers."""


class Operations(Kata[ScriptTask]):
    """Ask for the returns of a script of operations."""

    name = "operations"
    function = FUNCTION
    expects = "a function solution(rows, cols, k, operations), or one class with such a method"
    proofs = TABLE
    asks_programs = True
    yardsticks = MappingProxyType(
        {
            Speech.PYTHON: _SOLUTIONS / "operations_published.py",
            Speech.JAVASCRIPT: _SOLUTIONS / "javascript" / "operations_published.mjs",
        }
    )

    def read_task(self, fields: Mapping[str, object]) -> ScriptTask:
        """Check one case: the game's size, and its steps or what to generate them from."""
        return read_task(fields)

    def request(self, task: ScriptTask) -> Request:
        """Return the call: the size and the operations, and nothing of what is expected."""
        arguments = (task.rows, task.cols, task.k, list(task.operations))
        names = ("rows", "cols", "k", "operations")
        return Request(FUNCTION, arguments, True, self.expects, names, RETURNS)

    def check(self, task: ScriptTask, outcome: Outcome) -> Judgement:
        """Accept a list of exactly the expected returns; a win may be a tuple or a list."""
        printed = bool(outcome.stdout.strip())
        return check(task, outcome.value, outcome.speech, outcome.called, printed=printed)

    def describe(self, task: ScriptTask) -> CaseFacts:
        """Return the size of the game; a script has no single position."""
        return CaseFacts(rows=task.rows, cols=task.cols, k=task.k)

    def explain(self, task: ScriptTask, outcome: Outcome, verdict: Verdict) -> Explanation | None:
        """Return the first step that differs and the board just before it."""
        answer = outcome.value
        if verdict is Verdict.ACCEPTED or type(answer) is not list:
            return None
        return explain(task, answer, outcome.speech)

    def reproduce(self, task: ScriptTask) -> str:
        """Return the call, where the script is short enough to be written out."""
        return call_in_python(task)

    def reproduce_in_javascript(self, task: ScriptTask) -> str:
        """Return the same call, with arrays."""
        return call_in_javascript(task)

    def tell(self, explanation: Explanation) -> tuple[Part, ...]:
        """List the steps around the first that differs, and draw the board just before it."""
        return tell(explanation) if isinstance(explanation, StepExplanation) else ()

    def show(self, task: ScriptTask, nodes: int, *, spoilers: bool = True) -> Exhibit:
        """Return the size of the game, the steps and what they return; nothing is searched for."""
        from graders.katas.operations.explain import show  # noqa: PLC0415

        return show(task, spoilers=spoilers)

    def prove(self, task: ScriptTask) -> Proof:
        """Prove the expected returns: the reference and brute force must agree with them."""
        return prove(task)

    def comparison(self) -> EngineComparison:
        """Return the comparison of the reference with the engine that most people write."""
        from graders.katas.operations.comparison import EngineComparison  # noqa: PLC0415

        return EngineComparison()

    def entries(self, survey: Survey) -> Sequence[str]:
        """Return the function and the classes that could be called."""
        functions = functions_named(survey, FUNCTION, "(rows, cols, k, operations)")
        return [*functions, *classes_with(survey, FUNCTION)]


KATA = Operations()
