"""Prove what every step of a script must come to: by brute force, and by the reference.

The reference is called as any submission is, through the driver of its kata, and judged as any.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import graders.runners
from graders.katas.driven.check import check, expected_of, session, step_text
from graders.katas.driven.task import ScriptTask, Size
from graders.katas.kata import Proof
from graders.katas.rules import Rules
from graders.model.outcome import Event, Outcome
from graders.model.raised import Raised
from graders.model.request import Construct, Earlier, Session, SessionOutcome
from graders.model.verdict import Verdict

_DRIVERS = Path(graders.runners.__file__).parent / "python" / "drivers"


def prove(task: ScriptTask, usual: Size, kata: str, called: Mapping[str, str]) -> Proof:
    """Prove a case: what it says, brute force and the reference have to be the same."""
    cells = (f"{len(task.things):,}", f"{len(task.steps):,}")
    games: dict[str, Rules] = {}
    for number, step in enumerate(task.steps):
        said = expected_of(step, games.setdefault(step.thing, Rules(*task.size)))
        if said != step.expected:
            where = f"step {number + 1}, {step_text(task, number, called)}"
            return Proof(cells, (f"{where}: the suite {step.expected!r}, brute force {said!r}",))
    outcome = run_in_process(session(task, usual, kata), reference(kata))
    judgement = check(task, outcome, usual, called)
    if judgement.verdict is not Verdict.ACCEPTED:
        return Proof(cells, (f"the reference: {judgement.message}",))
    return Proof(cells)


@cache
def reference(kata: str) -> Any:
    """Return the class `Driver` that drives the reference solution of a kata in this process."""
    return driver_of(kata, import_module(f"solutions.{kata}"))


def driver_of(kata: str, submission: ModuleType) -> Any:
    """Return the class `Driver` of a kata that drives a module."""
    before = sys.modules.get("submission")
    sys.modules["submission"] = submission
    try:
        names: dict[str, Any] = {"__name__": "driver"}
        source = (_DRIVERS / f"{kata}.py").read_text(encoding="utf-8")
        exec(compile(source, f"{kata}.py", "exec"), names)  # it is ours
    finally:
        del sys.modules["submission"]
        if before is not None:
            sys.modules["submission"] = before
    return names["Driver"]


def run_in_process(session: Session, driver: Any) -> SessionOutcome:
    """Take the steps of a session on a driver in this process, as a runner does."""
    given: list[Any] = []
    calls: list[Outcome] = []
    for step in session.steps:
        try:
            arguments = list(step.arguments)
            if isinstance(step, Construct):
                given.append(driver(*arguments))
            else:
                assert isinstance(step.on, Earlier)
                given.append(getattr(given[step.on.step], step.function)(*arguments))
            value = None if isinstance(step, Construct) else given[-1]
            calls.append(Outcome(Event.REPLIED, value=value))
        except Exception as error:
            given.append(None)
            raised = Raised(type(error).__name__, str(error))
            calls.append(Outcome(Event.RAISED, fact=raised))
    return SessionOutcome(Event.REPLIED, calls=tuple(calls), session=session)
