"""One failure as everything shows it that shows one: in lines of a width, or in one."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from graders.katas import kata_named
from graders.model.explanation import StepExplanation, StepTaken
from graders.model.scorecard import Attempt, Result, Thrown
from graders.model.verdict import Verdict
from graders.reports.failure import Command, plain, remarks, sentence, without_spoilers
from tests.scorecards import WRONG

BEST_MOVE, OPERATIONS = kata_named("best_move"), kata_named("operations")
MISSED = replace(WRONG, reproduce='Board.from_moves("06")', moves="06", stdout="a\tb\n" + "x" * 200)
STEP = Result(
    "rules/k-2",
    Verdict.WRONG_ANSWER,
    0,
    1,
    2.0,
    message="step 2 of 2, status: expected ('win', 1), got 'draw'",
    about="Two in a row are enough",
    rows=1,
    cols=2,
    k=2,
    explanation=StepExplanation(
        rows=1,
        cols=2,
        k=2,
        step=2,
        steps=2,
        operation=("status",),
        expected=("win", 1),
        got="draw",
        answered=True,
        drawing=("1.",),
        around=(
            StepTaken(1, ("drop", 0, 1), 0, 0, True),
            StepTaken(2, ("status",), ("win", 1), "draw", True),
        ),
    ),
    reproduce='solution(1, 2, 2, [("drop", 0, 1), ("status",)])',
)


def test_a_script_shows_its_size_what_it_is_about_and_the_steps_side_by_side() -> None:
    told = plain(STEP, OPERATIONS.tell, command=Command("mine.py", ("--suite", "bank.yaml")))
    assert "\n".join(told).split("\n\n") == [
        "rows 1, cols 2, k 2: Two in a row are enough\n"
        "step 2 of 2, status: expected ('win', 1), got 'draw'",
        "  step    operation    expected    got\n"
        "  ------  -----------  ----------  ------\n"
        "  1       drop 0 1     0           0\n"
        "> 2       status       ('win', 1)  'draw'",
        "the board just before step 2, X player 1, O player 2:\nX.\n01",
        "to reproduce:\n"
        '  solution(1, 2, 2, [("drop", 0, 1), ("status",)])\n'
        "  kata try mine.py rules/k-2 --suite bank.yaml",
    ]


@pytest.mark.parametrize("width", [60, 76, 96])
@pytest.mark.parametrize(("result", "tell"), [(MISSED, BEST_MOVE.tell), (STEP, OPERATIONS.tell)])
def test_no_line_is_wider_than_it_may_be_but_what_has_to_be_copied(
    result: Result, tell: object, width: int
) -> None:
    told = plain(result, tell, width, command=Command("mine.py"))  # type: ignore[arg-type]
    wide = [line for line in told if len(line) > width]
    assert all("solution(" in line for line in wide), wide


def test_lines_are_counted_where_they_are_and_not_as_what_was_printed() -> None:
    """What was printed is kept in part, and the last line of that counts bytes."""
    kept = "line\n" * 20 + "… 189,058 more bytes were cut"
    told = plain(replace(MISSED, stdout=kept), BEST_MOVE.tell)
    assert "| … --format json has 9 more lines" in told


def test_without_spoilers_there_is_only_how_to_reproduce_it() -> None:
    told = plain(MISSED, BEST_MOVE.tell, spoilers=False)
    assert told == ("to reproduce:", '  Board.from_moves("06")')


@pytest.mark.parametrize(
    ("answer", "message", "is_told"),
    [
        (None, "find_best_move returned None, not an int", True),
        ("Promise { 3 }", "findBestMove returned a Promise, not a whole number", True),
        (7, "there is no column 7: columns are 0-6", True),
        ("3", "find_best_move returned '3', a str, not an int", False),
        ([3, 100], "find_best_move returned (3, 100), a tuple, not an int", False),
    ],
)
def test_without_spoilers_it_is_said_what_came_back_that_is_no_answer(
    answer: object, message: str, is_told: bool
) -> None:
    invalid = replace(MISSED, verdict=Verdict.INVALID_ANSWER, answer=answer, message=message)
    assert without_spoilers(invalid).message == (message if is_told else "")


def test_without_spoilers_no_run_of_a_case_tells_its_answer() -> None:
    runs = tuple(Attempt(Verdict.WRONG_ANSWER, 0.1, 0.1, None, answer) for answer in (3, 6))
    kept = without_spoilers(replace(MISSED, attempts=runs))
    assert [(each.verdict, each.answer) for each in kept.attempts] == [(runs[0].verdict, None)] * 2


def test_the_board_that_an_exception_carries_is_drawn_with_a_caption() -> None:
    board = "RY.....\n" * 6 + "0123456"
    text = f"Traceback (most recent call last):\nColumnFullError: column 1 is full\n{board}\na note"
    raised = replace(
        MISSED,
        verdict=Verdict.RUNTIME_ERROR,
        thrown=Thrown("ColumnFullError", board=("RY.....",) * 6),
        message="ColumnFullError: column 1 is full (line 3)",
        traceback=text,
        explanation=None,
        stdout="",
        stderr="",
    )
    blocks = "\n".join(plain(raised, BEST_MOVE.tell)).split("\n\n")
    assert blocks[1:4] == [
        "Traceback (most recent call last):\nColumnFullError: column 1 is full",
        f"the board when it raised:\n{board}",
        "a note",
    ]


def test_a_board_that_only_the_traceback_shows_stays_in_it() -> None:
    text = "ColumnFullError: no\nRY.\n012"
    raised = replace(MISSED, verdict=Verdict.RUNTIME_ERROR, traceback=text)
    assert "the board when it raised:" not in plain(raised, BEST_MOVE.tell)


def test_a_failure_in_a_sentence_names_the_member() -> None:
    group = replace(MISSED, members=(MISSED,), group_size=2, decided_by="phase3/mate-in-9#1")
    assert sentence(group) == (
        "phase3/mate-in-9#1, wrong answer: column 3 does not win, column 6 does"
    )


def test_a_warning_of_an_older_scorecard_is_told_without_its_name() -> None:
    older = replace(WRONG, warnings=("board_changed: the board was not as it was before the call",))
    assert [*remarks(older)] == ["warning: the board was not as it was before the call"]
