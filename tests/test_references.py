"""All references and specimens through the real grader: each gets what it is declared.

This is the project's own proof that the suites tell good code from bad; a sample of it is in
`test_one_of_each_kind.py`. Each file is graded once a session, on every case that a test here
looks at, with its budget counted in CPU time: what else the machine does then decides no verdict
and no rung.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from msgspec.structs import replace

from graders import grade_file
from graders.grading.prepare import recognise
from graders.katas import all_katas
from graders.lab.verifying.declared import (
    SOLUTIONS,
    Declaration,
    references,
    specimens,
)
from graders.lab.verifying.runs import Run, rung_of
from graders.model.request import Survey
from graders.model.scorecard import Scorecard
from graders.model.suite import Suite
from graders.runners.python.survey import survey
from tests.hostile_run import runs_here
from tests.once import Once
from tests.shipped import shipped
from tests.unhurried import by_cpu_time, grade_unhurried, unhurried

pytestmark = pytest.mark.thorough

USUAL = {name: shipped(name) for name in all_katas()}
EVERY = {name: shipped(name, stretch=True) for name in all_katas()}
STRETCH = [suite for suite in EVERY["best_move"] if suite.stretch]
DECLARED = {each.file.name: each for each in (*references(), *specimens())}
PLACED = [each for each in specimens() if each.rung is not None]
MISSES = 1
"""On so many cases a specimen of another kata than `best_move` is seen to fail."""
SAMPLE = 12
"""On so many of its usual cases a reference of another kata is graded here."""
UNDECLARED = {
    "naive at depth 5": ("naive.py", "depth", "5", "naive"),
    "alpha-beta at depth 6": ("alpha_beta.py", "depth", "6", "alpha_beta"),
    "deepening for 0.5 s": ("iterative_deepening.py", "budget_s", "0.5", "iterative_deepening"),
    "a table for 1.0 s": ("transposition.py", "budget_s", "1.0", "transposition"),
}


def by_file(declarations: tuple[Declaration, ...]) -> list[object]:
    return [pytest.param(each, id=each.file.name) for each in declarations]


def ids(suites: Iterable[Suite]) -> list[str]:
    return [case.id for suite in suites for case in suite.cases]


@functools.cache
def kata_of(file: Path) -> str:
    """Return the kata that a declared file is for, by what it or its counterpart defines."""
    if file.suffix != ".py" and (counterpart := SOLUTIONS / f"{file.stem}.py").is_file():
        file = counterpart
    source = file.read_text(encoding="utf-8")
    if file.suffix != ".py":
        exported = re.findall(r"^export function (\w+)", source, re.MULTILINE)
        return recognise(Survey(functions=tuple(exported))).name
    functions, _, classes, _ = survey(source, file.name)
    methods = tuple((name, tuple(own)) for name, own in classes)
    return recognise(Survey(functions=tuple(functions), methods=methods)).name


def telling(specimen: Declaration) -> list[str]:
    """Return the cases that tell a specimen from what is right.

    Of another kata than `best_move` that is the first that it must miss: `kata verify` asks about
    all of them, and `tests/katas` about most of its declared cases in this process.
    """
    kata = kata_of(specimen.file)
    cases = [case for suite in EVERY[kata] for case in suite.cases]
    if kata == "best_move":
        return [case.id for case in cases if specimen.allowed(case.id) is not None]
    return [case.id for case in cases if specimen.must_miss(case.id)][:MISSES]


def usual_of(kata: str) -> list[str]:
    """Return the usual cases that a reference is graded on here: of `best_move` all, as a rung is.

    `kata verify` asks about all of every kata.
    """
    every = ids(USUAL[kata])
    return every if kata == "best_move" else every[:: max(1, len(every) // SAMPLE)]


TRAPS = [case_id for case_id in ids(STRETCH) if "/trap" in case_id]
VARIANTS = [f"{case_id}~*" for case_id in ids(USUAL["best_move"])]
BEYOND = {
    "bitboard.py": [*ids(STRETCH), *VARIANTS],
    "transposition.py": TRAPS,
    "by_heart.py": VARIANTS,
}
"""What files are graded on beyond the cases that are declared of them."""


def looked_at(declaration: Declaration) -> list[str]:
    """Return the ids of all cases on which a test here wants to know what the file gets."""
    name = declaration.file.name
    wanted = BEYOND.get(name, [])
    if declaration in references():
        return [*usual_of(kata_of(declaration.file)), *wanted]
    placed = ids(suite for own in USUAL.values() for suite in own) if declaration in PLACED else []
    return [*telling(declaration), *placed, *wanted]


Graded = Callable[..., Scorecard]


@pytest.fixture
def card(once: Once) -> Graded:
    """Return how a declared file is graded: once a session, on every case that is looked at."""

    def grade(name: str, cases: Iterable[str] | None = None) -> Scorecard:
        declaration = DECLARED[name]
        whole = once(f"the scorecard of {name}", lambda: whole_card(declaration))
        return whole if cases is None else part(whole, cases)

    return grade


def whole_card(declaration: Declaration) -> Scorecard:
    cases = looked_at(declaration)
    variants = bool(set(VARIANTS) & set(cases))
    return grade_unhurried(declaration.file, suites=EVERY, case=cases, variants=variants)


def part(whole: Scorecard, cases: Iterable[str]) -> Scorecard:
    """Return the scorecard with the results of these cases alone, and the assessment as it is."""
    wanted = set(cases)
    return replace(whole, results=tuple(r for r in whole.results if r.id in wanted))


@pytest.mark.parametrize("reference", by_file(references()))
def test_a_reference_gets_its_declared_verdicts_and_its_own_rung(
    reference: Declaration, card: Graded
) -> None:
    if not runs_here(reference.file.suffix):
        pytest.skip("what runs its language is not installed")
    name = reference.file.name
    cases = usual_of(card(name).kata)
    usual = card(name, cases)
    assert len(usual.results) == len(cases)
    found = Run(reference, usual)
    assert found.deviations() == ()
    assert found.undeclared() == ()
    assert rung_of(usual.assessment) == reference.rung
    assert usual.assessment is None or usual.assessment.faults == reference.faults


@pytest.mark.parametrize("name", UNDECLARED)
def test_another_depth_or_budget_is_placed_on_the_same_rung(name: str, tmp_path: Path) -> None:
    file, parameter, value, rung = UNDECLARED[name]
    copy = by_cpu_time(SOLUTIONS / file, tmp_path)
    changed, times = re.subn(
        rf"(def find_best_move\(.*?{parameter}: \w+ = )[\w.]+", rf"\g<1>{value}", copy.read_text()
    )
    assert times == 1
    copy.write_text(changed)
    with unhurried():
        assert rung_of(grade_file(copy, explain=False).assessment) == rung


@pytest.mark.parametrize("specimen", by_file(specimens()))
def test_a_specimen_is_caught_where_it_is_declared_to_be(
    specimen: Declaration, card: Graded
) -> None:
    told = card(specimen.file.name, telling(specimen))
    assert {result.id for result in told.results} == set(telling(specimen))
    assert specimen.expects_a_miss
    assert Run(specimen, told).deviations() == ()
    assert not all(result.accepted for result in told.results)


def test_the_fifth_rung_answers_every_stretch_case_within_the_cap(card: Graded) -> None:
    results = card("bitboard.py", ids(STRETCH)).results
    assert len(results) == len(ids(STRETCH))
    assert [result.id for result in results if not result.accepted] == []


def test_the_sound_table_falls_into_no_trap(card: Graded) -> None:
    results = card("transposition.py", TRAPS).results
    assert len(results) == len(TRAPS) >= 5
    assert [result.id for result in results if not result.accepted] == []


@pytest.mark.parametrize("specimen", by_file(tuple(PLACED)))
def test_a_specimen_is_placed_and_its_mistake_named(specimen: Declaration, card: Graded) -> None:
    name = specimen.file.name
    assessment = card(name).assessment
    assert rung_of(assessment) == specimen.rung
    assert assessment is None or assessment.faults == specimen.faults


def test_answers_learned_by_heart_hold_only_without_variants(card: Graded) -> None:
    plain = card("by_heart.py", ids(USUAL["best_move"]))
    assert plain.score == plain.max_score
    unmasked = card("by_heart.py")
    assert unmasked.holds is False
    assert unmasked.assessment is not None
    assert (unmasked.assessment.rung, unmasked.assessment.topic) == ("", "variants_lost")


def test_exact_search_holds_under_mirror_and_colour_swap(card: Graded) -> None:
    assert card("bitboard.py").holds is True
