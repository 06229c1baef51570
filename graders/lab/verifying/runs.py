"""Grade references, specimens and starters, and hold them to what is declared of them."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

import msgspec

from graders.channel.budget import Settings
from graders.channel.languages import UnavailableError, check_runs_here
from graders.grading.prepare import UNKNOWN
from graders.grading.yardstick import BUSY_SHARE
from graders.katas import all_katas
from graders.lab.bench.outcomes import grade_completely
from graders.lab.verifying.declared import NONE_NAMED, Declaration
from graders.lab.verifying.parts import IN_TURN, NOTHING, Executor, Part, Piece, Tell
from graders.model.provenance import Submitted
from graders.model.scorecard import Assessment, Result, Scorecard, singles
from graders.model.suite import Suite
from graders.model.usage_error import UsageError
from graders.model.verdict import Verdict
from graders.suites import shipped

NOTABLE_SHARE = 0.05
"""Kept off its core for this share of a cap, a program may have become late by it."""
OTHERS_OF_A_SUITE = 4
"""On so many cases of a suite that it may pass a specimen is graded at most."""

SuitesByKata = Mapping[str, Sequence[Suite]]
"""The suites to grade on, by kata."""


class Run(msgspec.Struct, frozen=True):
    """What one file got, beside what it was declared to get."""

    declaration: Declaration
    scorecard: Scorecard  # empty where the file was not graded
    refused: str = ""  # why it cannot be graded at all
    lacking: str = ""  # what has to be installed before it can be

    @property
    def name(self) -> str:
        return self.declaration.file.name

    def deviations(self) -> tuple[str, ...]:
        if self.refused:
            return (f"{self.name} cannot be graded: {self.refused}",)
        return tuple(words for _, words in self.deviating())

    def deviating(self) -> tuple[tuple[Result, str], ...]:
        return tuple(
            (
                result,
                f"{self.name} on {result.id}: {result.verdict.in_words}, declared is "
                f"{' or '.join(verdict.in_words for verdict in allowed)}",
            )
            for result in self.scorecard.results
            if (allowed := self.declaration.allowed(result.id)) is not None
            and result.verdict not in allowed
        )

    def may_be_late(self, result: Result) -> bool:
        """Whether a verdict that is not as declared may be that of a busy machine."""
        # A machine makes a program late and no answer right: so the program was missed, or another
        # time would have made it late.
        allowed = self.declaration.allowed(result.id) or ()
        turns = not result.accepted or Verdict.TIME_LIMIT_EXCEEDED in allowed
        return turns and _was_kept_waiting(result)

    @property
    def was_kept_waiting(self) -> bool:
        return any(map(_was_kept_waiting, self.scorecard.results))

    @property
    def may_be_misplaced(self) -> bool:
        """Whether a rung may be another one because a busy machine made an answer late."""
        missed = (result for result in self.scorecard.results if not result.accepted)
        return any(map(_was_kept_waiting, missed))

    def misplaced(self) -> tuple[str, ...]:
        """Return, in words, a rung and a list of mistakes that are not what was declared."""
        declared, assessment = self.declaration, self.scorecard.assessment
        if declared.rung is None or self.refused or self.lacking:
            return ()
        faults = assessment.faults if assessment else ()
        found = (
            ("rung", declared.rung, rung_of(assessment)),
            ("mistake", _listed(declared.faults), _listed(faults)),
        )
        return tuple(
            f"{self.name}: {what} {got}, declared is {wanted}"
            for what, wanted, got in found
            if wanted != got
        )

    def should_be_rerun(self) -> bool:
        doubtful = any(single.disturbed for single in singles(self.scorecard.results))
        return doubtful and bool(self.deviations() or self.misplaced())

    def undeclared(self) -> tuple[str, ...]:
        return tuple(
            result.id
            for result in self.scorecard.results
            if self.declaration.allowed(result.id) is None
        )


def run(
    declaration: Declaration,
    suites: SuitesByKata,
    settings: Settings,
    tell: Tell = lambda what: None,
    *,
    case: str | Sequence[str] = "*",
    play_out: bool = False,
) -> Run:
    """Grade one declared file on the suites of the kata that it is for, or on some `case` only."""
    file = declaration.file
    nothing = Scorecard(Submitted(file.name), UNKNOWN, str(settings.isolation), ())
    try:
        check_runs_here(file)
    except UnavailableError as error:
        return Run(declaration, nothing, lacking=str(error))
    try:
        card = _graded(
            file,
            suites,
            settings,
            tell,
            case,
            play_out=play_out,
            probes=declaration.rung is not None,
        )
        return Run(declaration, card)
    except _UngradableError as error:
        return Run(declaration, nothing, refused=str(error))


def _ids(suites: SuitesByKata, *, stretch: bool = False) -> list[str]:
    every = (suite for own in suites.values() for suite in own)
    return [case.id for suite in every if stretch or not suite.stretch for case in suite.cases]


@functools.cache
def every_suite() -> SuitesByKata:
    """Return all shipped suites, loaded once: the longest scripts are made when first asked."""
    return {kata: shipped(kata, stretch=True) for kata in all_katas()}


def runs_of_references(
    declarations: Iterable[Declaration], settings: Settings, executor: Executor = IN_TURN
) -> list[Run]:
    """Grade declared files on every shipped suite, played out as with `--stretch`."""
    asked = [(each, ("*",)) for each in declarations]
    return _runs("references", asked, settings, executor, play_out=True)


def runs_of_specimens(
    declarations: Iterable[Declaration], settings: Settings, executor: Executor = IN_TURN
) -> list[Run]:
    """Grade declared files on the cases that place them or tell their mistake."""
    asked = [(each, cases_for_specimen(each, every_suite())) for each in declarations]
    return _runs("specimens", asked, settings, executor)


def cases_for_specimen(declaration: Declaration, suites: SuitesByKata) -> tuple[str, ...]:
    """Return the ids of the cases that place a specimen, or that tell its mistake.

    Those are all cases that it must miss and, of the others that are declared, as many as
    `OTHERS_OF_A_SUITE` of each suite, spread over it.
    """
    asked = _ids(suites) if declaration.rung is not None else []
    for suite in itertools.chain.from_iterable(suites.values()):
        declared = [case.id for case in suite.cases if declaration.allowed(case.id) is not None]
        missed = [each for each in declared if declaration.must_miss(each)]
        others = [each for each in declared if each not in missed]
        asked += missed + others[:: -(-len(others) // OTHERS_OF_A_SUITE) or 1]
    return tuple(dict.fromkeys(asked))


def _runs(
    part: str,
    asked: Iterable[tuple[Declaration, tuple[str, ...]]],
    settings: Settings,
    executor: Executor,
    *,
    play_out: bool = False,
) -> list[Run]:
    """Grade files; what the machine may have spoilt once more, with nothing else under way."""
    pieces = [
        Piece(each.file.name, partial(_run_on_shipped, each, cases, settings, play_out))
        for each, cases in asked
    ]
    runs = executor.all(part, pieces)
    for number, each in enumerate(runs):
        if each.should_be_rerun():
            (runs[number],) = executor.all(f"{part}, alone", [pieces[number]], alone=True)
    return runs


def _run_on_shipped(
    declaration: Declaration,
    cases: tuple[str, ...],
    settings: Settings,
    play_out: bool,
    tell: Tell,
) -> Run:
    return run(declaration, every_suite(), settings, tell, case=cases, play_out=play_out)


def unused_declarations(declarations: Iterable[Declaration]) -> tuple[str, ...]:
    """Return, in words, the declared globs that decide no shipped case."""
    case_ids = _ids(every_suite(), stretch=True)
    return tuple(
        f"{each.file.name}: {glob} is declared, but decides no shipped case"
        for each in declarations
        for glob in each.unused_globs(case_ids)
    )


def references_part(runs: Iterable[Run]) -> Part:
    """Lay out what the references got; one in a language that is not here is a warning."""
    runs = tuple(runs)
    problems, undecided = _not_as_declared(runs)
    problems += [
        f"{each.name}: nothing is declared for {case_id}"
        for each in runs
        for case_id in each.undeclared()
    ]
    return Part(
        "references",
        "References, against the verdicts declared for them",
        ("reference", "accepted", "missed as declared", "not as declared"),
        tuple(_row(each) for each in runs),
        tuple(problems),
        tuple(f"{each.name}: {each.lacking}" for each in runs if each.lacking),
        tuple(undecided),
    )


def specimens_part(runs: Iterable[Run]) -> Part:
    """Lay out what the specimens got; one that is declared to miss nothing is a problem."""
    runs = tuple(runs)
    problems, undecided = _not_as_declared(runs)
    problems += [
        f"{each.name} is declared to miss nothing, so it is no specimen"
        for each in runs
        if not each.declaration.expects_a_miss
    ]
    return Part(
        "specimens",
        "Specimens, each to be caught at its mistake",
        ("specimen", "accepted", "missed as declared", "not as declared", "why"),
        tuple((*_row(each), each.declaration.why) for each in runs),
        tuple(problems),
        undecided=tuple(undecided),
    )


def _not_as_declared(runs: Iterable[Run]) -> tuple[list[str], list[str]]:
    """Return, in words, what is not as declared, and what the machine was too busy to tell."""
    problems: list[str] = []
    undecided: list[str] = []
    for each in runs:
        if each.refused:
            problems.extend(each.deviations())
        for result, words in each.deviating():
            (undecided if each.may_be_late(result) else problems).append(words)
        (undecided if each.may_be_misplaced else problems).extend(each.misplaced())
    return problems, undecided


def _was_kept_waiting(result: Result) -> bool:
    notable_s = max(BUSY_SHARE * result.wall_s, NOTABLE_SHARE * result.cap_s)
    return any((single.kept_off_s or 0.0) > notable_s for single in singles([result]))


def starters_part(
    files: Iterable[Path],
    suites: SuitesByKata,
    settings: Settings,
    executor: Executor = IN_TURN,
) -> Part:
    """Grade the starter files; each must load and must not pass."""
    given = [(file, f"{file.parent.name}/{file.name}") for file in files]
    pieces = [
        Piece(shown, partial(_starter_row, file, shown, suites, settings)) for file, shown in given
    ]
    found = executor.all("starters", pieces)
    rows, problems = [row for row, _ in found], [each for _, each in found if each]
    return Part(
        "starters",
        "Starter files, which must load and must not pass",
        ("starter", "accepted", "missed"),
        tuple(rows),
        tuple(problems),
    )


def _starter_row(
    file: Path, shown: str, suites: SuitesByKata, settings: Settings, tell: Tell
) -> tuple[tuple[str, str, str], str]:
    # Its row, and its problem where it has one.
    try:
        results = _graded(file, suites, settings, tell).results
    except _UngradableError as error:
        return (shown, NOTHING, NOTHING), f"{shown} cannot be graded: {error}"
    accepted = sum(result.accepted for result in results)
    row = (shown, str(accepted), str(len(results) - accepted))
    unloadable = [result for result in results if result.verdict is Verdict.LOAD_ERROR]
    if unloadable:
        return row, f"{shown} does not load: {unloadable[0].message}"
    if accepted == len(results):
        return row, f"{shown} passes everything: the suites ask for nothing"
    return row, ""


def _row(each: Run) -> tuple[str, str, str, str]:
    accepted = sum(result.accepted for result in each.scorecard.results)
    wrong = len(each.deviations())
    missed = len(each.scorecard.results) - accepted
    as_declared = sum(_missed_as_declared(each, result) for result in each.scorecard.results)
    return each.name, str(accepted), f"{as_declared} of {missed}", str(wrong)


def _missed_as_declared(each: Run, result: Result) -> bool:
    allowed = each.declaration.allowed(result.id) or ()
    return not result.accepted and result.verdict in allowed


class _UngradableError(ValueError):
    """Says why a file of ours cannot be graded at all."""


def _graded(
    file: Path,
    suites: SuitesByKata,
    settings: Settings,
    tell: Tell,
    case: str | Sequence[str] = "*",
    *,
    play_out: bool = False,
    probes: bool = False,
) -> Scorecard:
    try:
        scorecard = grade_completely(
            file,
            settings,
            suites,
            case=case,
            play_out=play_out,
            probes=probes,
            on_case=lambda started: tell(f"{file.name} {started.id}"),
        )
    except UsageError as error:
        raise _UngradableError(str(error)) from None
    if scorecard.kata == UNKNOWN:
        raise _UngradableError(scorecard.results[0].message)
    return scorecard


def rung_of(assessment: Assessment | None) -> str:
    return (assessment.rung if assessment else "") or NONE_NAMED


def _listed(faults: Iterable[str]) -> str:
    return ", ".join(faults) or "none"
