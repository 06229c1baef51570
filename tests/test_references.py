"""References, specimens and starters through the real grader: each gets what it is declared.

This is the project's own proof that the suites tell good code from bad.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from graders import grade_file
from graders.channel.channel import Settings
from graders.katas import all_katas
from graders.model.limits import Limits
from graders.model.scorecard import Scorecard
from graders.model.suite import Case
from graders.model.verdict import Verdict
from graders.sandbox.sandbox import choose
from graders.suites import shipped
from graders.tools.verifying.declared import SOLUTIONS, Declaration, references, specimens, starters
from graders.tools.verifying.runs import run, starters_part

SETTINGS = Settings(choose("auto"), Limits())
USUAL = {name: shipped(name) for name in all_katas()}
EVERY = {name: shipped(name, stretch=True) for name in all_katas()}
STRETCH = [suite for suite in EVERY["best_move"] if suite.stretch]
RUNGS = {
    "naive.py": "naive",
    "alpha_beta.py": "alpha_beta",
    "iterative_deepening.py": "iterative_deepening",
    "transposition.py": "transposition",
    "bitboard.py": "bitboard",
}
RUNGS_OF_SPECIMENS = {
    "always_centre.py": "none",
    "leftmost.py": "none",
    "red_only.py": "alpha_beta",
    "forgets_undo.py": None,
    "depth_before_terminal.py": "alpha_beta",
    "by_heart.py": "bitboard",
    "unsound_transposition.py": "transposition",
}
UNDECLARED = {
    "naive at depth 5": ("naive.py", "depth", "5", "naive"),
    "alpha-beta at depth 6": ("alpha_beta.py", "depth", "6", "alpha_beta"),
    "alpha-beta at depth 7": ("alpha_beta.py", "depth", "7", "alpha_beta"),
    "deepening for 0.5 s": ("iterative_deepening.py", "budget_s", "0.5", "iterative_deepening"),
    "a table for 1.0 s": ("transposition.py", "budget_s", "1.0", "transposition"),
}


def by_file(declarations: tuple[Declaration, ...]) -> list[object]:
    return [pytest.param(each, id=each.file.name) for each in declarations]


def graded(file: Path, **options: object) -> Scorecard:
    return grade_file(file, explain=False, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("reference", by_file(references()))
def test_a_reference_gets_its_declared_verdicts_and_its_own_rung(reference: Declaration) -> None:
    found = run(reference, USUAL, SETTINGS)
    assert found.deviations() == ()
    assert found.undeclared() == ()
    standing = found.scorecard.standing
    assert (standing.rung if standing else None) == RUNGS.get(reference.file.name)


@pytest.mark.parametrize("name", UNDECLARED)
def test_another_depth_or_budget_is_placed_on_the_same_rung(name: str, tmp_path: Path) -> None:
    file, parameter, value, rung = UNDECLARED[name]
    source = (SOLUTIONS / file).read_text()
    changed, times = re.subn(
        rf"(def find_best_move\(.*?{parameter}: \w+ = )[\w.]+", rf"\g<1>{value}", source
    )
    assert times == 1
    (tmp_path / file).write_text(changed)
    scorecard = graded(tmp_path / file)
    assert scorecard.standing is not None
    assert scorecard.standing.rung == rung


def tells_something(specimen: Declaration, case: Case) -> bool:
    """Leave out the long scripts that a specimen is declared to pass: `kata verify` runs them."""
    allowed = specimen.allowed(case.id)
    if allowed is None:
        return False
    return not (case.id.startswith("scale/") and Verdict.ACCEPTED in allowed)


@pytest.mark.parametrize("specimen", by_file(specimens()))
def test_a_specimen_is_caught_where_it_is_declared_to_be(specimen: Declaration) -> None:
    telling = [
        case.id
        for suites in EVERY.values()
        for suite in suites
        for case in suite.cases
        if tells_something(specimen, case)
    ]
    found = run(specimen, EVERY, SETTINGS, case=telling)
    assert specimen.expects_a_miss
    assert found.deviations() == ()
    assert not all(result.accepted for result in found.scorecard.results)


def test_the_fifth_rung_answers_every_stretch_case_within_the_cap() -> None:
    scorecard = graded(SOLUTIONS / "bitboard.py", suites=STRETCH)
    assert [result.id for result in scorecard.results if not result.accepted] == []


def test_the_sound_table_falls_into_no_trap() -> None:
    scorecard = graded(SOLUTIONS / "transposition.py", suites=STRETCH, case="*/trap*")
    assert len(scorecard.results) >= 5
    assert [result.id for result in scorecard.results if not result.accepted] == []


@pytest.mark.parametrize("name", RUNGS_OF_SPECIMENS)
def test_a_specimen_is_placed_by_what_it_shows(name: str) -> None:
    standing = graded(SOLUTIONS / "specimens" / name).standing
    assert (standing.rung if standing else None) == RUNGS_OF_SPECIMENS[name]


def test_answers_learned_by_heart_hold_only_without_variants() -> None:
    by_heart = SOLUTIONS / "specimens" / "by_heart.py"
    plain = graded(by_heart)
    assert plain.score == plain.max_score
    unmasked = graded(by_heart, variants=True)
    assert unmasked.holds is False
    assert unmasked.standing is not None
    assert unmasked.standing.rung == "none"
    assert "misses phase3/" in unmasked.standing.evidence


def test_exact_search_holds_under_mirror_and_colour_swap() -> None:
    assert graded(SOLUTIONS / "bitboard.py", variants=True).holds is True


def test_no_starter_passes() -> None:
    assert len(starters()) == len(all_katas())
    assert starters_part(starters(), USUAL, SETTINGS).problems == ()
