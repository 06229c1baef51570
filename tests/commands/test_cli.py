"""The `kata` command: which sub-commands there are, and what an unknown one gets."""

from __future__ import annotations

import subprocess
import sys

from click.testing import CliRunner

from graders.cli import main


def test_every_sub_command_is_listed_and_what_is_none_is_not() -> None:
    lines = CliRunner().invoke(main, ["--help"]).output.split("Commands:")[1].splitlines()
    names = [line.split()[0] for line in lines if line.strip()]
    assert names == ["bench", "doctor", "grade", "mine", "verify"]


def test_an_unknown_sub_command_is_exit_code_2() -> None:
    result = CliRunner().invoke(main, ["exits"])
    assert result.exit_code == 2
    assert "No such command 'exits'" in result.output


def test_grading_loads_nothing_that_only_other_sub_commands_need() -> None:
    code = (
        "import sys; from graders.cli import main;"
        "main(['grade', '--help'], standalone_mode=False);"
        "print([name for name in sys.modules if name.startswith('graders.tools.bench')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
