"""Ask a program a few questions of a kata, to see whether it keeps the rules of the lines.

Whether its answers are right does not matter here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from graders.channel.channel import Channel, Settings
from graders.channel.commands import submission_of
from graders.channel.questions import question_of
from graders.grading.judge import judge
from graders.katas.kata import Kata
from graders.model.outcome import Event, Misspoke, Outcome, Rule
from graders.model.request import Request
from graders.model.submission import Command
from graders.model.suite import Case
from graders.model.verdict import Judgement, Verdict
from graders.sandbox.interrupts import held_back

PATIENCE_S = 10.0
"""So long a program is waited for before its stdin is closed to see why it says nothing."""
_AND_A_LITTLE_S = 10.0
_RIGHT_ENOUGH = (Verdict.ACCEPTED, Verdict.WRONG_ANSWER)


class Asked(msgspec.Struct, frozen=True):
    """Hold a question, as the program got it, and what came of it.

    The verdict is that of a case, but for an answer that is wrong: it keeps the rules.
    """

    number: int
    question: str
    outcome: Outcome
    judgement: Judgement

    @property
    def kept(self) -> bool:
        """Tell whether the answer keeps the rules."""
        return self.judgement.verdict in _RIGHT_ENOUGH

    @property
    def rule(self) -> Rule | None:
        """Return the rule that was broken, where it is one of the lines."""
        fact = self.outcome.fact
        return fact.rule if isinstance(fact, Misspoke) else None


class Checked(msgspec.Struct, frozen=True):
    """Hold what came of all questions, up to the first that broke a rule, and the stderr."""

    asked: tuple[Asked, ...]
    stderr: str = ""

    @property
    def kept(self) -> bool:
        """Tell whether the program keeps the rules."""
        return all(each.kept for each in self.asked)


def check_protocol(
    command: Command,
    kata: Kata[Any],
    cases: Sequence[Case],
    settings: Settings,
    patience_s: float = PATIENCE_S,
) -> Checked:
    """Ask one process of the program for all cases, one after the other.

    Raises `KeyboardInterrupt`, and what our own side failed with.
    """
    submission = submission_of(command, patience_s)
    longest_s = (patience_s + _AND_A_LITTLE_S) * len(cases)
    asked: list[Asked] = []
    last: Outcome | None = None
    with held_back() as check, Channel(submission, settings, longest_s, check) as channel:
        for number, case in enumerate(cases, 1):
            request = kata.request(case.task)
            if not isinstance(request, Request):
                raise TypeError(f"{kata.name} holds sessions, which no program can be asked")
            last = channel.open(request) if number == 1 else None
            last = last or channel.call(request, patience_s + _AND_A_LITTLE_S)
            judgement = judge(kata, case.task, last, case.cap_s, settings.limits)
            asked.append(Asked(number, question_of(request, number, case.cap_s), last, judgement))
            if not asked[-1].kept:
                break
        assert last is not None
        last = channel.finish(last)
        if last.event is Event.DIED:  # why shows in the end
            judgement = judge(kata, case.task, last, case.cap_s, settings.limits)
            asked[-1] = replace(asked[-1], outcome=last, judgement=judgement)
        return Checked(tuple(asked), last.stderr)
    raise RuntimeError("a signal stopped the grader in the middle")
