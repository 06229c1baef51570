"""Take the steps of a session in this process, on a file that is known to be honest.

The values come the way of the wire, so they look as those of a real run do. Nothing else of a run
is here: no limit, no isolation, no time.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
from collections.abc import Generator
from pathlib import Path
from types import ModuleType
from typing import TypeVar

from graders.katas.game_design.kata import KATA
from graders.katas.kata import Kata
from graders.model.outcome import Event, Outcome, Raised
from graders.model.session import (
    Construct,
    Earlier,
    Look,
    Members,
    Session,
    SessionOutcome,
    Step,
    needed,
)
from graders.model.value import from_wire
from graders.runners.python.answer import OWN_MODULE, Answer
from graders.runners.python.members import members_of, members_of_file

T = TypeVar("T")


class Live:
    """Hold one file, run, and what its steps have given."""

    def __init__(self, source: str) -> None:
        self._module = ModuleType(OWN_MODULE)
        self._given: dict[int, object] = {}
        self.taken: list[Outcome] = []
        sys.modules[OWN_MODULE] = self._module  # dataclasses look there for their module
        try:
            exec(compile(source, "submission.py", "exec", dont_inherit=True), vars(self._module))
        finally:
            del sys.modules[OWN_MODULE]

    def take(self, step: Step) -> Outcome:
        number = len(self.taken)
        printed = io.StringIO()
        try:
            with contextlib.redirect_stdout(printed):
                value = self._value(step, number)
            text = Answer(100_000).write(value)
            outcome = Outcome(
                Event.REPLIED, value=from_wire(json.loads(text)), stdout=printed.getvalue()
            )
        except Exception as error:
            self._given.pop(number, None)
            outcome = Outcome(Event.RAISED, fact=Raised(type(error).__name__, str(error)))
        self.taken.append(outcome)
        return outcome

    def _value(self, step: Step, number: int) -> object:
        if isinstance(step, Members):
            on = step.on
            return members_of_file(self._module) if on is None else members_of(self._of(on))
        if isinstance(step, Look):
            self._given[number] = getattr(self._of(step.on), step.name)
            return self._given[number]
        arguments = [self._of(argument) for argument in step.arguments]
        if isinstance(step, Construct):
            self._given[number] = getattr(self._module, step.class_name)(*arguments)
            return None
        on_what = self._module if step.on is None else self._of(step.on)
        self._given[number] = getattr(on_what, step.function)(*arguments)
        return self._given[number]

    def _of(self, argument: object) -> object:
        if isinstance(argument, Earlier):
            return self._given[argument.step]
        if isinstance(argument, list):
            return [self._of(item) for item in argument]
        return argument

    def has(self, earlier: Earlier) -> bool:
        return earlier.step in self._given


def converse(source: str, talk: Generator[Step, Outcome, T]) -> tuple[T, int]:
    """Return what a conversation finds, and how many steps it took."""
    live = Live(source)
    try:
        step = next(talk)
        while True:
            assert all(live.has(earlier) for earlier in needed(step)), step
            step = talk.send(live.take(step))
    except StopIteration as end:
        return end.value, len(live.taken)


def known(source: str) -> Kata[object]:
    """Return the kata as it suits a file."""
    return converse(source, KATA.acquaint())[0]  # type: ignore[return-value]


def run(source: str, session: Session) -> SessionOutcome:
    """Take all steps of a session, as far as they go."""
    live = Live(source)
    for step in session.steps:
        lost = [earlier.step for earlier in needed(step) if not live.has(earlier)]
        if lost:
            fact = live.taken[lost[0]].fact
            calls = tuple(live.taken)
            return SessionOutcome(Event.RAISED, fact=fact, calls=calls, session=session, at=lost[0])
        live.take(step)
    values = [call.value for call in live.taken]
    return SessionOutcome(Event.REPLIED, value=values, calls=tuple(live.taken), session=session)


def source_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")
