"""Read a folder that somebody hands in as one submission: every file of it once, within bounds."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

import msgspec
from msgspec.structs import replace

import kata as candidate_package
from graders.channel.budget import Budget, Settings
from graders.channel.channel import survey_each
from graders.channel.languages import (
    UnavailableError,
    UnknownLanguageError,
    check_runs_here,
    language_of,
)
from graders.grading.drivers import is_driver
from graders.grading.intake import (
    CannotOpenError,
    CannotRunError,
    UnreadableError,
    check_is_text,
    opened_file,
    read_file_bytes,
)
from graders.grading.messages import unreadable
from graders.katas import all_katas, kata_named
from graders.katas.kata import Kata
from graders.model.limits import MIB, in_units
from graders.model.raised import Raised
from graders.model.request import Survey
from graders.model.submission import (
    MOST_FILES,
    MOST_NAME_BYTES,
    Content,
    Files,
    SourceFile,
    Submission,
    names_spelled,
)
from graders.model.text import on_one_line
from graders.model.usage_error import UsageError

STATEMENT, HOW_TO_RUN = "README.md", "HOW_TO_RUN.txt"
"""What `kata new` puts beside the file to begin in: the kata's own README, and one line."""
MOST_BYTES = 2 * MIB
"""How much all files of a folder may hold together."""
WELL_KNOWN = ("solution", "submission", "main")
"""What the file is called that counts, where several could; by the first it goes at once."""
ENVIRONMENT = "pyvenv.cfg"
"""The file that makes a folder an environment."""
_LEFT_OUT = ("__pycache__", "__MACOSX", "node_modules")
_MOST_ENTRIES = 20_000
_LISTED = 6
_NAMELESS = "handed_in"
Reading = Callable[[str], bytes]
"""Return the bytes of a file of that name; raise `UnreadableError` where that cannot be done."""


def is_left_out(name: str) -> bool:
    """Tell whether a file or folder of that name is neither counted nor taken.

    >>> is_left_out(".git"), is_left_out("__pycache__"), is_left_out("game.py")
    (True, True, False)
    """
    return name.startswith(".") or name in _LEFT_OUT


def read_folder(folder: Path, entry: str | None = None) -> Files:
    """Read the folder, with the file that is named as its `entry`, if one is.

    Raises `FileNotFoundError` where there is none, `UnreadableError` for what breaks a rule, and
    `UsageError` where there is no such entry.
    """
    names = list(file_names_in(folder))
    return files_of(names, lambda name: _read_file(folder, name), _name_of(folder), entry)


def read_content(path: Path, entry: str | None = None) -> Content:
    """Read what lies at a path, a file or a folder; raises what reading either raises."""
    return read_folder(path, entry) if path.is_dir() else read_file_bytes(path)


def files_of(names: Iterable[str], read: Reading, called: str, entry: str | None = None) -> Files:
    """Return the files of these names, each read once, of a folder that is `called` so.

    Raises `UnreadableError` and `UsageError` as `read_folder` does.
    """
    names = sorted(names)  # the hash of a folder does not depend on the order of its listing
    if len(names) > MOST_FILES:
        raise UnreadableError(
            f"the folder holds {len(names)} files; a submission has at most {MOST_FILES}"
        )
    for name in names:
        _check_name(name)
    found, size = [], 0
    for name in names:
        content = read(name)
        size += len(content)
        if size > MOST_BYTES:
            raise UnreadableError(
                f"its files hold more than {in_units(MOST_BYTES)} together, which is the most that "
                "a submission may"
            )
        found.append(SourceFile(name, content))
    if not any(is_source(file.name) for file in found):
        holds = f"it holds {listed(names)}" if names else "it is empty"
        raise UnreadableError(f"the folder has no source file: {holds}")
    for file in found:
        if is_source(file.name):
            _check_text(file)
    return _with_entry(_named_as_package(found, called), entry)


def is_source(name: str) -> bool:
    """Tell whether a file is one of code, by its suffix.

    >>> is_source("four/game.py"), is_source("README")
    (True, False)
    """
    path = Path(name)
    try:
        return bool(path.suffix) and bool(language_of(path))
    except UnknownLanguageError:
        return False


def listed(names: Iterable[str]) -> str:
    names = [on_one_line(name) for name in names]
    left = len(names) - _LISTED
    return ", ".join(names[:_LISTED]) + (f" and {left} more" if left > 0 else "")


def file_names_in(folder: Path) -> Iterator[str]:
    """Yield the names of the files below a folder; no link to a folder is followed."""
    waiting, seen = [PurePosixPath()], 0
    while waiting:
        here = waiting.pop()
        try:
            with os.scandir(folder / here) as listing:
                entries = list(listing)
        except FileNotFoundError:
            raise
        except OSError as error:
            raise UnreadableError(f"{_shown(here)} cannot be read: {error.strerror}") from None
        seen += len(entries)
        if seen > _MOST_ENTRIES:
            raise UnreadableError(
                f"it holds more than {_MOST_ENTRIES:,} files and folders; a submission has at most "
                f"{MOST_FILES} files"
            )
        if here.parts and any(entry.name == ENVIRONMENT for entry in entries):
            continue  # thousands of files, none of them the candidate's own
        for entry in entries:
            if is_left_out(entry.name):
                continue
            place = here / entry.name
            if entry.is_dir(follow_symlinks=False):
                waiting.append(place)
            elif entry.is_symlink() and Path(folder / place).is_dir():
                raise UnreadableError(
                    f"{_shown(place)} is a link to a folder, which is not followed; hand in the "
                    "folder itself"
                )
            else:
                yield place.as_posix()


def _read_file(folder: Path, name: str) -> bytes:
    try:
        with opened_file(folder / name, folder) as place, open(place, "rb", closefd=False) as file:
            return file.read(MOST_BYTES + 1)
    except CannotOpenError as error:
        raise UnreadableError(f"{on_one_line(name)}: {error}") from None
    except FileNotFoundError:
        raise UnreadableError(f"{on_one_line(name)} was removed while it was read") from None
    except OSError as error:
        raise UnreadableError(f"{on_one_line(name)} cannot be read: {error.strerror}") from None


def _shown(place: PurePosixPath) -> str:
    return on_one_line(str(place)) if place.parts else "the folder"


def _name_of(folder: Path) -> str:
    return folder.name or folder.absolute().name


def _check_name(name: str) -> None:
    try:
        size = len(name.encode())
    except UnicodeEncodeError:
        raise UnreadableError(f"the name of {on_one_line(name)} is not UTF-8: rename it") from None
    if size > MOST_NAME_BYTES:
        raise UnreadableError(
            f"the path {on_one_line(name)} is longer than {MOST_NAME_BYTES} bytes: use shorter "
            "names, or fewer folders"
        )


def _check_text(file: SourceFile) -> None:
    try:
        check_is_text(file.content)
    except UnreadableError as error:
        raise UnreadableError(f"{on_one_line(file.name)}: {error}") from None


def _named_as_package(found: list[SourceFile], called: str) -> Files:
    """Return the files by their names; of a folder that is a package these begin with its own.

    One that no import can name, or that means another module to everybody, goes by a name of ours.
    """
    if any(file.name == "__init__.py" for file in found):
        own = called.isidentifier() and len(called.encode()) <= MOST_NAME_BYTES // 2
        top = called if own and called not in (*sys.stdlib_module_names, "kata") else _NAMELESS
        found = [SourceFile(f"{top}/{file.name}", file.content) for file in found]
    return Files(tuple(sorted(found)))


def _with_entry(files: Files, entry: str | None) -> Files:
    if entry is not None:
        return Files(files.files, _entry_named(files, entry))
    solutions = [
        file.name
        for file in files.files
        if is_source(file.name) and _below_top(files, file.name).stem.lower() == WELL_KNOWN[0]
    ]
    at_top = [name for name in solutions if len(_below_top(files, name).parts) == 1]
    return Files(files.files, at_top[0]) if len(at_top) == 1 else files


def _below_top(files: Files, name: str) -> PurePosixPath:
    path = PurePosixPath(name)
    return path.relative_to(files.top) if files.top else path


def _entry_named(files: Files, entry: str) -> str:
    plain = os.path.normpath(entry).replace(os.sep, "/")
    for name in (plain, f"{files.top}/{plain}"):
        if name in files:
            if not is_source(name):
                raise UsageError(f"--entry {on_one_line(entry)} is not a source file")
            return name
    sources = [str(_below_top(files, file.name)) for file in files.files if is_source(file.name)]
    raise UsageError(
        f"--entry {on_one_line(entry)}: there is no such file in the folder, which has "
        f"{listed(sources)}"
    )


def kata_begun_in(folder: Path) -> Kata[Any] | None:
    """Return the kata that somebody began on in a folder by `kata new`; None where none shows.

    Its README has the title of the kata's own; the rest of it may be of an earlier version.
    """
    try:
        read_file_bytes(folder / HOW_TO_RUN)
        title = _title(read_file_bytes(folder / STATEMENT))
    except (OSError, UnreadableError):
        return None
    own = Path(candidate_package.__file__).parent
    for kata in all_katas().values():
        statement = own / kata.name / STATEMENT
        if statement.is_file() and _title(statement.read_bytes()) == title:
            return kata
    return None


def _title(statement: bytes) -> bytes:
    return statement.partition(b"\n")[0].strip()


_ALL = "*"
"""What a survey tells of `from … import *`."""


class NoEntryError(ValueError):
    """Why it cannot be told which file is called; `raised` is why one could not be read."""

    def __init__(self, words: str, raised: Raised | None = None) -> None:
        super().__init__(words)
        self.raised = raised


class ResolvedFolder(msgspec.Struct, frozen=True):
    """The submission that a folder is, with the file that is called.

    `survey` is what that file defines and imports from its neighbours, where somebody looked.
    """

    submission: Submission
    survey: Survey | None = None


def resolve_entry(
    files: Files,
    folder: Path,
    settings: Settings,
    wanted: str | None = None,
    budget: Budget | None = None,
) -> ResolvedFolder:
    """Return what a folder of `files` comes to, by the kata that is `wanted`, or by any.

    Raises `NoEntryError` where none of the files is the one, or several are, and
    `CannotRunError` where this machine lacks what runs them. Reading them spends from the `budget`.
    """
    if files.entry and wanted is not None:
        return ResolvedFolder(submission_of(files, folder, files.entry))
    katas = list(all_katas().values()) if wanted is None else [kata_named(wanted)]
    surveys = _surveys(files, folder, settings, budget)
    entry = files.entry or _driver_in(files, surveys, katas) or _find_entry(files, surveys, katas)
    whole = _with_lent_classes(entry, surveys) if entry in surveys else None
    return ResolvedFolder(submission_of(files, folder, entry), whole)


def submission_of(files: Files, folder: Path, entry: str) -> Submission:
    """Return the submission of which that file is called."""
    path = folder / _below_top(files, entry)
    try:
        check_runs_here(path)
    except UnavailableError as error:
        raise CannotRunError(str(error)) from None
    return Submission(path, entry, files[entry], folder=folder, files=files)


def _driver_in(files: Files, surveys: Mapping[str, Survey], katas: Sequence[Kata[Any]]) -> str:
    """Return what is called in a folder with a driver, of which no file is one to call; or nothing.

    Where there are several, the driver has to import what it drives by their names.
    """
    drivers = [f.name for f in files.files if is_driver(str(_below_top(files, f.name)))]
    if not drivers or len(surveys) == 1 or _files_defining(surveys, katas):
        return ""
    called = [name for name in surveys if PurePosixPath(name).stem.lower() in WELL_KNOWN]
    return called[0] if len(called) == 1 else drivers[0]


def _surveys(
    files: Files, folder: Path, settings: Settings, budget: Budget | None
) -> dict[str, Survey]:
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
    return name == files.entry or not is_driver(str(_below_top(files, name)))


def _find_entry(files: Files, surveys: Mapping[str, Survey], katas: Sequence[Kata[Any]]) -> str:
    found = _files_defining(surveys, katas)
    for stem in WELL_KNOWN if len(found) > 1 else ():
        called = [name for name in found if PurePosixPath(name).stem.lower() == stem]
        least = min((name.count("/") for name in called), default=0)
        nearest = [name for name in called if name.count("/") == least]
        if len(nearest) == 1:
            return nearest[0]
    if len(found) == 1 or (not found and len(surveys) == 1):
        return next(iter(found or surveys))
    names = [str(_below_top(files, name)) for name in found or surveys]
    instead = f"call the one that counts {WELL_KNOWN[0]}.…, or name it: kata grade --entry FILE"
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


def _files_defining(surveys: Mapping[str, Survey], katas: Sequence[Kata[Any]]) -> list[str]:
    """Return the files that could be meant, by the first of three views in which any could.

    A file counts first by what it adds to what it imports from its neighbours, then with what it
    imports, and then also by names of which it is not written out what they are.
    """
    added, whole, perhaps = {}, {}, {}
    for name, survey in surveys.items():
        whole[name] = _with_lent_classes(name, surveys)
        lent = replace(whole[name], functions=(), methods=_lent_classes(name, surveys))
        perhaps[name] = replace(whole[name], functions=survey.functions + survey.others)
        added[name] = (whole[name], lent)
    views: tuple[Iterable[str], ...] = (
        (n for n, (own, lent) in added.items() if _entries(own, katas) != _entries(lent, katas)),
        (n for n, survey in whole.items() if _entries(survey, katas)),
        (n for n, survey in perhaps.items() if _entries(survey, katas)),
    )
    return next((found for view in views if (found := list(view))), [])


def _entries(survey: Survey, katas: Sequence[Kata[Any]]) -> list[str]:
    return [entry for kata in katas for entry in kata.entries(survey)]


def _with_lent_classes(name: str, surveys: Mapping[str, Survey]) -> Survey:
    own = surveys[name]
    return replace(own, methods=own.methods + _lent_classes(name, surveys))


def _lent_classes(
    name: str, surveys: Mapping[str, Survey]
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    own = surveys[name]
    classes = {
        each: methods
        for other, survey in surveys.items()
        if other != name
        for each, methods in survey.methods
    }
    names = classes if _ALL in own.others else dict.fromkeys(own.others)
    return tuple((each, classes[each]) for each in names if each in classes)
