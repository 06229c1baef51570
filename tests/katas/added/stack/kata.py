"""Ask for a stack: one object is made, and then called step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from graders.katas.fields import CASE_FIELDS, read_fields
from graders.katas.kata import Kata, Proof, ProofTable, TaskError, classes_with
from graders.model.outcome import Outcome
from graders.model.raised import Raised
from graders.model.request import Call, Construct, Earlier, Session, SessionOutcome, Survey
from graders.model.suite import CaseFacts
from graders.model.verdict import Judgement, Verdict

EMPTY = "IndexError"


@dataclass(frozen=True)
class Step:
    """Hold one call with its arguments, and what it gives: a number, nothing or an exception."""

    method: str
    arguments: tuple[int, ...]
    gives: int | str | None


class _Fields(msgspec.Struct, frozen=True):
    steps: list[str]


class Stack(Kata[tuple[Step, ...]]):
    """Ask for a class that keeps what was pushed last on top."""

    name = "stack"
    function = "Stack"
    expects = "a class Stack with push(item) and pop()"
    proofs = ProofTable("stacks", "Stacks, by a list", ("steps",))

    def read_task(self, fields: Mapping[str, object]) -> tuple[Step, ...]:
        """Check one case: steps such as `push 3` and `pop -> 3`."""
        return tuple(map(_step, read_fields(_Fields, fields, CASE_FIELDS).steps))

    def request(self, task: tuple[Step, ...]) -> Session:
        """Return the session: one stack, and the calls on it."""
        calls = [Call(step.method, step.arguments, Earlier(0)) for step in task]
        return Session((Construct("Stack"), *calls), expects=self.expects)

    def check(self, task: tuple[Step, ...], outcome: Outcome) -> Judgement:
        """Accept exactly the returns, and exactly the exceptions, that are expected."""
        assert isinstance(outcome, SessionOutcome)
        for number, (step, came) in enumerate(zip(task, outcome.calls[1:], strict=True), start=1):
            got = came.fact.type if isinstance(came.fact, Raised) else came.value
            if got != step.gives:
                said = f"step {number}, {step.method}: {got!r}, not {step.gives!r}"
                return Judgement(Verdict.WRONG_ANSWER, said)
        return Judgement(Verdict.ACCEPTED)

    def describe(self, task: tuple[Step, ...]) -> CaseFacts:
        """Return nothing: there is no position."""
        return CaseFacts()

    def prove(self, task: tuple[Step, ...]) -> Proof:
        """Prove what each step gives by playing them on a list."""
        items: list[int] = []
        problems = []
        for number, step in enumerate(task, start=1):
            gives: int | str | None = None
            if step.method == "push":
                items += step.arguments
            else:
                gives = items.pop() if items else EMPTY
            if gives != step.gives:
                problems.append(f"step {number} gives {gives}, not {step.gives}")
        return Proof((str(len(task)),), tuple(problems))

    def entries(self, survey: Survey) -> Sequence[str]:
        """Return the classes that could be meant."""
        return classes_with(survey, "pop")


def _step(text: str) -> Step:
    words, _, gives = text.partition(" -> ")
    method, *arguments = words.split()
    if method not in ("push", "pop"):
        raise TaskError("steps", f"{method!r} is neither push nor pop")
    returned = int(gives) if gives.isdigit() else gives or None
    return Step(method, tuple(map(int, arguments)), returned)


KATA = Stack()
