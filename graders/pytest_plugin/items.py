"""What pytest collects of a file that is to be graded: the file, and its cases."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from graders.grading.grade_file import grade_file
from graders.grading.intake import UnreadableError, check_is_code, read
from graders.katas.kata import Kata
from graders.model.scorecard import Result, Scorecard
from graders.model.suite import Suite
from graders.model.text import harmless
from graders.model.usage import UsageError
from graders.model.verdict import Verdict
from graders.reports import failure
from graders.reports.failure import Command

ERROR: pytest.StashKey[bool] = pytest.StashKey()
"""Whether the grader itself, and not the submission, failed on an item."""


class GradingTerms(msgspec.Struct, frozen=True):
    """What is the same for every file.

    That is the kata, for each case a suite of that case alone, the isolation, and the suites as
    they were `named`, if they were, and the `entry` of a folder, likewise.
    """

    kata: Kata[Any]
    suites: tuple[Suite, ...]
    isolation: str
    named: tuple[str, ...] = ()
    entry: str | None = None


class SubmissionFile(pytest.File):
    """Collect the cases of a file or a folder, without importing it or looking into it."""

    def __init__(self, *, terms: GradingTerms, **named: Any) -> None:
        super().__init__(**named)
        self.terms = terms
        self.not_loaded = ""
        """The case that found that the file cannot be loaded, if one did."""

    def collect(self) -> Iterator[CaseItem]:
        """Return an item for each case; raise `CollectError` for what can be no submission."""
        try:
            check_is_code(self.path)
        except UsageError as error:
            raise self.CollectError(str(error)) from None
        line = _line_of(self.path, self.terms.kata.function)
        for suite in self.terms.suites:
            yield CaseItem.from_parent(
                self, name=suite.cases[0].id, file=self, suite=suite, line=line
            )


class CaseItem(pytest.Item):
    """Grade a file on one case."""

    def __init__(self, *, file: SubmissionFile, suite: Suite, line: int, **named: Any) -> None:
        super().__init__(**named)
        self._file, self._kata, self._suite, self._line = file, file.terms.kata, suite, line
        self._entry = ""
        points = suite.cases[0].points
        self.add_marker(pytest.mark.kata(name=self._kata.name, suite=suite.name, points=points))

    def runtest(self) -> None:
        """Grade the case in a sandbox; a verdict that is not `accepted` fails the item."""
        if self._file.not_loaded:
            self._fail(f"load error: the file cannot be loaded, see {self._file.not_loaded}")
        try:
            card = grade_file(
                self.path,
                kata=self._kata.name,
                suites=[self._suite],
                isolation=self._file.terms.isolation,
                entry=self._file.terms.entry if self.path.is_dir() else None,
            )
        except UsageError as error:
            self._err(str(error))
        if not card.complete:
            raise KeyboardInterrupt
        self._take(card)

    def _take(self, card: Scorecard) -> None:
        result = card.results[0]
        self._entry = card.submission.entry
        self._keep(result, card.isolation)
        if result.verdict is Verdict.GRADER_ERROR:
            self._err(f"the grader itself failed, which says nothing of the file\n{result.message}")
        if result.verdict is Verdict.LOAD_ERROR:
            self._file.not_loaded = self.name
        if not result.accepted:
            self._fail(failure_text(result, self._kata, self._by_hand))

    @property
    def _by_hand(self) -> Command:
        """Return how a case is tried by hand, from where pytest was started."""
        here = self.config.invocation_params.dir
        file = self.path.relative_to(here) if self.path.is_relative_to(here) else self.path
        options = [option for name in self._file.terms.named for option in ("--suite", name)]
        if self._file.terms.entry is not None:
            options += ["--entry", self._file.terms.entry]
        return Command(str(file), options, entry=self._entry)

    def _keep(self, result: Result, isolation: str) -> None:
        """Let reports have what a scorecard has, and what the submission printed."""
        self.user_properties += [
            ("kata_verdict", str(result.verdict)),
            ("kata_points", result.points),
            ("kata_max_points", result.max_points),
            ("kata_wall_s", result.wall_s),
            ("kata_cpu_s", result.cpu_s),
            ("kata_isolation", isolation),
        ]
        for name, text in (("stdout", result.stdout), ("stderr", result.stderr)):
            if text:
                self.add_report_section("call", name, text)

    def _fail(self, text: str) -> None:
        raise pytest.fail.Exception(text, pytrace=False)

    def _err(self, text: str) -> None:
        self.stash[ERROR] = True
        raise pytest.fail.Exception(text, pytrace=False)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Say where it is: at the function that is called."""
        return self.path, self._line, self.name


def _line_of(path: Path, name: str) -> int:
    """Return in which line, from 0, a file defines what is called; 0 where it cannot be told."""
    if path.is_dir():
        return 0
    try:
        source = read(path).source
    except (OSError, UnreadableError):
        return 0
    found = re.search(
        rb"^(?:async +)?(?:def|class) +" + name.encode() + rb"\b", source, re.MULTILINE
    )
    return source.count(b"\n", 0, found.start()) if found else 0


def failure_text(result: Result, kata: Kata[Any], command: Command) -> str:
    """Return the text for a result that is not accepted; its first line can stand alone.

    What the submission printed is left out: pytest shows that in sections of its own.
    """
    first = f"{result.verdict.in_words}: {result.message}"
    told_above = replace(result, message="", stdout="", stderr="")
    more = failure.plain(told_above, kata.tell, command=command)
    return harmless("\n".join([first, *more]))
