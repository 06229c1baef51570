"""On what terms a batch is graded: checked before anything is, written down, and compared.

A result is found again by who handed it in, the bytes, and the SHA-256 of the text that
`conditions_of` returns. So everything that can change a verdict is in it, and nothing else is:
neither the machine, nor the time, nor where a file lies.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec.structs import asdict, replace

from graders.batch.job import BatchTerms
from graders.channel.channel import find_allowed
from graders.grading.grade_file import DEFAULT_LIMITS, check_may_grade_several
from graders.grading.provenance import grader_version
from graders.katas import all_katas, kata_named
from graders.model.batch import Batch, Entry, Grade, OtherVerdict, Rejudged, Rejudgement, Source
from graders.model.installation import suite_files
from graders.model.limits import Limits
from graders.model.provenance import PackageUsed
from graders.model.scorecard import Scorecard
from graders.model.submission import Driver
from graders.model.suite import Suite
from graders.model.usage_error import UsageError
from graders.sandbox.isolation import IsolationUnavailableError, choose_isolation
from graders.suites import suite_in
from graders.suites.selection import Selection, SuiteLike, select, suite_at, suites_for

_LONGEST_WORD = 40


class SuiteFile(msgspec.Struct, frozen=True, order=True):
    kata: str
    name: str
    sha256: str


class GradingEnvironment(msgspec.Struct, frozen=True):
    """What the terms of a batch do not say and the verdicts depend on all the same.

    `isolation` is the level that was found to work here, `shipped` are the suites that count where
    none are named, `packages` those that may be imported, from the folder `environment`.
    """

    grader: str
    isolation: str
    shipped: tuple[SuiteFile, ...] = ()
    packages: tuple[PackageUsed, ...] = ()
    environment: str | None = None
    limits: Limits = DEFAULT_LIMITS


class Conditions(msgspec.Struct, frozen=True):
    json: str

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.json.encode("ascii")).hexdigest()


def conditions_of(terms: BatchTerms, kata: str | None, around: GradingEnvironment) -> Conditions:
    """Return the conditions for a submission for a kata; None where the file itself has to tell.

    The order in which suites, globs and packages were named changes nothing.
    """
    suites = tuple(map(_suite_file, terms.suites)) or around.shipped
    said = {
        "kata": kata,
        "suites": sorted(
            (suite.kata, suite.name, suite.sha256)
            for suite in suites
            if kata is None or suite.kata == kata
        ),
        "case": sorted(set(terms.case)),
        "cap_s": None if terms.cap_s is None else float(terms.cap_s),
        "variants": terms.variants,
        "stretch": terms.stretch,
        "rerun": terms.rerun,
        "allow": sorted(set(terms.allow)),
        "allow_from": around.environment,
        "packages": sorted((used.name, used.version) for used in around.packages),
        "limits": around.limits._asdict(),
        "isolation": around.isolation,
        "grader": around.grader,
    }
    if terms.stretch if terms.play_out is None else terms.play_out:  # older ledgers know of none
        said["play_out"] = True
    if terms.drivers:  # older ledgers know of none
        said["drivers"] = sorted(hashlib.sha256(each.source).hexdigest() for each in terms.drivers)
    return Conditions(json.dumps(said, sort_keys=True, separators=(",", ":")))


def effective_kata(terms: BatchTerms, own: str | None) -> str | None:
    """Return the kata by which a submission is graded that came with `own`, or with None.

    None where neither the terms nor their suites say it, so that the file has to.

    >>> terms = BatchTerms(kata="drop")
    >>> effective_kata(terms, None), effective_kata(terms, "undo")
    ('drop', 'undo')
    """
    of_suites = next((suite.kata for suite in terms.suites), None)
    return own or terms.kata or of_suites


def _suite_file(suite: Suite) -> SuiteFile:
    """Return what a suite is known by; one that was made or changed in memory, by its cases."""
    sha256 = suite.sha256 or _sha256_of(suite.cases)
    return SuiteFile(suite.kata, suite.name, sha256)


def grading_environment(terms: BatchTerms) -> GradingEnvironment:
    """Return what holds here and now; raise `UsageError` where the terms cannot be met here."""
    try:
        level = choose_isolation(terms.isolation)
    except IsolationUnavailableError as error:
        raise UsageError(str(error)) from None
    environment = None if terms.allow_from is None else Path(terms.allow_from).absolute()
    return GradingEnvironment(
        grader=grader_version(),
        isolation=str(level),
        shipped=() if terms.suites else _shipped_suites(),
        packages=tuple(each.used for each in find_allowed(terms.allow, environment)),
        environment=None if environment is None else str(environment),
    )


def _shipped_suites() -> tuple[SuiteFile, ...]:
    # Stretch suites too. None is parsed: that takes longer than to hash all of them.
    return tuple(
        SuiteFile(path.parent.name, path.stem, hashlib.sha256(path.read_bytes()).hexdigest())
        for path in suite_files()
    )


def _sha256_of(cases: Iterable[object]) -> str:
    return hashlib.sha256("\n".join(map(repr, cases)).encode("utf-8", "replace")).hexdigest()


def load_suites(terms: BatchTerms, suites: Sequence[SuiteLike]) -> BatchTerms:
    """Return the terms with these suites loaded; raise `UsageError` for whatever is wrong in them.

    Strangers' files are contained, so an isolation that contains nothing is refused.
    """
    if terms.stretch and suites:
        raise UsageError("--stretch adds to the shipped suites; with --suite, name phase4")
    if terms.kata is not None and terms.kata not in all_katas():
        raise UsageError(f"there is no kata {terms.kata!r}; there are {', '.join(all_katas())}")
    check_may_grade_several(terms.isolation)
    whole = replace(terms, suites=_suites_named(suites, terms.kata))
    grading_environment(whole)
    return whole


def _suites_named(names: Sequence[SuiteLike], kata: str | None) -> tuple[Suite, ...]:
    found = Selection(names).loaded().suites
    if isinstance(found, Mapping):
        found = found.get(kata or "") or [suite_at(name) for name in names]
    return tuple(each for each in found if isinstance(each, Suite))


def check_has_cases(terms: BatchTerms, sources: Iterable[Source]) -> None:
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


def default_ledger(paths: Sequence[str], folder: Path) -> Path:
    """Return where the ledger of these paths lies in a folder: the same for the same paths.

    >>> default_ledger(["/tmp/handed in"], Path("state")).as_posix()
    'state/batches/handed-in-3a17410ba7.ledger'
    """
    whole = sorted({os.path.normpath(Path(path).absolute()) for path in paths})
    word = re.sub(r"[^A-Za-z0-9]+", "-", Path(whole[0]).name).strip("-")[:_LONGEST_WORD]
    key = hashlib.sha256("\0".join(whole).encode("utf-8", "surrogateescape")).hexdigest()[:10]
    return folder / "batches" / f"{word or 'batch'}-{key}.ledger"


def terms_to_json(terms: BatchTerms) -> str:
    """Return the terms as JSON, with the text of each suite: its file may be moved or changed."""
    folder = terms.allow_from
    return json.dumps(
        {
            **asdict(terms),
            "suites": msgspec.to_builtins([*map(_kept_suite, terms.suites)]),
            "allow_from": None if folder is None else str(Path(folder).absolute()),
            "drivers": msgspec.to_builtins(terms.drivers),
        }
    )


def terms_from_json(text: str) -> BatchTerms:
    """Return the terms, with the suites as they were.

    Of those that older ledgers keep by their path alone, and of those that were made in memory, the
    file is read. Raises `SuiteError` for a suite that is gone or not valid, and
    `msgspec.MsgspecError` for another text.
    """
    kept = _parsed_terms(text)
    return BatchTerms(
        kata=kept.kata,
        suites=tuple(map(_suite_again, kept.suites)),
        case=tuple(kept.case),
        cap_s=kept.cap_s,
        isolation=kept.isolation,
        variants=kept.variants,
        stretch=kept.stretch,
        allow=tuple(kept.allow),
        allow_from=None if kept.allow_from is None else Path(kept.allow_from),
        rerun=kept.rerun,
        drivers=tuple(kept.drivers),
        quiet_moves=kept.quiet_moves,
        play_out=kept.play_out,
    )


def check_terms_json(text: str) -> None:
    """Raise `msgspec.MsgspecError` for a text that is not what `terms_to_json` returns."""
    _parsed_terms(text)


class _KeptSuite(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    path: str
    text: bytes


def _kept_suite(suite: Suite) -> _KeptSuite | str:
    path = str(Path(suite.path).absolute())
    return _KeptSuite(path, suite.text) if suite.sha256 and suite.text else path


def _suite_again(kept: _KeptSuite | str) -> Suite:
    return suite_at(Path(kept)) if isinstance(kept, str) else suite_in(kept.text, kept.path)


class _TermsJson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kata: str | None
    suites: list[_KeptSuite | str]
    case: list[str]
    cap_s: float | None
    isolation: str
    variants: bool
    stretch: bool
    allow: list[str]
    allow_from: str | None
    rerun: bool
    drivers: list[Driver] = []
    quiet_moves: bool = False
    play_out: bool | None = False  # as in older ledgers, which say nothing of it


def _parsed_terms(text: str) -> _TermsJson:
    return msgspec.json.decode(text, type=_TermsJson)


def compare_batches(before: Batch, after: Batch) -> Rejudged:
    """Return what would change; both are the same submissions in the same order."""
    pairs = zip(before.entries, after.entries, strict=True)
    return Rejudged(tuple(_rejudgement(old, new) for old, new in pairs))


def _rejudgement(old: Entry, new: Entry) -> Rejudgement:
    before = old.scorecard if old.is_received else None
    after = new.scorecard if new.is_received else None
    return Rejudgement(
        candidate=new.candidate,
        path=new.path,
        before=_grade(before),
        after=_grade(after),
        verdicts=tuple(_other_verdicts(before, after)) if before and after else (),
        why_not="" if after or new.refused else new.why_not or "it was not graded again yet",
        refused=new.refused,
    )


def _grade(card: Scorecard | None) -> Grade | None:
    if card is None:
        return None
    rung = None if card.assessment is None else card.assessment.rung or None
    return Grade(card.score, card.max_score, rung)


def _other_verdicts(before: Scorecard, after: Scorecard) -> Iterator[OtherVerdict]:
    old = {result.id: result.verdict for result in before.results}
    new = {result.id: result.verdict for result in after.results}
    for case in (*new, *(case for case in old if case not in new)):
        if old.get(case) is not new.get(case):
            yield OtherVerdict(case, old.get(case), new.get(case))
