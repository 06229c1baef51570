"""Submissions that know the answers."""

from __future__ import annotations

from graders.katas.best_move.known_answers import MateAnswers
from graders.katas.best_move.task import BestMoveTask
from graders.model.suite import members_of
from graders.suites import by_name

TASKS = [
    case.task
    for name in MateAnswers.suites
    for case in members_of(by_name(name).cases)
    if isinstance(case.task, BestMoveTask)
]


def test_a_probe_knows_every_answer() -> None:
    names: dict[str, object] = {}
    exec(compile(MateAnswers().source(TASKS), "probe", "exec"), names)
    for task in TASKS:
        assert names["find_best_move"](task.board()) in task.accept  # type: ignore[operator]


def test_a_probe_first_does_what_it_is_told() -> None:
    done: list[str] = []
    names: dict[str, object] = {"done": done}
    source = MateAnswers().source(TASKS, ("done.append('first')",))
    exec(compile(source, "probe", "exec"), names)
    names["find_best_move"](TASKS[0].board())  # type: ignore[operator]
    assert done == ["first"]
