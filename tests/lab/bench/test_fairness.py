"""How changing verdicts are counted, on made-up results; nothing here is timed."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path

import pytest

from graders.lab.bench import fairness
from graders.lab.bench.fairness import (
    Observation,
    Program,
    fairness_table,
    majority,
    measure_fairness,
    observe,
    single_process_programs,
)
from graders.model.scorecard import Attempt, Result
from graders.model.tables import Table, cell_text
from graders.model.verdict import Verdict

IN_TIME, LATE = Verdict.ACCEPTED, Verdict.TIME_LIMIT_EXCEEDED
STEADY = Observation(IN_TIME, IN_TIME)
RESCUED = Observation(LATE, IN_TIME)
LOST = Observation(LATE, LATE)


def result(verdict: Verdict, *attempts: Verdict) -> Result:
    tried = tuple(Attempt(attempt, 0.5, 0.5) for attempt in attempts)
    return Result("phase2/win-at-once", verdict, 0, 1, 0.5, attempts=tried)


def answering_3(before: Sequence[str]) -> str:
    lines = "".join(f"    {line}\n" for line in (*before, "return 3"))
    return f"def find_best_move(board):\n{lines}"


def numbers(table: Table) -> list[list[str]]:
    return [[cell_text(cell) for cell in row] for row in table.rows]


def test_the_nine_stand_at_the_promised_shares_of_the_cap():
    programs = single_process_programs(answering_3)
    assert len(programs) == 9
    assert [p.share for p in programs if p.share is not None] == [0.6, 0.8, 0.95, 1.05, 1.3]


def test_only_the_two_next_to_the_cap_may_change():
    assert [p.share for p in single_process_programs(answering_3) if not p.must_hold] == [
        0.95,
        1.05,
    ]


ALL = (
    *single_process_programs(answering_3),
    *fairness.honest_programs(answering_3),
    *fairness.gaming_programs(answering_3),
)


@pytest.mark.parametrize("program", ALL, ids=lambda program: program.name)
def test_every_program_is_one_that_loads(program: Program):
    names: dict[str, object] = {}
    exec(compile(program.source, program.name, "exec"), names)
    assert callable(names["find_best_move"])


def test_a_burner_answers_after_burning():
    names: dict[str, object] = {}
    burner = single_process_programs(answering_3, cap_s=0.001)[1]
    exec(compile(burner.source, burner.name, "exec"), names)
    assert names["find_best_move"](None) == 3  # type: ignore[operator]


def test_the_first_attempt_is_what_there_would_be_without_the_rule():
    assert Observation.of(result(IN_TIME, LATE, LATE, IN_TIME)) == Observation(LATE, IN_TIME, 3)
    assert Observation.of(result(LATE)) == LOST


def test_the_programs_take_turns():
    order = []

    def grade_once(program: Program, folder: Path) -> Result:
        assert folder.is_dir()
        order.append(program.name)
        return result(IN_TIME)

    seen = observe([Program("a", ""), Program("b", "")], grade_once, 2)
    assert order == ["a", "b", "a", "b"]
    assert seen == {"a": [STEADY, STEADY], "b": [STEADY, STEADY]}


def test_what_differs_is_counted_against_the_idle_majority_with_the_rule():
    table = fairness_table(
        [Program("burns", "", share=0.8)],
        {"burns": [STEADY, STEADY, RESCUED]},
        {"burns": [RESCUED, LOST, LOST]},
        "two generators",
    )
    assert numbers(table) == [["burns", "accepted", "1", "0", "3", "2", "1, 1", "yes"]]


def test_a_verdict_that_must_hold_and_does_not_misses_the_goal():
    programs = [Program("burns", "", share=0.8), Program("near", "", share=0.95)]
    idle = {"burns": [STEADY], "near": [STEADY]}
    table = fairness_table(programs, idle, {"burns": [LOST], "near": [STEADY]}, "two generators")
    assert table.note.endswith("missed by burns.")


def test_a_verdict_that_may_change_does_not_touch_the_goal():
    programs = [Program("near", "", share=0.95)]
    table = fairness_table(programs, {"near": [STEADY]}, {"near": [LOST]}, "two generators")
    assert table.note.endswith("itself: met.")


def test_a_steady_verdict_that_is_not_the_right_one_misses_the_goal():
    program = Program("games", "", must_be=LATE)
    table = fairness_table([program], {"games": [STEADY]}, {"games": [STEADY]}, "two generators")
    assert table.note.endswith("missed by games.")


def test_a_run_gained_on_an_idle_machine_misses_the_goal():
    again = Observation(LATE, LATE, runs=2)
    program = Program("games", "", alone=True)
    table = fairness_table(
        [program], {"games": [LOST, again]}, {"games": [LOST, LOST]}, "two generators"
    )
    assert table.note.endswith("missed by games.")
    table = fairness_table([program], {"games": [LOST]}, {"games": [again]}, "two generators")
    assert table.note.endswith("itself: met.")


def test_the_machine_is_busy_only_for_the_second_half():
    busy: list[bool] = []
    generators_run = False

    @contextlib.contextmanager
    def generators():
        nonlocal generators_run
        generators_run = True
        yield "made-up load"
        generators_run = False

    def grade_once(program: Program, folder: Path) -> Result:
        busy.append(generators_run)
        return result(IN_TIME)

    table = measure_fairness([Program("a", "")], grade_once, generators(), repeat=2)
    assert busy == [False, False, True, True]
    assert not generators_run
    assert "made-up load" in table.note


def test_the_majority_is_taken_with_the_rule():
    assert majority([LOST, RESCUED, RESCUED]) is IN_TIME
