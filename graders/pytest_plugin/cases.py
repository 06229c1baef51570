"""Turn the cases of a kata into pytest's items: collect a file to be graded, and sum up."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from graders.katas import all_katas
from graders.model.suite import Case, Suite
from graders.model.usage import UsageError
from graders.pytest_plugin.asked import Asked, asked_of, is_submission, is_submitted_folder
from graders.pytest_plugin.items import ERROR, SubmissionFile, Terms
from graders.pytest_plugin.summary import summary
from graders.sandbox.isolation import Isolation, IsolationUnavailableError, choose
from graders.suites.selection import Selection, select, suites_for

MARKER = "kata(name, suite, points): a case of a kata, which grades a file in a sandbox"
_NO_FILE = (
    "kata: no file to grade: name one, as in 'pytest my_solution.py --kata NAME', or have the ini "
    "option kata_files match it"
)


def register(config: pytest.Config) -> None:
    """Have a run collect and grade what it asks for; raise `pytest.UsageError` for a wrong wish."""
    try:
        config.pluginmanager.register(Cases.of(config), "kata-cases")
    except UsageError as error:
        raise pytest.UsageError(f"kata: {error}") from None


class Cases:
    """Take the files that are to be graded away from everybody who would import them."""

    def __init__(self, asked: Asked, terms: Terms) -> None:
        """Collect what is asked for, and have each case graded by these terms."""
        self._asked = asked
        self._terms = terms
        self._found_one = False

    @classmethod
    def of(cls, config: pytest.Config) -> Cases:
        """Read what a run asks for; raise `UsageError` for what it cannot have."""
        asked = asked_of(config)
        config.addinivalue_line("markers", MARKER)
        if not config.option.collectonly:
            _try_isolation(asked.isolation)
        return cls(asked, _terms(asked))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_collect_file(
        self, file_path: Path, parent: pytest.Collector
    ) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
        """Collect a submission as its cases, and as nothing else."""
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
        """Say what is graded by what."""
        cases = len(self._terms.suites)
        return f"kata: {self._asked.kata}, {cases} cases a file, isolation {self._asked.isolation}"

    def pytest_report_collectionfinish(self) -> str | list[str]:
        """Say how a file is named, where none was."""
        return [] if self._found_one else _NO_FILE

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Sum up the points of each file."""
        lines = summary(_reports(terminalreporter.stats))
        if lines:
            terminalreporter.section(f"kata {self._asked.kata}")
        for line in lines:
            terminalreporter.line(line)


def _terms(asked: Asked) -> Terms:
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
    return Terms(kata, tuple(alone), asked.isolation, asked.suites, asked.entry)


def _alone(suite: Suite, case: Case) -> Suite:
    """Return the suite with one case alone, as it is graded for one item."""
    return replace(suite, cases=(case,), variants=False, sha256=None)


def _try_isolation(level: str) -> None:
    """Refuse what does not work here, and load what it takes: Ctrl-C is to break no import."""
    if level not in ("auto", *Isolation):
        raise UsageError(f"there is no isolation {level!r}; there are auto, {', '.join(Isolation)}")
    try:
        chosen = choose(level)
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
