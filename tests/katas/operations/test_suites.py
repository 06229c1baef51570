"""The shipped operation scripts: the published examples to the letter, and what the others hold."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest

from graders.katas.operations.kata import KATA
from graders.katas.operations.prove import Returned, replay
from graders.katas.operations.task import ScriptTask
from graders.model.limits import Limits, in_units
from graders.model.suite import Case
from solutions import operations_published
from solutions.operations import solution
from tests.shipped import shipped
from tests.tiers import a_few

STATEMENT = (Path(__file__).parents[3] / "kata/operations/README.md").read_text(encoding="utf-8")
SUITES = {suite.name: suite for suite in shipped("operations", stretch=True)}
WRITTEN = [case for name in ("published", "rules") for case in SUITES[name].cases]
GENERATED = (*SUITES["scale"].cases, *SUITES["beyond"].cases)

# Written column/player, as they were published; S is a status, R a reset.
PUBLISHED = {
    "published/example-1": (
        (6, 7, 4),
        "0/1 0/2 1/1 1/2 2/1 2/2 S 3/1 S 4/2",
        [5, 4, 5, 4, 5, 4, "inProgress", 5, ("win", 1), "error:game_over"],
    ),
    "published/example-2": (
        (4, 4, 3),
        "-1/1 0/2 0/1 0/2 0/1 0/2 0/1 S R S",
        [
            *("error:out_of_range", "error:wrong_turn", 3, 2, 1, 0),
            *("error:column_full", "inProgress", "OK", "inProgress"),
        ],
    ),
    "published/example-3": (
        (6, 7, 4),
        "0/1 1/2 1/1 2/2 2/1 3/2 6/1 3/2 5/1 5/2 2/1 3/2 3/1 S",
        [5, 5, 4, 5, 4, 5, 5, 4, 5, 4, 3, 3, 2, ("win", 1)],
    ),
    "published/example-4": ((2, 2, 3), "0/1 1/2 0/1 1/2 S", [1, 1, 0, 0, "draw"]),
    "published/example-5": ((3, 3, 1), "2/1 S", [2, ("win", 1)]),
}


def task_of(case: Case) -> ScriptTask:
    assert isinstance(case.task, ScriptTask)
    return case.task


def operation(word: str) -> tuple[str | int, ...]:
    if word in "SR":
        return ("status",) if word == "S" else ("reset",)
    column, player = word.split("/")
    return ("drop", int(column), int(player))


@pytest.mark.parametrize("case", [pytest.param(c, id=c.id) for c in SUITES["published"].cases])
def test_an_example_is_the_published_one(case: Case) -> None:
    size, words, returned = PUBLISHED[case.id]
    task = task_of(case)
    assert (task.rows, task.cols, task.k) == size
    assert list(task.operations) == [operation(word) for word in words.split()]
    assert list(task.expected) == returned


def test_all_five_examples_are_there() -> None:
    assert [case.id for case in SUITES["published"].cases] == list(PUBLISHED)


def test_a_written_script_returns_what_it_says() -> None:
    wrong = []
    for case in WRITTEN:
        task = task_of(case)
        slow = replay(task.rows, task.cols, task.k, task.operations)
        quick = solution(task.rows, task.cols, task.k, list(task.operations))
        if not list(task.expected) == slow == quick:
            wrong.append(f"{case.id}: returned {slow} and {quick}, expected {task.expected}")
    assert not wrong, "\n".join(wrong)


def test_there_are_enough_rules() -> None:
    assert len(SUITES["rules"].cases) >= 30


def seconds(*caps: float) -> str:
    return " to ".join(f"{cap:g} s" for cap in sorted({min(caps), max(caps)}))


def test_the_statement_says_what_each_suite_is_worth_and_its_caps() -> None:
    rows = re.findall(r"^\| (\w+) \|.*\| (\d+) \| (\d+) \| (.*) \|$", STATEMENT, re.MULTILINE)
    points = {name: [case.points for case in suite.cases] for name, suite in SUITES.items()}
    assert sorted(rows) == [
        (name, str(len(each)), str(sum(each)), seconds(*(c.cap_s for c in SUITES[name].cases)))
        for name, each in sorted(points.items())
    ]
    stretch = sum(points["beyond"])
    usual = sum(map(sum, points.values())) - stretch
    assert f"That is {usual} points, and {stretch} more with `--stretch`." in STATEMENT
    assert {1} == {worth for each in points.values() for worth in each}
    assert [suite.name for suite in SUITES.values() if suite.stretch] == ["beyond"]
    assert not any(KATA.variants(case.task) for case in WRITTEN)


def test_the_statement_says_which_long_script_has_which_cap() -> None:
    row = r"^\| (scale|beyond) \| ([\d.]+ s) \| ([\d.]+) \| (.*) \|$"
    said = {
        (suite, cap, times): re.findall(r"`(.*?)`", names)
        for suite, cap, times, names in re.findall(row, STATEMENT, re.MULTILINE)
    }
    by_cap: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for case in GENERATED:
        suite, _, name = case.id.partition("/")
        by_cap[suite, seconds(case.cap_s), f"{case.yardstick:g}"].append(name)
    assert said == by_cap


def test_the_statement_says_what_an_import_memory_and_all_scripts_may_take() -> None:
    limits = Limits()
    assert f"Importing your file may take {limits.import_s:g} s" in STATEMENT
    assert f"{in_units(limits.memory_bytes)} of memory" in STATEMENT
    assert f"may take {limits.total_s:g} s." in STATEMENT


def test_a_generated_script_is_played_on_a_board_as_long_as_the_limits_allow() -> None:
    tasks = [task_of(case) for case in GENERATED]
    assert {max(task.rows, task.cols) for task in tasks} == {200}
    assert max(len(task.operations) for task in tasks) == 100_000


@pytest.mark.parametrize(
    ("case_id", "returned", "least"),
    a_few(
        [
            ("scale/status-of-an-empty-board", "inProgress", 100_000),
            ("scale/status-of-a-full-board", "draw", 39_000),
            ("scale/discs-on-a-large-board", "inProgress", 9_000),
            ("scale/errors-only", "error:column_full", 12_000),
            ("scale/game-over-only", "error:game_over", 29_000),
            ("beyond/long-lines-at-large-k", ("win", 1), 900),
            ("beyond/resets-mostly", "OK", 8_500),
            ("beyond/resets-nearly-always", "OK", 9_800),
        ]
    ),
)
def test_a_generated_script_comes_to_what_it_is_for(
    case_id: str, returned: Returned, least: int
) -> None:
    (case,) = [case for case in GENERATED if case.id == case_id]
    assert task_of(case).expected.count(returned) >= least


@pytest.mark.parametrize("case", a_few([pytest.param(c, id=c.id) for c in GENERATED], 2))
def test_the_yardstick_in_python_gives_the_answers_of_the_reference(case: Case) -> None:
    task = task_of(case)
    answers = operations_published.solution(task.rows, task.cols, task.k, list(task.operations))
    assert tuple(answers) == task.expected
