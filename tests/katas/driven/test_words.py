"""A miss, a case and a board are told in steps and pictures that fit a screen."""

from __future__ import annotations

from functools import partial

import pytest
from msgspec.structs import replace

from graders.grading.judge import judge
from graders.katas.connect4.kata import KATA as CONNECT4
from graders.katas.driven.kata import DrivenKata
from graders.katas.driven.task import ScriptTask
from graders.katas.game_design.kata import KATA as GAME_DESIGN
from graders.lab.verifying.declared import SOLUTIONS
from graders.model.explanation import Listing, Part, Picture
from graders.model.limits import Limits
from graders.model.outcome import Event
from graders.model.request import SessionOutcome
from graders.model.verdict import Verdict
from tests.katas.driven.here import BARE, came, cases, changed, judged

CLASS = (SOLUTIONS / "connect4.py").read_text(encoding="utf-8")
KATAS = (CONNECT4, GAME_DESIGN)
SUITES = ("published", "rules", "scale", "game", "parts", "further")


def told(kata: DrivenKata, source: str, *steps: str) -> tuple[Part, ...]:
    task = kata.read_task({"steps": list(steps)})
    explanation = kata.explain(task, came(kata, source, task), Verdict.WRONG_ANSWER)
    assert explanation is not None
    return kata.tell(explanation)


def test_a_miss_is_explained_by_the_steps_around_it_and_the_board_before_it() -> None:
    source = changed(BARE, ("if run == self.k", "if run > self.k"))
    steps, board = told(GAME_DESIGN, source, "play 0011223", "state -> won", "winner -> 1")
    assert isinstance(steps, Listing) and isinstance(board, Picture)
    assert steps.columns == ("step", "called", "expected", "got")
    assert steps.rows[steps.at or 0] == ("8", "game.get_game_state()", "won", "in progress")
    assert steps.rows[0] == ("2", "game.make_move(player 2, 0)", "played", "played")
    assert steps.rows[-1][0] == "9"
    assert board.rows[-2:] == ("OOO....", "XXXX...")
    assert board.highlighted == {(5, column) for column in range(4)}


def test_a_state_is_told_in_words_of_the_case_and_not_of_the_parts_that_make_it() -> None:
    source = changed(BARE, ("if run == self.k", "if run > self.k"))
    message = judged(GAME_DESIGN, source, "play 0011223", "state -> won").message
    assert message.endswith("game.get_game_state(): expected won, got in progress")


def test_a_call_without_an_answer_is_the_step_of_the_case_that_it_is_made_for() -> None:
    """The session makes the game first and asks a state by three calls: it counts otherwise."""
    task = GAME_DESIGN.read_task({"steps": ["play 3", "state -> playing", "play 3"]})
    outcome = came(GAME_DESIGN, BARE, task)
    assert isinstance(outcome, SessionOutcome)
    *before, last = outcome.calls
    silent = replace(last, event=Event.TIMED_OUT, value=None)
    hung = replace(outcome, event=Event.TIMED_OUT, calls=(*before, silent), at=len(before))
    message = judge(GAME_DESIGN, task, hung, 2.0, Limits()).message
    assert message.startswith("step 3 of 3, game.make_move(player 2, 3): no answer within the cap")
    explained = GAME_DESIGN.explain(task, hung, Verdict.TIME_LIMIT_EXCEEDED)
    assert explained is not None
    steps, _ = GAME_DESIGN.tell(explained)
    assert isinstance(steps, Listing)
    assert steps.rows[-1] == ("3", "game.make_move(player 2, 3)", "played", "")


def test_a_move_is_taken_or_refused_whatever_the_driver_makes_of_what_came() -> None:
    """`play` returns nothing, of which the driver of the kata makes True."""
    source = changed(CLASS, ("if not 0 <= col < SIZE", "if not -1 <= col < SIZE"))
    message = judged(CONNECT4, source, "play -1 -> no").message
    assert message == "step 1 of 1, play(-1): it has to be refused, and was taken"


def test_a_part_that_is_missing_goes_by_the_name_that_the_statement_has_for_it() -> None:
    source = changed(CLASS, ("def print(self)", "def show(self)"))
    message = judged(CONNECT4, source, "board -> //////").message
    assert message == "needs print(), or text() of a driver, which this submission does not offer"


def test_a_board_that_was_shown_is_drawn_beside_the_right_one() -> None:
    source = changed(CLASS, ("for player in row)", "for player in row[1:] + row[:1])"))
    steps, right, shown = told(CONNECT4, source, "play 3 3", "board -> ///12///")
    assert isinstance(steps, Listing)
    assert isinstance(right, Picture) and isinstance(shown, Picture)
    assert steps.rows[steps.at or 0] == ("3", "print()", "the board", "another board")
    assert right.rows[5:] == ("...O...", "...X...")
    assert shown.rows[5:] == ("..O....", "..X....")
    assert shown.highlighted == {(row, col) for row in (5, 6) for col in (2, 3)}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("for row in self.rows():", "for row in reversed(self.rows()):"), "upside down"),
        (('print(" ".join(row))', 'print(" ".join(reversed(row)))'), "left and right are swapped"),
        (('SIGNS = ".XO"', 'SIGNS = ".21"'), "the discs of the two players are swapped"),
        (
            ("self._board[row][col] = self._player", "self._board[row][min(col, 4)] = 1"),
            "column 5, row 1 from below: it shows empty, and has to be a disc of player 2, and 1 ",
        ),
        (('print(" ".join(row))', "pass"), "no board of 7 rows and 7 columns can be read; it begi"),
    ],
)
def test_in_what_a_board_differs_is_said_in_a_sentence(change: tuple[str, str], said: str) -> None:
    task = CONNECT4.read_task({"steps": ["board -> //////", "play 0 5", "board -> 1/////2/"]})
    judgement = CONNECT4.check(task, came(CONNECT4, changed(CLASS, change), task))
    assert said in judgement.message
    assert ", print(): " in judgement.message


def test_before_the_first_disc_the_board_is_only_said_to_be_empty() -> None:
    parts = told(
        GAME_DESIGN, changed(BARE, ("return True\n\n    def", "return 1\n\n    def")), "play 3"
    )
    assert parts[1:] == ("Before step 1 the board is empty.",)


@pytest.mark.parametrize("kata", KATAS, ids=lambda kata: kata.name)
def test_every_case_is_shown_with_and_without_its_answers(kata: DrivenKata) -> None:
    for case in cases(kata.name, *SUITES):
        assert isinstance(case.task, ScriptTask)
        hidden, told = (kata.show(case.task, 0, spoilers=spoilers) for spoilers in (False, True))
        assert not hidden.answer, case.id
        assert not {"comes to", "the board in the end"} & set(str(hidden).split("'")), case.id
        assert isinstance(told.answer[0], Listing), case.id
        assert told.answer[0].columns == ("step", "called", "comes to")
        assert len(told.answer[0].rows) <= 80
        assert kata.about(case.task)


def test_a_case_with_many_steps_is_shown_in_part() -> None:
    task = CONNECT4.read_task({"generate": {"games": 100, "seed": 1}})
    exhibit = CONNECT4.show(task, 0)
    assert "… and 20 more steps, 100 in all." in exhibit.answer
    assert CONNECT4.reproduce(task) == ""


def test_a_case_is_written_as_calls_of_a_driver() -> None:
    task = GAME_DESIGN.read_task(
        {"steps": ["play 334", "turn -> 2", "one.move 2 0 -> no", "one.state -> playing"]}
    )
    assert GAME_DESIGN.reproduce(task).splitlines() == [
        "game = Driver(6, 7, 4)",
        "one = Driver(6, 7, 4)",
        "for player, column in ((1, 3), (2, 3), (1, 4)):",
        "    game.move(player, column)",
        "print(game.turn())",
        "one.move(2, 0)",
        "print(one.winner())",
        "print(one.draw())",
        "print(one.state())",
    ]


@pytest.mark.parametrize("kata", KATAS, ids=lambda kata: kata.name)
def test_what_is_written_as_python_fits_80_columns_and_makes_the_calls_of_the_case(
    kata: DrivenKata,
) -> None:
    written = 0
    for case in cases(kata.name, *SUITES):
        assert isinstance(case.task, ScriptTask)
        text = kata.reproduce(case.task)
        if not text:
            continue
        written += 1
        assert all(len(line) <= 80 for line in text.splitlines()), case.id
        calls: list[tuple[object, ...]] = []
        exec(text, {"Driver": partial(Recorder, calls), "print": lambda *_: None})
        moves = [step.arguments for step in case.task.steps if step.word == "move"]
        assert sorted(map(repr, calls)) == sorted(map(repr, moves)), case.id
    assert written >= 20


class Recorder:
    """Note the moves of a driver that offers everything."""

    def __init__(self, calls: list[tuple[object, ...]], *_: int) -> None:
        self.calls = calls

    def move(self, player: int, column: object) -> None:
        self.calls.append((player, column))

    def __getattr__(self, name: str) -> object:
        return lambda *_: None
