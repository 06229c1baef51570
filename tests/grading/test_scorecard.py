"""What the results of a run add up to: what holds, what is lost, what cannot be said."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from graders.grading.scorecard import assemble
from graders.katas import kata_named
from graders.model.scorecard import Result, Scorecard
from graders.model.suite import Case
from tests.scorecards import ACCEPTED, OURS, WRONG

KATA = kata_named("best_move")


def right(case_id: str, answer: int = 3) -> Result:
    return replace(ACCEPTED, id=case_id, answer=answer)


def wrong(case_id: str) -> Result:
    return replace(WRONG, id=case_id)


def together(*results: Result, complete: bool = True, left: tuple[Case, ...] = ()) -> Scorecard:
    return assemble("mine.py", KATA, "limits", results, left, complete=complete)


BOTH = (right("a/one", 2), right("a/one~mirror", 4))


@pytest.mark.parametrize(
    ("results", "holds", "lost"),
    [
        ((right("a/one"), right("a/two", 1)), None, ()),
        (BOTH, True, ()),
        ((*BOTH, wrong("a/two"), wrong("a/two~mirror")), True, ()),
        ((*BOTH, *map(wrong, ("a/two", "a/two~swap", "a/three", "a/three~swap"))), None, ()),
        ((right("a/one"), right("a/one~mirror")), None, ()),
        ((*BOTH, wrong("a/one~swap")), False, ("a/one~swap",)),
        ((wrong("a/two"), right("a/two~swap")), None, ()),
        ((*BOTH, replace(OURS, id="a/one~swap")), None, ()),
    ],
    ids=[
        "no variants",
        "all hold",
        "half is solved",
        "a third is solved",
        "one answer to all",
        "one is lost",
        "by luck",
        "the grader failed",
    ],
)
def test_it_is_said_to_hold_only_where_that_is_telling(
    results: tuple[Result, ...], holds: bool | None, lost: tuple[str, ...]
) -> None:
    card = together(*results)
    assert (card.holds, card.lost) == (holds, lost)


def test_an_interrupted_run_says_what_is_lost_but_never_that_all_holds() -> None:
    left = (Case("a/three", 2, 1.5, None),)
    assert together(*BOTH, complete=False, left=left).holds is None
    card = together(*BOTH, wrong("a/one~swap"), complete=False, left=left)
    assert (card.holds, card.lost) == (False, ("a/one~swap",))
    assert [(case.id, case.max_points, case.cap_s) for case in card.not_run] == [
        ("a/three", 2, 1.5)
    ]
