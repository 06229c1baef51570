"""A submission is got to know: each step is decided on what came of the last."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest

from graders.channel import conversation
from graders.channel.channel import Settings
from graders.channel.conversation import Heard, converse
from graders.model.limits import Limits
from graders.model.outcome import Event, Outcome, Raised
from graders.model.session import Call, Construct, Earlier, Look, Members, Step
from graders.model.submission import Submission
from graders.sandbox.isolation import Isolation, choose
from tests.tiers import sampled

LEVELS = sorted({choose("auto"), Isolation.LIMITS, Isolation.PLAIN})
GAME = """
class Game:
    def __init__(self): self.turn = 1
    def drop(self, column):
        print("dropped")
        if column > 6: raise ValueError("no such column")
        self.turn = 3 - self.turn
        return self.turn
"""
Talk = Generator[Step, Outcome, list[object]]


def submission(source: str) -> Submission:
    return Submission(Path("mine.py"), "mine.py", source.encode())


def settings(level: Isolation | None = None, import_s: float = 5.0) -> Settings:
    return Settings(level or choose("auto"), Limits(import_s=import_s))


def about_a_game() -> Talk:
    offered = yield Members()
    assert isinstance(offered.value, list)
    [name] = [name for name, kind, _ in offered.value if kind == "class"]
    yield Construct(name)
    inside = yield Members(Earlier(1))
    dropped = yield Call("drop", (3,), Earlier(1))
    refused = yield Call("drop", (7,), Earlier(1))
    turn = yield Look("turn", Earlier(1))
    missing = yield Look("winner", Earlier(1))
    return [name, inside.value, dropped, refused, turn.value, missing]


@pytest.mark.parametrize("level", sampled(LEVELS, lambda level: level is Isolation.LIMITS))
def test_it_takes_its_steps_in_one_process_and_returns_what_it_found(level: Isolation) -> None:
    heard = converse(submission(GAME), about_a_game(), settings(level))
    assert heard.found is not None
    name, inside, dropped, refused, turn, missing = heard.found
    assert (name, turn) == ("Game", 2)
    assert inside == [["drop", "method", ["column"]], ["turn", "value", []]]
    assert isinstance(dropped, Outcome) and (dropped.value, dropped.stdout) == (2, "dropped\n")
    assert isinstance(refused, Outcome) and isinstance(refused.fact, Raised)
    assert refused.fact.type == "ValueError"
    assert isinstance(missing, Outcome) and isinstance(missing.fact, Raised)
    assert missing.fact.type == "AttributeError"


@pytest.mark.parametrize(
    ("source", "event"),
    sampled(
        [
            ("raise ValueError('not today')", Event.NOT_LOADED),
            (GAME.replace("self.turn = 1", "import os; os._exit(3)"), Event.DIED),
            (GAME.replace("self.turn = 1", "\n        while True: pass"), Event.TIMED_OUT),
        ],
        lambda source, event: event is Event.DIED,
    ),
)
def test_it_is_broken_off_where_the_submission_does_not_live_to_its_end(
    source: str, event: Event
) -> None:
    talk = about_a_game()
    heard = converse(submission(source), talk, settings(import_s=0.5))
    assert heard.found is None and heard.broken_off is not None
    assert heard.broken_off.event is event
    with pytest.raises(StopIteration):
        next(talk)  # it was closed


def test_a_conversation_of_no_steps_finds_what_it_returns() -> None:
    def silent() -> Talk:
        return ["nothing to ask"]
        yield Members()

    assert converse(submission(GAME), silent(), settings()) == Heard(["nothing to ask"])


def test_a_conversation_without_an_end_is_a_fault_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    def for_ever() -> Talk:
        while True:
            yield Members()

    monkeypatch.setattr(conversation, "MOST_STEPS", 5)
    with pytest.raises(RuntimeError, match="after 5 steps"):
        converse(submission(GAME), for_ever(), settings())
