"""Check what is asked of a batch before anything is graded, and say where its ledger lies."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from graders.batch.conditions import look_around
from graders.batch.job import Terms
from graders.grading.grade_file import check_may_grade_several
from graders.katas import all_katas, kata_named
from graders.model.batch import Source
from graders.model.suite import Suite
from graders.model.usage import UsageError
from graders.suites.selection import Selection, select, suite_at, suites_for

_LONGEST_WORD = 40


def with_suites(terms: Terms, suites: Sequence[str]) -> Terms:
    """Return the terms with these suites loaded; raise `UsageError` for whatever is wrong in them.

    Strangers' files are contained, so an isolation that contains nothing is refused.
    """
    if terms.stretch and suites:
        raise UsageError("--stretch adds to the shipped suites; with --suite, name phase4")
    if terms.kata is not None and terms.kata not in all_katas():
        raise UsageError(f"there is no kata {terms.kata!r}; there are {', '.join(all_katas())}")
    check_may_grade_several(terms.isolation)
    whole = replace(terms, suites=_loaded(suites, terms.kata))
    look_around(whole)
    return whole


def _loaded(names: Sequence[str], kata: str | None) -> tuple[Suite, ...]:
    """Return the suites of these names, all of one kata; of several that have such, of `kata`."""
    found = Selection(names).loaded().suites
    if isinstance(found, Mapping):
        found = found.get(kata or "") or [suite_at(name) for name in names]
    return tuple(each for each in found if isinstance(each, Suite))


def check_fit(terms: Terms, sources: Iterable[Source]) -> None:
    """Raise `UsageError` where there is no case for a submission whose kata is known beforehand.

    Of the others there has to be a kata that has cases for them.
    """
    selection = Selection(terms.suites, terms.case, terms.cap_s, terms.stretch, terms.variants)
    for name in sorted({source.kata or "" for source in sources}):
        known = name or terms.kata or selection.kata
        faults = []
        for kata in [kata_named(known)] if known else all_katas().values():
            try:
                select(kata, suites_for(kata, selection), selection)
            except UsageError as error:
                faults.append(error)
            else:
                break
        else:
            raise faults[0]


def ledger_for(paths: Sequence[str], folder: Path) -> Path:
    """Return where the ledger of these paths lies in a folder: the same for the same paths.

    >>> ledger_for(["/tmp/handed in"], Path("state")).as_posix()
    'state/batches/handed-in-3a17410ba7.ledger'
    """
    whole = sorted({os.path.normpath(Path(path).absolute()) for path in paths})
    word = re.sub(r"[^A-Za-z0-9]+", "-", Path(whole[0]).name).strip("-")[:_LONGEST_WORD]
    key = hashlib.sha256("\0".join(whole).encode("utf-8", "surrogateescape")).hexdigest()[:10]
    return folder / "batches" / f"{word or 'batch'}-{key}.ledger"
