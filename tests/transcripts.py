"""The transcripts of a page: run its commands in order, and hold what they print to the page.

    .venv/bin/python -m tests.transcripts docs/practice.md

writes what the commands print now into the page. A block of `console` holds commands, each on a
line that begins with `$ `, and what they print; one of several commands where nothing is printed is
a list of commands, and its output is not shown. A block of `python` right after a line that ends in
`` `FILE`: `` is what stands in that file from there on. A line `…` stands for any lines. What
follows a prompt, of the debugger or of a game, is typed there. `git clone` and `cd` are not run:
the commands run in a folder that has what a clone has.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from click.testing import CliRunner

from graders.cli import main
from tests.unhurried import by_cpu_time, unhurried

ROOT = Path(__file__).parent.parent
WIDTH = 80
_BLOCK = re.compile(
    r"(?:^[^\n]*`(?P<file>[\w./]+)`:\n\n)?^```(?P<kind>console|python)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
_COMMAND = re.compile(r"^\$ (?P<command>[^\n]+)\n(?P<said>(?:(?!\$ )[^\n]*\n)*)", re.MULTILINE)
_PROMPT = r"(?m:^)(?:\(Pdb\)|(?:RED|YELLOW), ply \d+:) "
_LEFT_OUT = "…"
_NOT_RUN = ("git", "cd", "scripts/test", "scripts/setup", "kata doctor", "vim", "code")


@dataclass(frozen=True)
class Ran:
    """Hold a command of a page, what the page says that it prints, and what it printed.

    What the page says stands in it from `begin` to `end`; nothing is to be said where it is not
    `shown`.
    """

    command: str
    said: str
    printed: str
    code: int
    shown: bool
    begin: int
    end: int


def run_page(page: str, folder: Path) -> Iterator[Ran]:
    """Run the commands of a page in a folder, one after another."""
    for block in _BLOCK.finditer(page):
        if block["kind"] == "python":
            if block["file"]:
                path = folder / block["file"]
                path.parent.mkdir(exist_ok=True)
                path.write_text(block["text"], encoding="utf-8")
            continue
        commands = list(_COMMAND.finditer(block["text"]))
        shown = len(commands) == 1 or any(found["said"] for found in commands)
        for found in commands:
            command, begin, end = found["command"], *found.span("said")
            if shlex.split(command)[0] in _NOT_RUN or command in _NOT_RUN:
                continue
            at = block.start("text")
            typed = "".join(f"{line}\n" for line in re.findall(f"{_PROMPT}(.+)", found["said"]))
            printed, code = _output(command, folder, typed)
            yield Ran(command, found["said"], printed, code, shown, at + begin, at + end)


def like_a_clone(folder: Path) -> None:
    """Put into a folder what a page copies from a clone, budgets counted in CPU time.

    Without `__init__.py`: the folder is to stand in for nothing that commands run there import.
    """
    (folder / "solutions").mkdir()
    for file in (ROOT / "solutions").glob("[!_]*.py"):
        by_cpu_time(file, folder / "solutions")
    for starter in ROOT.glob("kata/*/starter.py"):
        copy = folder / starter.relative_to(ROOT)
        copy.parent.mkdir(parents=True)
        shutil.copy(starter, copy)


def masked(text: str) -> list[str]:
    """Return the lines without what differs from machine to machine and from run to run.

    That is times, dates, which case was the slowest, the isolation, where a debugger stopped, and
    that a busy machine had a case run again; and blank lines, of which a report has fewer where it
    says so.
    """
    lines = [
        line.rstrip()
        for line in text.strip().splitlines()
        if not line.startswith(
            ("isolation limits:", "    re-run: ", "slowest ", "at most ", "> ", "-> ")
        )
        and not re.fullmatch(r"    .* of waiting for a core were not counted", line)
        and not re.match(r"the machine (was busy: |kept \d)|times were in doubt: ", line)
        and line.strip()
    ]
    text = re.sub(r"isolation \w+", "isolation", "\n".join(lines))
    text = re.sub(r" *\(cap [^)]*\)$", "", text, flags=re.MULTILINE)
    text = re.sub(r"\b\d+ \w{3} \d\d:\d\d\b", "DATE", text)
    return re.sub(r" *\b\d+\.\d+ (s\b|of \d)", r" # \1", text).splitlines()


def agree(said: str, printed: str) -> bool:
    """Tell whether a page says what was printed, but for what it leaves out."""
    return _covers(masked(said), masked(printed))


def abridged(said: str, printed: str) -> str:
    """Return what was printed without what the page leaves out; `ValueError` where that is open.

    What the page says before the first gap and after the last one is written anew, as many lines of
    each; what it says between two gaps has to be there.
    """
    old, new = said.rstrip().splitlines(), printed.rstrip().splitlines()
    if _LEFT_OUT not in old:
        return "\n".join(new)
    first, last = old.index(_LEFT_OUT), len(old) - old[::-1].index(_LEFT_OUT)
    text = "\n".join(new[:first] + old[first:last] + new[len(new) - (len(old) - last) :])
    if not agree(text, printed):
        raise ValueError(f"what stands between two gaps is not printed any more:\n{text}")
    return text


def _covers(said: list[str], printed: list[str]) -> bool:
    if _LEFT_OUT not in said:
        return said == printed
    gap = said.index(_LEFT_OUT)
    ends = range(gap, len(printed) + 1)
    return printed[:gap] == said[:gap] and any(
        _covers(said[gap + 1 :], printed[end:]) for end in ends
    )


def rewrite(page: str, folder: Path) -> str:
    """Return the page with what its commands print now."""
    for ran in reversed(list(run_page(page, folder))):
        if not ran.shown:
            continue
        gap = "\n" if page[ran.end :].startswith("$ ") and ran.printed else ""
        page = (
            page[: ran.begin]
            + abridged(ran.said, ran.printed)
            + f"\n{gap}" * bool(ran.printed)
            + page[ran.end :]
        )
    return page


def _output(command: str, folder: Path, typed: str) -> tuple[str, int]:
    words = shlex.split(command)
    program, arguments = words[0], words[1:]
    if program == "cp":
        shutil.copy(folder / arguments[0], folder / arguments[1])
        return "", 0
    if program.startswith("scripts/"):
        arguments = [Path(program).name, *arguments]
    elif program != "kata":
        raise ValueError(f"a page runs kata, scripts and cp, not {command!r}")
    with pytest.MonkeyPatch.context() as patch, unhurried():
        patch.chdir(folder)
        patch.setenv("KATA_STATE", str(folder / ".state"))
        patch.setenv("COLUMNS", str(WIDTH))
        patch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
        if typed:
            return _output_of_a_process(arguments, folder, typed)
        done = CliRunner().invoke(main, arguments)
    return done.output, done.exit_code


def _output_of_a_process(arguments: list[str], folder: Path, typed: str) -> tuple[str, int]:
    """Return what is seen where somebody types: a debugger asks the process's own streams."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.unhurried", *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        input=typed,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    lines = iter(typed.splitlines(keepends=True))
    seen = re.sub(_PROMPT, lambda prompt: prompt[0] + next(lines, ""), done.stdout)
    return seen.replace(f"{folder}/", ""), done.returncode


if __name__ == "__main__":
    for name in sys.argv[1:]:
        with TemporaryDirectory() as made:
            like_a_clone(Path(made))
            text = Path(name).read_text(encoding="utf-8")
            Path(name).write_text(rewrite(text, Path(made)), encoding="utf-8")
