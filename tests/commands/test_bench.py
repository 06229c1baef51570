"""`kata bench` from the command line, with tiny searches."""

from __future__ import annotations

import copy
import json

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from graders.commands.bench import command
from graders.katas.best_move.known_answers import MateAnswers
from graders.katas.best_move.ladder import lessons, measure
from graders.katas.best_move.ladder.rungs import MateLadder
from graders.katas.best_move.task import BestMoveTask
from graders.katas.lab import Contender, LadderPlan
from graders.katas.operations.comparison import EngineComparison
from graders.lab.bench import benchmarks
from graders.model.suite import members_of
from graders.sandbox.isolation import IsolationUnavailableError
from graders.suites.reading import by_name


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command, [*arguments, "--isolation", "limits"])


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search two plies beyond nothing, and let one contender that answers at once stand for all."""
    entrant = Contender("instant", "def find_best_move(board): return 6")
    monkeypatch.setattr(benchmarks, "QUICK", LadderPlan(max_depth=4, limit_s=30.0, repeat=1))
    monkeypatch.setattr(MateLadder, "contenders", lambda self: (entrant,))


@pytest.mark.usefixtures("tiny")
def test_the_tables_come_in_their_order():
    output = run("--quick").stdout
    titles = ["1. Naive", "2. Naive", "3a. Time", "3b. Nodes", "3c. Times", "4. Each", "5. Time of"]
    places = [output.index(title) for title in titles]
    assert places == sorted(places)


@pytest.mark.usefixtures("tiny")
def test_a_quick_run_as_json_holds_nodes_of_the_mate_in_nine_and_no_middle_positions():
    done = run("--quick", "--format", "json")
    document = json.loads(done.stdout)
    assert done.exit_code == 0
    nodes = next(table for table in document["tables"] if table["title"].startswith("3b"))
    (row,) = nodes["rows"]
    counts = dict(zip(nodes["columns"], row, strict=True))
    assert counts.pop("depth") == 4
    assert counts.pop("/s")["unit"] == "nodes/s"
    assert {name: cell["value"] for name, cell in counts.items()} == {
        "naive": 2749,
        "alpha-beta": 291,
        "deepening": 441,
        "with table": 308,
    }
    assert all(cell["wrong"] for cell in counts.values())
    fourth = next(table for table in document["tables"] if table["title"].startswith("4"))
    assert fourth["columns"] == ["solution", "mate in 3", "mate in 9"]
    assert [cell["wrong"] for cell in fourth["rows"][0][1:]] == [True, True]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--harness", "--fairness"), "give one of them"),
        (("--operations", "--fairness"), "give one of them"),
        (("--batch", "--harness"), "give one of them"),
        (("--lessons", "--harness"), "give one of them"),
        (("--lessons", "--quick"), "belong to the tables"),
        (("--operations", "--quick"), "belong to the tables"),
        (("--harness", "--quick"), "belong to the tables"),
        (("--fairness", "--limit", "3"), "belong to the tables"),
        (("--repeat", "0"), "--repeat"),
        (("--format", "pdf"), "--format"),
    ],
)
def test_options_that_do_not_fit_are_bad_usage(arguments: tuple[str, ...], reason: str):
    done = run(*arguments)
    assert done.exit_code == 2
    assert reason in done.stderr


def test_bubblewrap_that_does_not_work_is_refused(monkeypatch: pytest.MonkeyPatch):
    def unavailable(wanted: str) -> None:
        raise IsolationUnavailableError("bubblewrap is not installed")

    monkeypatch.setattr("graders.commands.bench.choose_isolation", unavailable)
    done = CliRunner().invoke(command, ["--isolation", "bwrap"])
    assert done.exit_code == 2
    assert "bubblewrap is not installed" in done.stderr


@pytest.mark.thorough
class TestMeasuring:
    @pytest.mark.usefixtures("tiny")
    def test_repeat_and_limit_replace_those_of_the_plan(self):
        output = run("--quick", "--repeat", "2", "--limit", "20").stdout
        assert "least of 2 runs" in output
        assert "longer than 20.0 s" in output

    def test_a_kata_that_compares_engines_has_an_option_of_its_name(
        self, monkeypatch: pytest.MonkeyPatch
    ):
        monkeypatch.setattr(EngineComparison, "suites", ("published",))
        document = json.loads(run("--operations", "--repeat", "1", "--format", "json").stdout)
        (table,) = document["tables"]
        assert table["columns"][0] == "script"
        assert [row[0] for row in table["rows"]] == [f"example-{number}" for number in range(1, 6)]

    def test_lessons_are_measured_beside_what_they_change(self, monkeypatch: pytest.MonkeyPatch):
        empty = measure.SearchTask(BestMoveTask("", ()), 4)
        groups = (
            measure.PositionGroup("empty board", (empty,)),
            measure.PositionGroup("mates in 9", (empty,)),
        )
        monkeypatch.setattr(lessons, "groups_of", lambda tasks: groups)
        last_two = lessons.rungs()[3:]
        monkeypatch.setattr(lessons, "rungs", lambda: last_two)
        monkeypatch.setattr(lessons, "BOOK_DEPTH", 1)
        done = run("--lessons", "--format", "json")
        assert done.exit_code == 0, done.stderr
        rungs, nodes, effects, reuse, book = json.loads(done.stdout)["tables"]
        assert [row[0] for row in rungs["rows"]] == ["transposition.py", "bitboard.py"]
        counts = {row[0]: row[1]["value"] for row in nodes["rows"]}
        assert counts["folded"] < counts["transposition"] < counts["iterative_deepening"]
        assert {row[0] for row in effects["rows"]} == set(counts) - {"iterative_deepening"}
        assert [row[2]["value"] > 0 for row in reuse["rows"]] == [True, False]
        assert [row[2] for row in book["rows"]][1] == "175 of 175"

    @pytest.mark.alone
    def test_the_harness_states_its_goals(self):
        done = run("--harness", "--repeat", "1")
        assert done.exit_code == 0
        assert done.stdout.count("at most 1.3x") == 2
        positions = members_of([*by_name("phase2").cases, *by_name("phase3").cases])
        assert f"all {len(positions)} cases" in done.stdout

    def test_batches_are_graded_by_one_job_and_by_one_a_core(self, monkeypatch: pytest.MonkeyPatch):
        quick, steady = benchmarks.quick_loads, benchmarks.steady_loads
        monkeypatch.setattr(
            benchmarks,
            "quick_loads",
            lambda *of: tuple(replace(each, a_job=1) for each in quick(*of)[:1]),
        )
        monkeypatch.setattr(benchmarks, "steady_loads", lambda *of: steady(*of)[-5:-4])
        monkeypatch.setattr(benchmarks, "SPEED_TURNS", 1)
        done = run("--batch", "--repeat", "2", "--format", "json")
        assert done.exit_code == 0, done.stderr
        speed, verdicts = json.loads(done.stdout)["tables"]
        assert [row[0] for row in speed["rows"]] == ["instant, 0 s a case"]
        assert [row[:3] for row in verdicts["rows"]] == [["burns 0.6 of the cap", 2, 1]]

    def test_a_grader_that_fails_is_our_fault(self, monkeypatch: pytest.MonkeyPatch):
        useless = "def find_best_move(board): return 6"
        monkeypatch.setattr(MateAnswers, "source", lambda self, tasks: useless)
        done = run("--harness", "--repeat", "1")
        assert done.exit_code == 3
        assert "not accepted" in done.stderr


def test_ctrl_c_prints_no_half_table(monkeypatch: pytest.MonkeyPatch):
    def interrupted(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(benchmarks, "harness_report", interrupted)
    done = run("--harness")
    assert done.exit_code == 130
    assert done.stdout == ""
    assert "stopped" in done.stderr


def test_where_several_katas_have_a_ladder_one_is_to_be_chosen(monkeypatch: pytest.MonkeyPatch):
    (one,) = benchmarks.katas_to_bench()
    another = copy.copy(one.kata)
    another.name = "another"
    both = (one, replace(one, kata=another))
    monkeypatch.setattr(benchmarks, "katas_to_bench", lambda: both)
    done = run("--harness")
    assert done.exit_code == 2
    assert "choose with --kata: best_move, another" in done.stderr
