"""The `kata` command: which sub-commands there are, and what an unknown one gets."""

from __future__ import annotations

import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from graders import commands
from graders.cli import main


def listed() -> list[str]:
    lines = CliRunner().invoke(main, ["--help"]).output.split("Commands:")[1].splitlines()
    return [line.split()[0] for line in lines if line.strip()]


def test_every_module_that_binds_a_command_is_listed_and_no_other() -> None:
    modules = {
        found.name: importlib.import_module(f"{commands.__name__}.{found.name}")
        for found in pkgutil.iter_modules(commands.__path__)
    }
    bound = sorted(name for name, module in modules.items() if hasattr(module, "command"))
    assert listed() == bound
    assert "grade" in bound


@pytest.mark.parametrize("name", listed())
def test_a_sub_command_is_called_as_its_file_and_says_what_it_does(name: str) -> None:
    result = CliRunner().invoke(main, [name, "--help"])
    assert result.exit_code == 0
    assert f"Usage: main {name}" in result.output
    assert len(result.output.splitlines()[2].strip()) > 20


def test_one_file_adds_a_sub_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "greet.py").write_text(
        "import click\n\n@click.command()\ndef command():\n"
        '    """Say hello to the candidate."""\n    click.echo("hello")\n',
        encoding="utf-8",
    )
    monkeypatch.setattr(commands, "__path__", [*commands.__path__, str(tmp_path)])
    assert "greet" in listed()
    assert CliRunner().invoke(main, ["greet"]).output == "hello\n"


def test_an_unknown_sub_command_is_exit_code_2() -> None:
    result = CliRunner().invoke(main, ["exits"])
    assert result.exit_code == 2
    assert "No such command 'exits'" in result.output


@pytest.mark.parametrize(
    "unneeded",
    [
        *("graders.tools.bench", "graders.model.tables", "graders.katas.ladder", "tabulate"),
        *("graders.katas.mining", "graders.katas.best_move.standing", "importlib.metadata"),
        *("graders.katas.operations.comparison", "rich.status", "rich.progress"),
    ],
)
def test_the_first_case_waits_for_nothing_that_only_others_need(unneeded: str) -> None:
    code = (
        "import sys; from graders.cli import main; from graders.katas import all_katas;"
        "main(['grade', '--help'], standalone_mode=False); all_katas();"
        f"print([name for name in sys.modules if name.startswith({unneeded!r})])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
