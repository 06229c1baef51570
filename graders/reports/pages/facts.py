"""State what a page says of a whole scorecard: sight, doubts, rung, audit, questions, rubric."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Any

import msgspec
from msgspec.structs import asdict

from graders.katas.advice import Known, Question, rubric
from graders.katas.kata import Kata
from graders.model.batch import HandIn
from graders.model.limits import in_units
from graders.model.provenance import LimitsUsed, Options, Provenance, SuiteUsed
from graders.model.scorecard import Assessment, Finding, Probed, Result, Scorecard, singles
from graders.model.verdict import Verdict
from graders.reports.failure import caps_in_words, why_again
from graders.reports.pages.cases import kind_of
from graders.reports.score import (
    answered_differently,
    by_suite,
    cases_with,
    count,
    first_few,
    holds_in_words,
    reservations,
    run_again,
)


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

    What comes next rests on a case that was missed; without one nothing is asked about it. A rung
    without findings is one of a scorecard of an older version, which knew less.
    """
    if assessment.rung and not assessment.findings:
        return
    because = {fault: mistake_in_words(kata, fault) for fault in proved_faults(assessment)}
    if assessment.rung:
        because[f"rung/{assessment.rung}"] = f"It stands {where_on(kata, assessment)}."
    if assessment.case:
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
    again = run_again(card.results) or "none run again"
    return f"the slowest took {most * 100:.0f} % of the cap; {count(late, 'answer')} late; {again}"


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


def first_miss(card: Scorecard) -> Result | None:
    missed = [result for result in card.results if not result.accepted]
    its_own = (result for result in missed if result.verdict is not Verdict.GRADER_ERROR)
    return next(its_own, missed[0] if missed else None)


class Seen(msgspec.Struct, frozen=True):
    """One case of a row: `kind` is how its verdict is coloured, "" where it was not run."""

    id: str
    kind: str


class SightRow(msgspec.Struct, frozen=True):
    """What became of the cases that ask for the same, or of a suite."""

    asks: str
    cases: tuple[Seen, ...]

    @property
    def passed(self) -> int:
        return sum(each.kind == "good" for each in self.cases)


def sight(card: Scorecard) -> tuple[SightRow, ...]:
    """Return the cases by what they ask for, the shortest wins first; those of others by suite."""
    rows: dict[tuple[int, str], list[Seen]] = {}
    for result in card.results:
        if result.cap_s and not result.variant:
            rows.setdefault(_asks(result), []).append(Seen(result.id, kind_of(result.verdict)))
    for case in card.not_run:
        if case.cap_s and "~" not in case.id:
            rows.setdefault((_OTHERS, case.suite), []).append(Seen(case.id, ""))
    return tuple(SightRow(asks, tuple(rows[at, asks])) for at, asks in sorted(rows, key=_first))


_OTHERS = 1_000  # the place of what no number of plies puts in order


def _asks(result: Result) -> tuple[int, str]:
    """Return what a case asks for, after its place among the rows."""
    if result.goal == "win" and result.mate_in is not None:
        mate = result.mate_in
        return mate, "win at once" if mate == 1 else f"mate in {mate}"
    if result.goal is not None:
        return (1, "block") if result.goal == "block" else (_OTHERS - 1, result.goal)
    return _OTHERS, result.suite


def _first(row: tuple[int, str]) -> int:
    return row[0]


class Unsure(msgspec.Struct, frozen=True):
    """One thing that makes a score less sure, in a clause, with the case or the place to look at.

    `case` is the id of a case, `href` the place where it is none.
    """

    words: str
    case: str = ""
    href: str = ""


def doubts(card: Scorecard) -> Iterator[Unsure]:
    """Yield what makes the score less sure: of the run, of the machine, of the answers."""
    for words, _ in reservations(card):
        yield Unsure(words)
    if card.lost:
        words = f"loses {count(len(card.lost), 'variant')} of cases that it solves"
        yield Unsure(f"{words}: {first_few(card.lost, 1)}", card.lost[0])
    run = singles(card.results)
    if again := [each for each in run if each.attempts]:
        yield Unsure(f"{run_again(card.results)}: {why_again(again)}", href="#again")
    for each in run:
        if answered_differently(each):
            yield Unsure(f"answered differently when run again: {each.id}", each.id)
    if waited := [each for each in run if each.disturbed]:
        cases = cases_with(card.results, lambda each: each.disturbed)
        yield Unsure(f"the machine kept {cases} waiting", waited[0].id)
    if caps := caps_in_words(card.yardstick, doubtful_only=True):
        yield Unsure(caps)


NOT_KNOWN = "not known"
NOT_TOLD = HandIn()  # of a submission of which it is not known how it came in


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


def audit(card: Scorecard, hand_in: HandIn = NOT_TOLD) -> Audit:
    """Return the audit block of a scorecard, with how the submission came in."""
    made = card.provenance
    again = tuple(
        Rerun(single.id, len(single.attempts), single.rerun_because)
        for single in singles(card.results)
        if single.attempts
    )
    return Audit(
        facts=(*came_in(hand_in), *_facts(card, made)),
        suites=() if made is None else made.suites,
        limits=() if made is None else tuple(_limits(made.limits)),
        options=() if made is None else tuple(_options(made.options)),
        again=again,
    )


def came_in(hand_in: HandIn) -> Iterator[Fact]:
    """Yield all that is known of how a submission came in."""
    said = (
        ("came in from", hand_in.layout),
        ("handed in as", hand_in.original),
        ("attempt", "" if hand_in.attempt is None else f"{hand_in.attempt}"),
        ("attempts that do not count", ", ".join(hand_in.earlier)),
        ("submitted", ", ".join(filter(None, (hand_in.submitted, "late" * hand_in.late)))),
        *hand_in.columns,
    )
    yield from (Fact(name, value) for name, value in said if value)


def hand_in_words(hand_in: HandIn, path: str) -> str:
    """Say in short what its path does not of how it came in; nothing for the usual.

    >>> came = HandIn(original="four.py", attempt=2, earlier=("a/1.py",), late=True)
    >>> hand_in_words(came, "ann_2_four-1.py")
    'handed in as four.py, attempt 2, 1 earlier attempt does not count, late'
    >>> hand_in_words(HandIn(original="four.py"), "ann_2_four.py")
    ''
    """
    said = []
    if not path.endswith(hand_in.original):
        said.append(f"handed in as {hand_in.original}")
    if hand_in.attempt is not None:
        said.append(f"attempt {hand_in.attempt}")
    if earlier := len(hand_in.earlier):
        does = "does" if earlier == 1 else "do"
        said.append(f"{count(earlier, 'earlier attempt')} {does} not count")
    return ", ".join([*said, *(["late"] if hand_in.late else [])])


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
    return BESIDE.get(assessment.rung, f"at {named_rung(kata, assessment.rung)}")


def rungs_of(kata: Kata[Any] | None, stands_on: str) -> tuple[Rung, ...]:
    """Return the rungs of a kata's ladder from the lowest up; none where it has no ladder."""
    ladder = None if kata is None else kata.ladder()
    names: Sequence[str] = () if ladder is None else [PurePath(each).stem for each in ladder.rungs]
    return tuple(
        Rung(number, named_rung(kata, name), name == stands_on)
        for number, name in enumerate(names, 1)
    )


def named_rung(kata: Kata[Any] | None, name: str) -> str:
    return name_in_words(name) if kata is None else kata.rung_called(name)


def name_in_words(name: str) -> str:
    return name.replace("_", " ")


def _sentence(text: str) -> str:
    whole = text[:1].upper() + text[1:]
    return whole if whole.endswith((".", "!", "?")) or not whole else f"{whole}."
