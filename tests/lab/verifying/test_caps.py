"""The margins of measured caps: who is held to them, and what a busy machine leaves open."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from msgspec.structs import replace

from graders.channel.budget import Settings
from graders.grading import yardstick
from graders.katas import kata_named
from graders.lab.verifying import caps
from graders.lab.verifying.caps import caps_part
from graders.lab.verifying.declared import (
    SOLUTIONS,
    SPECIMENS,
    Declaration,
    designs,
    references,
    specimens,
)
from graders.lab.verifying.parts import Part
from graders.model.outcome import Event, Outcome
from graders.model.submission import Submission
from graders.model.suite import Suite
from graders.model.verdict import Verdict
from graders.sandbox.isolation import choose_isolation
from graders.suites import by_name

HONEST, SLOW = (Verdict.ACCEPTED,), (Verdict.TIME_LIMIT_EXCEEDED,)
QUICK = Declaration(SOLUTIONS / "operations.py", {"scale/*": HONEST})
LATE = Declaration(SPECIMENS / "copies_the_board.py", {"scale/*": SLOW})
OF_ANOTHER = Declaration(SOLUTIONS / "connect4.py", {"scale/*": HONEST})
YARDSTICK = "operations_published.py"


def one_case() -> Suite:
    scale = by_name("scale", "operations")
    case = replace(scale.cases[0], cap_s=1.0, yardstick=5.0)
    return replace(scale, cases=(case,))


def part_of(
    monkeypatch: pytest.MonkeyPatch,
    took: Mapping[str, float],
    *declared: Declaration,
    kept_off_s: float = 0.0,
    event: Event = Event.REPLIED,
) -> Part:
    """Measure engines whose times are made up: the yardstick takes 0.2 s, so the cap is 1 s."""

    def ask(submission: Submission, *_: object) -> Outcome:
        cpu_s = 0.2 if submission.name == YARDSTICK else took[submission.name]
        return Outcome(event, wall_s=cpu_s + kept_off_s, cpu_s=cpu_s, kept_off_s=kept_off_s)

    monkeypatch.setattr(caps, "ask", ask)
    monkeypatch.setattr(yardstick, "ask", ask)
    monkeypatch.setattr(yardstick, "_MEASURED", {})
    part = caps_part([one_case()], declared, Settings(choose_isolation("auto")))
    assert part is not None
    return part


def test_an_engine_on_each_side_three_times_off_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    took = {"operations.py": 0.25, "copies_the_board.py": 3.2}
    part = part_of(monkeypatch, took, QUICK, LATE)
    assert part.holds
    assert part.rows == (
        (
            *("scale/status-of-an-empty-board", "Python", "1.00 s"),
            *("operations.py", "4.0", "copies_the_board.py", "3.2"),
        ),
    )


def test_what_is_nearer_than_three_times_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    took = {"operations.py": 0.4, "copies_the_board.py": 2.5}
    part = part_of(monkeypatch, took, QUICK, LATE)
    where = "scale/status-of-an-empty-board in Python"
    assert part.problems == (
        f"{where}: operations.py takes 0.40 caps, not a third of one",
        f"{where}: copies_the_board.py takes 2.50 caps, not 3",
    )


def test_a_margin_that_is_too_small_once_is_measured_again(monkeypatch: pytest.MonkeyPatch) -> None:
    class EachRun(dict[str, float]):
        """What is slow at first: the time in which the machine takes longer for all it does."""

        asked = 0

        def __getitem__(self, name: str) -> float:
            self.asked += 1
            return 0.25 if self.asked > caps.MOST_RUNS[0] else 0.4

    took = EachRun()
    part = part_of(monkeypatch, took, QUICK)
    assert (part.problems, took.asked) == ((), caps.MOST_RUNS[0] + 1)


def test_on_a_busy_machine_nothing_is_said_to_hold_or_not_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    took = {"operations.py": 0.4, "copies_the_board.py": 2.5}
    part = part_of(monkeypatch, took, QUICK, LATE, kept_off_s=5.0)
    assert (part.problems, part.holds) == ((), False)
    assert part.undecided == ("the margins of scale/status-of-an-empty-board in Python, of 1",)
    assert part.rows[0][2] == "too busy to tell"


def test_an_engine_that_fails_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    part = part_of(monkeypatch, {"operations.py": 0.1}, QUICK, event=Event.DIED)
    assert part.problems == (f"scale/status-of-an-empty-board in Python: {YARDSTICK} fails",)


def test_engines_of_another_kata_are_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    part = part_of(monkeypatch, {"operations.py": 0.1}, QUICK, OF_ANOTHER)
    assert part.holds


def test_suites_without_a_yardstick_have_no_such_part() -> None:
    assert (
        caps_part([by_name("rules", "operations")], [], Settings(choose_isolation("auto"))) is None
    )


def test_each_measured_suite_has_engines_on_both_sides_in_each_language() -> None:
    declared = (*references(), *designs(), *specimens())
    kata = kata_named("operations")
    for name in ("scale", "beyond"):
        ids = [case.id for case in by_name(name, "operations").cases]
        for engine in {*kata.yardsticks.values()}:
            there = [each for each in declared if each.file.suffix == engine.suffix]
            allowed = {each.allowed(case_id) for each in there for case_id in ids}
            assert {HONEST, SLOW} <= allowed, (name, engine.suffix)


@pytest.mark.parametrize(
    "engine", sorted({*kata_named("operations").yardsticks.values()}), ids=lambda each: each.name
)
def test_a_yardstick_is_a_reference_that_is_in_time_by_its_own_measure(engine: Path) -> None:
    (declared,) = [each for each in references() if each.file == engine]
    assert declared.allowed("scale/one-row") == HONEST
