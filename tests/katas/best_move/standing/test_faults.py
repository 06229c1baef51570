"""A mistake is named where the evidence is its own, and nowhere else."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from graders.katas.best_move.standing.facts import Facts, Seen
from graders.katas.best_move.standing.faults import Fault, Mistake, find_fault
from graders.katas.best_move.standing.hints import FAULT_HINTS, HINTS
from graders.katas.best_move.standing.leaves import Leaf
from graders.katas.best_move.standing.placing import Manner, place
from graders.katas.best_move.standing.sentences import tell
from graders.katas.best_move.standing.source import Code, Window
from graders.model.scorecard import Thrown
from graders.model.verdict import Verdict

OPENING = "245023324564"
SEARCH = Code(searches=True)
CASES = (
    ("win", 1, (4,), "YELLOW"),
    ("block", None, (5,), "RED"),
    ("quiet-5", 5, (3,), "RED"),
    ("three", 3, (5,), "RED"),
    ("three-y", 3, (2,), "YELLOW"),
    ("five", 5, (6,), "RED"),
    ("seven", 7, (4,), "RED"),
    ("nine", 9, (6,), "RED"),
)
RIGHT = tuple(accept[0] for _, _, accept, _ in CASES)


def seen(answers: Sequence[object], spent_s: float = 0.3) -> tuple[Seen, ...]:
    """Return what the cases show where these are the answers, a late one written as None."""
    return tuple(
        Seen(
            f"a/{name}",
            mate_in,
            _verdict(answer, accept),
            2.0 if answer is None else spent_s,
            2.0,
            "win" if mate_in else "block",
            answer=answer,
            accept=accept,
            to_move=to_move,
        )
        for (name, mate_in, accept, to_move), answer in zip(CASES, answers, strict=True)
    )


def _verdict(answer: object, accept: tuple[int, ...]) -> Verdict:
    if answer is None:
        return Verdict.TIME_LIMIT_EXCEEDED
    if type(answer) is not int or not 0 <= answer < 7:
        return Verdict.INVALID_ANSWER
    return Verdict.ACCEPTED if answer in accept else Verdict.WRONG_ANSWER


def named(answers: Sequence[object], code: Code | None = SEARCH, spent_s: float = 0.3) -> str:
    fault = find_fault(Facts(seen(answers, spent_s), code=code))
    return fault.mistake.value if fault else ""


def test_a_run_of_any_one_case_can_be_looked_at() -> None:
    between_depths = replace(SEARCH, reads_clock=True)
    for case in (*seen(RIGHT), *seen([None] * len(CASES))):
        assert find_fault(Facts((case,), code=between_depths)) is None, case.id


def test_what_is_right_as_far_as_it_looks_shows_no_mistake() -> None:
    assert named(RIGHT) == ""
    assert named([*RIGHT[:-1], 0]) == ""
    assert named([*RIGHT[:-2], 0, 0]) == ""


def test_scores_in_place_of_columns() -> None:
    assert named([1000, 12, 998, 1000, 1000, 998, 12, 12]) == "score_returned"
    assert named([1, 0, 1, 1, 1, 1, 0, 0]) == "score_returned"
    assert named([1, 1, 1, 1, 1, 1, 1, 1]) == "", "one column, not a score"
    assert named([0, 1, 0, 1, 0, 0, 1, 0]) == "", "no order in it"
    assert named([7, 7, 7, 7, 7, 7, 7, 7]) == "", "a column too far, not a score"


def test_columns_counted_from_one() -> None:
    assert named([col + 1 for col in RIGHT]) == "counted_from_one"
    assert named([*(col + 1 for col in RIGHT[:6]), 0, 0]) == "counted_from_one"
    assert named([5, 5, 5, 5, 5, 5, 5, 5]) == "", "one column"
    assert named([RIGHT[0], RIGHT[1], *(col + 1 for col in RIGHT[2:])]) == "", "two are right"


def test_one_colour_only() -> None:
    red = [col if to_move == "RED" else 0 for (*_, to_move), col in zip(CASES, RIGHT, strict=True)]
    assert named(red) == "one_colour"
    assert named(red, code=None) == "one_colour"
    assert named([4, 5, 3, 5, 0, 6, 4, 6]) == "", "the other colour's win at once is found"


def test_a_wrong_sign_takes_a_search_that_leaves_a_win_or_lets_one_happen() -> None:
    same_side = Code(searches=True, turns_round=False)
    assert named([4, 5, 0, 0, 0, 0, 0, 0], code=same_side) == "sign"
    assert named([0, 5, 0, 0, 0, 0, 0, 0]) == "", "there are many ways to miss a win at once"
    assert named([4, 0, 0, 0, 0, 0, 0, 0]) == "sign"
    assert named([4, 0, 0, 0, 0, 0, 0, 0], code=None) == ""
    assert named([4, 0, 0, 0, 0, 0, 0, 0], code=Code(searches=False)) == ""
    assert named([4, 0, 0, 0, 0, 0, 0, 0], spent_s=0.001) == "", "it looks one disc ahead"


def test_own_wins_only() -> None:
    assert named([4, 0, 3, 5, 2, 6, 0, 0]) == "", "it may begin with a value that no block reaches"
    assert named([4, 0, 0, 0, 0, 0, 0, 0], code=Code(one_winner=True)) == "own_wins_only"
    assert named([4, 5, 0, 0, 0, 0, 0, 0], code=Code(one_winner=True)) == "", "nothing shows it"


def test_the_window_and_the_leaves_are_named_only_beside_a_miss() -> None:
    for window, name in (
        (Window.SHARED, "window_shared"),
        (Window.OVER_DEPTHS, "window_over_depths"),
    ):
        code = Code(searches=True, window=window)
        assert named([4, 5, 0, 5, 2, 6, 4, 6], code=code) == name
        assert named(RIGHT, code=code) == ""
    code = Code(searches=True, leaf=Leaf.DEPTH)
    assert named([*RIGHT[:-1], 0], code=code) == "depth_before_win"
    assert named(RIGHT, code=code) == ""


def test_a_draw_before_a_win_is_told_of_the_source_alone() -> None:
    fault = find_fault(Facts(seen(RIGHT), code=Code(searches=True, leaf=Leaf.FULL)))
    assert fault == Fault(Mistake.DRAW_BEFORE_WIN)
    assert not fault.explains_misses


def test_the_clock_is_blamed_only_for_a_late_answer_of_a_search_that_deepens() -> None:
    code = Code(searches=True, reads_clock=True)
    quick = [
        replace(case, spent_s={1: 0.001, 3: 0.001, 5: 0.01}.get(case.mate_in or 0, case.spent_s))
        for case in seen([4, None, 3, 5, 2, 6, 4, None])
    ]
    assert find_fault(Facts(tuple(quick), code=code)) == Fault(
        Mistake.CLOCK_BETWEEN_DEPTHS, ("a/block", "a/nine")
    )
    within = replace(code, reads_clock_in_search=True)
    assert find_fault(Facts(tuple(quick), code=within)) is None
    slow = tuple(replace(case, spent_s=1.0) for case in quick)
    assert find_fault(Facts(slow, code=code)) is None, "a fixed depth"


def test_copies_are_named_where_they_cost_depth() -> None:
    code = Code(searches=True, copies="deepcopy")
    fault = find_fault(Facts(seen([*RIGHT[:-2], 0, 0]), code=code))
    assert fault is not None
    assert (fault.mistake, fault.what) == (Mistake.COPIES, "deepcopy")
    assert named(RIGHT, code=code) == ""
    assert named([*RIGHT[:-2], 0, 0], code=code, spent_s=0.001) == ""


def test_a_disc_that_is_left_shows_on_the_board_or_in_a_full_column() -> None:
    cases = seen(RIGHT)
    changed = (replace(cases[0], board_changed=True), *cases[1:])
    assert find_fault(Facts(changed)) == Fault(Mistake.DISC_LEFT, ("a/win",))
    full = Thrown("kata.board.ColumnFullError", "column 3 is full", "drop_disc")
    raised = replace(cases[1], verdict=Verdict.RUNTIME_ERROR, thrown=full)
    found = Facts((cases[0], raised, *cases[2:]), code=Code(leaves_a_disc=True))
    assert find_fault(found) == Fault(Mistake.DISC_LEFT_FULL, ("a/block",))
    assert find_fault(replace(found, code=Code())) is None, (
        "a list of columns may have been too old"
    )
    other = replace(raised, thrown=replace(full, type="ValueError"))
    assert find_fault(replace(found, seen=(cases[0], other, *cases[2:]))) is None


@pytest.mark.parametrize(("answer", "dawdles"), [(2, False), (5, True)])
def test_a_later_win_where_several_columns_win_is_dawdling(answer: int, dawdles: bool) -> None:
    # RED has 2, 3 and 4 at the bottom; 1 and 5 win at once, and nothing is as quick as that.
    several = Seen(
        "a/several", 1, Verdict.ACCEPTED, 0.001, 2.0, answer=answer, accept=(2, 5), moves="00112"
    )
    quick = replace(several, moves="001122", accept=(3, 5), answer=3 if not dawdles else 5)
    found = find_fault(Facts((quick,)))
    assert found == (Fault(Mistake.DAWDLES, ("a/several",)) if dawdles else None)


def test_every_mistake_and_every_manner_has_its_words() -> None:
    assert set(FAULT_HINTS) == set(Mistake)
    assert set(HINTS) == set(Manner)
    for mistake in Mistake:
        facts = Facts(seen(RIGHT))
        standing = tell(facts, place(facts), Fault(mistake, ("a/win",), "RED"))
        assert standing is not None
        assert standing.faults == (mistake.value,)
        assert FAULT_HINTS[mistake] in standing.hint


def test_no_hint_gives_code_away() -> None:
    for hint in (*HINTS.values(), *FAULT_HINTS.values()):
        assert "def " not in hint
        assert "\n" not in hint
