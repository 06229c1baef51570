"""Grade references, specimens and starters, and hold them to what is declared of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from graders.channel.channel import Settings
from graders.channel.languages import check_runs_here
from graders.channel.tools import UnavailableError
from graders.grading.pipeline import UNKNOWN
from graders.grading.ran import part_of
from graders.model.provenance import Submitted
from graders.model.scorecard import Result, Scorecard, Standing
from graders.model.suite import Suite
from graders.model.usage import UsageError
from graders.model.verdict import Verdict
from graders.tools.to_the_end import grade_to_the_end
from graders.tools.verifying.declared import UNPLACED, Declaration
from graders.tools.verifying.part import Part

OnCase = Callable[[str], None]
SuitesByKata = Mapping[str, Sequence[Suite]]
"""The suites to grade on, by kata."""


class UngradableError(ValueError):
    """Say why a file of ours cannot be graded at all."""


@dataclass(frozen=True)
class Run:
    """Hold what one file got, and what it was declared to get.

    `refused` says why the file could not be graded at all, and `lacking` what has to be installed
    before it can be; the scorecard is empty then. `usual` is where the usual suites alone place it.
    """

    declaration: Declaration
    scorecard: Scorecard
    refused: str = ""
    lacking: str = ""
    usual: Standing | None = None

    def deviations(self) -> tuple[str, ...]:
        """Return, in words, each result that is not what was declared."""
        name = self.declaration.file.name
        if self.refused:
            return (f"{name} cannot be graded: {self.refused}",)
        return tuple(
            f"{name} on {result.id}: {result.verdict.in_words}, declared is "
            f"{' or '.join(verdict.in_words for verdict in allowed)}"
            for result in self.scorecard.results
            if (allowed := self.declaration.allowed(result.id)) is not None
            and result.verdict not in allowed
        )

    def misplaced(self) -> tuple[str, ...]:
        """Return, in words, each rung and each list of mistakes that is not what was declared."""
        declared, whole = self.declaration, self.scorecard.standing
        found = [("rung", declared.rung, _rung(self.usual))]
        if declared.rung is not None:
            faults = self.usual.faults if self.usual else ()
            found.append(("mistake", _listed(declared.faults), _listed(faults)))
        found.append(("rung on all suites", declared.rung_tried_hard, _rung(whole)))
        return tuple(
            f"{declared.file.name}: {what} {got}, declared is {wanted}"
            for what, wanted, got in found
            if not (self.refused or self.lacking) and wanted is not None and wanted != got
        )

    def undeclared(self) -> tuple[str, ...]:
        """Return the ids of cases about which nothing is declared."""
        return tuple(
            result.id
            for result in self.scorecard.results
            if self.declaration.allowed(result.id) is None
        )

    def idle(self) -> tuple[str, ...]:
        """Return the declared globs that decide no case on which the file was graded."""
        deciding = {self.declaration.pattern_for(result.id) for result in self.scorecard.results}
        return tuple(glob for glob in self.declaration.verdicts if glob not in deciding)


def run(
    declaration: Declaration,
    suites: SuitesByKata,
    settings: Settings,
    on_case: OnCase = lambda case_id: None,
    *,
    case: str | Sequence[str] = "*",
) -> Run:
    """Grade one declared file on the suites of the kata that it is for, or on some `case` only.

    One that is declared to be placed by variants too is graded on those of the usual suites.
    """
    file = declaration.file
    nothing = Scorecard(Submitted(file.name), UNKNOWN, str(settings.isolation), ())
    try:
        check_runs_here(file)
    except UnavailableError as error:
        return Run(declaration, nothing, lacking=str(error))
    variants = declaration.rung_tried_hard is not None and case == "*"
    if variants:
        case = [*_ids(suites, stretch=True), *(f"{usual}~*" for usual in _ids(suites))]
    try:
        card = _graded(file, suites, settings, on_case, case, variants=variants)
    except UngradableError as error:
        return Run(declaration, nothing, refused=str(error))
    return Run(declaration, card, usual=part_of(card, file, _ids(suites)).standing)


def _ids(suites: SuitesByKata, *, stretch: bool = False) -> list[str]:
    """Return the ids of the usual cases, with `stretch` the others too."""
    every = (suite for own in suites.values() for suite in own)
    return [case.id for suite in every if stretch or not suite.stretch for case in suite.cases]


def idle_declarations(runs: Iterable[Run]) -> tuple[str, ...]:
    """Return, in words, the declarations that decide no case.

    For runs on every shipped suite, the stretch ones too: on fewer, a declaration may be idle
    and right.
    """
    return tuple(
        f"{each.declaration.file.name}: {glob} is declared, but decides no shipped case"
        for each in runs
        if not (each.refused or each.lacking)
        for glob in each.idle()
    )


def references_part(runs: Iterable[Run]) -> Part:
    """Lay out what the references got; one in a language that is not here is a warning."""
    runs = tuple(runs)
    problems = [line for each in runs for line in (*each.deviations(), *each.misplaced())]
    problems += [
        f"{each.declaration.file.name}: nothing is declared for {case_id}"
        for each in runs
        for case_id in each.undeclared()
    ]
    return Part(
        "references",
        "References, against the verdicts declared for them",
        ("reference", "accepted", "missed as declared", "not as declared"),
        tuple(_row(each) for each in runs),
        tuple(problems),
        tuple(f"{each.declaration.file.name}: {each.lacking}" for each in runs if each.lacking),
    )


def specimens_part(runs: Iterable[Run]) -> Part:
    """Lay out what the specimens got; one that is declared to miss nothing is a problem."""
    runs = tuple(runs)
    problems = [line for each in runs for line in (*each.deviations(), *each.misplaced())]
    problems += [
        f"{each.declaration.file.name} is declared to miss nothing, so it is no specimen"
        for each in runs
        if not each.declaration.expects_a_miss
    ]
    return Part(
        "specimens",
        "Specimens, each to be caught at its mistake",
        ("specimen", "accepted", "missed as declared", "not as declared", "why"),
        tuple((*_row(each), each.declaration.why) for each in runs),
        tuple(problems),
    )


def starters_part(
    files: Iterable[Path],
    suites: SuitesByKata,
    settings: Settings,
    on_case: OnCase = lambda case_id: None,
) -> Part:
    """Grade the starter files; each must load and must not pass."""
    rows, problems = [], []
    for file in files:
        shown = f"{file.parent.name}/{file.name}"
        try:
            results = _graded(file, suites, settings, on_case).results
        except UngradableError as error:
            rows.append((shown, "-", "-"))
            problems.append(f"{shown} cannot be graded: {error}")
            continue
        accepted = sum(result.accepted for result in results)
        rows.append((shown, str(accepted), str(len(results) - accepted)))
        unloadable = [result for result in results if result.verdict is Verdict.LOAD_ERROR]
        if unloadable:
            problems.append(f"{shown} does not load: {unloadable[0].message}")
        elif accepted == len(results):
            problems.append(f"{shown} passes everything: the suites ask for nothing")
    return Part(
        "starters",
        "Starter files, which must load and must not pass",
        ("starter", "accepted", "missed"),
        tuple(rows),
        tuple(problems),
    )


def _row(each: Run) -> tuple[str, str, str, str]:
    accepted = sum(result.accepted for result in each.scorecard.results)
    wrong = len(each.deviations())
    missed = len(each.scorecard.results) - accepted
    as_declared = sum(_missed_as_declared(each, result) for result in each.scorecard.results)
    return each.declaration.file.name, str(accepted), f"{as_declared} of {missed}", str(wrong)


def _missed_as_declared(each: Run, result: Result) -> bool:
    allowed = each.declaration.allowed(result.id) or ()
    return not result.accepted and result.verdict in allowed


def _graded(
    file: Path,
    suites: SuitesByKata,
    settings: Settings,
    on_case: OnCase,
    case: str | Sequence[str] = "*",
    *,
    variants: bool = False,
) -> Scorecard:
    try:
        scorecard = grade_to_the_end(
            file,
            settings,
            suites,
            case=case,
            variants=variants,
            on_case=lambda started: on_case(f"{file.name} {started.id}"),
        )
    except UsageError as error:
        raise UngradableError(str(error)) from None
    if scorecard.kata == UNKNOWN:
        raise UngradableError(scorecard.results[0].message)
    return scorecard


def _rung(standing: Standing | None) -> str:
    return standing.rung if standing else UNPLACED


def _listed(faults: Iterable[str]) -> str:
    return ", ".join(faults) or "none"
