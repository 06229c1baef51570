"""The reference beside the published engine: who is run when, and when the goal is met."""

from __future__ import annotations

import pytest

from graders.katas.operations import comparison
from graders.katas.operations.comparison import EngineComparison
from graders.katas.operations.task import ScriptTask
from graders.model.progress import Quiet
from graders.model.tables import Table, cell_text

DISCS = (("drop", 0, 1), ("drop", 1, 2), ("status",))
RESETS = (*DISCS, *[("reset",)] * 4)


def task(operations: tuple[tuple[str | int, ...], ...]) -> ScriptTask:
    return ScriptTask(6, 7, 4, steps=tuple((operation, "OK") for operation in operations))


def compared(
    monkeypatch: pytest.MonkeyPatch, published_s: float, reference_s: float
) -> tuple[Table, list[str]]:
    """Measure two scripts twice, with the engines' times made up."""
    order: list[str] = []

    def seconds(engine: object, script: ScriptTask) -> float:
        ours = engine is comparison.reference.solution
        order.append("reference" if ours else "published")
        return reference_s if ours else published_s

    monkeypatch.setattr(comparison, "_seconds", seconds)
    tasks = {"scale/discs": task(DISCS), "scale/resets": task(RESETS)}
    (table,) = EngineComparison().parts(tasks, 2, Quiet())
    return table, order


def test_the_engines_take_turns(monkeypatch: pytest.MonkeyPatch):
    _, order = compared(monkeypatch, 2.0, 0.1)
    assert order == ["published", "reference"] * 4


def test_a_row_holds_medians_leasts_and_how_many_times_faster(monkeypatch: pytest.MonkeyPatch):
    table, _ = compared(monkeypatch, 2.0, 0.1)
    assert [cell_text(cell) for cell in table.rows[0]] == [
        *("discs", "2.00 s", "2.00 s", "100 ms", "100 ms", "20.0x"),
    ]
    assert table.note.endswith("rule: met.")


def test_where_resets_rule_more_is_asked(monkeypatch: pytest.MonkeyPatch):
    table, _ = compared(monkeypatch, 2.0, 0.5)
    assert table.note.endswith("rule: missed on resets.")


def test_a_reference_that_is_slower_misses_the_goal(monkeypatch: pytest.MonkeyPatch):
    table, _ = compared(monkeypatch, 0.4, 0.5)
    assert table.note.endswith("rule: missed on discs, resets.")


@pytest.mark.thorough
def test_both_engines_are_really_run():
    (table,) = EngineComparison().parts({"scale/discs": task(DISCS)}, 1, Quiet())
    assert [row[0] for row in table.rows] == ["discs"]
