"""Reading bitbully's scores, and every shipped key against them where it is installed."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from graders.katas.best_move import prove
from graders.katas.best_move.prove import Bitbully
from graders.katas.best_move.task import BestMoveTask
from graders.lab.verifying.answer_keys import oracle_part
from graders.model.suite import members_of
from tests.shipped import shipped

WON_BY_6 = {6: 10, 3: -2, 4: -2, 5: -2, 0: -3, 1: -3, 2: -3}
MATE_IN_9 = BestMoveTask("36013401106063", accept=(6,), mate_in=9, quiet=True)


def test_a_score_tells_the_distance_for_either_side_to_move() -> None:
    assert prove.mate_in(14, discs=14) == 1
    assert prove.mate_in(14, discs=15) == 1
    assert prove.mate_in(10, discs=14) == 9


def test_a_key_that_the_scores_bear_out_is_agreed_to() -> None:
    assert prove.disagreements(MATE_IN_9, WON_BY_6) == ()


def test_a_wrong_column_and_a_wrong_distance_are_told() -> None:
    wrong = replace(MATE_IN_9, accept=(3,), mate_in=7)
    assert prove.disagreements(wrong, WON_BY_6) == (
        "accept is [3], the oracle has [6]",
        "mate_in is 7, the oracle has 9",
    )


@pytest.mark.thorough
@pytest.mark.skipif(not Bitbully().is_installed(), reason="the extra oracle is not installed")
def test_bitbully_agrees_with_every_shipped_key() -> None:
    cases = [case for suite in shipped("best_move", stretch=True) for case in suite.cases]
    part = oracle_part(Bitbully(), cases)
    assert part.problems == ()
    assert len(part.rows) == len(members_of(cases))
