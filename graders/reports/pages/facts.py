"""State what a page says of a whole scorecard: summary, rung, audit, questions and rubric."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Any

import msgspec
from msgspec.structs import asdict

from graders.katas.advice import Known, Question, rubric
from graders.katas.kata import Kata
from graders.model.limits import in_units
from graders.model.provenance import LimitsUsed, Options, Provenance, SuiteUsed
from graders.model.scorecard import Assessment, Finding, Probed, Result, Scorecard, singles
from graders.model.verdict import Verdict
from graders.reports.failure import deciding_id, why_again
from graders.reports.score import by_suite, count, first_few, holds_in_words


class QuestionSet(msgspec.Struct, frozen=True):
    because: str
    questions: tuple[Question, ...]


class RubricRow(msgspec.Struct, frozen=True):
    """A row of the rubric; `found` is None where a person has to fill it."""

    row: str
    look_for: str
    found: str | None


class ForInterviewer(msgspec.Struct, frozen=True):
    asked: tuple[QuestionSet, ...]
    rubric: tuple[RubricRow, ...]


def for_interviewer(card: Scorecard, kata: Kata[Any]) -> ForInterviewer:
    """Return the questions for a scorecard, those on its mistakes first, and the rubric."""
    rows = tuple(
        RubricRow(row.row, row.look_for, None if row.known is None else FINDS[row.known](card))
        for row in rubric()
    )
    asked = () if card.assessment is None else tuple(_asked(card.assessment, kata))
    return ForInterviewer(asked, rows)


def _asked(assessment: Assessment, kata: Kata[Any]) -> Iterator[QuestionSet]:
    """Yield the questions on what is proved, on the rung, and on what comes next, each once.

    A rung without findings is one of a scorecard of an older version, which knew less.
    """
    if assessment.rung and not assessment.findings:
        return
    because = {fault: mistake_in_words(kata, fault) for fault in proved_faults(assessment)}
    if assessment.rung:
        because[f"rung/{assessment.rung}"] = f"It stands {where_on(kata, assessment)}."
    because.setdefault(assessment.topic, f"What comes next: {assessment.hint}")
    asked: set[Question] = set()
    for name, reason in because.items():
        entry = kata.advice().entry(name)
        new = tuple(each for each in entry.questions if each not in asked) if entry else ()
        if new:
            yield QuestionSet(reason, new)
        asked.update(new)


def _suites(card: Scorecard) -> str:
    return "; ".join(f"{each.name} {each.in_words}" for each in by_suite(card)) or "nothing was run"


def _variants(card: Scorecard) -> str:
    if not any(result.variant for result in card.results):
        return "not asked for in this run (--variants)"
    return holds_in_words(card)[0].rpartition(": ")[2]


def _times(card: Scorecard) -> str:
    timed = [each for each in singles(card.results) if each.cap_s and each.counted_s]
    if not timed:
        return "nothing was timed"
    late = sum(each.verdict is Verdict.TIME_LIMIT_EXCEEDED for each in timed)
    most = max(each.counted_s / each.cap_s for each in timed)
    doubt = sum(bool(each.attempts) for each in timed)
    return (
        f"the slowest took {most * 100:.0f} % of the cap; {count(late, 'answer')} late; "
        f"{doubt} run again"
    )


def _board(card: Scorecard) -> str:
    changed = [each.id for each in singles(card.results) if each.board_changed]
    return f"no, not after {', '.join(changed[:3])}" if changed else "nothing to the contrary seen"


def _endings(card: Scorecard) -> str:
    of_judging = (
        Verdict.ACCEPTED,
        Verdict.WRONG_ANSWER,
        Verdict.INVALID_ANSWER,
        Verdict.NOT_OFFERED,
        Verdict.TIME_LIMIT_EXCEEDED,
    )
    found = Counter(each.verdict for each in singles(card.results))
    ended = [f"{many} × {each.in_words}" for each, many in found.items() if each not in of_judging]
    return ", ".join(ended) or "none"


FINDS: Mapping[Known, Callable[[Scorecard], str]] = {
    "suites": _suites,
    "variants": _variants,
    "times": _times,
    "board": _board,
    "endings": _endings,
}
"""What fills a row of the rubric, by its name in the data."""


def sentences(card: Scorecard, name: str, place: LadderPlace | None) -> tuple[str, str, str]:
    """Return the three sentences; without a rung the second says only what to look at first."""
    return _solved(card, name), _stands(card, place), _trust(card)


def first_miss(card: Scorecard) -> Result | None:
    """Return the first case that was missed by the submission, else by the grader."""
    missed = [result for result in card.results if not result.accepted]
    its_own = (result for result in missed if result.verdict is not Verdict.GRADER_ERROR)
    return next(its_own, missed[0] if missed else None)


def _solved(card: Scorecard, name: str) -> str:
    cases = [result for result in card.results if not result.variant]
    of = len(cases) + sum("~" not in case.id for case in card.not_run)
    accepted = sum(result.accepted for result in cases)
    points = f"{card.score} of {count(card.max_score, 'point')}"
    so_far = "" if card.complete else _so_far(card)
    return f"{name} solves {accepted} of {count(of, 'case')} and has {points}{so_far}."


def _so_far(card: Scorecard) -> str:
    if card.stopped_at_first:
        return " in a run that ended at its first failure, as asked"
    return " in a run that was interrupted"


def _stands(card: Scorecard, place: LadderPlace | None) -> str:
    miss = first_miss(card)
    first = "" if miss is None else f"{deciding_id(miss)}, {miss.verdict.in_words}"
    if place is None or not place.where:
        return f"The first to look at is {first}." if first else "Nothing was missed."
    after = f"; the first to look at is {first}" if first else "; nothing was missed"
    return f"It stands {place.where}{after}."


def _trust(card: Scorecard) -> str:
    timed = [result for result in singles(card.results) if result.cap_s and result.counted_s]
    slowest = max(timed, key=lambda result: result.counted_s / result.cap_s, default=None)
    if slowest is None:
        time = "Nothing was timed"
    else:
        time = (
            f"The slowest answer took {slowest.counted_s:.2f} s of {slowest.cap_s:g} s "
            f"({slowest.id})"
        )
    return f"{time}, {_reservation(card)}."


def _reservation(card: Scorecard) -> str:
    if card.grader_errors:
        return f"and the grader itself failed on {count(card.grader_errors, 'case')}, so no score"
    if card.lost:
        return f"but it loses {count(len(card.lost), 'variant')} of cases that it solves"
    run = singles(card.results)
    if again := [result for result in run if result.attempts]:
        return f"and {count(len(again), 'case')} had to be run again: {why_again(again)}"
    if disturbed := sum(result.disturbed for result in run):
        return f"but the machine kept {count(disturbed, 'case')} waiting"
    if card.holds:
        return "and what it solves holds under mirror and colour swap"
    return "and no time was in doubt"


NOT_KNOWN = "not known"


class Fact(msgspec.Struct, frozen=True):
    name: str
    value: str


class Rerun(msgspec.Struct, frozen=True):
    id: str
    runs: int
    why: str


class Audit(msgspec.Struct, frozen=True):
    facts: tuple[Fact, ...]
    suites: tuple[SuiteUsed, ...]
    limits: tuple[Fact, ...]
    options: tuple[Fact, ...]
    again: tuple[Rerun, ...]


def audit(card: Scorecard) -> Audit:
    """Return the audit block of a scorecard."""
    made = card.provenance
    again = tuple(
        Rerun(single.id, len(single.attempts), single.rerun_because)
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
    yield Fact("machine", f"{made.platform}, {count(made.cores, 'core')}")
    yield Fact("its speed", f"{made.drop_undo_per_s:,} discs dropped and taken back in a second")
    packages = ", ".join(f"{each.name} {each.version}" for each in made.packages)
    yield Fact("packages", packages or "none but the standard library")


def _limits(limits: LimitsUsed) -> Iterator[Fact]:
    for name, value in asdict(limits).items():
        if value is None:
            continue  # the grader of that time did not limit it
        if name.endswith("_bytes"):
            yield Fact(name_in_words(name.removesuffix("_bytes")), in_units(value))
        elif name.endswith("_s"):
            yield Fact(name_in_words(name.removesuffix("_s")), f"{value:g} s")
        else:
            yield Fact(name_in_words(name), f"{value}")


def _options(options: Options) -> Iterator[Fact]:
    for name, value in asdict(options).items():
        yield Fact(name_in_words(name.removesuffix("_s")), _said(name, value))


def _said(name: str, value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    if value is None:
        return "as the suites say" if name == "cap_s" else "not given"
    return f"{value:g} s" if isinstance(value, float) else str(value)


BESIDE: Mapping[str, str] = {
    "none": "below the ladder",
    "heuristic": "beside the ladder, as it plays by a heuristic",
    "open": "nowhere yet, as this run does not show its rung",
}
"""Where a submission stands whose rung is none of the ladder's."""
NAMES: Mapping[str, str] = {
    "naive": "naive minimax",
    "alpha_beta": "alpha-beta",
    "transposition": "transposition table",
}
"""Names as people write them, where these are not their words with spaces between."""
SHOWN_BY: Mapping[str, str] = {
    "answers": "By its answers",
    "measured": "Measured",
    "source": "In its source",
    "probes": "On further positions",
}
"""What heads the findings of each kind of evidence, in the order in which they are shown."""


class Rung(msgspec.Struct, frozen=True):
    number: int
    name: str
    here: bool


class Evidence(msgspec.Struct, frozen=True):
    heading: str
    sentences: tuple[str, ...]


class Proved(msgspec.Struct, frozen=True):
    mistake: str
    proofs: tuple[str, ...]


class LadderPlace(msgspec.Struct, frozen=True):
    """The rungs from the lowest up, and what is known of where the submission stands.

    `where` goes on from "It stands", and is empty where nothing is said of a rung; then there are
    no `rungs` either. `beside` tells that it is on none of them. `seen` are the findings by what
    shows them, without those of the mistakes. `supposed` are mistakes that a scorecard of an older
    version names, which had no proofs.
    """

    rungs: tuple[Rung, ...]
    where: str
    beside: bool
    evidence: str
    hint: str
    seen: tuple[Evidence, ...]
    mistakes: tuple[Proved, ...]
    supposed: tuple[str, ...]


def ladder_place(kata: Kata[Any] | None, assessment: Assessment | None) -> LadderPlace | None:
    """Return where a submission stands; None without an assessment."""
    if assessment is None:
        return None
    rungs = rungs_of(kata, assessment.rung) if assessment.rung else ()
    proved = proved_faults(assessment)
    return LadderPlace(
        rungs,
        where_on(kata, assessment),
        not any(rung.here for rung in rungs),
        _sentence(assessment.evidence),
        assessment.hint,
        tuple(_seen(assessment)),
        tuple(_proved(kata, assessment, fault) for fault in proved),
        tuple(name_in_words(fault) for fault in assessment.faults if fault not in proved),
    )


def proved_faults(assessment: Assessment) -> tuple[str, ...]:
    """Return the mistakes for which there is a finding."""
    found = {each.name for each in assessment.findings}
    return tuple(fault for fault in assessment.faults if fault in found)


def _seen(assessment: Assessment) -> Iterator[Evidence]:
    for evidence, heading in SHOWN_BY.items():
        found = [
            _sentence(_with_its_place(each))
            for each in assessment.findings
            if each.evidence == evidence and each.name not in assessment.faults
        ]
        if found:
            yield Evidence(heading, tuple(found))


def _with_its_place(finding: Finding) -> str:
    where = "" if finding.line is None else f", line {finding.line}"
    cases = f" ({first_few(finding.cases)})" if finding.cases else ""
    return f"{finding.text}{where}{cases}"


def _proved(kata: Kata[Any] | None, assessment: Assessment, fault: str) -> Proved:
    found = [each for each in assessment.findings if each.name == fault]
    probed = [_sentence(_on_a_probe(probe)) for each in found for probe in each.probes]
    others = [_sentence(_with_its_place(each)) for each in found if not each.probes]
    return Proved(mistake_in_words(kata, fault), (*others, *probed))


def mistake_in_words(kata: Kata[Any] | None, fault: str) -> str:
    """Return a mistake in the words of the kata's advice, else its name."""
    entry = None if kata is None else kata.advice().entry(fault)
    return _sentence(entry.says if entry is not None and entry.says else name_in_words(fault))


def _on_a_probe(probe: Probed) -> str:
    return (
        f"after {probe.moves or 'no move'}, {probe.first} first, it played column {probe.answer}, "
        "as this mistake does"
    )


def where_on(kata: Kata[Any] | None, assessment: Assessment) -> str:
    """Return where a submission stands, as goes on from "It stands"; "" where no rung is named."""
    if not assessment.rung:
        return ""
    rungs = rungs_of(kata, assessment.rung)
    here = next((rung for rung in rungs if rung.here), None)
    if here is not None:
        return f"on rung {here.number} of {len(rungs)}, {here.name}"
    return BESIDE.get(assessment.rung, f"at {name_in_words(assessment.rung)}")


def rungs_of(kata: Kata[Any] | None, stands_on: str) -> tuple[Rung, ...]:
    """Return the rungs of a kata's ladder from the lowest up; none where it has no ladder."""
    ladder = None if kata is None else kata.ladder()
    names: Sequence[str] = () if ladder is None else [PurePath(each).stem for each in ladder.rungs]
    return tuple(
        Rung(number, name_in_words(name), name == stands_on) for number, name in enumerate(names, 1)
    )


def name_in_words(name: str) -> str:
    """Return the name of a rung or a mistake as a person reads it.

    >>> name_in_words("alpha_beta")
    'alpha-beta'
    """
    return NAMES.get(name, name.replace("_", " "))


def _sentence(text: str) -> str:
    whole = text[:1].upper() + text[1:]
    return whole if whole.endswith((".", "!", "?")) or not whole else f"{whole}."
