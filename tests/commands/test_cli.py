"""The `kata` command: which sub-commands there are, and what an unknown one gets."""

from __future__ import annotations

import importlib
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from graders import commands
from graders.cli import main
from graders.katas import all_katas


def groups() -> dict[str, dict[str, str]]:
    """Return what the help lists below each title: sub-commands and what is said of them."""
    found: dict[str, dict[str, str]] = {}
    for line in CliRunner().invoke(main, ["--help"], terminal_width=500).output.splitlines():
        title = re.fullmatch(r"(To .*|Others):", line)
        if title:
            group = found.setdefault(title[1], {})
        elif found and line.strip():
            name, says = line.split(maxsplit=1)
            group[name] = says
    return found


def listed() -> list[str]:
    return sorted({name for group in groups().values() for name in group})


def test_every_module_that_binds_a_command_is_listed_and_no_other() -> None:
    modules = {
        found.name.replace("_", "-"): importlib.import_module(f"{commands.__name__}.{found.name}")
        for found in pkgutil.iter_modules(commands.__path__)
    }
    bound = sorted(name for name, module in modules.items() if hasattr(module, "command"))
    assert listed() == bound
    assert "grade" in bound


def test_the_help_is_in_groups_for_its_readers() -> None:
    assert list(groups()) == ["To practise", "To interview", "To work on the project"]
    assert "grade" in groups()["To practise"]
    assert "grade" in groups()["To interview"]


def test_the_help_says_of_each_what_the_command_says_of_itself_in_a_whole_sentence() -> None:
    for group in groups().values():
        for name, says in group.items():
            module = importlib.import_module(f"{commands.__name__}.{name.replace('-', '_')}")
            assert says == module.command.get_short_help_str(limit=500)
            assert says.endswith(".")


@pytest.mark.parametrize("width", [40, 80])
def test_no_sentence_of_the_help_is_cut_short(width: int) -> None:
    output = CliRunner().invoke(main, ["--help"], terminal_width=width).output
    assert "..." not in output.partition("To practise:")[2]
    in_one_line = " ".join(output.split())
    for group in groups().values():
        assert all(says in in_one_line for says in group.values())


def test_the_help_loads_no_sub_command() -> None:
    names = [f"{commands.__name__}.{name}" for name in listed()]
    unneeded = ("graders.suites", "graders.katas", "graders.grading", "msgspec", "yaml", "rich")
    code = (
        "import sys; from graders.cli import main;"
        "main(['--help'], standalone_mode=False, prog_name='kata');"
        f"print([m for m in sys.modules if m in {names!r} or m.startswith({unneeded!r})])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_case_is_shown_without_the_other_katas_and_without_what_only_a_terminal_needs() -> None:
    katas = [f"graders.katas.{name}" for name in all_katas() if name != "best_move"]
    unneeded = (*katas, "rich", "tabulate", "importlib.metadata", "graders.sandbox.supervisor")
    code = (
        "import sys; from graders.cli import main;"
        "main(['show', 'mate-in-9'], standalone_mode=False, prog_name='kata');"
        f"print([m for m in sys.modules if m.startswith({unneeded!r})])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "RED wins in 9 plies" in done.stdout
    assert done.stdout.splitlines()[-1] == "[]"


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
    assert groups()["Others"] == {"greet": "Say hello to the candidate."}
    assert CliRunner().invoke(main, ["greet"]).output == "hello\n"


def test_the_first_case_waits_for_nothing_that_only_others_need() -> None:
    unneeded = (
        *("graders.lab.bench", "graders.model.tables", "tabulate"),
        *("graders.katas.lab", "graders.katas.playing"),
        *("graders.katas.best_move.assess", "importlib.metadata"),
        *("graders.katas.operations.comparison", "rich", "yaml"),
        *("graders.reports.leaderboard", "graders.reports.progress_bars"),
    )
    code = (
        "import sys; from graders.cli import main; from graders.katas import all_katas;"
        "main(['grade', '--help'], standalone_mode=False); list(all_katas());"
        f"print([name for name in sys.modules if name.startswith({unneeded!r})])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
