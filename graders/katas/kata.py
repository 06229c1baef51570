"""State what a kata is to the rest of the grader: one object that is all decisions, no I/O.

A kata lives in one module of this package that binds `KATA`; adding such a module adds the
kata. Nothing outside this package knows any kata by name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from graders.model.request import Request, Survey
from graders.model.scorecard import Explanation, Result, Standing
from graders.model.verdict import Judgement


class TaskError(ValueError):
    """Say which field of a case is wrong, and why."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field
        self.reason = reason


@dataclass(frozen=True)
class Variant:
    """Hold one variant of a case: the suffix of its id (`mirror`) and its task."""

    name: str
    task: object


class Kata(Protocol):
    """Say what a case of this kata holds, what is asked, and what to make of the answer."""

    name: str
    """The kata's name in suites, on the command line and in reports."""
    function: str
    """The name that a submission must define."""
    expects: str
    """What a submission must define, in words."""

    def read_task(self, fields: Mapping[str, object]) -> object:
        """Validate one case's own fields (all but id, points and cap_s); raise `TaskError`."""

    def request(self, task: object) -> Request:
        """Return the call to make; it never holds what is expected."""

    def check(self, task: object, answer: object) -> Judgement:
        """Judge an answer, decoded from the wire by `graders.model.value`."""

    def explain(self, task: object, answer: object) -> Explanation | None:
        """Explain a case that was missed; `answer` is None where none came."""

    def entries(self, survey: Survey) -> Sequence[str]:
        """Return what a file defines that this kata could call, in words."""

    def variants(self, task: object) -> Sequence[Variant]:
        """Return the same task in other clothes; empty where the kata has none."""

    def standing(self, results: Sequence[Result]) -> Standing | None:
        """Place a submission on this kata's ladder; None where there is too little to tell."""
