"""A kata may ask for a session, and is graded by the same loop as any other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from graders.channel.budget import Settings
from graders.channel.session import as_a_whole
from graders.grading import messages
from graders.grading.attempts import reason_void
from graders.grading.grade import Rules, grade
from graders.grading.judge import judge
from graders.katas.kata import Kata, Proof, ProofTable
from graders.model.ending import Cause, Ending
from graders.model.limits import Limits
from graders.model.outcome import Doubt, DoubtKind, Event, Outcome
from graders.model.raised import Raised
from graders.model.request import (
    BoardArgument,
    Call,
    Construct,
    Earlier,
    Session,
    SessionOutcome,
    Survey,
)
from graders.model.scorecard import Scorecard
from graders.model.submission import Submission
from graders.model.suite import Case, CaseFacts
from graders.model.verdict import Judgement, Verdict
from graders.sandbox.isolation import choose_isolation

SETTINGS = Settings(choose_isolation("auto"), Limits())
STACK = Earlier(0)
PUSHED = (Construct("Stack"), Call("push", (1,), STACK), Call("pop", (), STACK))
TWICE = Session((*PUSHED, Call("pop", (), STACK)), expects="a class Stack", cap_s=9.0)
PUSHED_ONCE = Session(PUSHED)
RIGHT = """
class Stack:
    def __init__(self): self.items = []
    def push(self, item): self.items.append(item)
    def pop(self): return self.items.pop()
"""


class StackKata(Kata[Session]):
    """Ask for a stack, of which popping too much has to raise an `IndexError`."""

    name = "stack"
    function = "Stack"
    expects = "a class Stack"
    proofs = ProofTable("", ())

    def read_task(self, fields: Mapping[str, object]) -> Session:
        raise NotImplementedError

    def request(self, task: Session) -> Session:
        return task

    def check(self, task: Session, outcome: Outcome) -> Judgement:
        assert isinstance(outcome, SessionOutcome)
        last = outcome.calls[-1].fact
        if outcome.calls[2].value == 1 and isinstance(last, Raised) and last.type == "IndexError":
            return Judgement(Verdict.ACCEPTED)
        return Judgement(Verdict.WRONG_ANSWER, "an empty stack gave something")

    def describe(self, task: Session) -> CaseFacts:
        return CaseFacts()

    def prove(self, task: Session) -> Proof:
        raise NotImplementedError

    def entries(self, survey: Survey) -> Sequence[str]:
        return ()


KATA = StackKata()


def graded(source: str, *cases: Case, cap_s: float = 3.0) -> Scorecard:
    submission = Submission(Path("mine.py"), "mine.py", source.encode())
    return grade(submission, KATA, cases or (Case("stack/twice", 1, cap_s, TWICE),), SETTINGS)


def test_an_exception_in_one_call_can_be_the_right_answer() -> None:
    [result] = graded(RIGHT).results
    assert (result.verdict, result.points) == (Verdict.ACCEPTED, 1)
    assert result.answer == [None, None, 1, None]
    [result] = graded(RIGHT.replace("self.items.pop()", "1")).results
    assert result.verdict is Verdict.WRONG_ANSWER


@pytest.mark.parametrize(
    ("source", "verdict", "said"),
    [
        (
            RIGHT.replace("self.items.pop()", "quit()"),
            Verdict.WRONG_ANSWER,
            "an empty stack",
        ),
        (
            "import os" + RIGHT.replace("self.items.pop()", "os._exit(0)"),
            Verdict.RUNTIME_ERROR,
            "step 3, Stack.pop(): it ended with exit code 0 without an answer",
        ),
        (
            RIGHT.replace("self.items = []", "self.items = [] + 1"),
            Verdict.RUNTIME_ERROR,
            "step 1, Stack(): TypeError: can only concatenate list",
        ),
        ("class stack: pass", Verdict.LOAD_ERROR, "was stack meant to be Stack?"),
    ],
    ids=["raises-something-else", "dies", "cannot-be-made", "misspelt"],
)
def test_a_session_has_a_verdict_and_names_its_step(
    source: str, verdict: Verdict, said: str
) -> None:
    [result] = graded(source).results
    assert result.verdict is verdict, result
    assert said in result.message


def test_a_missed_cap_is_a_missed_cap() -> None:
    source = "import time" + RIGHT.replace("self.items.append(item)", "time.sleep(60)")
    submission = Submission(Path("mine.py"), "mine.py", source.encode())
    cases = (Case("stack/twice", 1, 0.3, TWICE),)
    rules = Rules(rerun=False)
    [result] = grade(submission, KATA, cases, SETTINGS, rules=rules).results
    assert result.verdict is Verdict.TIME_LIMIT_EXCEEDED
    assert result.message.startswith(
        "step 2, Stack.push(1): no answer within the cap of 0.3 s, stopped after "
    )


class TestTimes:
    """A cap is one for each call; what all take together is another matter."""

    def whole(self, *calls: Outcome, cap_s: float | None = None) -> SessionOutcome:
        return as_a_whole(Session((Call("f"),) * len(calls), cap_s), calls)

    def test_many_calls_within_the_cap_are_not_too_late_together(self) -> None:
        replied = Outcome(Event.REPLIED, 1, wall_s=1.5, cpu_s=1.5)
        raised = Outcome(Event.RAISED, fact=Raised("IndexError"), wall_s=1.5, cpu_s=1.5)
        whole = self.whole(replied, replied, replied, raised)
        assert judge(KATA, TWICE, whole, 2.0, Limits()).verdict is not Verdict.TIME_LIMIT_EXCEEDED
        assert reason_void(whole, 2.0) is None

    def test_the_call_that_missed_its_cap_is_doubted_for_itself(self) -> None:
        fine = Outcome(Event.REPLIED, 1, wall_s=0.5, cpu_s=0.5)
        ending = Ending(Cause.TIME, limit=2.0)
        late = Outcome(
            Event.TIMED_OUT, fact=ending, wall_s=9.0, kept_off_s=8.5, out_of_patience=True
        )
        found = reason_void(self.whole(fine, fine, late), 2.0)
        assert found == Doubt(DoubtKind.KEPT_WAITING, kept_off_s=8.5, cap_s=2.0)

    def test_a_session_that_missed_its_own_cap_is_doubted_as_a_whole(self) -> None:
        ending = Ending(Cause.SESSION_TIME, limit=5.0)
        fine = Outcome(Event.REPLIED, 1, wall_s=2.5, cpu_s=1.5, kept_off_s=1.0)
        late = replace(fine, event=Event.TIMED_OUT, fact=ending, out_of_patience=True)
        found = reason_void(self.whole(fine, late, cap_s=5.0), 9.0)
        assert found == Doubt(DoubtKind.KEPT_WAITING, kept_off_s=2.0, cap_s=5.0)

    def test_a_session_is_void_where_one_step_was_kept_waiting_or_all_together(self) -> None:
        fine = Outcome(Event.REPLIED, 1, wall_s=1.0, cpu_s=0.9, kept_off_s=0.09)
        robbed = Outcome(Event.REPLIED, 1, wall_s=0.4, cpu_s=0.1, kept_off_s=0.3)
        found = reason_void(self.whole(fine, robbed, fine), 2.0)
        assert found == Doubt(DoubtKind.KEPT_WAITING, kept_off_s=0.3, cap_s=2.0)
        assert reason_void(self.whole(fine, fine, fine), 2.0) is None
        found = reason_void(self.whole(fine, fine, fine, cap_s=5.0), 2.0)
        assert found == Doubt(DoubtKind.KEPT_WAITING, pytest.approx(0.27), cap_s=5.0)

    def test_one_that_used_up_its_own_cap_says_all_there_is_to_say(self) -> None:
        fine = Outcome(Event.REPLIED, 1, wall_s=3.5, cpu_s=2.5, kept_off_s=1.0)
        late = replace(fine, event=Event.TIMED_OUT, fact=Ending(Cause.SESSION_TIME, limit=5.0))
        assert reason_void(self.whole(fine, late, cap_s=5.0), 9.0) is None

    def test_what_is_used_up_counts_every_step_and_ends_a_session_in_its_middle(self) -> None:
        source = "import time" + RIGHT.replace("self.items.append(item)", "time.sleep(0.2)")
        submission = Submission(Path("mine.py"), "mine.py", source.encode())
        pushes = Session((Construct("Stack"), *(Call("push", (1,), STACK),) * 4, *PUSHED[:1]))
        cases = [Case(f"stack/{number}", 1, 3.0, pushes) for number in range(2)]
        settings = Settings(SETTINGS.isolation, Limits(total_s=0.7))
        first, second = grade(submission, KATA, cases, settings).results
        assert first.verdict is second.verdict is Verdict.TIME_LIMIT_EXCEEDED
        assert first.message.startswith("step ")
        for message in (first.message, second.message):
            assert "s in all; the limit for all cases together is 0.7 s" in message

    def test_the_calls_of_all_sessions_are_counted(self) -> None:
        submission = Submission(Path("mine.py"), "mine.py", RIGHT.encode())
        cases = [Case(f"stack/{number}", 1, 3.0, PUSHED_ONCE) for number in range(2)]
        settings = Settings(SETTINGS.isolation, Limits(total_steps=4))
        results = grade(submission, KATA, cases, settings, rules=Rules(rerun=False)).results
        assert "have come to call" not in results[0].message
        assert results[1].verdict is Verdict.RUNTIME_ERROR
        assert "have come to call 5; the limit for all cases together is 4" in results[1].message


def test_a_step_is_named_as_it_would_be_written() -> None:
    session = Session(
        (
            Construct("Game", (6, 7)),
            Call("drop", (0, "x", BoardArgument("01")), STACK),
            Call("play", ((STACK, Earlier(1)),)),
            Call("undo", (STACK, Earlier(1)), Earlier(2)),
        )
    )
    assert [messages.step(session, number) for number in range(4)] == [
        "step 1, Game(6, 7)",
        "step 2, Game.drop(0, 'x', a board)",
        "step 3, play((the Game of step 1, the result of step 2))",
        "step 4, undo(the Game of step 1, the result of step 2) on the result of step 3",
    ]
