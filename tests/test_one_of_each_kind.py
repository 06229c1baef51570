"""A reference and a mistake of each kata, and every starter, through the real grader.

A sample of the proof that the suites tell good code from bad, on few cases each: all declared
files are graded in `test_references.py` on all that is declared of them.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from graders.channel.budget import Settings
from graders.katas import all_katas
from graders.lab.verifying.declared import references, specimens, starters
from graders.lab.verifying.runs import Run, rung_of, starters_part
from graders.model.limits import Limits
from graders.sandbox.isolation import choose_isolation
from tests.shipped import shipped
from tests.unhurried import grade_unhurried

DECLARED = {each.file.name: each for each in (*references(), *specimens())}
RIGHT = {
    "bitboard.py": ["phase2/*", "phase3/*"],
    "operations.py": ["published/*", "rules/reset-*"],
    "connect4.py": ["published/*"],
    "game_design.py": ["game/four-*"],
}
MISTAKEN = {
    "counts_from_one.py": ["phase2/*", "phase3/*"],
    "reset_keeps_turn.py": ["rules/reset-*"],
    "connect4_mixes_refusals.py": ["rules/one-way-*"],
    "design_wrong_winner.py": ["game/four-*", "parts/a-line-*"],
}


def run(name: str, cases: list[str]) -> Run:
    return Run(DECLARED[name], grade_unhurried(DECLARED[name].file, case=cases))


@pytest.mark.parametrize("name", RIGHT)
def test_a_reference_gets_its_declared_verdicts(name: str) -> None:
    found = run(name, RIGHT[name])
    assert found.deviations() == ()
    assert found.undeclared() == ()
    assert found.scorecard.score == found.scorecard.max_score > 0
    assessment = found.scorecard.assessment
    assert rung_of(assessment) == DECLARED[name].rung


@pytest.mark.parametrize("name", MISTAKEN)
def test_what_is_mistaken_is_caught_placed_and_named(name: str) -> None:
    declared, found = DECLARED[name], run(name, MISTAKEN[name])
    assert declared.expects_a_miss
    assert found.deviations() == ()
    assert not all(result.accepted for result in found.scorecard.results)
    if declared.rung is not None:
        assessment = found.scorecard.assessment
        assert assessment is not None
        assert (rung_of(assessment), assessment.faults) == (declared.rung, declared.faults)


def test_every_kata_has_a_starter_and_none_passes() -> None:
    settings = Settings(choose_isolation("auto"), Limits())
    first_of_each = {
        kata: [replace(suite, cases=suite.cases[:3], sha256=None) for suite in shipped(kata)[:1]]
        for kata in all_katas()
    }
    assert len(starters()) == len(all_katas())
    assert starters_part(starters(), first_of_each, settings).problems == ()
