"""What is said of a program's answers is said in the words of JSON, not of Python."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from graders import command_of, grade_file
from graders.katas import kata_named
from graders.model.outcome import Event, Outcome
from graders.model.scorecard import Result
from graders.model.submission import Speech
from graders.model.value import Other
from graders.model.verdict import Verdict
from graders.sandbox.isolation import Isolation
from tests.runners.command.bots import answering, written

CAP_S = 60.0


def first_of(bot: Path, kata: str = "best_move") -> Result:
    card = grade_file(
        command_of([str(bot)]),
        kata=kata,
        isolation=Isolation.LIMITS,
        cap_s=CAP_S,
        stop_at_first=True,
    )
    return next(each for each in card.results if not each.accepted)


def action(value: object) -> Outcome:
    return Outcome(Event.REPLIED, value=value, speech=Speech.LINES, called="action")


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("3", 'its action is "3", a string, not a whole number; write the number itself, without '
         "quotes"),
        (3.0, "its action is 3.0, not a whole number; write it without a decimal point"),
        (2.5, "its action is 2.5, not a whole number"),
        (None, "its action is null, not a whole number"),
        (True, "its action is true, a boolean, not a whole number; a boolean does not count as a "
         "number"),
        ([3], "its action is [3], an array, not a whole number; write only the column"),
        (Other("dict", "{}"), "its action is an object, not a whole number"),
    ],
)  # fmt: skip
def test_what_is_no_column_is_told_as_the_program_wrote_it(value: object, said: str) -> None:
    kata = kata_named("best_move")
    judgement = kata.check(kata.set_up("0032", "RED"), action(value))
    assert (judgement.verdict, judgement.message) == (Verdict.INVALID_ANSWER, said)


def test_a_full_column_is_told_by_the_observation() -> None:
    kata = kata_named("best_move")
    told = kata.check(kata.set_up("000000", "RED"), action(0)).message
    wanted = "column 0 is full; a column with room has a 0 in the top row, board[0] to board[6]"
    assert told == wanted


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (None, "its returns is null, not an array with one return for each operation"),
        ([2], "the array has 1 item, but there were 2 operations: each of them returns something, "
         "errors included"),
        ([2, None], 'step 2 of 2, status: expected "inProgress", got null'),
    ],
)  # fmt: skip
def test_returns_are_told_as_the_program_wrote_them(value: object, said: str) -> None:
    kata = kata_named("operations")
    steps = ["drop 0 1 -> 2", "status -> inProgress"]
    task = kata.read_task({"rows": 3, "cols": 2, "k": 3, "steps": steps})
    outcome = Outcome(Event.REPLIED, value=value, speech=Speech.LINES, called="returns")
    assert kata.check(task, outcome).message == said


def test_a_program_is_told_of_its_action_by_name(tmp_path: Path) -> None:
    bot = answering('print(json.dumps({"id": number, "action": "3"}), flush=True)')
    assert first_of(written(tmp_path, bot)).message.startswith('its action is "3", a string')


@pytest.mark.thorough
@pytest.mark.parametrize("kata", ["best_move", "operations"])
def test_what_a_program_missed_is_reproduced_by_asking_it_again(kata: str, tmp_path: Path) -> None:
    body = 'print(json.dumps({"id": number, "action": 9, "returns": [asked]}), flush=True)'
    bot = written(tmp_path, answering(body))
    made = first_of(bot, kata).reproduce
    assert all(len(line) <= 72 or str(bot) in line for line in made.splitlines())
    again = subprocess.run(["/bin/sh", "-c", made], capture_output=True, text=True, check=True)
    answer = json.loads(again.stdout)
    assert (answer["id"], answer["action"]) == (1, 9)
    wanted = {"best_move": "observation", "operations": "operations"}[kata]
    assert wanted in answer["returns"][0]


def test_a_right_column_is_accepted_of_a_program() -> None:
    kata = kata_named("best_move")
    task = kata.read_task({"moves": "05152615", "accept": [3]})
    assert kata.check(task, action(3)).verdict is Verdict.ACCEPTED
