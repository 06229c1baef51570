"""Table 6: what the grader itself costs."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from graders.channel.budget import Settings
from graders.katas.best_move.known_answers import MateAnswers
from graders.lab.bench.costs import HarnessCosts, Round, harness_table, measure_harness
from graders.lab.bench.outcomes import NothingToMeasureError
from graders.model.suite import Suite, members_of
from graders.model.tables import Table, cell_text
from graders.sandbox.isolation import Isolation
from graders.suites import by_name

SETTINGS = Settings(Isolation.LIMITS)


def results(table: Table) -> list[list[str]]:
    return [[cell_text(cell) for cell in row] for row in table.rows]


def two_cases() -> list[Suite]:
    suite = by_name("phase2")
    return [replace(suite, cases=suite.cases[:2], sha256=None)]


def test_goals_that_are_met_are_said_to_be():
    rounds = [
        Round((0.02, 0.02, 0.5), 0.025, 0.4),
        Round((0.02,), 0.02, 0.9),
        Round((0.02,), 0.3, 0.5),
    ]
    costs = HarnessCosts(rounds, [Round((0.04,), 0.048, 1.0)], starts=(0.2, 0.25, 0.3))
    assert results(harness_table(costs, 7, "bwrap")) == [
        ["bare python -I -S -c pass", "20.0 ms", "", ""],
        ["one case of a run", "25.0 ms", "", ""],
        ["one case against bare", "1.25x", "at most 1.3x", "met"],
        ["the same without byte-code files", "1.20x", "at most 1.3x", "met"],
        ["start of kata grade to its first case", "250 ms", "at most 0.25 s", "met"],
        ["all 7 cases, file read included", "500 ms", "at most 1 s", "met"],
    ]


def test_goals_that_are_missed_are_said_to_be():
    slow = [Round((0.02,), 0.07, 1.2)]
    costs = HarnessCosts(slow, slow, starts=(0.4,))
    assert [row[3] for row in results(harness_table(costs, 7, "limits"))[2:]] == ["missed"] * 4


@pytest.mark.thorough
def test_every_run_takes_its_turn_with_bare_interpreters():
    suite = by_name("phase2")
    costs = measure_harness(MateAnswers(), [suite], SETTINGS, repeat=2)
    processes = len(members_of(suite.cases))
    assert len(costs.rounds) == len(costs.without_byte_code) == len(costs.starts) == 2
    for each in (*costs.rounds, *costs.without_byte_code):
        assert len(each.bare) == processes
        assert min(*each.bare, each.case, each.total) > 0
    assert min(costs.starts) > 0


def test_an_answer_that_is_not_accepted_ends_the_measurement():
    class Useless(MateAnswers):
        def source(self, tasks: Sequence[object], before: Sequence[str] = ()) -> str:
            return "def find_best_move(board): return 6"

    with pytest.raises(NothingToMeasureError, match=r"phase2/win-at-once got wrong answer"):
        measure_harness(Useless(), two_cases(), SETTINGS, repeat=1)
