"""Get a submission ready to be graded: read it, find its kata, cases and driver, open sandboxes.

What cannot be got ready has a scorecard all the same (`NotStarted`): the same verdict on every
case, or the one case `load` where nobody can tell which kata it is for.
"""

from __future__ import annotations

import os
import re
import traceback
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from graders.channel.budget import Budget, Settings
from graders.channel.channel import survey
from graders.channel.sandbox_pool import SandboxPool, pool_for
from graders.grading.drivers import driver_at, driver_of, with_driver
from graders.grading.folders import NoEntryError, entered, kata_begun_in, read_folder
from graders.grading.intake import (
    CannotRunError,
    UnreadableError,
    check_is_code,
    read,
    shown_name,
    taken,
)
from graders.grading.provenance import program_submitted, submitted
from graders.grading.recognise import NotRecognisedError, recognise
from graders.grading.results import exception_summary
from graders.grading.scorecard import LOAD, not_run_of, refuse, unloadable
from graders.katas import all_katas, kata_named
from graders.katas.kata import Kata
from graders.model.provenance import Options, Submitted
from graders.model.request import Survey
from graders.model.scorecard import NotRun, Scorecard, Thrown
from graders.model.submission import Command, Content, Driver, Files, Origin, Submission
from graders.model.suite import Case, Suite
from graders.model.usage import UsageError
from graders.model.verdict import Judgement, Verdict
from graders.sandbox.isolation import Isolation, IsolationUnavailableError, choose
from graders.suites import LONGEST_CAP_S
from graders.suites.selection import Selection, select, suites_for

UNKNOWN = "unknown"
"""The kata's name in the scorecard of a file that was written for no kata in particular."""
UNSCORED = (
    "it is not clear which kata the file is for, so this counts as 0 of 1; name the kata with "
    "--kata, and every case of it counts"
)


class Handed(msgspec.Struct, frozen=True):
    """Where a submission lies, or what is in it where somebody has read it, or why nobody could."""

    named: str | os.PathLike[str] | Command
    content: Content | None = None
    unreadable: str = ""
    entry: str | os.PathLike[str] | None = None

    @property
    def command(self) -> Command | None:
        return self.named if isinstance(self.named, Command) else None

    @property
    def path(self) -> Path:
        named = self.named
        return Path(named.words[0] if isinstance(named, Command) else named)

    @property
    def is_read_here(self) -> bool:
        """Tell whether nobody has read it before, so that what lies beside it can be seen."""
        return self.content is None and not self.unreadable and self.command is None

    @property
    def begun(self) -> Kata[Any] | None:
        """Return the kata that the folder where it lies was made for by `kata new`."""
        if not self.is_read_here:
            return None
        return kata_begun_in(self.path if self.path.is_dir() else self.path.parent)

    def read(self) -> Submission | Files:
        """Read it; raise what `read` raises, and `UsageError` for what is no code."""
        if self.command is not None:
            from graders.channel.commands import submission_of  # noqa: PLC0415  # few are programs

            return submission_of(self.command)
        if self.unreadable:
            raise UnreadableError(self.unreadable)
        if isinstance(self.content, Files):
            return self.content
        if self.content is not None:
            return taken(self.path, self.content)
        if self.path.is_dir():
            return read_folder(self.path, None if self.entry is None else os.fspath(self.entry))
        if self.entry is not None:
            raise UsageError("--entry names a file of a folder: grade the folder")
        check_is_code(self.path)
        return read(self.path)


class GradeRequest(msgspec.Struct, frozen=True):
    """Which submission is to be graded, as what, on what and how, and what it may spend."""

    handed: Handed
    kata: str | None
    driver: Driver | None
    selection: Selection
    settings: Settings
    options: Options
    budget: Budget

    @classmethod
    def of(
        cls,
        handed: Handed,
        *,
        kata: str | None,
        driver: str | os.PathLike[str] | Driver | None,
        selection: Selection,
        settings: Settings,
        options: Options,
    ) -> GradeRequest:
        """Check what is asked for; raise `UsageError` for what the caller has to correct."""
        selection = selection.loaded()
        if kata is not None and kata not in all_katas():
            raise UsageError(f"there is no kata {kata!r}; there are {', '.join(all_katas())}")
        command = handed.command
        if command is not None:
            _check_command(command, kata or selection.kata, settings.isolation)
            shown = tuple(map(str, command.shown))
            options = replace(options, command=command.words, shown=shown)
        own = driver_at(Path(driver)) if isinstance(driver, str | os.PathLike) else driver
        budget = Budget(settings.limits)
        return cls(handed, kata or selection.kata, own, selection, settings, options, budget)

    @property
    def shown(self) -> str:
        command = self.handed.command
        return shown_name(str(self.handed.path) if command is None else command.said)


class Prepared(msgspec.Struct, frozen=True):
    """A submission that can be asked: with its driver, its cases, and sandboxes to run it in."""

    submission: Submission
    kata: Kata[Any]
    suites: tuple[Suite, ...]
    cases: tuple[Case, ...]
    boxes: SandboxPool
    submitted: Submitted

    @property
    def content(self) -> Content | None:
        return self.submission.content if self.submission.command is None else None

    @property
    def entry(self) -> str:
        return self.submission.name if self.submission.files is not None else ""


class NotStarted(msgspec.Struct, frozen=True):
    """A submission that is not run, as far as it got; without a `judgement` it was interrupted."""

    submitted: Submitted
    content: Content | None
    entry: str
    judgement: Judgement | None
    thrown: Thrown | None
    chosen: _Chosen | None

    @property
    def kata(self) -> Kata[Any] | None:
        return self.chosen.kata if self.chosen else None

    @property
    def suites(self) -> tuple[Suite, ...]:
        return self.chosen.suites if self.chosen else ()

    @property
    def cases(self) -> tuple[Case, ...]:
        return self.chosen.cases if self.chosen else ()

    def scorecard(self, request: GradeRequest) -> Scorecard:
        """Return its scorecard: the same verdict on every case, or all of them not run."""
        chosen, level = self.chosen, str(request.settings.isolation)
        if self.judgement is None:
            not_run = not_run_of(chosen.cases) if chosen else (NotRun(LOAD, 1, 0.0),)
            name = chosen.kata.name if chosen else UNKNOWN
            return Scorecard(self.submitted, name, level, (), complete=False, not_run=not_run)
        if chosen is None:
            scorecard = unloadable(self.submitted, self._unscored(self.judgement), UNKNOWN, level)
        else:
            scorecard = refuse(self.submitted, chosen.kata, chosen.cases, self.judgement, level)
        results = tuple(replace(result, thrown=self.thrown) for result in scorecard.results)
        return replace(scorecard, results=results)

    def _unscored(self, judgement: Judgement) -> Judgement:
        """Add how to have it scored, but for what would have to be mended first."""
        ours = judgement.verdict is Verdict.GRADER_ERROR
        if ours or (self.thrown is not None and self.thrown.unparsed):
            return judgement
        return judgement._replace(message=f"{judgement.message}\n{UNSCORED}")


def prepare(request: GradeRequest, sandboxes: ExitStack) -> Prepared | NotStarted:
    """Get a submission ready to be graded; the sandboxes that it takes are for `sandboxes` to end.

    Raises `UsageError` for what the caller has to correct.
    """
    return _Preparation(request).run(sandboxes)


class _Preparation:
    """What is known of a submission on the way, so that it can be told wherever that ends."""

    def __init__(self, request: GradeRequest) -> None:
        self._request = request
        self._submitted = submitted(request.shown, None)
        self._content: Content | None = None
        self._entry = ""
        self._chosen: _Chosen | None = None

    def run(self, sandboxes: ExitStack) -> Prepared | NotStarted:
        request = self._request
        try:
            handed_in = request.handed.read()
        except FileNotFoundError:
            raise UsageError(f"there is no file {request.shown}") from None
        except UnreadableError as error:
            self._saw(error.source)
            return self._not_started(_judgement_on(error))
        try:
            return self._prepared(handed_in, sandboxes)
        except UsageError:
            raise
        except (UnreadableError, NoEntryError, NotRecognisedError) as error:
            raised = getattr(error, "raised", None)
            thrown = exception_summary(raised) if raised else None
            return self._not_started(_judgement_on(error), thrown)
        except Exception:
            return self._not_started(Judgement(Verdict.GRADER_ERROR, traceback.format_exc()))
        except KeyboardInterrupt:
            return self._not_started(None)

    def _prepared(self, handed_in: Submission | Files, sandboxes: ExitStack) -> Prepared:
        request = self._request
        submission, kata_name = handed_in, request.kata
        if isinstance(submission, Files):
            self._saw(submission, submission.entry)
            submission, kata_name = self._entered(submission)
        self._saw_submission(submission)
        boxes = sandboxes.enter_context(
            pool_for(submission, request.settings, longest_s=LONGEST_CAP_S, budget=request.budget)
        )
        kata, surveyed = _kata_of(submission, boxes, request, kata_name)
        self._chosen = chosen = _chosen_of(kata, request.selection)
        driver = _driver(submission, request)
        submission = with_driver(submission, kata, surveyed, driver)
        return Prepared(submission, kata, chosen.suites, chosen.cases, boxes, self._submitted)

    def _entered(self, files: Files) -> tuple[Submission, str | None]:
        """Return what a folder comes to, once it is known which file is called, and its kata."""
        request = self._request
        folder, kata = request.handed.path, request.kata
        found = entered(files, folder, request.settings, kata, request.budget)
        if kata is None and found.survey is not None:
            kata = _recognised(found.survey, request.handed).name
        return found.submission, kata

    def _saw(self, content: Content | None, entry: str = "") -> None:
        self._content, self._entry = content, entry
        self._submitted = submitted(self._request.shown, content, entry)

    def _saw_submission(self, submission: Submission) -> None:
        if submission.command is not None:
            self._submitted = program_submitted(self._request.shown, submission.path)
            return
        self._saw(submission.content, submission.name if submission.files is not None else "")

    def _not_started(self, judgement: Judgement | None, thrown: Thrown | None = None) -> NotStarted:
        chosen = self._chosen or _chosen(self._request)
        return NotStarted(self._submitted, self._content, self._entry, judgement, thrown, chosen)


def _judgement_on(error: Exception) -> Judgement:
    """Return the verdict on what cannot be loaded, which is ours where this machine lacks it."""
    ours = isinstance(error, CannotRunError)
    return Judgement(Verdict.GRADER_ERROR if ours else Verdict.LOAD_ERROR, str(error))


def _driver(submission: Submission, request: GradeRequest) -> Driver | None:
    """Return the driver that is named, or else its own, or else the one for all beside it."""
    if request.driver is not None and request.driver.origin is Origin.NAMED:
        return request.driver
    return driver_of(submission, read_here=request.handed.is_read_here) or request.driver


def _kata_of(
    submission: Submission, boxes: SandboxPool, request: GradeRequest, name: str | None
) -> tuple[Kata[Any], Survey | None]:
    """Return the kata of that `name`, or else the one that the file was written for.

    What it defines is read beforehand only for that, or to see whether it is its own driver.
    """
    if name is not None:
        kata = kata_named(name)
        known = not kata.is_driven or request.driver is not None or submission.command is not None
        return kata, None if known else survey(submission, request.settings, pool=boxes)
    surveyed = survey(submission, request.settings, lambda: _load_for(submission.source), boxes)
    return _recognised(surveyed, request.handed), surveyed


def _load_for(source: bytes) -> None:
    """Load the katas that a source may be for; which one it is for, a survey tells."""
    all_katas().of_names({word.decode() for word in re.findall(rb"[A-Za-z_]\w*", source)})


def _recognised(surveyed: Survey, handed: Handed) -> Kata[Any]:
    """Return the kata that a file was written for, or that its folder was made for."""
    try:
        return recognise(surveyed)
    except NotRecognisedError:
        if surveyed.problem is not None or (begun := handed.begun) is None:
            raise
        return begun


def level_of(wanted: str) -> Isolation:
    """Return the level of isolation that is wanted; raise `UsageError` where there is none."""
    if wanted not in ("auto", *Isolation):
        raise UsageError(
            f"there is no isolation {wanted!r}; there are auto, {', '.join(Isolation)}"
        )
    try:
        return choose(wanted)
    except IsolationUnavailableError as error:
        raise UsageError(str(error)) from None


def _check_command(command: Command, kata: str | None, isolation: Isolation) -> None:
    """Raise `UsageError` for a program that cannot be started, or that nobody can ask."""
    can = [each.name for each in all_katas().values() if each.asks_programs]
    if kata is None:
        choice = " or ".join(f"--kata {name}" for name in can)
        raise UsageError(f"a command does not show its kata: name it with {choice}")
    if kata not in can:
        raise UsageError(
            f"a command cannot be graded by the kata {kata}, which wants a file; it can by "
            f"{' and '.join(can)}"
        )
    from graders.channel.commands import check_can_start  # noqa: PLC0415  # as above

    check_can_start(command, isolation)


class _Chosen(msgspec.Struct, frozen=True):
    """Hold what a file is graded on."""

    kata: Kata[Any]
    suites: tuple[Suite, ...]
    cases: tuple[Case, ...]


def _chosen(request: GradeRequest) -> _Chosen | None:
    """Return what is graded where the file itself cannot tell; None where nobody else does."""
    name = request.kata or request.selection.only_kata
    kata = kata_named(name) if name else request.handed.begun
    return None if kata is None else _chosen_of(kata, request.selection)


def _chosen_of(kata: Kata[Any], selection: Selection) -> _Chosen:
    suites = suites_for(kata, selection)
    return _Chosen(kata, suites, select(kata, suites, selection))
