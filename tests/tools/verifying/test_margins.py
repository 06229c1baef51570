"""Which cases separate the rungs, and by how much."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from graders.katas.best_move.ladder.ladder import FIFTH, MateLadder
from graders.model.provenance import Submitted
from graders.model.scorecard import Result, Scorecard
from graders.model.suite import Case
from graders.model.verdict import Verdict
from graders.suites import by_name
from graders.tools.verifying.declared import Declaration
from graders.tools.verifying.margins import Margin, margins_part, separating
from graders.tools.verifying.runs import Run

LADDER = MateLadder()
PHASE2 = by_name("phase2").cases
MATE_IN_9 = next(case for case in by_name("phase3").cases if case.id == "phase3/mate-in-9")


def graded(rung: str, cases: Sequence[Case], verdict: Verdict, wall_s: float = 0.5) -> Run:
    """Make up a run of one rung that gets one verdict on every case."""
    results = tuple(Result(case.id, verdict, 0, 1, case.cap_s, wall_s=wall_s) for case in cases)
    return Run(
        Declaration(Path(rung), {}), Scorecard(Submitted(rung), "best_move", "limits", results)
    )


def test_a_margin_is_told_by_its_factor() -> None:
    margin = Margin("a/b", "naive.py", accepted=True, seconds=1.6, nodes=9, factor=1.25)
    assert (margin.in_words, margin.is_narrow) == ("1.2x under", True)
    wide = replace(margin, accepted=False, factor=4.0, at_least=True)
    assert (wide.in_words, wide.is_narrow) == ("more than 4.0x over", False)


def test_only_cases_that_tell_rungs_apart_have_margins() -> None:
    lower = graded("naive.py", PHASE2, Verdict.WRONG_ANSWER)
    upper = graded("alpha_beta.py", PHASE2, Verdict.ACCEPTED)
    assert separating(LADDER, PHASE2, [upper, upper]) == ()
    found = separating(LADDER, PHASE2, [lower, upper])
    assert [case.id for case in found] == ["phase2/win-at-once", "phase2/quiet-win-in-5"]
    part = margins_part(LADDER, found[:1], [lower, upper])
    assert [row[:3] for row in part.rows] == [
        ("phase2/win-at-once", "naive.py", "missed"),
        ("phase2/win-at-once", "alpha_beta.py", "accepted"),
    ]
    # One ply is searched in no time, so this made-up miss is a narrow one.
    assert part.warnings[0].startswith("phase2/win-at-once: naive.py is only 0.0x over")


@pytest.mark.parametrize("rung", ["naive.py", "alpha_beta.py", "iterative_deepening.py"])
def test_a_search_far_over_its_cap_is_cut_off(rung: str) -> None:
    hasty = replace(MATE_IN_9, cap_s=0.02)
    missed = graded(rung, [hasty], Verdict.WRONG_ANSWER)
    found = graded(FIFTH, [hasty], Verdict.ACCEPTED, wall_s=0.002)
    part = margins_part(LADDER, [hasty], [missed, found])
    assert part.rows == (
        (hasty.id, rung, "missed", ">0.080", "-", "more than 4.0x over"),
        (hasty.id, FIFTH, "accepted", "0.002", "-", "10.0x under"),
    )
    assert part.warnings == ()


def test_the_fifth_rung_is_shown_only_where_it_is_accepted() -> None:
    runs = [
        graded("naive.py", PHASE2[:1], Verdict.ACCEPTED),
        graded(FIFTH, PHASE2[:1], Verdict.WRONG_ANSWER),
    ]
    assert [row[1] for row in margins_part(LADDER, PHASE2[:1], runs).rows] == ["naive.py"]
