"""A kata that leaves open how it is called finds out before the first case, and says so."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from pathlib import Path

import pytest

from graders import grade_file
from graders.channel.channel import Settings
from graders.grading import pipeline
from graders.katas.kata import CannotBeCalledError, Kata
from graders.katas.proof import Proof, ProofTable
from graders.model.found import Found
from graders.model.limits import Limits
from graders.model.outcome import Event, Outcome
from graders.model.request import Survey
from graders.model.session import Call, Construct, Earlier, Members, Session, SessionOutcome, Step
from graders.model.suite import Case, CaseFacts, Suite
from graders.model.verdict import Judgement, Verdict
from graders.sandbox.isolation import choose

SETTINGS = Settings(choose("auto"), Limits(import_s=1.0))
SNAKE = "class Counter:\n    def add_one(self): return 1\n"
CAMEL = "class Counter:\n    def addOne(self): return 1\n"


class CounterKata(Kata[int]):
    """Ask a counter to count, whatever its method is called."""

    name = "counter"
    function = "Counter"
    expects = "a class Counter"
    judges = frozenset({Event.REPLIED, Event.RAISED})
    proofs = ProofTable("", ())

    def __init__(self, method: str = "add_one", manner: tuple[Found, ...] = ()) -> None:
        self.method, self.manner = method, manner

    def acquaint(self) -> Generator[Step, Outcome, Kata[int]]:
        yield Construct("Counter")
        offered = yield Members(Earlier(0))
        assert isinstance(offered.value, list)
        names = [name for name, kind, _ in offered.value if kind == "method"]
        for name in ("add_one", "addOne"):
            if name in names:
                return CounterKata(name, (Found("counting", f"by {name}()"),))
        raise CannotBeCalledError("a Counter has no method add_one, nor addOne")

    def request(self, task: int) -> Session:
        return Session((Construct("Counter"), Call(self.method, (), Earlier(0))))

    def check(self, task: int, outcome: Outcome) -> Judgement:
        assert isinstance(outcome, SessionOutcome)
        right = outcome.calls[1].value == task
        return Judgement(Verdict.ACCEPTED if right else Verdict.WRONG_ANSWER)

    def read_task(self, fields: Mapping[str, object]) -> int:
        raise NotImplementedError

    def describe(self, task: int) -> CaseFacts:
        return CaseFacts()

    def prove(self, task: int) -> Proof:
        raise NotImplementedError

    def entries(self, survey: Survey) -> Sequence[str]:
        return [name for name, _ in survey.methods if name == "Counter"]

    def read_code(self, tree: object) -> object:
        return len(tree.body)  # type: ignore[attr-defined]

    def facts(self, code: object) -> tuple[Found, ...]:
        return (Found("statements", str(code)),)


CASES = (Case("counts/one", 1, 2.0, 1), Case("counts/again", 1, 2.0, 1))
SUITE = Suite("counts", "counter", None, False, False, "counts.yaml", CASES)


@pytest.fixture(autouse=True)
def one_kata(monkeypatch: pytest.MonkeyPatch) -> None:
    katas = {"counter": CounterKata()}
    monkeypatch.setattr(pipeline, "all_katas", lambda: katas)
    monkeypatch.setattr(pipeline, "kata_named", katas.__getitem__)


def graded(tmp_path: Path, source: str):  # type: ignore[no-untyped-def]
    file = tmp_path / "mine.py"
    file.write_text(source)
    return grade_file(file, kata="counter", suites=(SUITE,), limits=Limits(import_s=1.0))


@pytest.mark.parametrize(("source", "name"), [(SNAKE, "add_one"), (CAMEL, "addOne")])
def test_every_case_is_asked_in_the_manner_that_was_found(
    tmp_path: Path, source: str, name: str
) -> None:
    card = graded(tmp_path, source)
    assert (card.score, card.max_score) == (2, 2)
    assert card.manner == (Found("counting", f"by {name}()"),)
    assert card.facts == (Found("statements", "1"),)
    assert type(card).from_json(card.to_json()) == card


def test_a_part_that_every_case_needs_is_missing(tmp_path: Path) -> None:
    card = graded(tmp_path, "class Counter: pass\n")
    assert [result.verdict for result in card.results] == [Verdict.LOAD_ERROR] * 2
    assert card.results[0].message == "a Counter has no method add_one, nor addOne"
    assert (card.score, card.max_score, card.kata) == (0, 2, "counter")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("source", "verdict"),
    [
        ("raise ValueError('no')", Verdict.LOAD_ERROR),
        (SNAKE.replace("return 1", "return 2"), Verdict.WRONG_ANSWER),
        (
            "import os\nclass Counter:\n    def __init__(self): os._exit(1)\n",
            Verdict.RUNTIME_ERROR,
        ),
        (
            "class Counter:\n    def __init__(self):\n        while True: pass\n",
            Verdict.TIME_LIMIT_EXCEEDED,
        ),
    ],
)
def test_one_that_cannot_be_got_to_know_gets_its_natural_verdict(
    tmp_path: Path, source: str, verdict: Verdict
) -> None:
    assert graded(tmp_path, source).results[0].verdict is verdict


def test_a_fault_of_ours_on_the_way_is_a_grader_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: object) -> Generator[Step, Outcome, Kata[int]]:
        yield Construct("Counter")
        raise ZeroDivisionError("ours")

    monkeypatch.setattr(CounterKata, "acquaint", broken)
    card = graded(tmp_path, SNAKE)
    assert [result.verdict for result in card.results] == [Verdict.GRADER_ERROR] * 2
    assert "ZeroDivisionError: ours" in card.results[0].message


def test_what_the_machine_keeps_off_the_cores_is_asked_again_and_never_graded_unmet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from graders.channel.conversation import Heard
    from graders.grading import acquainted as module

    tried = []

    def starved(submission: object, talk: object, settings: object, boxes: object) -> Heard[object]:
        tried.append(talk)
        return Heard(None, Outcome(Event.TIMED_OUT, out_of_patience=True))

    monkeypatch.setattr(module, "converse", starved)
    card = graded(tmp_path, SNAKE)
    assert len(tried) == 3
    assert [result.verdict for result in card.results] == [Verdict.GRADER_ERROR] * 2
    assert "kept the file off its cores 3 times" in card.results[0].message
