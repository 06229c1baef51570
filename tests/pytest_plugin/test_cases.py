"""`pytest my_solution.py --kata NAME`: each case is an item, and pytest does the rest."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from graders.katas import all_katas
from tests.pytest_plugin import programs
from tests.pytest_plugin.conftest import HANGS_AFTER_S, Runs, allowed
from tests.tiers import sampled

pytest_plugins = ["pytester"]


def test_both_ends_of_what_is_allowed_are_tried(both: Runs) -> None:
    told = both.run("--version")
    assert f"pytest {both.version}" in told.stdout.str() + told.stderr.str()
    at_least, below = allowed()
    newest = not both.version.startswith(f"{at_least}.")
    assert int(both.version.partition(".")[0]) == (int(below) - 1 if newest else 8)


def test_a_miss_tells_the_sentence_the_picture_and_what_was_printed(both: Runs) -> None:
    both.file(programs.THREE)
    result = both.grade("--junitxml", "out.xml")
    result.assert_outcomes(passed=2, failed=1)
    assert result.ret == 1
    result.stdout.fnmatch_lines(
        [
            "*small/edge*",
            "wrong answer: column 3 does not win*",
            "YR.YYYR",
            '  Board.from_moves("144330156")',
            "  kata try my_solution.py small/edge --suite small.yaml",
            "*Captured stdout call*",
            "three",
            "FAILED my_solution.py::small/edge - Failed: wrong answer: column 3*",
        ],
    )
    assert "Traceback" not in result.stdout.str()
    assert result.outlines.count("three") == 1
    assert "items.py" not in result.stdout.str()
    has_a_test_case_for_each_case_with_its_facts(both.pytester.path / "out.xml")


def has_a_test_case_for_each_case_with_its_facts(report: Path) -> None:
    suite = ElementTree.parse(report).getroot()[0]
    assert [case.get("name") for case in suite] == ["small/middle", "small/edge", "small/both"]
    assert {case.get("classname") for case in suite} == {"my_solution"}
    failure = suite[1].find("failure")
    assert failure is not None
    assert "column 3 does not win" in str(failure.text)
    kept = {each.get("name"): each.get("value") for each in suite[1].iter("property")}
    assert (kept["kata_verdict"], kept["kata_points"], kept["kata_max_points"]) == (
        "wrong_answer",
        "0",
        "1",
    )


@pytest.mark.parametrize("workers", sampled(["0", "2"], lambda workers: workers == "0"))
def test_a_fault_of_ours_is_an_error_and_no_failure(runs: Runs, workers: str) -> None:
    runs.file(programs.RIGHT)
    runs.file(
        "import pytest\n"
        "from graders.katas import all_katas\n"
        "@pytest.hookimpl(trylast=True)\n"
        "def pytest_configure(config):\n"
        "    kata = all_katas()['best_move']\n"
        "    def check(task, outcome):\n"
        "        raise ZeroDivisionError('ours')\n"
        "    kata.check = check\n",
        "conftest.py",
    )
    result = runs.grade("-k", "middle", "--junitxml", "out.xml", "-n", workers)
    result.assert_outcomes(errors=1, deselected=0 if workers == "2" else 2)
    result.stdout.fnmatch_lines(["the grader itself failed*", "*ZeroDivisionError: ours*"])
    assert "1 failed" not in result.stdout.str()
    suite = ElementTree.parse(runs.pytester.path / "out.xml").getroot()[0]
    assert (suite.get("errors"), suite.get("failures")) == ("1", "0")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            ["--kata", "chess"],
            f"there is no kata 'chess'; there are {', '.join(sorted(all_katas()))}",
        ),
        (["--kata-cap", "3"], "name it with --kata"),
        (["--kata", "best_move", "--kata-cap", "soon"], "a number of seconds, more than 0"),
        (
            ["--kata", "best_move", "--kata-cap", "-1"],
            "more than 0 and at most 60, such as 2.5, and not '-1'",
        ),
        (["--kata", "best_move", "--kata-suite", "phase9"], "there is no suite 'phase9'"),
        (["--kata", "best_move", "--kata-isolation", "moat"], "there is no isolation 'moat'"),
    ],
)
def test_what_cannot_be_asked_for_is_said_in_one_line(
    runs: Runs, arguments: list[str], told: str
) -> None:
    runs.file(programs.RIGHT)
    result = runs.run_here("my_solution.py", *arguments)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert told in result.stderr.str()
    assert "Traceback" not in result.stderr.str()


@pytest.mark.thorough
class TestWholeRuns:
    def test_every_case_is_an_item_and_the_points_of_a_right_file_are_summed_up(
        self, both: Runs
    ) -> None:
        both.file(programs.RIGHT)
        result = both.grade("-v")
        result.assert_outcomes(passed=3)
        assert result.ret == 0
        result.stdout.fnmatch_lines(
            [
                "my_solution.py::small/middle PASSED*",
                "my_solution.py::small/edge PASSED*",
                "my_solution.py::small/both PASSED*",
                "my_solution.py: 4 of 4 points in 3 cases; *",
            ]
        )

    def test_a_file_that_cannot_be_loaded_is_told_once(self, runs: Runs) -> None:
        runs.file(programs.UNLOADABLE)
        result = runs.grade()
        result.assert_outcomes(failed=3)
        result.stdout.fnmatch_lines(
            ["load error: *", "load error: the file cannot be loaded, see small/middle"]
        )

    def test_a_marker_names_the_suite_where_pytest_looks_into_markers(self, runs: Runs) -> None:
        runs.file(programs.RIGHT)
        named = ("my_solution.py", "--kata", "best_move", "--collect-only", "-q")
        found = runs.run(*named, "-m", "kata(suite='phase3')").outlines
        assert found[0] == "my_solution.py::phase3/mate-in-3"
        assert not any("phase2/" in line for line in found)

    def test_ctrl_c_ends_the_run_as_ever(self, runs: Runs) -> None:
        runs.file("import time\n\ndef find_best_move(board):\n    time.sleep(600)\n")
        runs.file(
            "kata: best_move\ncap_s: 60.0\n" + programs.SUITE[programs.SUITE.index("cases") :],
            "small.yaml",
        )
        command = ("my_solution.py", "--kata", "best_move", "--kata-suite", "small.yaml", "-v")
        process = runs.pytester.popen(
            [sys.executable, "-m", "pytest", *command], stdin=subprocess.DEVNULL
        )
        assert process.stdout is not None
        shown = b""
        while b"::small/middle" not in shown:
            byte = os.read(process.stdout.fileno(), 1)
            assert byte, shown
            shown += byte
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=HANGS_AFTER_S)
        assert b"KeyboardInterrupt" in rest, rest
        # Python ends itself with the signal where it came while some text was run as code.
        assert process.returncode in (pytest.ExitCode.INTERRUPTED, -signal.SIGINT)

    def test_the_ini_file_says_all_of_it(self, runs: Runs) -> None:
        runs.file(programs.THREE, "mine/solver.py")
        runs.file("def test_of_mine():\n    pass\n", "test_mine.py")
        (runs.pytester.path / "small.yaml").rename(runs.pytester.path / "mine" / "own.yaml")
        runs.file(
            "[pytest]\n"
            "kata = best_move\n"
            "kata_files = mine/*.py\n"
            "kata_suites = mine/own.yaml\n"
            "kata_cap = 4\n"
            "kata_isolation = limits\n"
            "kata_variants = true\n",
            "pytest.ini",
        )
        result = runs.run("-v")
        result.assert_outcomes(passed=9, failed=4)
        result.stdout.fnmatch_lines(
            [
                "kata: best_move, 12 cases a file, isolation limits",
                "mine/solver.py::own/middle~mirror PASSED*",
                "test_mine.py::test_of_mine PASSED*",
                "isolation limits does not contain everything*",
            ]
        )

    def test_what_is_no_file_of_code_is_one_error(self, runs: Runs) -> None:
        runs.file("1,2,3\n", "table.csv")
        result = runs.grade(file="table.csv")
        result.assert_outcomes(errors=1)
        result.stdout.fnmatch_lines(["*ERROR collecting table.csv*", "*.csv*"])
        assert "Traceback" not in result.stdout.str()


def test_a_folder_that_is_named_is_one_submission(runs: Runs) -> None:
    runs.file(
        "from .deep import find\n\ndef find_best_move(board):\n    return find(board)\n",
        "mine/best.py",
    )
    runs.file(programs.RIGHT.replace("find_best_move", "find"), "mine/deep.py")
    runs.file("from mine.best import find_best_move\n", "mine/__init__.py")
    result = runs.grade(file="mine")
    result.assert_outcomes(passed=3)
    result.stdout.fnmatch_lines(["mine: 4 of 4 points in 3 cases; *"])
    runs.file("import os\nos._exit(66)\n", "mine/conftest.py")
    refused = runs.grade(file="mine")
    assert "pytest imports every conftest.py" in refused.stderr.str()
