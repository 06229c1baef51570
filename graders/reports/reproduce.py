"""Say how to have a case in one's own hands: the Python that sets it up, and a command."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from pathlib import Path

import msgspec

from graders.channel.languages import LANGUAGES, UnknownLanguageError, language_of
from graders.model.scorecard import Result
from graders.model.verdict import Verdict
from graders.reports.layout import WIDTH, Line, indented, line

INDENT = 2
_NOTHING_TO_REPRODUCE = (Verdict.ACCEPTED, Verdict.LOAD_ERROR, Verdict.GRADER_ERROR)
_SAFE_IN_A_SHELL = re.compile(r"[\w@%+=:,./#~-]+", re.ASCII)


_GRADING = ("kata", "grade", "--command")
"""What the words that grade a program begin with."""


class Command(msgspec.Struct, frozen=True):
    """Hold how a case is tried by hand: the file, as it was named, and what else has to be said.

    A program cannot be tried in a terminal: it is graded on the case alone, by the words `again`.
    So is a file in another language than Python, which of a folder its `entry` shows.
    """

    file: str
    options: Sequence[str] = ()
    again: Sequence[str] = ()
    entry: str = ""

    def on(self, case_id: str) -> str:
        """Return the command that tries a case.

        >>> Command("my solution.py").on("phase3/mate-in-9#2")
        "kata try 'my solution.py' phase3/mate-in-9#2"
        >>> Command("mine.mjs").on("phase2/drop")
        'kata grade mine.mjs --case phase2/drop'
        """
        return " ".join(_in_a_shell(*part) for part in self._parts(case_id))

    def _parts(self, case_id: str) -> tuple[Sequence[str], Sequence[str]]:
        tried = _is_tried_by_hand(self.entry or self.file)
        again = self.again or (() if tried else ("kata", "grade", self.file))
        if again:
            return again, ("--case", case_id, *self.options)
        return ("kata", "try", self.file), (case_id, *self.options)

    @property
    def for_a_hint(self) -> str:
        """Return the command that gives the next hint on the file; a program leaves no history.

        >>> Command("mine.py").for_a_hint
        'kata hint mine.py'
        """
        if self.again:
            return ""
        return _in_a_shell("kata", "hint", self.file)

    @property
    def for_rules(self) -> str:
        """Return the command that names the rule a program breaks; empty for a file.

        >>> Command("./bot", again=("kata", "grade", "--command", "./bot -f")).for_rules
        "kata check-protocol './bot -f'"
        """
        if not self.again:
            return ""
        return _in_a_shell("kata", "check-protocol", *self.again[len(_GRADING) :])

    def lines(self, case_id: str, width: int) -> tuple[str, ...]:
        """Return the command in one line, or in two that a shell takes for one."""
        whole = self.on(case_id)
        if len(whole) <= width:
            return (whole,)
        first, second = self._parts(case_id)
        return (f"{_in_a_shell(*first)} \\", f"  {_in_a_shell(*second)}")


def _is_tried_by_hand(file: str) -> bool:
    try:
        return language_of(Path(file)) is LANGUAGES[0]
    except UnknownLanguageError:
        return True  # it was refused, and no case of it is to be tried


def _in_a_shell(*words: str) -> str:
    return " ".join(
        each if _SAFE_IN_A_SHELL.fullmatch(each) else shlex.quote(each) for each in words
    )


def decided(result: Result) -> str:
    """Return the id of the case, of a missed group that of the member which was missed.

    >>> decided(Result("a/b", Verdict.ACCEPTED, 1, 1, 2.0, group_size=2, decided_by="a/b#1"))
    'a/b'
    """
    missed = result.members and not result.accepted
    return result.decided_by if missed else result.id


def is_to_reproduce(result: Result) -> bool:
    """Tell whether there is more to see by trying a case; not where nothing could be called."""
    return result.verdict not in _NOTHING_TO_REPRODUCE


def in_hand(result: Result, command: Command | None, width: int = WIDTH) -> list[Line]:
    """Return how to reproduce a case that was missed; nothing where there is no more to see."""
    if not is_to_reproduce(result):
        return []
    written = [line(each) for each in result.reproduce.splitlines()]
    if command is not None:
        written.extend(map(line, command.lines(decided(result), width - INDENT)))
    return [line("to reproduce:"), *indented(written, INDENT)] if written else []
