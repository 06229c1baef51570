"""Who grades nothing notices nothing: the plugin costs one small module, and says no word."""

from __future__ import annotations

import ast
import sys

import pytest

from tests.pytest_plugin.conftest import ROOT, Runs

pytest_plugins = ["pytester"]

LOADED = """
import sys

def pytest_unconfigure(config):
    with open("loaded", "w") as file:
        file.write("\\n".join(sys.modules))
"""
OURS = ("graders", "kata", "solutions", "msgspec", "yaml", "click", "rich", "tabulate")


def test_an_empty_suite_loads_the_entry_alone(both: Runs) -> None:
    both.file(LOADED, "conftest.py")
    result = both.run("--collect-only")
    assert result.ret == pytest.ExitCode.NO_TESTS_COLLECTED
    assert not any(line.startswith("kata") for line in result.outlines)
    loaded = (both.pytester.path / "loaded").read_text(encoding="utf-8").split()
    ours = {name for name in loaded if name.partition(".")[0] in OURS}
    assert ours == set()
    assert "connect_four_kata_pytest" in loaded


def test_the_entry_imports_nothing_that_pytest_has_not_loaded_already() -> None:
    entry = ROOT / "graders/pytest_plugin/entry/connect_four_kata_pytest.py"
    tree = ast.parse(entry.read_text(encoding="utf-8"))
    found = [
        name.name if isinstance(node, ast.Import) else str(node.module)
        for node in tree.body
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for name in node.names
    ]
    assert found == ["__future__", "contextlib", "sys", "pathlib", "pytest"]


def test_a_test_module_stays_one_and_a_folder_called_as_ours_breaks_nobody(runs: Runs) -> None:
    runs.file("", "graders/__init__.py")
    runs.file("def test_it():\n    import graders\n", "test_it.py")
    runs.run("test_it.py").assert_outcomes(passed=1)


def test_it_can_be_left_out_by_name(runs: Runs) -> None:
    result = runs.run_here("-p", "no:connect-four-kata", "--kata", "best_move")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "unrecognized arguments: --kata" in result.stderr.str()


def test_our_own_runs_have_it_and_do_not_see_it(pytestconfig: pytest.Config) -> None:
    assert pytestconfig.pluginmanager.hasplugin("connect-four-kata")
    assert not pytestconfig.pluginmanager.hasplugin("kata-cases")
    assert "connect_four_kata_pytest" in sys.modules
