"""Table 17: what a question to a program costs."""

from __future__ import annotations

import pytest

from graders.channel.budget import Settings
from graders.katas import kata_named
from graders.lab.bench.costs import ProgramCosts, measure_programs, programs_table
from graders.model.suite import members_of
from graders.model.tables import cell_text
from graders.sandbox.isolation import Isolation, choose_isolation
from graders.suites import by_name

LEVELS = sorted({choose_isolation("auto"), Isolation.LIMITS})


def results(costs: ProgramCosts) -> list[list[str]]:
    return [[cell_text(cell) for cell in row] for row in programs_table(costs, "bwrap").rows]


def test_medians_are_compared_with_the_goal() -> None:
    costs = ProgramCosts((0.0001, 0.0001, 0.5), (0.0004, 0.0003, 0.0004), (0.002,))
    assert [row[1:] for row in results(costs)] == [
        ["0.100 ms", "", ""],
        ["0.400 ms", "", ""],
        ["0.300 ms", "at most 1 ms", "met"],
        ["2.00 ms", "", ""],
    ]


def test_a_goal_that_is_missed_is_said_to_be() -> None:
    assert results(ProgramCosts((0.0001,), (0.0031,), (0.004,)))[2][3] == "missed"


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", ["best_move", "operations"])
def test_both_are_asked_as_often(name: str, level: Isolation) -> None:
    suite = by_name({"best_move": "phase2", "operations": "operations/published"}[name])
    costs = measure_programs(
        kata_named(name), members_of(suite.cases)[0], Settings(level), questions=5
    )
    assert [len(each) for each in (costs.bare, costs.counted, costs.whole)] == [5, 5, 5]
    for counted, whole in zip(costs.counted, costs.whole, strict=True):
        assert 0 < counted <= whole
