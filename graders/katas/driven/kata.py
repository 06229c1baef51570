"""What every kata is whose submissions are called through a driver."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from types import MappingProxyType

from msgspec.structs import replace

from graders.katas.driven.check import Reading, check, method_called, plan, session, step_named
from graders.katas.driven.contract import READS_INPUT
from graders.katas.driven.explain import case_summary, driver_calls, explain, show, tell
from graders.katas.driven.prove import prove
from graders.katas.driven.task import ScriptTask, Size, Step, read_task
from graders.katas.kata import Kata, Proof, ProofTable, Variant
from graders.model.explanation import Exhibit, Explanation, Part, StepExplanation
from graders.model.outcome import Event, Outcome
from graders.model.request import Session, Survey
from graders.model.submission import DRIVER
from graders.model.suite import CaseFacts
from graders.model.verdict import Judgement, Verdict


class DrivenKata(Kata[ScriptTask]):
    """Play scripts through a driver, and judge each step by the rules."""

    function = DRIVER
    on_exceptions = MappingProxyType({"EOFError": READS_INPUT})
    is_driven = True
    asks_programs = True
    judges = frozenset({Event.REPLIED, Event.RAISED})
    size: Size
    """Rows, columns and length of a line of a game that is told no other size."""
    called: Mapping[str, str]
    """How the statement calls the parts of a driver, such as `play({column})`."""
    is_mirrored = False
    """Whether `--variants` grades each case in a mirror too."""

    def own_driver(self, survey: Survey) -> Sequence[str]:
        methods = dict(survey.methods).get(DRIVER, ())
        return [f"the class {DRIVER} with its method move"] if "move" in methods else []

    def names_called(self) -> tuple[str, ...]:
        return (method_called("move", self.called),)

    def read_task(self, fields: Mapping[str, object]) -> ScriptTask:
        return read_task(fields, self.size)

    def request(self, task: ScriptTask) -> Session:
        return session(task, self.size, self.expects)

    def check(self, task: ScriptTask, outcome: Outcome) -> Judgement:
        return check(task, outcome, self.size, self.called)

    def step_asked(self, task: ScriptTask, at: int) -> str:
        asked = next(islice(plan(task, self.size), at, None))
        return "" if asked.step is None else step_named(task, asked.step, self.called)

    def describe(self, task: ScriptTask) -> CaseFacts:
        rows, cols, k = task.size
        return CaseFacts(rows=rows, cols=cols, k=k)

    def explain(self, task: ScriptTask, outcome: Outcome, verdict: Verdict) -> Explanation | None:
        if verdict in (Verdict.ACCEPTED, Verdict.NOT_OFFERED):
            return None
        reading = Reading(task, outcome, self.size)
        found = reading.first_miss()
        return None if found is None else explain(reading, found, self.called)

    def tell(self, explanation: Explanation) -> tuple[Part, ...]:
        return tell(explanation) if isinstance(explanation, StepExplanation) else ()

    def reproduce(self, task: ScriptTask) -> str:
        return driver_calls(task)

    def show(self, task: ScriptTask, nodes: int, *, spoilers: bool = True) -> Exhibit:
        return show(task, self.called, spoilers=spoilers)

    def about(self, task: ScriptTask) -> str:
        return case_summary(task)

    def variants(self, task: ScriptTask) -> Sequence[Variant[ScriptTask]]:
        if task.recipe is not None or not self.is_mirrored:
            return ()
        last = task.size[1] - 1
        mirrored = replace(task, written=tuple(_mirrored(step, last) for step in task.steps))
        return () if mirrored == task else (Variant("mirror", mirrored),)

    def identity(self, task: ScriptTask) -> str | None:
        """Return the steps and what else is asked, the same for a script and its mirror image."""
        return min(repr(one) for one in (task, *(each.task for each in self.variants(task))))

    def prove(self, task: ScriptTask) -> Proof:
        return prove(task, self.size, self.name, self.called)


def proof_table(key: str, title: str) -> ProofTable:
    """Return how `kata verify` heads what is proved of a kata's scripts."""
    return ProofTable(
        key, f"{title}, by the reference and by brute force", ("games", "steps"), "agree"
    )


def _mirrored(step: Step, last: int) -> Step:
    if step.word == "board":
        return replace(step, expected="/".join(reversed(step.expected.split("/"))))
    if step.word not in ("move", "place", "can", "cell"):
        return step
    *before, column = step.arguments
    if isinstance(column, int) and 0 <= column <= last:
        column = last - column
    return replace(step, arguments=(*before, column))
