"""Ask a program a few questions of a kata, to see whether it keeps the rules of the lines.

Whether its answers are right does not matter here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from graders.channel.budget import Settings
from graders.channel.channel import Channel
from graders.channel.commands import question_of, questions_of, submission_of
from graders.channel.endings import MAY_GO_ON
from graders.channel.session import not_given
from graders.grading.judge import judge
from graders.katas.kata import Kata
from graders.model.limits import Limits
from graders.model.outcome import Event, Misspoke, Outcome, Rule
from graders.model.request import Construct, Session, Step
from graders.model.submission import Command
from graders.model.suite import Case
from graders.model.verdict import Judgement, Verdict
from graders.sandbox.interrupts import interrupts_deferred

PATIENCE_S = 10.0
"""So long a program is waited for before its stdin is closed to see why it says nothing."""
QUESTIONS = 5
MOST_STEPS = 12  # of a session
_ONCE_CLOSED_S = 10.0  # waited for the end of a program whose stdin is closed
_RIGHT_ENOUGH = (Verdict.ACCEPTED, Verdict.WRONG_ANSWER)


class Exchange(msgspec.Struct, frozen=True):
    """A question, as the program got it, and what came of it."""

    number: int
    question: str
    outcome: Outcome
    judgement: Judgement
    part: str = ""  # in a session, what was called

    @property
    def kept(self) -> bool:
        return self.judgement.verdict in _RIGHT_ENOUGH

    @property
    def rule(self) -> Rule | None:
        """The rule that was broken, where it is one of the lines."""
        fact = self.outcome.fact
        return fact.rule if isinstance(fact, Misspoke) else None


class ProtocolCheck(msgspec.Struct, frozen=True):
    exchanges: tuple[Exchange, ...]  # up to the first that broke a rule
    stderr: str = ""

    @property
    def kept(self) -> bool:
        return all(each.kept for each in self.exchanges)


def cases_to_ask(kata: Kata[Any], cases: Sequence[Case]) -> tuple[Case, ...]:
    """Return the cases to ask a program about: the first, or the one session that asks for most."""
    sessions = [
        (case, session)
        for case in cases
        if isinstance(session := kata.request(case.task), Session) and _is_usual(session)
    ]
    if not sessions:
        return tuple(cases[:QUESTIONS])
    return (max(sessions, key=lambda each: len({*map(_part, each[1].steps[:MOST_STEPS])}))[0],)


def _is_usual(session: Session) -> bool:
    return all(step.usual for step in session.steps if isinstance(step, Construct))


def _part(step: Step) -> str:
    return "new" if isinstance(step, Construct) else step.function


def check_protocol(
    command: Command,
    kata: Kata[Any],
    cases: Sequence[Case],
    settings: Settings,
    patience_s: float = PATIENCE_S,
) -> ProtocolCheck:
    """Ask one process of the program for all cases, one after the other, or through one session.

    Raises `KeyboardInterrupt`, and what our own side failed with.
    """
    submission = submission_of(command, patience_s)
    waits_s = patience_s + _ONCE_CLOSED_S
    longest_s = waits_s * max(len(cases), MOST_STEPS)
    with interrupts_deferred() as check, Channel(submission, settings, longest_s, check) as channel:
        if isinstance(kata.request(cases[0].task), Session):
            asking = _step_by_step(channel, kata, cases[0], settings.limits, waits_s)
        else:
            asking = _one_by_one(channel, kata, cases, settings.limits, waits_s)
        exchanges: list[Exchange] = []
        for each in asking:
            exchanges.append(each)
            if not each.kept:
                break
        last = channel.finish(exchanges[-1].outcome)
        if last.event is Event.DIED:  # why shows in the end
            judgement = judge(kata, cases[0].task, last, cases[0].cap_s, settings.limits)
            exchanges[-1] = replace(exchanges[-1], outcome=last, judgement=judgement)
        return ProtocolCheck(tuple(exchanges), last.stderr)
    raise RuntimeError("a signal stopped the grader in the middle")


def _one_by_one(
    channel: Channel, kata: Kata[Any], cases: Sequence[Case], limits: Limits, waits_s: float
) -> Iterator[Exchange]:
    for number, case in enumerate(cases, 1):
        request = kata.request(case.task)
        assert not isinstance(request, Session)
        failed = channel.open(request) if number == 1 else None
        outcome = failed or channel.call(request, waits_s)
        judgement = judge(kata, case.task, outcome, case.cap_s, limits)
        yield Exchange(number, question_of(request, number, case.cap_s), outcome, judgement)


def _step_by_step(
    channel: Channel, kata: Kata[Any], case: Case, limits: Limits, waits_s: float
) -> Iterator[Exchange]:
    whole_session = kata.request(case.task)
    assert isinstance(whole_session, Session)
    session = replace(whole_session, steps=whole_session.steps[:MOST_STEPS])
    calls: list[Outcome] = []
    failed = channel.open_session(session)
    for step, question in zip(session.steps, questions_of(session), strict=True):
        if not_given(step, calls) is not None:
            return
        call = failed or channel.step(step, waits_s)
        calls.append(call)
        judgement = Judgement(Verdict.ACCEPTED)  # whether an answer is right does not matter
        if call.event not in MAY_GO_ON or call.counted_s > case.cap_s:
            judgement = judge(kata, case.task, call, case.cap_s, limits)
        yield Exchange(len(calls), question, call, judgement, _part(step))
