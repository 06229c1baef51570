"""Take what was handed in to its scorecard: the one way, for commands, tools and programs."""

from __future__ import annotations

import math
import os
import time
import traceback
from collections.abc import Callable, Collection, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from graders.channel.allowed import find_allowed
from graders.channel.boxes import Boxes, boxes_for
from graders.channel.budget import Budget
from graders.channel.channel import Settings, survey
from graders.grading.card import LOAD, as_not_run
from graders.grading.drivers import driver_at, driver_of, with_driver
from graders.grading.entering import NoEntryError, entered
from graders.grading.folders import kata_begun_in, read_folder
from graders.grading.intake import CannotRunError, UnreadableError, read, shown_name, taken
from graders.grading.kinds import check_is_code
from graders.grading.loop import Rules, grade, refuse, unloadable
from graders.grading.provenance import driver_used, program_submitted, provenance, submitted
from graders.grading.recognise import NotRecognisedError, recognise
from graders.grading.speed import drop_undo_per_s
from graders.grading.thrown import thrown
from graders.katas import all_katas, kata_named
from graders.katas.kata import Kata
from graders.model.files import Content, Files
from graders.model.limits import Limits
from graders.model.provenance import Options, Submitted
from graders.model.request import Survey
from graders.model.scorecard import NotRun, Result, Scorecard, Thrown
from graders.model.submission import Command, Driver, Origin, Submission
from graders.model.suite import Case, Suite
from graders.model.usage import UsageError
from graders.model.verdict import Judgement, Verdict
from graders.sandbox import isolation as levels
from graders.sandbox.isolation import Isolation, IsolationUnavailableError, choose
from graders.suites import LONGEST_CAP_S
from graders.suites.selection import Selection, Suites, select, suites_for

DEFAULT_LIMITS = Limits()
UNKNOWN = "unknown"
"""The kata's name in the scorecard of a file that was written for no kata in particular."""
UNSCORED = (
    "it is not clear which kata the file is for, so this counts as 0 of 1; name the kata with "
    "--kata, and every case of it counts"
)


class Start(msgspec.Struct, frozen=True):
    """Hold what is known before the first case: whose file, which kata, contained how.

    `content` is what was handed in, None where it could not be read; of a folder `entry` is the
    file that is called.
    """

    submission: str
    kata: str
    isolation: str
    cases: tuple[Case, ...]
    content: Content | None = None
    entry: str = ""


def _ignore(what: object) -> None:
    """Take note of nothing."""


class _Listeners(msgspec.Struct, frozen=True):
    """Hold whom to tell of the start, and of each case before and after it."""

    on_start: Callable[[Start], None]
    on_case: Callable[[Case], None]
    on_result: Callable[[Result], None]

    def of(self, content: Content | None, entry: str = "") -> _Listeners:
        """Return the same, with what was handed in told at the start."""
        told = {"content": content, "entry": entry}
        return replace(self, on_start=lambda start: self.on_start(replace(start, **told)))


class _File(msgspec.Struct, frozen=True):
    """Hold where it lies, or what is in it where somebody has read it, or why nobody could."""

    path: Path
    content: Content | None = None
    unreadable: str = ""
    command: Command | None = None
    entry: str | None = None

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

    def taken(self) -> Submission | Files:
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
            return read_folder(self.path, self.entry)
        if self.entry is not None:
            raise UsageError("--entry names a file of a folder: grade the folder")
        check_is_code(self.path)
        return read(self.path)


class _Wanted(msgspec.Struct, frozen=True):
    """Hold which file is to be graded, as what, on what and how, and what it may spend."""

    file: _File
    kata: str | None
    driver: Driver | None
    selection: Selection
    settings: Settings
    options: Options
    budget: Budget

    @property
    def shown(self) -> str:
        command = self.file.command
        return shown_name(str(self.file.path) if command is None else command.said)

    @property
    def rules(self) -> Rules:
        options = self.options
        return Rules(options.rerun, options.explain, options.stop_at_first)


def grade_file(
    path: str | os.PathLike[str] | Command,
    *,
    kata: str | None = None,
    driver: str | os.PathLike[str] | Driver | None = None,
    suites: Suites = (),
    case: str | Sequence[str] = "*",
    cap_s: float | None = None,
    isolation: str = "auto",
    variants: bool = False,
    stretch: bool = False,
    allow: Sequence[str] = (),
    allow_from: str | os.PathLike[str] | None = None,
    rerun: bool = True,
    explain: bool = True,
    stop_at_first: bool = False,
    limits: Limits = DEFAULT_LIMITS,
    first: Collection[str] = (),
    content: Content | None = None,
    unreadable: str = "",
    entry: str | os.PathLike[str] | None = None,
    on_start: Callable[[Start], None] = _ignore,
    on_case: Callable[[Case], None] = _ignore,
    on_result: Callable[[Result], None] = _ignore,
) -> Scorecard:
    """Grade what is at `path` and return its scorecard; what cannot be graded has one too.

    A folder is one submission: all files of it are there, and one of them is called, its `entry`.
    In the place of a path, a `graders.command_of(...)` is a program that is asked in lines of JSON;
    its kata has to be named.

    - `kata`: its name; by default the suites tell, or else what the file defines.
    - `driver`: the file that calls the submission, for a kata that wants one; by default a driver
      in the file itself, one that lies beside it, or else that of the kata.
    - `suites`: paths, names of shipped suites, or suites already loaded; none are the shipped
      ones, with `stretch` the stretch suites too. For files of which the kata is not known, a
      mapping from kata to suites.
    - `case`: a glob over the ids of cases, or several.
    - `cap_s`: seconds of wall time a call, instead of each suite's own.
    - `isolation`: `bwrap`, `limits`, or the best that works here.
    - `variants`: also each case in its variants.
    - `allow`: third-party packages that the file may import, with what they need; `allow_from`:
      the environment that they come from, which is not the grader's own.
    - `rerun`: run a case again where the machine kept the program off its core for too long.
    - `explain`: say why an answer is not accepted.
    - `stop_at_first`: run no case after the first that is missed.
    - `first`: ids of cases to be graded before the others, where they are selected.
    - `content`: the bytes of the file, or the files of a folder, where they are at hand: `path` is
      then only its name, and nothing needs to lie there. `unreadable` says, in their place, why
      they could not be read.
    - `entry`: the file of a folder that is called, from the folder on; by default `solution.*`, or
      else the one that defines what is asked.
    - `on_start`, `on_case`, `on_result`: called before the first case, before each case and
      after it, in the calling thread; after a miss, which is explained meanwhile, no later than
      when the next case is over.

    Raises `UsageError` for what the caller has to correct: no such file, suite, kata, case or
    isolation, an archive in place of a file, or a cap that is out of range.
    `KeyboardInterrupt` ends the run early; the scorecard then holds what was graded so far, lists
    the other cases as not run, and says that it is not complete.

    May be called from any thread and from worker processes, several at a time.
    """
    if stretch and suites:
        raise UsageError("stretch adds to the shipped suites: name the stretch suites themselves")
    if cap_s is not None and not (math.isfinite(cap_s) and 0 < cap_s <= LONGEST_CAP_S):
        raise UsageError(f"a cap is more than 0 and at most {LONGEST_CAP_S:g} s, not {cap_s:g}")
    levels.begin(isolation)  # it gets ready while the suites are read
    environment = None if allow_from is None else Path(allow_from)
    allowed = find_allowed(allow, environment)
    settings = Settings(_level(isolation), limits, allowed, environment)
    selection = Selection(suites, case, cap_s, stretch, variants, first).loaded()
    if kata is not None and kata not in all_katas():
        raise UsageError(f"there is no kata {kata!r}; there are {', '.join(all_katas())}")
    options = Options(
        kata=kata,
        cases=(case,) if isinstance(case, str) else tuple(case),
        cap_s=cap_s,
        isolation=str(isolation),
        stretch=stretch,
        variants=variants,
        allow=tuple(allow),
        allow_from=None if environment is None else shown_name(str(environment)),
        rerun=rerun,
        explain=explain,
        stop_at_first=stop_at_first,
        entry=None if entry is None else shown_name(os.fspath(entry)),
    )
    if isinstance(path, Command):
        _check_command(path, kata or selection.kata, settings.isolation)
        options = replace(options, command=path.words, shown=tuple(map(str, path.shown)))
        file = _File(Path(path.words[0]), command=path)
    else:
        named = None if entry is None else os.fspath(entry)
        file = _File(Path(path), content, unreadable, entry=named)
    own = driver_at(Path(driver)) if isinstance(driver, str | os.PathLike) else driver
    wanted = _Wanted(
        file, kata or selection.kata, own, selection, settings, options, Budget(limits)
    )
    drop_undo_per_s()  # now, as nothing is being timed yet
    started_at, start = datetime.now(UTC), time.monotonic()
    scorecard, used = _graded(wanted, _Listeners(on_start, on_case, on_result))
    return replace(
        scorecard,
        provenance=provenance(settings, options, used),
        started_at=started_at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        duration_s=round(time.monotonic() - start, 3),
    )


def check_may_grade_several(isolation: str) -> None:
    """Raise `UsageError` where that isolation, or the best that works here, is for one's own file.

    Whoever grades several files in one run is to ask before the first.
    """
    try:
        _level(isolation).check_may_grade_several()
    except IsolationUnavailableError as error:
        raise UsageError(str(error)) from None


def _level(wanted: str) -> Isolation:
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


def _graded(wanted: _Wanted, listeners: _Listeners) -> tuple[Scorecard, Sequence[Suite]]:
    """Return the scorecard, still without its provenance, and the suites that were graded on."""
    try:
        handed_in = wanted.file.taken()
    except FileNotFoundError:
        raise UsageError(f"there is no file {wanted.shown}") from None
    except UnreadableError as error:
        file = submitted(wanted.shown, error.source)
        judgement = _load_error(error)
        if isinstance(error, CannotRunError):  # this machine lacks something, not the file
            judgement = judgement._replace(verdict=Verdict.GRADER_ERROR)
        return _turned_away(wanted, file, judgement, listeners.of(error.source))
    if isinstance(handed_in, Files):
        return _folder_graded(handed_in, wanted, listeners)
    content = handed_in.content if handed_in.command is None else None
    return _in_boxes(handed_in, wanted, listeners.of(content))


def _folder_graded(
    files: Files, wanted: _Wanted, listeners: _Listeners
) -> tuple[Scorecard, Sequence[Suite]]:
    """Do the same with a folder, once it is known which of its files is called."""
    file, told = submitted(wanted.shown, files, files.entry), listeners.of(files, files.entry)
    try:
        found = entered(files, wanted.file.path, wanted.settings, wanted.kata, wanted.budget)
        if wanted.kata is None and found.survey is not None:
            wanted = replace(wanted, kata=_recognised(found.survey, wanted.file).name)
    except CannotRunError as error:
        judgement = Judgement(Verdict.GRADER_ERROR, str(error))
        return _turned_away(wanted, file, judgement, told)
    except (NoEntryError, NotRecognisedError) as error:
        why = thrown(error.raised) if error.raised else None
        return _turned_away(wanted, file, _load_error(error), told, why)
    except Exception:
        judgement = Judgement(Verdict.GRADER_ERROR, traceback.format_exc())
        return _turned_away(wanted, file, judgement, told)
    except KeyboardInterrupt:
        return _not_begun(wanted, file, told, None)
    submission = found.submission
    return _in_boxes(submission, wanted, listeners.of(files, submission.name))


def _in_boxes(
    submission: Submission, wanted: _Wanted, listeners: _Listeners
) -> tuple[Scorecard, Sequence[Suite]]:
    settings, budget = wanted.settings, wanted.budget
    with boxes_for(submission, settings, longest_s=LONGEST_CAP_S, budget=budget) as boxes:
        return _started(submission, boxes, wanted, listeners)


def _started(
    submission: Submission, boxes: Boxes, wanted: _Wanted, listeners: _Listeners
) -> tuple[Scorecard, Sequence[Suite]]:
    """Do the same with a submission that could be read, by sandboxes from `boxes`."""
    command = submission.command
    entry = submission.name if submission.files is not None else ""
    file = submitted(wanted.shown, submission.content, entry)
    if command is not None:
        file = program_submitted(wanted.shown, submission.path)
    chosen: _Chosen | None = None
    try:
        kata, surveyed = _kata_of(submission, boxes, wanted)
        chosen = _chosen_of(kata, wanted.selection)
        own = _driver(submission, wanted)
        submission = with_driver(submission, kata, surveyed, own)
    except UsageError:
        raise
    except UnreadableError as error:
        return _turned_away(wanted, file, _load_error(error), listeners, chosen=chosen)
    except NotRecognisedError as error:
        why = thrown(error.raised) if error.raised else None
        return _turned_away(wanted, file, _load_error(error), listeners, why)
    except Exception:
        judgement = Judgement(Verdict.GRADER_ERROR, traceback.format_exc())
        return _turned_away(wanted, file, judgement, listeners, chosen=chosen)
    except KeyboardInterrupt:
        return _not_begun(wanted, file, listeners, chosen)
    level = str(wanted.settings.isolation)
    listeners.on_start(Start(wanted.shown, kata.name, level, chosen.cases))
    scorecard = grade(
        submission,
        kata,
        chosen.cases,
        wanted.settings,
        on_case=listeners.on_case,
        on_result=listeners.on_result,
        rules=wanted.rules,
        boxes=boxes,
    )
    scorecard = replace(scorecard, submission=file, driver=driver_used(submission.driver))
    return scorecard, chosen.suites


def _driver(submission: Submission, wanted: _Wanted) -> Driver | None:
    """Return the driver that is named, or else its own, or else the one for all beside it."""
    if wanted.driver is not None and wanted.driver.origin is Origin.NAMED:
        return wanted.driver
    return driver_of(submission, read_here=wanted.file.is_read_here) or wanted.driver


def _kata_of(
    submission: Submission, boxes: Boxes, wanted: _Wanted
) -> tuple[Kata[Any], Survey | None]:
    """Return the kata that is wanted, or else the one that the file was written for.

    What it defines is read beforehand only for that, or to see whether it is its own driver.
    """
    if wanted.kata is not None:
        kata = kata_named(wanted.kata)
        known = not kata.is_driven or wanted.driver is not None or submission.command is not None
        return kata, None if known else survey(submission, wanted.settings, all_katas, boxes)
    surveyed = survey(submission, wanted.settings, all_katas, boxes)
    return _recognised(surveyed, wanted.file), surveyed


def _recognised(surveyed: Survey, file: _File) -> Kata[Any]:
    """Return the kata that a file was written for, or that its folder was made for."""
    try:
        return recognise(surveyed)
    except NotRecognisedError:
        if surveyed.problem is not None or (begun := file.begun) is None:
            raise
        return begun


def _load_error(error: Exception) -> Judgement:
    return Judgement(Verdict.LOAD_ERROR, str(error))


def _not_begun(
    wanted: _Wanted, file: Submitted, listeners: _Listeners, chosen: _Chosen | None
) -> tuple[Scorecard, Sequence[Suite]]:
    """Return the scorecard of a run that was interrupted before its first case."""
    chosen = chosen or _chosen(wanted)
    not_run = as_not_run(chosen.cases) if chosen else (NotRun(LOAD, 1, 0.0),)
    kata = chosen.kata.name if chosen else UNKNOWN
    level = str(wanted.settings.isolation)
    listeners.on_start(Start(wanted.shown, kata, level, chosen.cases if chosen else ()))
    scorecard = Scorecard(file, kata, level, (), complete=False, not_run=not_run)
    return scorecard, chosen.suites if chosen else ()


def _turned_away(
    wanted: _Wanted,
    file: Submitted,
    judgement: Judgement,
    listeners: _Listeners,
    why: Thrown | None = None,
    *,
    chosen: _Chosen | None = None,
) -> tuple[Scorecard, Sequence[Suite]]:
    level = str(wanted.settings.isolation)
    chosen = chosen or _chosen(wanted)
    if chosen is None:
        theirs = judgement.verdict is not Verdict.GRADER_ERROR
        if theirs and (why is None or not why.unparsed):  # that would have to be mended first
            judgement = judgement._replace(message=f"{judgement.message}\n{UNSCORED}")
        scorecard = unloadable(file, judgement, UNKNOWN, level)
    else:
        scorecard = refuse(file, chosen.kata, chosen.cases, judgement, level)
    results = tuple(replace(result, thrown=why) for result in scorecard.results)
    scorecard = replace(scorecard, results=results)
    cases = chosen.cases if chosen else ()
    listeners.on_start(Start(wanted.shown, scorecard.kata, level, cases))
    for result in scorecard.results:
        listeners.on_result(result)
    return scorecard, chosen.suites if chosen else ()


class _Chosen(msgspec.Struct, frozen=True):
    """Hold what a file is graded on."""

    kata: Kata[Any]
    suites: tuple[Suite, ...]
    cases: tuple[Case, ...]


def _chosen(wanted: _Wanted) -> _Chosen | None:
    """Return what is graded where the file itself cannot tell; None where nobody else does."""
    name = wanted.kata or wanted.selection.only_kata
    kata = kata_named(name) if name else wanted.file.begun
    return None if kata is None else _chosen_of(kata, wanted.selection)


def _chosen_of(kata: Kata[Any], selection: Selection) -> _Chosen:
    suites = suites_for(kata, selection)
    return _Chosen(kata, suites, select(kata, suites, selection))
