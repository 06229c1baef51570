"""The transcripts of a page: run its commands in order, and hold what they print to the page.

    .venv/bin/python -m tests.transcripts docs/practice.md

writes what the commands print now into the page. A block of `console` holds commands, each on a
line that begins with `$ `, and what they print; one of several commands where nothing is printed is
a list of commands, and its output is not shown. A block of `python` or `bash` right after a line
that ends in `` `FILE`: `` is what stands in that file from there on. A line `…` stands for any
lines. What follows a prompt, of the debugger or of a game, is typed there. All commands of a page
run in one shell in a fresh clone, but for the few in `_NOT_RUN`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.clone import Typed, Written, fresh_clone, run_in_shell

_BLOCK = re.compile(
    r"(?:^[^\n]*`(?P<file>[\w./-]+)`:\n\n)?"
    r"^(?P<indent> *)```(?P<kind>\w+)\n(?P<text>.*?)^(?P=indent)```$",
    re.MULTILINE | re.DOTALL,
)
_KINDS_OF_FILES = ("python", "bash")
_COMMAND = re.compile(
    r"^ *\$ (?P<command>(?:[^\n]*\\\n)*[^\n]+)\n(?P<said>(?:(?! *\$ )[^\n]*\n)*)", re.MULTILINE
)
_PROMPT = r"(?m:^)(?:\(Pdb\)|(?:RED|YELLOW), ply \d+:) "
_LEFT_OUT = "…"
_NOT_RUN = re.compile(
    r"git |cd connect-four-kata|scripts/(test|bench|watch)\b"
    r"|scripts/kata (doctor|mine --mate 9|studio|watch)\b"
)
"""What makes a clone, what takes minutes or a quiet machine, and what does not end by itself."""


@dataclass(frozen=True)
class Shown:
    """Hold a command as it stands on a page, and what the page says that it prints.

    What it says stands in the page from `begin` to `end`; nothing is to be said where it is not
    `shown`.
    """

    command: str
    said: str
    shown: bool
    begin: int
    end: int


@dataclass(frozen=True)
class Ran:
    """Hold a command of a page, and what it printed."""

    page: Shown
    printed: str
    code: int

    @property
    def command(self) -> str:
        return self.page.command

    @property
    def said(self) -> str:
        return self.page.said

    @property
    def shown(self) -> bool:
        return self.page.shown


def steps_of(page: str) -> Iterator[Shown | Written]:
    """Yield the commands of a page, and the files that it has written between them."""
    for block in _BLOCK.finditer(page):
        if block["kind"] != "console":
            if block["file"] and block["kind"] in _KINDS_OF_FILES:
                yield Written(block["file"], block["text"])
            continue
        commands = list(_COMMAND.finditer(block["text"]))
        shown = len(commands) == 1 or any(found["said"] for found in commands)
        for found in commands:
            begin, end = (block.start("text") + at for at in found.span("said"))
            yield Shown(found["command"], found["said"], shown, begin, end)


def run_page(page: str, clone: Path) -> Iterator[Ran]:
    """Run the commands of a page in a shell in a clone, one after another."""
    steps = [
        each
        for each in steps_of(page)
        if isinstance(each, Written) or not _NOT_RUN.match(each.command)
    ]
    typed = [each if isinstance(each, Written) else _typed(each) for each in steps]
    shown = [each for each in steps if isinstance(each, Shown)]
    for each, (printed, code) in zip(shown, run_in_shell(typed, clone), strict=True):
        yield Ran(each, _as_seen(printed, each, clone), code)


def _typed(shown: Shown) -> Typed:
    return Typed(shown.command, "".join(f"{line}\n" for line in _answers(shown)))


def _answers(shown: Shown) -> list[str]:
    return re.findall(f"{_PROMPT}(.+)", shown.said)


def _as_seen(printed: str, shown: Shown, clone: Path) -> str:
    """Return what a terminal shows, where what is typed stands after the prompt."""
    answers = iter(_answers(shown))

    def answered(prompt: re.Match[str]) -> str:
        answer = next(answers, None)
        return prompt[0] if answer is None else f"{prompt[0]}{answer}\n"

    return re.sub(_PROMPT, answered, printed).replace(f"{clone}/", "")


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
            (
                "isolation limits:",
                "    re-run: ",
                "slowest ",
                "at most ",
                "> ",
                "-> ",
                "kata: waiting for a core",
            )
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


def rewrite(page: str, clone: Path) -> str:
    """Return the page with what its commands print now."""
    for ran in reversed(list(run_page(page, clone))):
        if not ran.shown:
            continue
        begin, end = ran.page.begin, ran.page.end
        gap = "\n" if page[end:].startswith("$ ") and ran.printed else ""
        said = abridged(ran.said, ran.printed) + f"\n{gap}" * bool(ran.printed)
        page = page[:begin] + said + page[end:]
    return page


if __name__ == "__main__":
    for name in sys.argv[1:]:
        with TemporaryDirectory() as made:
            text = Path(name).read_text(encoding="utf-8")
            clone = fresh_clone(Path(made) / "connect-four-kata")
            Path(name).write_text(rewrite(text, clone), encoding="utf-8")
