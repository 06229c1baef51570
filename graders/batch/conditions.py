"""Say in one text under which conditions a submission is graded: what makes two results one.

A result is found again by who handed it in, the bytes, and the SHA-256 of this text. So everything
that can change a verdict is in it, and nothing else is: neither the machine, nor the time, nor
where a file lies.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

import msgspec

from graders.batch.job import Terms
from graders.channel.channel import find_allowed
from graders.grading.pipeline import DEFAULT_LIMITS
from graders.grading.provenance import grader_version
from graders.model.limits import Limits
from graders.model.provenance import PackageUsed
from graders.model.suite import Suite
from graders.model.usage import UsageError
from graders.sandbox.isolation import IsolationUnavailableError, choose
from graders.suites.shipped import files


class SuiteFile(msgspec.Struct, frozen=True, order=True):
    """Hold which file of cases is meant: for which kata, under which name, with which bytes."""

    kata: str
    name: str
    sha256: str


class Surroundings(msgspec.Struct, frozen=True):
    """Hold what the terms of a batch do not say and the verdicts depend on all the same.

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
    """Hold the text, canonical JSON: the same conditions are the same bytes."""

    json: str

    @property
    def sha256(self) -> str:
        """Return the hash by which results are found again."""
        return hashlib.sha256(self.json.encode("ascii")).hexdigest()


def conditions(terms: Terms, kata: str | None, around: Surroundings) -> Conditions:
    """Return the conditions for a submission for a kata; None where the file itself has to tell.

    The order in which suites, globs and packages were named changes nothing.
    """
    suites = tuple(map(suite_file, terms.suites)) or around.shipped
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
    if terms.drivers:  # older ledgers know of none
        said["drivers"] = sorted(hashlib.sha256(each.source).hexdigest() for each in terms.drivers)
    return Conditions(json.dumps(said, sort_keys=True, separators=(",", ":")))


def kata_wanted(terms: Terms, own: str | None) -> str | None:
    """Return the kata by which a submission is graded that came with `own`, or with None.

    None where neither the terms nor their suites say it, so that the file has to.

    >>> kata_wanted(Terms(kata="drop"), None), kata_wanted(Terms(kata="drop"), "undo")
    ('drop', 'undo')
    """
    of_suites = next((suite.kata for suite in terms.suites), None)
    return own or terms.kata or of_suites


def suite_file(suite: Suite) -> SuiteFile:
    """Return what a suite is known by; one that was made or changed in memory, by its cases."""
    sha256 = suite.sha256 or _sha256_of(suite.cases)
    return SuiteFile(suite.kata, suite.name, sha256)


def look_around(terms: Terms) -> Surroundings:
    """Return what holds here and now; raise `UsageError` where the terms cannot be met here."""
    try:
        level = choose(terms.isolation)
    except IsolationUnavailableError as error:
        raise UsageError(str(error)) from None
    environment = None if terms.allow_from is None else Path(terms.allow_from).absolute()
    return Surroundings(
        grader=grader_version(),
        isolation=str(level),
        shipped=() if terms.suites else _shipped(),
        packages=tuple(each.used for each in find_allowed(terms.allow, environment)),
        environment=None if environment is None else str(environment),
    )


def _shipped() -> tuple[SuiteFile, ...]:
    """Return all suites that are shipped, stretch suites too; none is parsed."""
    return tuple(
        SuiteFile(path.parent.name, path.stem, hashlib.sha256(path.read_bytes()).hexdigest())
        for path in files()
    )


def _sha256_of(cases: Iterable[object]) -> str:
    return hashlib.sha256("\n".join(map(repr, cases)).encode("utf-8", "replace")).hexdigest()
