"""Ask for a quotient; where there is none, an exception is the right answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from graders.katas.fields import CASE_FIELDS, read_fields
from graders.katas.kata import Kata, Proof, ProofTable, TaskError, functions_named
from graders.model.outcome import Event, Outcome
from graders.model.raised import Raised
from graders.model.request import Request, Survey
from graders.model.suite import CaseFacts
from graders.model.value import answer_in_words
from graders.model.verdict import Judgement, Verdict


@dataclass(frozen=True)
class Division:
    """Hold two numbers, and either their quotient or the exception that is expected."""

    a: int
    b: int
    gives: int | None
    raises: str | None


class _Fields(msgspec.Struct, frozen=True):
    a: int
    b: int
    gives: int | None = None
    raises: str | None = None


class Divide(Kata[Division]):
    """Ask for a whole quotient, rounded down."""

    name = "division"
    function = "divide"
    expects = "a function divide(a, b)"
    judges = frozenset({Event.REPLIED, Event.RAISED})
    proofs = ProofTable("quotients", "Quotients, by adding up", ("quotient",))

    def read_task(self, fields: Mapping[str, object]) -> Division:
        """Check one case: it gives a number or raises, one of the two."""
        read = read_fields(_Fields, fields, CASE_FIELDS)
        if (read.gives is None) == (read.raises is None):
            raise TaskError("gives", "write either this or raises")
        return Division(read.a, read.b, read.gives, read.raises)

    def request(self, task: Division) -> Request:
        """Return the call: the two numbers."""
        return Request(self.function, (task.a, task.b), expects=self.expects)

    def check(self, task: Division, outcome: Outcome) -> Judgement:
        """Accept the quotient, or the exception where that is what is expected."""
        wanted = task.gives if task.raises is None else task.raises
        got = outcome.value
        if isinstance(outcome.fact, Raised):
            got = outcome.fact.type
        elif type(got) is not int:
            return Judgement(Verdict.INVALID_ANSWER, f"{answer_in_words(got)} is no whole number")
        if got == wanted:
            return Judgement(Verdict.ACCEPTED)
        return Judgement(Verdict.WRONG_ANSWER, f"{task.a} by {task.b}: {got}, not {wanted}")

    def describe(self, task: Division) -> CaseFacts:
        """Return nothing: there is no position."""
        return CaseFacts()

    def prove(self, task: Division) -> Proof:
        """Prove a quotient by adding the divisor up, without dividing."""
        if task.b == 0:
            proved: int | str = "ZeroDivisionError"
        else:
            proved = 0
            while (proved + 1) * abs(task.b) <= abs(task.a):
                proved += 1
        wanted = task.gives if task.raises is None else task.raises
        problem = (
            "" if proved == wanted else f"the suite says {wanted}, but the proof gives {proved}"
        )
        return Proof((str(proved),), (problem,) if problem else ())

    def identity(self, task: Division) -> str:
        """Return the two numbers: no case may stand twice."""
        return f"{task.a} by {task.b}"

    def entries(self, survey: Survey) -> Sequence[str]:
        """Return the function that could be called."""
        return functions_named(survey, self.function, "(a, b)")


KATA = Divide()
