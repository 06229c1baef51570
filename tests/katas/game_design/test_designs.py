"""Designs of different styles pass as they are, and each mistake fails where it is declared.

All of them are played in this process; a few, and all mistakes, also go the whole way, in
sandboxes: here, and in `tests/test_references.py`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from graders import grade_file
from graders.grading.judge import judge
from graders.katas.game_design.kata import KATA
from graders.katas.game_design.talk import MOST_TAKEN
from graders.model.limits import Limits
from graders.model.suite import Case
from graders.model.verdict import Verdict
from graders.suites.strict_yaml import trusted
from graders.tools.verifying.declared import (
    SOLUTIONS,
    Declaration,
    designs,
    references,
    specimens,
)
from tests.katas.game_design.in_process import converse, run, source_of
from tests.shipped import shipped
from tests.tiers import sampled

CASES = [case for suite in shipped("game_design", stretch=True) for case in suite.cases]
CORE = [case for suite in shipped("game_design") for case in suite.cases]
FOLDER = SOLUTIONS / "designs"
DESIGNS = designs()
MISTAKES = [each for each in specimens() if each.allowed("parts/discs-fall") is not None]
REFERENCE = [each for each in references() if each.allowed("parts/discs-fall") is not None]
EVERY = [*REFERENCE, *DESIGNS, *MISTAKES]


def verdicts(file: Path, cases: list[Case]) -> dict[str, Verdict]:
    kata, steps = converse(source_of(file), KATA.acquaint())
    assert steps <= MOST_TAKEN
    found = {}
    for case in cases:
        outcome = run(source_of(file), kata.request(case.task))
        judgement = judge(kata, case.task, outcome, case.cap_s, Limits())
        explanation = kata.explain(case.task, outcome, judgement.verdict)
        assert explanation is None or kata.tell(explanation)
        assert judgement.verdict is Verdict.ACCEPTED or judgement.message
        found[case.id] = judgement.verdict
    return found


@pytest.mark.parametrize(
    "declared",
    sampled(EVERY, lambda each: each in (REFERENCE[0], DESIGNS[0], MISTAKES[0])),
    ids=lambda each: each.file.stem,
)
def test_a_design_gets_the_verdicts_that_are_declared_and_no_others(declared: Declaration) -> None:
    found = verdicts(declared.file, CASES)
    declared_as = {case.id: declared.allowed(case.id) for case in CASES}
    assert {case_id: (verdict,) for case_id, verdict in found.items()} == declared_as


def test_there_are_six_designs_and_each_passes_all_that_is_no_stretch() -> None:
    assert len(DESIGNS) >= 6
    assert {each.file for each in DESIGNS} == {
        path for path in FOLDER.glob("*.py") if path.stem != "__init__"
    }
    for design in DESIGNS:
        assert {design.allowed(case.id) for case in CORE} == {(Verdict.ACCEPTED,)}


def test_there_are_ten_mistakes_and_each_misses_a_case_of_its_own() -> None:
    assert len(MISTAKES) >= 10
    missed = [
        frozenset(case.id for case in CASES if each.allowed(case.id) == (Verdict.WRONG_ANSWER,))
        for each in MISTAKES
    ]
    assert all(missed)
    assert len(set(missed)) == len(missed)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "design",
    DESIGNS[:2],
    ids=lambda each: each.file.stem,
)
def test_a_design_passes_in_a_sandbox_too(design: Declaration) -> None:
    card = grade_file(design.file, case=["game/a-new-game", "game/four-*", "parts/discs-fall"])
    assert (card.kata, card.score) == ("game_design", card.max_score)
    assert {found.what for found in card.manner} >= {"Game", "make_move", "the states", "row 0"}
    assert {found.what for found in card.facts} >= {"classes", "the longest function"}


def test_the_suites_hold_enough() -> None:
    sizes = {suite.name: len(suite.cases) for suite in shipped("game_design", stretch=True)}
    assert sizes["game"] + sizes["parts"] >= 25
    assert [suite.name for suite in shipped("game_design")] == ["game", "parts"]
    assert {"further"} == set(sizes) - {"game", "parts"}


def test_no_declaration_is_of_a_case_that_is_not_there() -> None:
    ids = {case.id for case in CASES}
    text = (FOLDER / "expected.yaml").read_text(encoding="utf-8")
    named = {glob for entry in trusted(text).values() for glob in entry["verdicts"]}
    assert {glob for glob in named if "*" not in glob} <= ids
