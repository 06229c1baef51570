"""What the pages say to type can be pasted into a shell in a fresh clone; what is printed, too.

Every command is looked at here, and most are run: `test_readme.py` holds what they print to three
of the pages.
"""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path

import click
import pytest

from graders.cli import main
from tests.clone import ROOT, Typed, Written, files_of_git, fresh_clone, run_in_shell
from tests.transcripts import agree, run_page, steps_of

NAMES = ("README.md", "docs/*.md", "kata/*/README.md")
PAGES = {
    str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
    for pattern in NAMES
    for path in sorted(ROOT.glob(pattern))
}
WITH_COMMANDS = [name for name, page in PAGES.items() if [*steps_of(page)]]
RUN_ELSEWHERE = ("README.md", "docs/practice.md", "docs/interview.md")
"""Pages whose commands `test_readme.py` runs."""
FOR_THE_INSTALLED = ("docs/elsewhere.md",)
"""Pages that say first how to install the command, for those who have no clone or no `sh`."""
OF_THE_SYSTEM = ("cd", "chmod", "cp", "diff", "git", "mkdir")
MAKES = ("--ledger", "--out", "--output", "folder")
"""Options and arguments that name what a command makes, or makes where it is not there yet."""
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]


@dataclass
class Reader:
    """Follow a page as somebody who pastes each command: what is there by then."""

    files: set[str] = field(default_factory=lambda: set(files_of_git()))
    extras: set[str] = field(default_factory=set)

    def faults(self, page: str) -> Iterator[str]:
        for step in steps_of(page):
            if isinstance(step, Written):
                self.files.add(step.file)
            else:
                yield from (f"{step.command}: {fault}" for fault in self.of_a_command(step.command))

    def of_a_command(self, command: str) -> Iterator[str]:
        program, *arguments = shlex.split(command, comments=True)
        if program in OF_THE_SYSTEM:
            yield from self._of_the_system(program, arguments)
        elif program in ("scripts/setup", "scripts/test"):
            asked = set(arguments) - {"--with", "--oracle", "--newest", "--all"}
            self.extras |= asked
            yield from (f"there is no extra {extra}" for extra in sorted(asked - set(EXTRAS)))
        elif program.startswith("scripts/") and (ROOT / program).is_file():
            name = program.removeprefix("scripts/")
            yield from self._of_ours(arguments if name == "kata" else [name, *arguments])
        elif program == ".venv/bin/pytest":
            if "pytest" not in self.extras:
                yield "pytest is not installed by then"
            yield from self._missing(arguments[:1])
        else:
            yield f"{program} is not found in a clone"

    def _of_the_system(self, program: str, arguments: Sequence[str]) -> Iterator[str]:
        if program in ("git", "cd"):
            return
        if program == "mkdir":
            self.files.update(arguments)
            return
        if program == "cp":
            *arguments, target = arguments
            copied = {f"{target}/{Path(each).name}" for each in arguments}
            self.files |= copied if target in self.files else {target}
        yield from self._missing([each for each in arguments if not each.startswith("+")])

    def _of_ours(self, arguments: Sequence[str]) -> Iterator[str]:
        name, *rest = arguments
        command = main.get_command(click.Context(main), name)
        if command is None:
            yield f"there is no kata {name}"
            return
        context = click.Context(command, info_name=name)
        try:
            given, _, order = command.make_parser(context).parse_args(list(rest))
        except click.UsageError as error:
            yield error.format_message()
            return
        if name == "new":
            self.files |= {f"{given['folder']}/{made}" for made in ("solution.py", "README.md")}
            return
        for parameter in order:
            value = given[parameter.name]
            if value is None or not isinstance(value, str | tuple | list):
                continue
            words = list(value) if isinstance(value, tuple | list) else [value]
            makes = parameter.opts[0] in MAKES
            if makes:
                self.files.update(words)
            elif isinstance(parameter.type, click.Path) or parameter.name == "paths":
                yield from self._missing(words)
            elif parameter.opts[0] == "--suite":
                yield from self._missing([each for each in words if each.endswith(".yaml")])

    def _missing(self, words: Sequence[str]) -> Iterator[str]:
        for word in words:
            known = any(
                fnmatch(file, word) or file.startswith(f"{word.rstrip('/')}/")
                for file in self.files
            )
            if not known and not Path(word).is_absolute():
                yield f"nothing is called {word} by then"


@pytest.mark.parametrize("name", WITH_COMMANDS)
def test_every_command_of_a_page_can_be_pasted(name: str) -> None:
    assert [*Reader().faults(PAGES[name])] == []


@pytest.mark.parametrize("name", PAGES)
def test_a_command_stands_where_it_is_looked_at(name: str) -> None:
    """No page has commands to paste in a block of another kind, or none that names the command."""
    for kind, text in re.findall(r"^ *```(\w*)\n(.*?)^ *```$", PAGES[name], re.M | re.S):
        lines = [line.strip() for line in text.splitlines()]
        assert kind != "sh" or text.startswith("#!"), text
        if kind == "console":
            assert lines[0].startswith("$ "), text
        elif not kind or name not in FOR_THE_INSTALLED:
            assert not [line for line in lines if re.match(r"\$ (kata|pytest)\b", line)], text


@pytest.mark.parametrize(
    ("command", "fault"),
    [
        ("kata list", "kata is not found in a clone"),
        ("pytest solutions/naive.py --kata best_move", "pytest is not found in a clone"),
        (".venv/bin/pytest solutions/naive.py", "pytest is not installed by then"),
        ("scripts/kata gradee solutions/naive.py", "there is no kata gradee"),
        ("scripts/kata grade solutions/naive.py --fulll", "No such option"),
        ("scripts/kata grade mine.py", "nothing is called mine.py by then"),
        ("scripts/kata report week.ledger", "nothing is called week.ledger by then"),
        ("scripts/grade mine.py", "nothing is called mine.py by then"),
        ("scripts/setup --with magic", "there is no extra magic"),
        ("cp mine.py theirs.py", "nothing is called mine.py by then"),
    ],
)
def test_what_cannot_be_pasted_is_found(command: str, fault: str) -> None:
    (found,) = Reader().of_a_command(command)
    assert fault in found


@pytest.mark.thorough
@pytest.mark.parametrize(
    "name", [name for name in WITH_COMMANDS if name[:5] == "docs/" and name not in RUN_ELSEWHERE]
)
def test_the_commands_of_a_page_run_in_one_shell(name: str, tmp_path: Path) -> None:
    for ran in run_page(PAGES[name], fresh_clone(tmp_path / "connect-four-kata")):
        assert ran.code in (0, 1), f"{ran.command}: {ran.printed}"
        if ran.said:
            assert agree(ran.said, ran.printed), f"{ran.command}: {ran.printed}"


def test_what_is_printed_to_type_next_can_be_pasted(tmp_path: Path) -> None:
    """From the first report to the hint, and from another folder as well."""
    clone = fresh_clone(tmp_path / "connect-four-kata")
    ran = run_in_shell(
        [
            Typed("kata list"),
            Typed("scripts/kata new best_move 'my code'"),
            Typed("scripts/grade 'my code/solution.py' --first"),
            Typed("cd 'my code'"),
            Typed("sh HOW_TO_RUN.txt"),
        ],
        clone,
    )
    unknown, made, graded, _, again = (printed for printed, _ in ran)
    assert "not found" in unknown
    assert made.endswith("Grade it with: scripts/kata grade 'my code/solution.py'\n")
    assert "scripts/kata try 'my code/solution.py' phase2/win-at-once" in graded
    assert graded.endswith("A hint: scripts/kata hint 'my code/solution.py'\n")
    assert "../scripts/kata hint solution.py" in again
