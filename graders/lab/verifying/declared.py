"""Read which verdicts the references and the specimens are declared to get."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from pathlib import Path

import msgspec

import kata
import solutions
from graders.channel.languages import LANGUAGES
from graders.lab.verifying.specimens import specimens_folder
from graders.model.verdict import Verdict
from graders.suites.strict_yaml import trusted

SOLUTIONS = Path(solutions.__file__).parent
"""The references in Python; those in another language are in a folder below it, of that name."""
SPECIMENS = SOLUTIONS / "specimens"
"""Where the specimens are made from; `specimens_folder(SPECIMENS)` has all of them as files."""
LESSONS = SOLUTIONS / "lessons"
DESIGNS = SOLUTIONS / "designs"
KATAS = Path(kata.__file__).parent
NONE_NAMED = "none"
"""Stands for no rung, where none must be named."""
_EXPECTED = "expected.yaml"


class Declaration(msgspec.Struct, frozen=True):
    file: Path
    verdicts: Mapping[str, tuple[Verdict, ...]]  # those allowed, by globs over case ids
    why: str = ""  # what a specimen does wrong
    rung: str | None = None  # the one to be named; `NONE_NAMED`; None where nobody asks
    faults: tuple[str, ...] = ()  # the mistakes that have to be proved

    def allowed(self, case_id: str) -> tuple[Verdict, ...] | None:
        pattern = self.pattern_for(case_id)
        return None if pattern is None else self.verdicts[pattern]

    def must_miss(self, case_id: str) -> bool:
        return Verdict.ACCEPTED not in (self.allowed(case_id) or (Verdict.ACCEPTED,))

    def pattern_for(self, case_id: str) -> str | None:
        """Return the glob that decides a case: the id itself, or the first that matches."""
        if case_id in self.verdicts:
            return case_id
        return next((glob for glob in self.verdicts if fnmatchcase(case_id, glob)), None)

    def unused_globs(self, case_ids: Iterable[str]) -> tuple[str, ...]:
        deciding = set(map(self.pattern_for, case_ids))
        return tuple(glob for glob in self.verdicts if glob not in deciding)

    @property
    def expects_a_miss(self) -> bool:
        return any(Verdict.ACCEPTED not in verdicts for verdicts in self.verdicts.values())


class _Entry(msgspec.Struct, forbid_unknown_fields=True):
    verdicts: dict[str, list[Verdict]]
    why: str = ""
    rung: str | None = None
    faults: list[str] = []


def references() -> tuple[Declaration, ...]:
    folders = (SOLUTIONS, *(SOLUTIONS / language.name.lower() for language in LANGUAGES))
    found = [folder for folder in folders if (folder / _EXPECTED).is_file()]
    return tuple(each for folder in found for each in declared_in(folder))


def specimens() -> tuple[Declaration, ...]:
    return declared_in(specimens_folder(SPECIMENS))


def designs() -> tuple[Declaration, ...]:
    return declared_in(DESIGNS)


def lessons() -> tuple[Declaration, ...]:
    return declared_in(LESSONS)


@functools.cache
def declared_in(folder: Path) -> tuple[Declaration, ...]:
    """Return the declarations of the files in a folder, from the `expected.yaml` in it."""
    raw = trusted((folder / _EXPECTED).read_text(encoding="utf-8"))
    return tuple(
        Declaration(
            folder / name,
            {pattern: tuple(allowed) for pattern, allowed in entry.verdicts.items()},
            entry.why,
            entry.rung,
            tuple(entry.faults),
        )
        for name, entry in msgspec.convert(raw, dict[str, _Entry]).items()
    )


def starters() -> tuple[Path, ...]:
    return tuple(sorted(KATAS.glob("*/starter.py")))
