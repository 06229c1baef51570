"""Say how a scorecard came about, so that it can be defended later."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import asdict

from graders.model.limits import in_units
from graders.model.provenance import LimitsUsed, Options, Provenance, SuiteUsed
from graders.model.scorecard import Scorecard, singles
from graders.reports.pages.ladder import in_words

NOT_KNOWN = "not known"


class Fact(msgspec.Struct, frozen=True):
    """Hold one fact under its name."""

    name: str
    value: str


class Again(msgspec.Struct, frozen=True):
    """Hold a case that was run again, how often it was run, and why."""

    id: str
    runs: int
    why: str


class Audit(msgspec.Struct, frozen=True):
    """Hold the audit block: what was graded by whom, on which suites, under which terms."""

    facts: tuple[Fact, ...]
    suites: tuple[SuiteUsed, ...]
    limits: tuple[Fact, ...]
    options: tuple[Fact, ...]
    again: tuple[Again, ...]


def audit(card: Scorecard) -> Audit:
    """Return the audit block of a scorecard."""
    made = card.provenance
    again = tuple(
        Again(single.id, len(single.attempts), single.rerun_because)
        for single in singles(card.results)
        if single.attempts
    )
    return Audit(
        facts=tuple(_facts(card, made)),
        suites=() if made is None else made.suites,
        limits=() if made is None else tuple(_limits(made.limits)),
        options=() if made is None else tuple(_options(made.options)),
        again=again,
    )


def _facts(card: Scorecard, made: Provenance | None) -> Iterator[Fact]:
    size = card.submission.bytes
    of_folder = bool(card.submission.files)
    what = "folder" if of_folder else "file"
    yield Fact(what, card.submission.path)
    if of_folder:
        yield Fact("its files", f"{len(card.submission.files)}")
        yield Fact("of which is called", card.submission.entry or NOT_KNOWN)
    yield Fact(f"SHA-256 of the {what}", card.submission.sha256 or NOT_KNOWN)
    yield Fact("size", NOT_KNOWN if size is None else f"{size:,} bytes")
    yield Fact("kata", card.kata)
    yield Fact("started at", card.started_at or NOT_KNOWN)
    yield Fact("took", f"{card.duration_s:.1f} s")
    if made is None:
        yield Fact("isolation", card.isolation)
        return
    version = f", version {made.isolation.version}" if made.isolation.version else ""
    yield Fact("grader", made.grader)
    yield Fact("interpreter", f"{made.python.implementation} {made.python.version}")
    yield Fact("isolation", f"{made.isolation.level}{version}")
    cores = "1 core" if made.cores == 1 else f"{made.cores} cores"
    yield Fact("machine", f"{made.platform}, {cores}")
    yield Fact("its speed", f"{made.drop_undo_per_s:,} discs dropped and taken back in a second")
    packages = ", ".join(f"{each.name} {each.version}" for each in made.packages)
    yield Fact("packages", packages or "none but the standard library")


def _limits(limits: LimitsUsed) -> Iterator[Fact]:
    for name, value in asdict(limits).items():
        if value is None:
            continue  # the grader of that time did not limit it
        if name.endswith("_bytes"):
            yield Fact(in_words(name.removesuffix("_bytes")), in_units(value))
        elif name.endswith("_s"):
            yield Fact(in_words(name.removesuffix("_s")), f"{value:g} s")
        else:
            yield Fact(in_words(name), f"{value}")


def _options(options: Options) -> Iterator[Fact]:
    for name, value in asdict(options).items():
        yield Fact(in_words(name.removesuffix("_s")), _said(name, value))


def _said(name: str, value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    if value is None:
        return "as the suites say" if name == "cap_s" else "not given"
    return f"{value:g} s" if isinstance(value, float) else str(value)
