"""Collect what a pytest run asks to grade as pytest's items, and sum up the points of each file."""

from __future__ import annotations

import math
import re
from collections.abc import Generator, Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from graders.grading.grade_file import grade_file
from graders.grading.intake import UnreadableError, check_is_code, read_submission
from graders.katas import all_katas
from graders.katas.kata import Kata
from graders.model.installation import kata_command, kata_program
from graders.model.limits import LONGEST_CAP_S
from graders.model.scorecard import Result, Scorecard
from graders.model.suite import Case, Suite
from graders.model.text import harmless
from graders.model.usage_error import UsageError
from graders.model.verdict import Verdict
from graders.reports import failure
from graders.reports.failure import Command
from graders.sandbox.isolation import Isolation, IsolationUnavailableError, choose_isolation
from graders.suites.selection import Selection, select, suites_for

MARKER = "kata(name, suite, points): a case of a kata, which grades a file in a sandbox"
_NO_FILE = (
    "kata: no file to grade: name one, as in 'pytest my_solution.py --kata NAME', or have the ini "
    "option kata_files match it"
)
_CAUTIONS = {
    Isolation.LIMITS: "isolation limits does not contain everything: grade only files that you "
    "trust, or install bubblewrap; kata doctor says what is left open",
    Isolation.PLAIN: "isolation plain contains nothing: it is for files of your own",
}


def register(config: pytest.Config) -> None:
    """Have a run collect and grade what it asks for; raise `pytest.UsageError` for a wrong wish."""
    try:
        config.pluginmanager.register(KataPlugin.of(config), "kata-cases")
    except UsageError as error:
        raise pytest.UsageError(f"kata: {error}") from None


class KataPlugin:
    """Take the files that are to be graded away from everybody who would import them."""

    def __init__(self, asked: PytestOptions, terms: GradingTerms) -> None:
        self._asked = asked
        self._terms = terms
        self._found_one = False

    @classmethod
    def of(cls, config: pytest.Config) -> KataPlugin:
        asked = pytest_options(config)
        config.addinivalue_line("markers", MARKER)
        if not config.option.collectonly:
            _try_isolation(asked.isolation)
        return cls(asked, _terms(asked))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_collect_file(
        self, file_path: Path, parent: pytest.Collector
    ) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
        collected = yield
        given = parent.session.isinitpath(file_path)
        if not is_submission(self._asked, file_path, given=given):
            return collected
        self._found_one = True
        file = SubmissionFile.from_parent(_no_package(parent), path=file_path, terms=self._terms)
        return [file]

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_collect_directory(
        self, path: Path, parent: pytest.Collector
    ) -> Generator[None, pytest.Collector | None, pytest.Collector | None]:
        """Collect a folder that is one submission as its cases, and nothing that lies in it."""
        collected = yield
        # The folder that pytest runs in stands for no folder: it is what nobody has named.
        given = parent.session.isinitpath(path) and path != parent.config.invocation_params.dir
        if not is_submitted_folder(self._asked, path, given=given):
            return collected
        self._found_one = True
        return SubmissionFile.from_parent(_no_package(parent), path=path, terms=self._terms)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Tell a fault of ours, which is an error of the run, from a case that was missed."""
        report = yield
        if item.stash.get(ERROR, False) and report.when == "call":
            report.when = "setup"
        return report

    def pytest_report_header(self) -> str:
        cases = len(self._terms.suites)
        return f"kata: {self._asked.kata}, {cases} cases a file, isolation {self._asked.isolation}"

    def pytest_report_collectionfinish(self) -> str | list[str]:
        return [] if self._found_one else _NO_FILE

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        lines = summary(_reports(terminalreporter.stats))
        if lines:
            terminalreporter.section(f"kata {self._asked.kata}")
        for line in lines:
            terminalreporter.line(line)


def _terms(asked: PytestOptions) -> GradingTerms:
    katas = all_katas()
    if asked.kata not in katas:
        raise UsageError(f"there is no kata {asked.kata!r}; there are {', '.join(katas)}")
    kata = katas[asked.kata]
    if asked.stretch and asked.suites:
        raise UsageError("stretch adds to the shipped suites: name the stretch suites themselves")
    selection = Selection(
        asked.suites,
        cap_s=asked.cap_s,
        stretch=asked.stretch,
        variants=asked.variants,
    ).loaded()
    suites = suites_for(kata, selection)
    by_name = {suite.name: suite for suite in suites}
    alone = (
        _alone(by_name[case.id.partition("/")[0]], case) for case in select(kata, suites, selection)
    )
    return GradingTerms(kata, tuple(alone), asked.isolation, asked.suites, asked.entry)


def _alone(suite: Suite, case: Case) -> Suite:
    return replace(suite, cases=(case,), variants=False, sha256=None)


def _try_isolation(level: str) -> None:
    """Refuse what does not work here, and load what it takes: Ctrl-C is to break no import."""
    if level not in ("auto", *Isolation):
        raise UsageError(f"there is no isolation {level!r}; there are auto, {', '.join(Isolation)}")
    try:
        chosen = choose_isolation(level)
    except IsolationUnavailableError as error:
        raise UsageError(str(error)) from None
    if chosen is not Isolation.PLAIN:
        import_module("graders.channel.sandbox_pool")  # Linux alone has them


def _no_package(parent: pytest.Collector) -> pytest.Collector:
    """Return the first parent that is no package: of one, pytest imports the `__init__.py`."""
    while isinstance(parent, pytest.Package) and isinstance(parent.parent, pytest.Collector):
        parent = parent.parent
    return parent


def _reports(stats: dict[str, list[Any]]) -> Iterable[pytest.TestReport]:
    for reports in stats.values():
        yield from (each for each in reports if isinstance(each, pytest.TestReport))


class _Sum(msgspec.Struct, frozen=True):
    points: int = 0
    max_points: int = 0
    cases: int = 0

    def plus(self, points: int, max_points: int) -> _Sum:
        return _Sum(self.points + points, self.max_points + max_points, self.cases + 1)


def summary(reports: Iterable[pytest.TestReport]) -> list[str]:
    """Return a line for each file that was graded, and a caution where nothing was contained."""
    sums: dict[str, _Sum] = {}
    cautions: set[str] = set()
    for node_id, facts in _facts_of_items(reports).items():
        file = node_id.partition("::")[0]
        points, most = facts["kata_points"], facts["kata_max_points"]
        sums[file] = sums.get(file, _Sum()).plus(int(str(points)), int(str(most)))
        cautions.add(_CAUTIONS.get(Isolation(str(facts["kata_isolation"])), ""))
    lines = [
        f"{file}: {each.points} of {each.max_points} points in {each.cases} "
        f"{'case' if each.cases == 1 else 'cases'}; '{kata_command()} grade {file}' says what to "
        "learn next"
        for file, each in sums.items()
    ]
    return [*lines, *sorted(filter(None, cautions))]


def _facts_of_items(reports: Iterable[pytest.TestReport]) -> dict[str, dict[str, object]]:
    """Return what was kept of each item that was graded: its phases all carry the same."""
    found = {report.nodeid: dict(report.user_properties) for report in reports}
    return {node_id: facts for node_id, facts in found.items() if "kata_verdict" in facts}


class PytestOptions(msgspec.Struct, frozen=True):
    """Which kata, suites, cap and isolation are asked for, and which files match.

    `by_name` tells that the kata was named on the command line, and not in the ini file. `globs`
    are over paths relative to `root`, those of folders with a slash at their end; `test_globs` are
    the names of test modules. `entry` is the file of a folder that is called, where it is named.
    """

    kata: str
    by_name: bool
    root: Path
    suites: tuple[str, ...] = ()
    cap_s: float | None = None
    isolation: str = "auto"
    stretch: bool = False
    variants: bool = False
    globs: tuple[str, ...] = ()
    test_globs: tuple[str, ...] = ()
    entry: str | None = None


def pytest_options(config: pytest.Config) -> PytestOptions:
    """Return what `config` asks for; raise `UsageError` for what it cannot mean."""
    named = config.getoption("kata")
    if named is None and not config.getini("kata"):
        raise UsageError("the --kata-… options say how to grade by a kata: name it with --kata")
    return PytestOptions(
        kata=str(named if named is not None else config.getini("kata")),
        by_name=named is not None,
        root=config.rootpath,
        suites=_suites(config),
        cap_s=_seconds(_first(config, "kata_cap")),
        isolation=_first(config, "kata_isolation") or "auto",
        stretch=bool(config.getoption("kata_stretch") or config.getini("kata_stretch")),
        variants=bool(config.getoption("kata_variants") or config.getini("kata_variants")),
        globs=tuple(config.getini("kata_files")),
        test_globs=tuple(config.getini("python_files")),
        entry=config.getoption("kata_entry"),
    )


def is_submission(asked: PytestOptions, path: Path, *, given: bool) -> bool:
    """Tell whether a file is to be graded; `given` tells that it was named on the command line.

    With `--kata` every file that is named is; where the ini file has the kata, test modules stay
    what they are. Files that are found in folders are where a glob of `kata_files` says so.

    >>> from pathlib import Path
    >>> here = Path("/home/ada")
    >>> globs = {"globs": ("mine/*.py",), "test_globs": ("test_*.py",)}
    >>> asked = PytestOptions("a kata", False, here, **globs)
    >>> is_submission(asked, here / "solver.py", given=True)
    True
    >>> is_submission(asked, here / "test_solver.py", given=True)
    False
    >>> is_submission(asked, here / "mine/solver.py", given=False)
    True
    """
    if _matches(asked, path, [glob for glob in asked.globs if not glob.endswith("/")]):
        return True
    return given and (asked.by_name or not any(path.match(glob) for glob in asked.test_globs))


def is_submitted_folder(asked: PytestOptions, path: Path, *, given: bool) -> bool:
    """Tell whether a folder is graded as a whole: named with `--kata`, or matched as a folder.

    Where `kata_files` says which files are, a folder that is named holds such.

    >>> here = Path("/home/ada")
    >>> is_submitted_folder(PytestOptions("a kata", True, here), here / "four", given=True)
    True
    >>> asked = PytestOptions("a kata", False, here, globs=("handed_in/*/",))
    >>> is_submitted_folder(asked, here / "handed_in/bob", given=False)
    True
    """
    if _matches(asked, path, [glob for glob in asked.globs if glob.endswith("/")]):
        return True
    return given and asked.by_name and not asked.globs


def _matches(asked: PytestOptions, path: Path, globs: Sequence[str]) -> bool:
    inside = path.is_relative_to(asked.root)
    return inside and any(path.relative_to(asked.root).match(glob) for glob in globs)


def _first(config: pytest.Config, name: str) -> str:
    given = config.getoption(name)
    return str(config.getini(name) if given is None else given)


def _suites(config: pytest.Config) -> tuple[str, ...]:
    """Return the suites; a path in the ini file is relative to that file."""
    given = config.getoption("kata_suite")
    if given is not None:
        return tuple(given)
    top = config.inipath.parent if config.inipath else config.rootpath
    return tuple(
        str(top / name) if name.endswith((".yaml", ".yml")) else name
        for name in config.getini("kata_suites")
    )


def _seconds(text: str) -> float | None:
    if not text:
        return None
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds <= LONGEST_CAP_S:
        most = f"more than 0 and at most {LONGEST_CAP_S:g}"
        raise UsageError(f"a cap is a number of seconds, {most}, such as 2.5, and not {text!r}")
    return seconds


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
    def __init__(self, *, file: SubmissionFile, suite: Suite, line: int, **named: Any) -> None:
        super().__init__(**named)
        self._file, self._kata, self._suite, self._line = file, file.terms.kata, suite, line
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
                probes=False,
                entry=self._file.terms.entry if self.path.is_dir() else None,
            )
        except UsageError as error:
            self._err(str(error))
        if not card.complete:
            raise KeyboardInterrupt
        self._take(card)

    def _take(self, card: Scorecard) -> None:
        result = card.results[0]
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
        return Command(str(file), options, program=kata_program())

    def _keep(self, result: Result, isolation: str) -> None:
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
        return self.path, self._line, self.name


def _line_of(path: Path, name: str) -> int:
    """Return in which line, from 0, a file defines what is called; 0 where it cannot be told."""
    if path.is_dir():
        return 0
    try:
        source = read_submission(path).source
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
