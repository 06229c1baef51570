"""Choose the driver through which a submission is called, where its kata wants one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

from msgspec.structs import replace

import graders.runners
from graders.channel.languages import UnknownLanguageError, language_for, language_of
from graders.grading.intake import UnreadableError, read_file_bytes, shown_name
from graders.katas.kata import Kata
from graders.model.limits import KIB
from graders.model.request import Survey
from graders.model.submission import DRIVER, Driver, Origin, Speech, Submission
from graders.model.usage_error import UsageError

LARGEST = 64 * KIB
DRIVER_NAMES = {
    Speech.PYTHON: ("driver.py",),
    Speech.JAVASCRIPT: ("driver.mjs", "driver.js", "driver.cjs"),
}
"""What a driver is called that lies beside a submission, by how its language spells names."""
_OURS = {Speech.PYTHON: ("python", ".py"), Speech.JAVASCRIPT: ("javascript", ".mjs")}


def is_driver(name: str) -> bool:
    """Tell whether a file of that name is a driver, and never a submission."""
    return any(name in names for names in DRIVER_NAMES.values())


def driver_at(path: Path) -> Driver:
    """Return the driver in a file that somebody names; raise `UsageError` where it cannot be."""
    try:
        return _read_driver(path, Origin.NAMED)
    except FileNotFoundError:
        raise UsageError(f"there is no driver {shown_name(str(path))}") from None
    except UnreadableError as error:
        raise UsageError(f"the driver {shown_name(str(path))}: {error}") from None


def driver_of(submission: Submission, *, read_here: bool = True) -> Driver | None:
    """Return the driver that came with a submission: one of its folder, or one beside its file.

    What lies beside it counts only where the file was `read_here`, by whoever grades it.
    """
    if submission.files is not None:
        for name in (name for names in DRIVER_NAMES.values() for name in names):
            for place in {str(PurePosixPath(submission.name).with_name(name)), name}:
                if place in submission.files and place != submission.name:
                    return driver_from_bytes(place, submission.files[place])
        return None
    return driver_beside(submission.path) if read_here and submission.command is None else None


def driver_beside(path: Path) -> Driver | None:
    """Return the driver that lies in the folder of a submission, None where there is none."""
    for name in (name for names in DRIVER_NAMES.values() for name in names):
        beside = path.parent / name
        if beside.is_file() and beside != path:
            return _read_driver(beside, Origin.BESIDE)
    return None


def _read_driver(path: Path, origin: Origin) -> Driver:
    return driver_from_bytes(shown_name(path.name), read_file_bytes(path), origin)


def driver_from_bytes(name: str, source: bytes, origin: Origin = Origin.BESIDE) -> Driver:
    """Return a driver of which somebody has read the bytes; raise `UnreadableError` for none."""
    if len(source) > LARGEST:
        raise UnreadableError(f"a driver has at most {LARGEST // KIB} KiB, and is far shorter")
    try:
        source.decode("utf-8")
    except UnicodeDecodeError:
        raise UnreadableError("it is not UTF-8") from None
    return Driver(origin, name, source)


def with_driver(
    submission: Submission, kata: Kata[Any], surveyed: Survey | None, own: Driver | None
) -> Submission:
    """Return a submission with the driver that it is called through, where its kata wants one.

    It is the submission's `own`, that in the file itself, or that of the kata. Raises
    `UnreadableError` for a driver in another language.
    """
    if not kata.is_driven:
        return submission
    if submission.command is not None:
        return replace(submission, driver=Driver(Origin.PROGRAM))
    language = language_for(submission)
    speech = language.speech
    if speech not in DRIVER_NAMES:
        raise UnreadableError(
            f"classes in {language.name} cannot be called: hand in a program, with --command"
        )
    if own is not None:
        if own.name not in DRIVER_NAMES[speech] and Path(own.name).suffix not in _suffixes(speech):
            raise UnreadableError(
                f"the driver {own.name} is in another language than {submission.name}; it is "
                f"called {DRIVER_NAMES[speech][0]}"
            )
        return replace(submission, driver=own)
    if surveyed is not None and DRIVER in dict(surveyed.methods):
        return replace(submission, driver=Driver(Origin.FILE, submission.name))
    return replace(submission, driver=_shipped_driver(kata.name, speech))


def driver_for(drivers: Sequence[Driver], path: str) -> Driver | None:
    """Return, of several drivers for all, the one in the language of the file at `path`.

    One that somebody named is for all of them, whatever its language.
    """
    named = next((each for each in drivers if each.origin is Origin.NAMED), None)
    if named is not None or not drivers:
        return named
    try:
        names = DRIVER_NAMES.get(language_of(Path(path)).speech, ())
    except UnknownLanguageError:
        return None
    return next((each for each in drivers if each.name in names), None)


def _suffixes(speech: Speech) -> tuple[str, ...]:
    return tuple(Path(name).suffix for name in DRIVER_NAMES[speech])


@cache
def _shipped_driver(kata: str, speech: Speech) -> Driver:
    folder, suffix = _OURS[speech]
    path = Path(graders.runners.__file__).parent / folder / "drivers" / f"{kata}{suffix}"
    return Driver(Origin.KATA, path.name, path.read_bytes())
