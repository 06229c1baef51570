"""Get a submission ready to be graded: read it, find its kata, cases and driver, open sandboxes.

What cannot be got ready has a scorecard all the same (`NotStarted`): the same verdict on every
case, or the one case `load` where nobody can tell which kata it is for.
"""

from __future__ import annotations

import os
import re
import traceback
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from graders.channel.budget import Budget, Settings
from graders.channel.channel import survey
from graders.channel.commands import check_can_start, submission_of
from graders.channel.sandbox_pool import SandboxPool, pool_for
from graders.grading.drivers import driver_at, driver_of, with_driver
from graders.grading.folders import NoEntryError, kata_begun_in, read_folder, resolve_entry
from graders.grading.intake import (
    CannotRunError,
    UnreadableError,
    check_is_code,
    read_submission,
    shown_name,
    submission_from_bytes,
)
from graders.grading.messages import (
    SpellingStyle,
    exception_in_one_line,
    nothing_found,
    unreadable,
)
from graders.grading.provenance import program_submitted, submitted
from graders.grading.results import exception_summary
from graders.grading.scorecard import (
    LOAD,
    not_run_of,
    scorecard_of_unstarted,
    scorecard_without_kata,
)
from graders.katas import all_katas, kata_named
from graders.katas.kata import Kata
from graders.model.limits import LONGEST_CAP_S
from graders.model.provenance import Options, Submitted
from graders.model.raised import Raised
from graders.model.request import Survey
from graders.model.scorecard import NotRun, Scorecard, Thrown
from graders.model.submission import (
    Command,
    Content,
    Driver,
    Files,
    Origin,
    Submission,
    names_spelled,
    spelled,
)
from graders.model.suite import Case, Suite
from graders.model.text import on_one_line
from graders.model.usage_error import UsageError
from graders.model.verdict import Judgement, Verdict
from graders.sandbox.isolation import Isolation, IsolationUnavailableError, choose_isolation
from graders.suites.selection import Selection, select, suites_for

UNKNOWN = "unknown"
"""The kata's name in the scorecard of a file that was written for no kata in particular."""
MOST_NAMES_LISTED = 12
_OTHER_NAMES = "classes with names of their own need {} and a driver, which kata adapt FILE writes"
UNSCORED = (
    "it is not clear which kata the file is for, so this counts as 0 of 1; name the kata with "
    "--kata, and every case of it counts"
)


class SubmissionInput(msgspec.Struct, frozen=True):
    """Where a submission lies, or what is in it where somebody has read it."""

    named: str | os.PathLike[str] | Command
    content: Content | None = None
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
        # Beside what somebody has read before, nothing of the submission's lies here.
        return self.content is None and self.command is None

    @property
    def kata_of_folder(self) -> Kata[Any] | None:
        if not self.is_read_here:
            return None
        return kata_begun_in(self.path if self.path.is_dir() else self.path.parent)

    def read(self) -> Submission | Files:
        if self.command is not None:
            return submission_of(self.command)
        if isinstance(self.content, Files):
            return self.content
        if self.content is not None:
            return submission_from_bytes(self.path, self.content)
        if self.path.is_dir():
            return read_folder(self.path, None if self.entry is None else os.fspath(self.entry))
        if self.entry is not None:
            raise UsageError("--entry names a file of a folder: grade the folder")
        check_is_code(self.path)
        return read_submission(self.path)


class GradeRequest(msgspec.Struct, frozen=True):
    """Which submission is to be graded, as what, on what and how, and what it may spend."""

    handed_in: SubmissionInput
    kata: str | None
    driver: Driver | None
    selection: Selection
    settings: Settings
    options: Options
    budget: Budget

    @classmethod
    def of(
        cls,
        handed_in: SubmissionInput,
        *,
        kata: str | None,
        driver: str | os.PathLike[str] | Driver | None,
        selection: Selection,
        settings: Settings,
        options: Options,
    ) -> GradeRequest:
        selection = selection.loaded()
        if kata is not None and kata not in all_katas():
            raise UsageError(f"there is no kata {kata!r}; there are {', '.join(all_katas())}")
        command = handed_in.command
        if command is not None:
            _check_command(command, kata or selection.kata, settings.isolation)
            shown = tuple(map(str, command.shown))
            options = replace(options, command=command.words, shown=shown)
        own = driver_at(Path(driver)) if isinstance(driver, str | os.PathLike) else driver
        budget = Budget(settings.limits)
        return cls(handed_in, kata or selection.kata, own, selection, settings, options, budget)

    @property
    def shown(self) -> str:
        command = self.handed_in.command
        return shown_name(str(self.handed_in.path) if command is None else command.said)


class Prepared(msgspec.Struct, frozen=True):
    submission: Submission
    kata: Kata[Any]
    suites: tuple[Suite, ...]
    cases: tuple[Case, ...]
    pool: SandboxPool
    submitted: Submitted

    @property
    def content(self) -> Content | None:
        return self.submission.content if self.submission.command is None else None

    @property
    def entry(self) -> str:
        return self.submission.name if self.submission.files is not None else ""


class NotStarted(msgspec.Struct, frozen=True):
    """A submission that is not run, as far as it got; without a `judgement` it was interrupted.

    `refused` says why, where its own fault kept it from being run at all. It is empty where what
    was wrong came of its code, and the kata is known.
    """

    submitted: Submitted
    content: Content | None
    entry: str
    judgement: Judgement | None
    thrown: Thrown | None
    chosen: ChosenCases | None
    refused: str = ""

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
        chosen, level = self.chosen, str(request.settings.isolation)
        if self.judgement is None:
            not_run = not_run_of(chosen.cases) if chosen else (NotRun(LOAD, 1, 0.0),)
            name = chosen.kata.name if chosen else UNKNOWN
            return Scorecard(self.submitted, name, level, (), complete=False, not_run=not_run)
        if chosen is None:
            scorecard = scorecard_without_kata(
                self.submitted, self._with_how_to_score(self.judgement), UNKNOWN, level
            )
        else:
            scorecard = scorecard_of_unstarted(
                self.submitted, chosen.kata, chosen.cases, self.judgement, level
            )
        results = tuple(replace(result, thrown=self.thrown) for result in scorecard.results)
        return replace(scorecard, results=results)

    def _with_how_to_score(self, judgement: Judgement) -> Judgement:
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
        self._chosen: ChosenCases | None = None

    def run(self, sandboxes: ExitStack) -> Prepared | NotStarted:
        request = self._request
        try:
            content_read = request.handed_in.read()
        except FileNotFoundError:
            raise UsageError(f"there is no file {request.shown}") from None
        except UnreadableError as error:
            self._note_content(error.source)
            return self._not_started(_judgement_on(error), refused=_refusal(error))
        try:
            return self._prepare(content_read, sandboxes)
        except UsageError:
            raise
        except (UnreadableError, NoEntryError, NotRecognisedError) as error:
            raised = getattr(error, "raised", None)
            thrown = exception_summary(raised) if raised else None
            return self._not_started(_judgement_on(error), thrown, refused=_refusal(error, raised))
        except Exception:
            return self._not_started(Judgement(Verdict.GRADER_ERROR, traceback.format_exc()))
        except KeyboardInterrupt:
            return self._not_started(None)

    def _prepare(self, content_read: Submission | Files, sandboxes: ExitStack) -> Prepared:
        request = self._request
        submission, kata_name = content_read, request.kata
        if isinstance(submission, Files):
            self._note_content(submission, submission.entry)
            submission, kata_name = self._enter_folder(submission)
        self._note_submission(submission)
        pool = sandboxes.enter_context(
            pool_for(submission, request.settings, longest_s=LONGEST_CAP_S, budget=request.budget)
        )
        kata, surveyed = _kata_of(submission, pool, request, kata_name)
        self._chosen = chosen = _cases_for(kata, request.selection)
        driver = _driver(submission, request)
        submission = with_driver(submission, kata, surveyed, driver)
        return Prepared(submission, kata, chosen.suites, chosen.cases, pool, self._submitted)

    def _enter_folder(self, files: Files) -> tuple[Submission, str | None]:
        request = self._request
        folder, kata = request.handed_in.path, request.kata
        found = resolve_entry(files, folder, request.settings, kata, request.budget)
        if kata is None and found.survey is not None:
            kata = _recognised_kata(found.survey, request.handed_in).name
        return found.submission, kata

    def _note_content(self, content: Content | None, entry: str = "") -> None:
        self._content, self._entry = content, entry
        self._submitted = submitted(self._request.shown, content, entry)

    def _note_submission(self, submission: Submission) -> None:
        if submission.command is not None:
            self._submitted = program_submitted(self._request.shown, submission.path)
            return
        self._note_content(
            submission.content, submission.name if submission.files is not None else ""
        )

    def _not_started(
        self, judgement: Judgement | None, thrown: Thrown | None = None, *, refused: str = ""
    ) -> NotStarted:
        chosen = self._chosen or _cases_unread(self._request)
        if chosen is not None and thrown is not None:
            refused = ""
        return NotStarted(
            self._submitted, self._content, self._entry, judgement, thrown, chosen, refused
        )


def _judgement_on(error: Exception) -> Judgement:
    ours = isinstance(error, CannotRunError)
    return Judgement(Verdict.GRADER_ERROR if ours else Verdict.LOAD_ERROR, str(error))


def _refusal(error: Exception, raised: Raised | None = None) -> str:
    """Return why nothing is run, in one line; nothing where that is our fault."""
    if isinstance(error, CannotRunError):
        return ""
    if raised is None:
        return on_one_line(str(error))
    where = f"line {raised.syntax.line}: " if raised.syntax else ""
    what = f"{where}{exception_in_one_line(raised)}"
    return f"it is unclear which kata it is for: {what}; name that with --kata"


def _driver(submission: Submission, request: GradeRequest) -> Driver | None:
    if request.driver is not None and request.driver.origin is Origin.NAMED:
        return request.driver
    return driver_of(submission, read_here=request.handed_in.is_read_here) or request.driver


def _kata_of(
    submission: Submission, pool: SandboxPool, request: GradeRequest, name: str | None
) -> tuple[Kata[Any], Survey | None]:
    """Return the kata of that `name`, or else the one that the file was written for.

    What it defines is read beforehand only for that, or to see whether it is its own driver.
    """
    if name is not None:
        kata = kata_named(name)
        known = not kata.is_driven or request.driver is not None or submission.command is not None
        return kata, None if known else survey(submission, request.settings, pool=pool)
    surveyed = survey(
        submission, request.settings, lambda: _load_for(submission.source, request.selection), pool
    )
    return _recognised_kata(surveyed, request.handed_in), surveyed


def _load_for(source: bytes, selection: Selection) -> None:
    # Beside the survey, which says which of these it is for.
    words = {word.decode() for word in re.findall(rb"[A-Za-z_]\w*", source)}
    for kata in all_katas().of_names(words):
        with suppress(UsageError):  # it is told where the suites are wanted
            suites_for(kata, selection)


def _recognised_kata(surveyed: Survey, handed_in: SubmissionInput) -> Kata[Any]:
    try:
        return recognise(surveyed)
    except NotRecognisedError:
        if surveyed.problem is not None or (of_folder := handed_in.kata_of_folder) is None:
            raise
        return of_folder


class NotRecognisedError(ValueError):
    """What a file defines, and what it would have to define.

    `raised` is the exception that kept it from being read, if one did.
    """

    def __init__(self, words: str, raised: Raised | None = None) -> None:
        super().__init__(words)
        self.raised = raised


def recognise(survey: Survey, wanted: str | None = None) -> Kata[Any]:
    """Return the kata that a file was written for; with `wanted`, always that one.

    Which of several entries of one kata is meant shows only when the file is loaded. Names that
    were imported or computed count only where nothing is written out.

    Raises `NotRecognisedError` if the file cannot be read, or if no kata is wanted and the file
    defines an entry point of none or of several; `ValueError` if there is no kata called `wanted`.
    """
    chosen = None if wanted is None else kata_named(wanted)
    if survey.problem is not None:
        problem = survey.problem
        raised = problem if isinstance(problem, Raised) else None
        raise NotRecognisedError(unreadable(problem), raised)
    if chosen is not None:
        return chosen
    perhaps = replace(survey, functions=survey.functions + survey.others)
    for view in (survey, perhaps):
        katas = all_katas().of_names(_names_in(view))
        matching = [(kata, found) for kata in katas if (found := kata.entries(view))]
        if len(matching) == 1:
            return matching[0][0]
        if matching:
            entries = {kata.name: found for kata, found in matching}
            raise NotRecognisedError(_several_katas(entries))
    raise NotRecognisedError(_not_recognised(survey, list(all_katas().values())))


def _names_in(survey: Survey) -> set[str]:
    names = set(survey.functions) | set(survey.last[1] if survey.last else ())
    return names.union(*({name, *methods} for name, methods in survey.methods))


def _several_katas(entries: Mapping[str, Sequence[str]]) -> str:
    every = [entry for of_kata in entries.values() for entry in of_kata]
    left = len(every) - MOST_NAMES_LISTED
    found = " and ".join([*every[:MOST_NAMES_LISTED], *([f"{left} more"] if left > 0 else [])])
    choice = " or ".join(f"--kata {name}" for name in entries)
    return f"found {found}; expected those of one kata: choose with {choice}"


def _not_recognised(survey: Survey, katas: Sequence[Kata[Any]]) -> str:
    methods = [f"{name}.{method}" for name, own in survey.methods for method in own]
    wanted = {spelled(kata.function, survey.speech) for kata in katas}
    classes = [name for name, _ in survey.methods if name in wanted]
    names = [*methods, *survey.functions, *survey.others, *classes]
    expected = [
        (name, names_spelled(kata.expects, survey.speech))
        for kata in katas
        for name in [spelled(kata.function, survey.speech)]
    ]
    others = [kata.otherwise for kata in katas if kata.otherwise]
    manner = SpellingStyle(survey.speech, survey.modules)
    said = nothing_found(_definitions(survey), expected, names, manner, others)
    driven = [f"--kata {kata.name}" for kata in katas if kata.is_driven]
    return f"{said}; {_OTHER_NAMES.format(' or '.join(driven))}" if survey.methods else said


def _definitions(survey: Survey) -> str:
    parts = [
        _listed("function", "functions", survey.functions),
        _listed("class", "classes", [name for name, _ in survey.methods]),
    ]
    return " and ".join(part for part in parts if part) or "no function and no class"


def _listed(one: str, many: str, names: Iterable[str]) -> str:
    names = list(names)
    if not names:
        return ""
    listed = ", ".join(names[:MOST_NAMES_LISTED])
    more = f" and {len(names) - MOST_NAMES_LISTED} more" if len(names) > MOST_NAMES_LISTED else ""
    return f"the {one if len(names) == 1 else many} {listed}{more}"


def level_of(wanted: str) -> Isolation:
    """Return the level of isolation that is wanted; raise `UsageError` where there is none."""
    if wanted not in ("auto", *Isolation):
        raise UsageError(
            f"there is no isolation {wanted!r}; there are auto, {', '.join(Isolation)}"
        )
    try:
        return choose_isolation(wanted)
    except IsolationUnavailableError as error:
        raise UsageError(str(error)) from None


def _check_command(command: Command, kata: str | None, isolation: Isolation) -> None:
    can = [each.name for each in all_katas().values() if each.asks_programs]
    if kata is None:
        choice = " or ".join(f"--kata {name}" for name in can)
        raise UsageError(f"a command does not show its kata: name it with {choice}")
    if kata not in can:
        raise UsageError(
            f"a command cannot be graded by the kata {kata}, which wants a file; it can by "
            f"{' and '.join(can)}"
        )
    check_can_start(command, isolation)


class ChosenCases(msgspec.Struct, frozen=True):
    kata: Kata[Any]
    suites: tuple[Suite, ...]
    cases: tuple[Case, ...]


def _cases_unread(request: GradeRequest) -> ChosenCases | None:
    """Return what is graded where the file itself cannot tell; None where nobody else does."""
    name = request.kata or request.selection.only_kata
    kata = kata_named(name) if name else request.handed_in.kata_of_folder
    return None if kata is None else _cases_for(kata, request.selection)


def _cases_for(kata: Kata[Any], selection: Selection) -> ChosenCases:
    suites = suites_for(kata, selection)
    return ChosenCases(kata, suites, select(kata, suites, selection))
