"""Find the file of a folder that is to be called: named, by its name, or by what it defines.

The files are read in a sandbox, all of one language in one process, and none of them is run.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

import msgspec
from msgspec.structs import replace

from graders.channel.budget import Budget, Settings
from graders.channel.channel import survey_each
from graders.channel.languages import UnavailableError, check_runs_here, language_of
from graders.grading.folders import DRIVERS, WELL_KNOWN, below_top, is_source, listed
from graders.grading.intake import CannotRunError
from graders.grading.phrases import unreadable
from graders.katas import all_katas, kata_named
from graders.katas.kata import Kata
from graders.model.files import Files
from graders.model.outcome import Raised
from graders.model.request import Survey
from graders.model.spelling import names_spelled
from graders.model.submission import Submission

_ALL = "*"
"""What a survey tells of `from … import *`."""


class NoEntryError(ValueError):
    """Say why it cannot be told which file is called; `raised` is why one could not be read."""

    def __init__(self, words: str, raised: Raised | None = None) -> None:
        super().__init__(words)
        self.raised = raised


class Entered(msgspec.Struct, frozen=True):
    """Hold the submission that a folder is, with the file that is called.

    `survey` is what that file defines and imports from its neighbours, where somebody looked.
    """

    submission: Submission
    survey: Survey | None = None


def entered(
    files: Files,
    folder: Path,
    settings: Settings,
    wanted: str | None = None,
    budget: Budget | None = None,
) -> Entered:
    """Return what a folder of `files` comes to, by the kata that is `wanted`, or by any.

    Raises `NoEntryError` where none of the files is the one, or several are, and
    `CannotRunError` where this machine lacks what runs them. Reading them spends from the `budget`.
    """
    if files.entry and wanted is not None:
        return Entered(submission_of(files, folder, files.entry))
    katas = list(all_katas().values()) if wanted is None else [kata_named(wanted)]
    surveys = _surveys(files, folder, settings, budget)
    entry = files.entry or _driver_in(files, surveys, katas) or _entry_among(files, surveys, katas)
    whole = _whole(entry, surveys) if entry in surveys else None
    return Entered(submission_of(files, folder, entry), whole)


def submission_of(files: Files, folder: Path, entry: str) -> Submission:
    """Return the submission of which that file is called."""
    path = folder / below_top(files, entry)
    try:
        check_runs_here(path)
    except UnavailableError as error:
        raise CannotRunError(str(error)) from None
    return Submission(path, entry, files[entry], folder=folder, files=files)


def _driver_in(files: Files, surveys: Mapping[str, Survey], katas: Sequence[Kata[Any]]) -> str:
    """Return what is called in a folder with a driver, of which no file is one to call; or nothing.

    Where there are several, the driver has to import what it drives by their names.
    """
    drivers = [f.name for f in files.files if str(below_top(files, f.name)) in DRIVERS]
    if not drivers or len(surveys) == 1 or _defining(surveys, katas):
        return ""
    called = [name for name in surveys if PurePosixPath(name).stem.lower() in WELL_KNOWN]
    return called[0] if len(called) == 1 else drivers[0]


def _surveys(
    files: Files, folder: Path, settings: Settings, budget: Budget | None
) -> dict[str, Survey]:
    """Return what each source file defines; those that cannot run here count where no other is."""
    by_language: dict[str, list[str]] = {}
    for file in files.files:
        if is_source(file.name) and _may_be_called(files, file.name):
            by_language.setdefault(language_of(Path(file.name)).name, []).append(file.name)
    found: dict[str, Survey] = {}
    lacking: CannotRunError | None = None
    for names in by_language.values():
        try:
            one = submission_of(files, folder, names[0])
        except CannotRunError as error:
            lacking = error
            continue
        found |= survey_each(one, names, settings, budget)
    if not found and lacking is not None:
        raise lacking
    return found


def _may_be_called(files: Files, name: str) -> bool:
    return name == files.entry or str(below_top(files, name)) not in DRIVERS


def _entry_among(files: Files, surveys: Mapping[str, Survey], katas: Sequence[Kata[Any]]) -> str:
    found = _defining(surveys, katas)
    for stem in WELL_KNOWN if len(found) > 1 else ():
        called = [name for name in found if PurePosixPath(name).stem.lower() == stem]
        if len(called) == 1:
            return called[0]
    if len(found) == 1 or (not found and len(surveys) == 1):
        return next(iter(found or surveys))
    names = [str(below_top(files, name)) for name in found or surveys]
    instead = f"name the one that counts with --entry FILE, or call it {WELL_KNOWN[0]}.…"
    if found:
        raise NoEntryError(f"several files define what is asked, {listed(names)}: {instead}")
    for survey in surveys.values():
        if isinstance(survey.problem, Raised):
            raise NoEntryError(unreadable(survey.problem), survey.problem)
        if survey.problem is not None:
            raise NoEntryError(unreadable(survey.problem))
    speech = next((survey.speech for survey in surveys.values()), None)
    what = [names_spelled(kata.expects, speech) if speech else kata.expects for kata in katas]
    raise NoEntryError(
        f"none of the files defines what is asked, {listed(names)}; expected {' or '.join(what)}: "
        f"{instead}"
    )


def _defining(surveys: Mapping[str, Survey], katas: Sequence[Kata[Any]]) -> list[str]:
    """Return the files that could be meant, by the first of three views in which any could.

    A file counts first by what it adds to what it imports from its neighbours, then with what it
    imports, and then also by names of which it is not written out what they are.
    """
    added, whole, perhaps = {}, {}, {}
    for name, survey in surveys.items():
        whole[name] = _whole(name, surveys)
        lent = replace(whole[name], functions=(), methods=_lent(name, surveys))
        perhaps[name] = replace(whole[name], functions=survey.functions + survey.others)
        added[name] = (whole[name], lent)
    views: tuple[Iterable[str], ...] = (
        (n for n, (own, lent) in added.items() if _asked(own, katas) != _asked(lent, katas)),
        (n for n, survey in whole.items() if _asked(survey, katas)),
        (n for n, survey in perhaps.items() if _asked(survey, katas)),
    )
    return next((found for view in views if (found := list(view))), [])


def _asked(survey: Survey, katas: Sequence[Kata[Any]]) -> list[str]:
    return [entry for kata in katas for entry in kata.entries(survey)]


def _whole(name: str, surveys: Mapping[str, Survey]) -> Survey:
    """Return what a file defines together with the classes that it imports from its neighbours."""
    own = surveys[name]
    return replace(own, methods=own.methods + _lent(name, surveys))


def _lent(name: str, surveys: Mapping[str, Survey]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    own = surveys[name]
    classes = {
        each: methods
        for other, survey in surveys.items()
        if other != name
        for each, methods in survey.methods
    }
    names = classes if _ALL in own.others else dict.fromkeys(own.others)
    return tuple((each, classes[each]) for each in names if each in classes)
