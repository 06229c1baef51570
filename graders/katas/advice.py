"""Read what a kata has to say about what was missed: hints and questions, data in YAML.

Each kata has an `advice.yaml` in its folder, and what is the same for all of them is in the file of
that name in this room, with the rubric of interviewers beside it in `rubric.yaml`.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from graders.model.verdict import Verdict

T = TypeVar("T")

FILE = "advice.yaml"
RUBRIC = "rubric.yaml"

JUDGED = frozenset({Verdict.WRONG_ANSWER, Verdict.INVALID_ANSWER, Verdict.RUNTIME_ERROR})
"""The verdicts of a miss that what its case is about may explain."""

Known = Literal["suites", "variants", "times", "board", "endings"]
"""What of a scorecard fills a row of the rubric."""


class AdviceError(ValueError):
    """What is wrong with a file of advice, and in which entry."""


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ask: str
    listen_for: str


class AdviceEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What there is to say on one topic.

    It is about the misses in `cases`, globs over names or whole ids, that have one of its
    `verdicts`; without `verdicts`, one that what a case is about may explain. Without `cases` it is
    about whatever has one of its `verdicts`. One with neither is chosen by the kata, where `when`
    is the name of a condition there, or it is asked for by its id. `nudge`, `idea` and `outline`
    are hints, each of which tells more; `says` is the sentence of a mistake that is proved.
    """

    id: str
    nudge: str = ""
    idea: str = ""
    outline: tuple[str, ...] = ()
    read: str = ""
    when: str = ""
    cases: tuple[str, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    says: str = ""
    questions: tuple[Question, ...] = ()

    def covers(self, case_id: str) -> bool:
        """Tell whether the globs match a case, or the case that it is a variant of."""
        whole = case_id.partition("~")[0]
        names = (whole, whole.partition("/")[2])
        return any(fnmatchcase(name, glob) for glob in self.cases for name in names)

    def is_about(self, miss: Missed) -> bool:
        if self.cases:
            return miss.verdict in (self.verdicts or JUDGED) and self.covers(miss.id)
        return miss.verdict in self.verdicts


class Missed(msgspec.Struct, frozen=True):
    id: str
    verdict: str


class Advice(msgspec.Struct, frozen=True):
    """The entries of a kata in the order in which they go first, the general ones last."""

    entries: tuple[AdviceEntry, ...]

    def entry(self, id: str) -> AdviceEntry | None:
        """Return the entry of that id; None for one that only another version had."""
        return next((each for each in self.entries if each.id == id), None)

    def says(self, id: str) -> str:
        entry = self.entry(id)
        return "" if entry is None else entry.says

    def on(self, missed: Sequence[Missed]) -> tuple[AdviceEntry, str] | None:
        """Return the entry on what was missed, and the first case that it is about.

        Where most misses ended in the same way before there was an answer to compare, that goes
        first, else what the cases are about. What is not offered comes when all else is mended.
        """
        others = [each for each in missed if each.verdict != Verdict.NOT_OFFERED] or missed
        for verdict, times in Counter(each.verdict for each in others).most_common(1):
            if verdict != Verdict.WRONG_ANSWER and 2 * times > len(others):
                return self.on_verdicts([each for each in others if each.verdict == verdict])
        return self.on_cases(others) or self.on_verdicts(others)

    def on_cases(self, missed: Sequence[Missed]) -> tuple[AdviceEntry, str] | None:
        """Return the first entry on what a missed case is about, and the first such case.

        >>> entry = AdviceEntry("columns", "", "", (), "", cases=("column-*",))
        >>> misses = [Missed("rules/row", "wrong_answer"), Missed("a/column-7", "wrong_answer")]
        >>> Advice((entry,)).on_cases(misses)[1]
        'a/column-7'
        """
        return _first((each for each in self.entries if each.cases), missed)

    def on_verdicts(self, missed: Sequence[Missed]) -> tuple[AdviceEntry, str] | None:
        """Return the first entry on how a missed case ended, and the first such case.

        >>> entry = AdviceEntry("raised", "", "", (), "", verdicts=(Verdict.RUNTIME_ERROR,))
        >>> Advice((entry,)).on_verdicts([Missed("a/b", "runtime_error")])[1]
        'a/b'
        """
        return _first((each for each in self.entries if not each.cases), missed)


def _first(
    entries: Iterable[AdviceEntry], missed: Sequence[Missed]
) -> tuple[AdviceEntry, str] | None:
    found = ((entry, miss.id) for entry in entries for miss in missed if entry.is_about(miss))
    return next(found, None)


class RubricRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the rubric: a machine fills one that is `known`, a person the others."""

    row: str
    look_for: str
    known: Known | None = None


@functools.cache
def advice_in(folder: Path) -> Advice:
    """Return what the kata in a folder has to say, then what is the same for every kata."""
    own, others = folder / FILE, Path(__file__).with_name(FILE)
    return Advice((*(entries_in(own) if own.is_file() else ()), *entries_in(others)))


@functools.cache
def rubric() -> tuple[RubricRow, ...]:
    """Return the rows of the rubric of interviewers."""
    path = Path(__file__).with_name(RUBRIC)
    return tuple(
        _of(RubricRow, each, f"{path}: row {at}") for at, each in enumerate(_list_in(path), 1)
    )


def entries_in(path: Path) -> tuple[AdviceEntry, ...]:
    """Read a file of advice strictly; raise `AdviceError` for what is wrong with it."""
    found: dict[str, AdviceEntry] = {}
    for number, each in enumerate(_list_in(path), 1):
        id = each.get("id", "") if isinstance(each, dict) else ""
        where = f"{path}: entry {number} {id}".rstrip()
        entry = _of(AdviceEntry, each, where)
        texts = (entry.nudge, entry.idea, " ".join(entry.outline), entry.read)
        if not entry.id or not (all(texts) or (entry.questions and not any(texts))):
            raise AdviceError(
                f"{where}: it needs an id, and nudge, idea, outline and read or questions alone"
            )
        if entry.id in found:
            raise AdviceError(f"{where}: another entry has that id")
        found[entry.id] = entry
    return tuple(found.values())


def _list_in(path: Path) -> list[Any]:
    try:
        return msgspec.yaml.decode(path.read_bytes(), type=list[Any])
    except msgspec.ValidationError as error:
        raise AdviceError(f"{path}: {error}") from None
    except msgspec.DecodeError as error:
        raise AdviceError(f"{path}: it is not YAML: {' '.join(str(error).split())}") from None


def _of(kind: type[T], found: Any, where: str) -> T:
    try:
        return msgspec.convert(found, kind)
    except msgspec.ValidationError as error:
        raise AdviceError(f"{where}: {error}") from None
