"""`kata completion`: what Tab offers, asked of real shells."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pexpect
import pytest
from click.testing import CliRunner

from graders.cli import main
from graders.commands.options import ids_in
from graders.katas import all_katas
from graders.model.installation import suite_files
from graders.suites import load_suite

HANGS_AFTER_S = 120
BIN = Path(sys.executable).parent
needs = {
    shell: pytest.mark.skipif(shutil.which(shell) is None, reason=f"{shell} is not installed here")
    for shell in ("bash", "zsh", "fish")
}


def environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("COMP_")}
    return {**kept, "PATH": f"{BIN}{os.pathsep}{os.environ.get('PATH', os.defpath)}"}


def offered(line: str) -> list[str]:
    """Return what would be offered at the end of a line, as any shell asks for it."""
    words = line.split(" ")
    asked = {"COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
    env = {**asked, "_KATA_COMPLETE": "bash_complete"}
    done = CliRunner().invoke(main, env=env, prog_name="kata")
    assert (done.exit_code, done.stderr) == (0, "")
    return [each.partition(",")[2] for each in done.stdout.splitlines() if "plain," in each]


@pytest.mark.parametrize(
    ("line", "among"),
    [
        ("kata gr", ["grade"]),
        ("kata grade --ka", ["--kata"]),
        ("kata grade --kata op", ["operations"]),
        ("kata grade --suite phase", ["phase2", "phase3", "phase4"]),
        ("kata grade mine.py --case mate-in-", ["mate-in-3", "mate-in-9"]),
        ("kata grade mine.py --case phase3/mate-in-9", ["phase3/mate-in-9"]),
        ("kata try mine.py win", ["win-at-once"]),
        ("kata list be", ["best_move"]),
        ("kata new ", sorted(all_katas())),
        ("kata verify phase3", ["phase3"]),
        ("kata completion ", ["bash", "zsh", "fish"]),
    ],
)
def test_values_are_offered_where_they_are_wanted(line: str, among: list[str]) -> None:
    found = offered(line)
    assert set(among) <= set(found)
    assert all(each.startswith(line.rpartition(" ")[2]) for each in found)


def test_a_kata_that_is_named_narrows_what_is_offered() -> None:
    assert "mate-in-9" not in offered("kata grade x.py --kata operations --case ")
    assert "mate-in-9" in offered("kata grade x.py --kata best_move --case ")


def test_what_is_looked_through_is_what_is_loaded() -> None:
    for kata in all_katas():
        for path in suite_files(kata):
            suite = load_suite(path)
            assert [f"{suite.name}/{name}" for name in ids_in(path)] == [c.id for c in suite.cases]


def test_completing_starts_no_process_and_loads_no_command_but_that_which_is_typed() -> None:
    code = (
        "import sys; started = [];"
        "starts = ('subprocess.Popen', 'os.fork', 'os.posix_spawn', 'os.exec');"
        "sys.addaudithook(lambda event, _: started.append(event) if event in starts else None);"
        "from graders import cli;"
        "from click.shell_completion import BashComplete;"
        "complete = BashComplete(cli.main, {}, 'kata', '').get_completions;"
        "assert [each.value for each in complete([], 'gra')] == ['grade'];"
        "assert 'graders.commands.grade' not in sys.modules;"
        "found = complete(['grade', '--case'], 'mate-in-9');"
        "assert [each.value for each in found] == ['mate-in-9'];"
        "unneeded = {'graders.commands.verify', 'rich.console', 'tabulate', 'yaml'};"
        "assert not unneeded & set(sys.modules);"
        "assert not started, started"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=HANGS_AFTER_S)


@contextmanager
def shell(*command: str) -> Iterator[pexpect.spawn[str]]:
    """Run an interactive shell in a terminal of its own."""
    child = pexpect.spawn(
        command[0],
        list(command[1:]),
        env={**environment(), "TERM": "dumb"},
        encoding="utf-8",
        timeout=HANGS_AFTER_S,
        dimensions=(40, 200),
    )
    try:
        yield child
    finally:
        child.close(force=True)


@pytest.mark.thorough
@needs["bash"]
def test_bash_completes_on_tab() -> None:
    with shell("bash", "--norc", "--noprofile", "-i") as bash:
        bash.sendline('eval "$(kata completion bash)"; PS1="ready> "; bind "set bell-style none"')
        bash.expect_exact("\r\nready> ")
        bash.send("kata grade --case phase3/mate-in-9\t")
        bash.expect_exact("phase3/mate-in-9 ")
        bash.sendcontrol("u")
        bash.send("kata compl\t")
        bash.expect_exact("completion ")
        bash.send("fi\t")
        bash.expect_exact("fish ")


@needs["zsh"]
def test_zsh_completes_on_tab(tmp_path: Path) -> None:
    with shell("zsh", "-f", "-i") as zsh:
        zsh.sendline(f"autoload -U compinit; compinit -D -d {tmp_path}/dump; PS1='ready''> '")
        zsh.expect_exact("ready> ")
        zsh.sendline('eval "$(kata completion zsh)"; echo settled')
        zsh.expect_exact("settled")
        zsh.expect_exact("ready> ")
        zsh.send("kata doc\t")
        zsh.expect("doctor")


@needs["fish"]
def test_fish_completes() -> None:
    asked = "kata completion fish | source; complete -C 'kata grade --kata best'"
    done = subprocess.run(
        ["fish", "--no-config", "-c", asked],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=HANGS_AFTER_S,
        check=True,
    )
    assert done.stdout.split() == ["best_move"]
