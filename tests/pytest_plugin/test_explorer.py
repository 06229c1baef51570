"""A test explorer can build its tree and tell outcomes: what VS Code's adapter for pytest reads.

The adapter itself is not here. Of each item it reads the name, the path, the line and the chain of
parents, and runs it again by the absolute path in front of the rest of its id; it tells outcomes
from the reports of calls, and errors from what interrupts an item anywhere else.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.pytest_plugin import programs
from tests.pytest_plugin.conftest import Runs

pytest_plugins = ["pytester"]
pytestmark = pytest.mark.thorough

EXPLORER = """
import json
import pytest

seen = {"items": [], "outcomes": {}, "interrupted": []}

def pytest_collection_finish(session):
    for item in session.items:
        chain = item.listchain()
        seen["items"].append({
            "name": item.name,
            "path": str(item.path),
            "line": item.location[1],
            "parent": str(item.parent.path),
            "kinds": [isinstance(each, (pytest.Class, pytest.Module)) for each in chain],
            "many": hasattr(item, "callspec"),
            "id": "::".join([str(item.path), *item.nodeid.split("::")[1:]]),
        })

@pytest.hookimpl(wrapper=True)
def pytest_report_teststatus(report, config):
    if report.when == "call":
        seen["outcomes"][report.nodeid] = [report.outcome, report.longreprtext[:12]]
    return (yield)

def pytest_exception_interact(node, call, report):
    seen["interrupted"].append([node.nodeid, report.when])

def pytest_unconfigure():
    with open("seen.json", "w") as file:
        json.dump(seen, file)
"""


def seen(runs: Runs) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((runs.pytester.path / "seen.json").read_text())
    return found


def test_the_tree_is_a_file_with_its_cases_below_it(both: Runs) -> None:
    both.file(EXPLORER, "conftest.py")
    file = both.file(programs.THREE)
    both.grade("--collect-only", "--rootdir", str(both.pytester.path))
    items = seen(both)["items"]
    assert [item["name"] for item in items] == ["small/middle", "small/edge", "small/both"]
    for item in items:
        assert (item["path"], item["parent"]) == (str(file), str(file))
        assert not any(item["kinds"])
        assert not item["many"]
        assert item["line"] == 3


def test_an_item_is_run_again_by_its_absolute_id(both: Runs) -> None:
    both.file(EXPLORER, "conftest.py")
    both.file(programs.THREE)
    both.grade("--collect-only")
    wanted = seen(both)["items"][2]["id"]
    both.grade(file=wanted).assert_outcomes(passed=1)
    assert seen(both)["outcomes"] == {"my_solution.py::small/both": ["passed", ""]}


def test_a_miss_is_a_failure_of_the_call_and_tells_why(runs: Runs) -> None:
    runs.file(EXPLORER, "conftest.py")
    runs.file(programs.THREE)
    runs.grade("-k", "edge")
    found = seen(runs)
    assert found["outcomes"] == {"my_solution.py::small/edge": ["failed", "wrong answer"]}
    assert found["interrupted"] == [["my_solution.py::small/edge", "call"]]


def test_a_workspace_needs_no_argument_but_its_ini_file(runs: Runs) -> None:
    runs.file(EXPLORER, "conftest.py")
    runs.file(programs.RIGHT, "mine/solver.py")
    runs.file(
        "[tool.pytest.ini_options]\nkata = 'best_move'\nkata_files = ['mine/*.py']\n"
        "kata_suites = ['small.yaml']\n",
        "pyproject.toml",
    )
    runs.run("--collect-only", ".")
    names = [item["name"] for item in seen(runs)["items"]]
    assert names == ["small/middle", "small/edge", "small/both"]


@pytest.mark.parametrize("arguments", [(), (".",)])
def test_who_names_no_file_is_told_how(runs: Runs, arguments: tuple[str, ...]) -> None:
    runs.file(programs.RIGHT)
    result = runs.run(*arguments, "--kata", "best_move")
    assert result.ret == pytest.ExitCode.NO_TESTS_COLLECTED
    result.stdout.fnmatch_lines(["kata: no file to grade: name one*kata_files*"])
