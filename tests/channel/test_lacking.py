"""A program that does not find another one is told which, and the `--with` that shows it."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from graders import command_of, grade_file
from graders.channel.commands import lacking
from graders.model.ending import Lacks
from graders.model.scorecard import Result
from graders.model.verdict import Verdict
from graders.sandbox.isolation import Isolation, choose_isolation
from tests.runners.command.bots import written

LEVELS = sorted({choose_isolation("auto"), Isolation.LIMITS})
SH = Path("/bin/sh")
CAP_S = 60.0
TOOL = """#!/bin/sh
. "${0%/*}/../share/answers"
"""
ANSWERS = """
while read -r question; do echo '{"id":1,"action":2}'; done
"""
"""The winning column of the first position of phase 2."""


@pytest.fixture
def tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a program that lies in an installation of its own, as Java does, and is linked."""
    installed, links = tmp_path / "installed", tmp_path / "links"
    for folder in (installed / "bin", installed / "share", links):
        folder.mkdir(parents=True)
    written(installed / "bin", TOOL, "tool")
    written(installed / "share", ANSWERS, "answers")
    (links / "tool").symlink_to(installed / "bin/tool")
    monkeypatch.setenv("PATH", f"{links}:/usr/bin:/bin")
    return installed / "bin/tool"


def first(bot: Path, shown: list[Path], level: Isolation) -> Result:
    words = command_of([str(bot)], shown)
    card = grade_file(
        words, kata="best_move", suites=["phase2"], isolation=level, cap_s=CAP_S, stop_at_first=True
    )
    return card.results[0].members[0]


@pytest.mark.parametrize("level", LEVELS)
def test_the_options_that_are_named_show_what_was_not_found(
    level: Isolation, tmp_path: Path, tool: Path
) -> None:
    bot = written(tmp_path, "#!/bin/sh\nexec tool\n")
    missed = first(bot, [SH], level)
    assert missed.verdict is Verdict.RUNTIME_ERROR
    ended, _, advice = missed.message.partition("; it does not find tool: add ")
    assert ended == "it ended with exit code 127 without an answer"
    named = [Path(word) for word in shlex.split(advice) if word != "--with"]
    assert named == [tool, tool.parent.parent]
    assert first(bot, [SH, *named], level).verdict is Verdict.ACCEPTED


def test_what_this_machine_does_not_have_either_is_to_be_installed(tmp_path: Path) -> None:
    bot = written(tmp_path, "#!/bin/sh\nexec not-a-program\n")
    said = "it does not find not-a-program, which is not in the PATH here either: install it"
    assert first(bot, [SH], choose_isolation("auto")).message.endswith(said)


def test_another_exit_code_says_nothing_of_programs(tmp_path: Path) -> None:
    bot = written(tmp_path, "#!/bin/sh\nnot-a-program\nexit 3\n")
    told = first(bot, [SH], choose_isolation("auto")).message
    assert told == "it ended with exit code 3 without an answer"


@pytest.mark.parametrize(
    "line",
    [
        "./bot: 2: exec: tool: not found",
        "./bot: line 2: tool: command not found",
        "env: ‘tool’: No such file or directory",
        "/usr/bin/env: 'tool': No such file or directory",
        "zsh:1: command not found: tool",
        "before\n./bot: 1: other: not found\n./bot: 2: tool: not found\n",
    ],
)
def test_it_is_known_by_what_shells_say(line: str, tmp_path: Path, tool: Path) -> None:
    command = command_of([str(written(tmp_path, "#!/bin/sh\n"))], [SH])
    assert lacking(command, line, Isolation.BWRAP) == Lacks(
        "tool", (str(tool), str(tool.parent.parent))
    )


@pytest.mark.parametrize(
    "line", ["", "not found", "./a: not found", "a: b", "/proc/self/exe: not found"]
)
def test_what_names_no_program_that_may_be_shown_says_nothing(line: str, tmp_path: Path) -> None:
    command = command_of([str(written(tmp_path, "#!/bin/sh\n"))], [SH])
    assert lacking(command, line, Isolation.BWRAP) is None


def test_a_link_that_is_shown_in_place_of_what_it_leads_to_is_named(
    tmp_path: Path, tool: Path
) -> None:
    link = tmp_path / "links/tool"
    command = command_of([str(written(tmp_path, "#!/bin/sh\n"))], [SH, link])
    line = "tool: error while loading shared libraries: libtool.so: cannot open shared object file"
    assert lacking(command, line, Isolation.BWRAP) == Lacks("tool", (str(tool),), str(link))
