"""A best-move case asks for one column and takes nothing else for one."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from graders.katas.best_move.kata import KATA
from graders.katas.best_move.task import BestMoveTask
from graders.katas.kata import TaskError
from graders.model.explanation import Mark
from graders.model.request import (
    BoardArgument,
    ConfigurationArgument,
    ObservationArgument,
    Request,
    Survey,
)
from graders.model.scorecard import Result
from graders.model.suite import CaseFacts
from graders.model.value import Other
from graders.model.verdict import Verdict
from kata.board import Board, Player
from tests.outcomes import replied

MISSED = Verdict.WRONG_ANSWER
MATE_IN_9 = BestMoveTask("0032334033", (6,), mate_in=9)
YELLOW_TO_MOVE = BestMoveTask("50444403225606326", (1,), mate_in=11)
COLUMN_3_FULL = BestMoveTask("333333", (2, 4))


def test_the_call_holds_the_position_and_nothing_of_the_key() -> None:
    board = BoardArgument("0032334033", "R")
    seen = (ObservationArgument("0032334033"), ConfigurationArgument(6, 7, 4))
    names = ("observation", "configuration")
    agent = Request("agent", seen, False, "a Kaggle agent", names, "action", or_last=True)
    wanted = Request("find_best_move", (board,), True, KATA.expects, otherwise=agent)
    assert KATA.request(MATE_IN_9) == wanted


def test_the_side_to_move_follows_from_the_moves() -> None:
    assert MATE_IN_9.to_move == "R"
    assert YELLOW_TO_MOVE.to_move == "Y"
    assert YELLOW_TO_MOVE.board().current_player is Player.YELLOW


def test_a_case_is_described_in_the_words_of_a_suite() -> None:
    wanted = CaseFacts("0032334033", "RED", "RED", "win", (6,), 9)
    assert KATA.describe(MATE_IN_9) == wanted
    assert KATA.describe(YELLOW_TO_MOVE).to_move == "YELLOW"


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (None, ("returned None, not an int",)),
        (True, ("True, a bool", "not count as a number")),
        ("6", ("'6', a str", "without quotes")),
        ("six", ("'six', a str",)),
        (6.0, ("6.0, a float", "int(...)")),
        (float("nan"), ("nan", "the score returned instead of the column")),
        (float("-inf"), ("-inf", "the score returned instead of the column")),
        ([6], ("[6], a list", "only the column")),
        ((3, 100), ("(3, 100), a tuple", "only the column")),
        (Other("Column", "<Column.A: 6>", "int"), ("(Column, a sub", "int(...)")),
        (Other("numpy.int64", "np.int64(6)"), ("numpy.int64", "int(...)")),
        (Other("coroutine", "<coroutine>"), ("async def",)),
        (Other("generator", "<generator>"), ("in place of return?",)),
        (Other("function", "<function f>"), ("parentheses",)),
        (7, ("no column 7", "columns are 0-6", "counted from 1")),
        (8, ("no column 8", "columns are 0-6")),
        (-1, ("no column -1", "columns are 0-6")),
        (10**400, ("columns are 0-6",)),
    ],
)
def test_an_answer_that_is_no_column_is_invalid_and_says_why(
    answer: object, words: tuple[str, ...]
) -> None:
    judgement = KATA.check(MATE_IN_9, replied(answer))
    assert judgement.verdict is Verdict.INVALID_ANSWER
    for word in words:
        assert word in judgement.message
    assert "\n" not in judgement.message


def test_whether_the_answer_was_printed_is_asked_of_who_printed_something() -> None:
    asked = "was the answer printed instead of returned?"
    assert asked not in KATA.check(MATE_IN_9, replied(None)).message
    assert asked in KATA.check(MATE_IN_9, replace(replied(None), stdout="3\n")).message


def test_a_full_column_is_invalid() -> None:
    judgement = KATA.check(COLUMN_3_FULL, replied(3))
    assert judgement.verdict is Verdict.INVALID_ANSWER
    assert "column 3 is full" in judgement.message


def test_another_column_is_wrong_and_the_right_one_is_named() -> None:
    judgement = KATA.check(MATE_IN_9, replied(3))
    assert judgement.verdict is Verdict.WRONG_ANSWER
    assert judgement.message == "column 3 does not win; only column 6 wins (in 9 plies)"


def test_every_accepted_column_is_accepted() -> None:
    assert KATA.check(MATE_IN_9, replied(6)).verdict is Verdict.ACCEPTED
    assert KATA.check(COLUMN_3_FULL, replied(2)).verdict is Verdict.ACCEPTED
    assert KATA.check(COLUMN_3_FULL, replied(4)).verdict is Verdict.ACCEPTED


@pytest.mark.parametrize(
    ("goal", "words"),
    [
        ("block", "column 0 does not block; only columns 2, 4 block"),
        ("draw", "column 0 does not hold the draw; only columns 2, 4 hold the draw"),
    ],
)
def test_the_message_follows_the_goal(goal: str, words: str) -> None:
    task = KATA.read_task({"moves": "333333", "accept": [4, 2], "goal": goal})
    assert KATA.check(task, replied(0)).message == words


def test_a_case_where_yellow_moves_first_can_be_written() -> None:
    task = KATA.read_task({"moves": "33", "first": "YELLOW", "to_move": "YELLOW", "accept": [3]})
    assert task.board() == Board.from_moves("33", Player.YELLOW)


def test_the_columns_are_sorted() -> None:
    assert KATA.read_task({"moves": "", "accept": [4, 2]}).accept == (2, 4)


def test_a_full_board_is_a_finished_game() -> None:
    moves = "436014551150160155104632660465204242223333"
    with pytest.raises(TaskError, match="the game is finished: the board is full"):
        KATA.read_task({"moves": moves, "accept": [0]})


WON_IN_3 = {"moves": "4335434404060020", "accept": [5], "mate_in": 3}


def test_a_line_is_read_a_column_a_ply() -> None:
    assert KATA.read_task({**WON_IN_3, "line": "532"}).line == (5, 3, 2)
    assert KATA.read_task(WON_IN_3).line == ()


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"line": 532}, "write it in quotes"),
        ({"line": "5x2"}, "after the moves, move 18 of '43354344040600205x2' is 'x'"),
        ({"line": "544"}, "column 4 is full"),
        ({"line": "5322"}, "comes after the game was won"),
        ({"line": "530"}, "it does not end in a four of RED"),
        ({"line": ""}, "it does not end in a four of RED"),
        ({"line": "532", "mate_in": 5}, "it has 3 plies, but mate_in is 5"),
        ({"line": "532", "accept": [4]}, "it begins with column 5, which is not accepted"),
        ({"line": "532", "goal": "draw", "mate_in": None}, "the goal is to draw, not to win"),
    ],
)
def test_a_line_that_cannot_be_played_to_a_four_is_refused(
    fields: dict[str, object], reason: str
) -> None:
    with pytest.raises(TaskError, match=re.escape(reason)) as refused:
        KATA.read_task({**WON_IN_3, **fields})
    assert refused.value.field == "line"


def test_the_line_of_a_variant_is_that_of_the_case() -> None:
    task = KATA.read_task({**WON_IN_3, "line": "532"})
    mirror, swap, both = (variant.task for variant in KATA.variants(task))
    assert (mirror.line, swap.line, both.line) == ((1, 3, 4), (5, 3, 2), (1, 3, 4))
    assert all(KATA.prove(variant).holds for variant in (mirror, swap, both))


def test_neither_the_key_nor_the_line_is_in_what_the_submission_is_sent() -> None:
    with_line = KATA.read_task({**WON_IN_3, "line": "532"})
    assert KATA.request(with_line) == KATA.request(KATA.read_task(WON_IN_3))
    assert "532" not in str(KATA.request(with_line))


def test_variants_are_the_mirror_the_swap_and_both() -> None:
    mirror, swap, both = KATA.variants(MATE_IN_9)
    assert (mirror.name, swap.name, both.name) == ("mirror", "swap", "mirror-swap")
    assert mirror.task == BestMoveTask("6634332633", (0,), mate_in=9)
    assert swap.task == BestMoveTask("0032334033", (6,), first="Y", mate_in=9)
    assert both.task == BestMoveTask("6634332633", (0,), first="Y", mate_in=9)


@given(st.text("0123456", max_size=12))
def test_variants_mirror_the_drawing_and_exchange_the_letters(moves: str) -> None:
    try:
        task = KATA.read_task({"moves": moves, "accept": [0]})
    except TaskError:
        return
    drawing = str(task.board()).splitlines()[:6]
    mirror, swap, _ = KATA.variants(task)
    assert str(mirror.task.board()).splitlines()[:6] == [line[::-1] for line in drawing]
    swapped = [line.translate(str.maketrans("RY", "YR")) for line in drawing]
    assert str(swap.task.board()).splitlines()[:6] == swapped


def test_a_miss_is_explained_with_the_played_column_and_the_win() -> None:
    explanation = KATA.explain(MATE_IN_9, replied(3), MISSED)
    assert explanation.played.column == 3
    position, *sentences, _end = KATA.tell(explanation)
    assert (3, Mark.PLAYED) in position.marks
    assert any("wins in 9 plies" in sentence for sentence in sentences)


def test_an_accepted_case_is_explained_without_a_search() -> None:
    explanation = KATA.explain(MATE_IN_9, replied(6), Verdict.ACCEPTED)
    assert explanation.searched is False
    assert explanation.played == explanation.accept[0]


@pytest.mark.parametrize("answer", [None, "3", True, 7])
def test_an_answer_that_is_no_column_is_explained_by_the_right_one(answer: object) -> None:
    task = BestMoveTask("001122", (3,), mate_in=1)
    position, *sentences, _end = KATA.tell(KATA.explain(task, replied(answer), MISSED))
    assert position.marks == ((3, Mark.RIGHT),)
    assert sentences == ["RED is to move; column 3 wins at once.", "The winning line: RED 3."]


def test_functions_and_classes_count_as_entries() -> None:
    survey = Survey(("find_best_move", "main"), (("Bot", ("find_best_move",)), ("Other", ())))
    assert KATA.entries(survey) == [
        "the function find_best_move(board)",
        "the class Bot with its method find_best_move",
    ]


def test_the_assessment_comes_from_the_results_without_variants() -> None:
    def result(case_id: str, mate_in: int, verdict: Verdict) -> Result:
        return Result(case_id, verdict, 1, 1, 2.0, wall_s=0.2, goal="win", mate_in=mate_in)

    results = [
        result("a/mate-in-5", 5, Verdict.ACCEPTED),
        result("a/mate-in-7", 7, Verdict.WRONG_ANSWER),
    ]
    variant = result("a/mate-in-7~mirror", 7, Verdict.ACCEPTED)
    assert KATA.assessment(results) == KATA.assessment([*results, variant])
    assert KATA.assessment([]) is None
