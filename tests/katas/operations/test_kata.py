"""An operation script asks for a list of returns and compares it step by step."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from graders.channel.budget import Settings
from graders.channel.channel import ask
from graders.katas.kata import TaskError
from graders.katas.operations.kata import KATA
from graders.katas.operations.task import ScriptTask
from graders.model.explanation import (
    Explanation,
    Listing,
    Mark,
    Picture,
    StepExplanation,
    StepTaken,
)
from graders.model.request import Survey
from graders.model.submission import Speech, Submission
from graders.model.value import Other
from graders.model.verdict import Verdict
from graders.reports.layout import plain
from graders.sandbox.isolation import choose_isolation
from tests.node import ONLY_WITH_NODE
from tests.outcomes import replied

MISSED = Verdict.WRONG_ANSWER
SIZE = {"rows": 3, "cols": 3, "k": 2}
STEPS = ["drop 0 1 -> 2", "drop 1 2 -> 2", "drop 0 1 -> 1", "status -> win 1", "drop 9 2 -> 0"]
TASK = KATA.read_task({**SIZE, "steps": [*STEPS[:4], "drop 2 2 -> error:game_over"]})
RIGHT = [2, 2, 1, ("win", 1), "error:game_over"]


def test_the_call_holds_the_operations_as_a_list_of_tuples() -> None:
    request = KATA.request(TASK)
    assert request.function == "solution"
    assert request.as_method is True
    rows, cols, k, operations = request.arguments
    assert (rows, cols, k) == (3, 3, 2)
    assert operations[:2] == [("drop", 0, 1), ("drop", 1, 2)]
    assert operations[3] == ("status",)
    assert type(operations) is list


def test_the_call_holds_nothing_of_what_is_expected() -> None:
    assert "game_over" not in repr(KATA.request(TASK))


@pytest.mark.parametrize("win", [("win", 1), ["win", 1]])
def test_a_win_may_be_a_tuple_or_a_list(win: object) -> None:
    assert KATA.check(TASK, replied([2, 2, 1, win, "error:game_over"])).verdict is Verdict.ACCEPTED


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (None, ("returned None, not a list",)),
        ((), ("a tuple", "list(...)")),
        ({}, ("a dict",)),
        (Other("generator", "<generator>"), ("in place of return?",)),
        ([], ("0 items", "5 operations")),
        (RIGHT[:4], ("4 items", "5 operations")),
        ([*RIGHT, None], ("6 items", "5 operations")),
    ],
)
def test_what_is_no_list_of_that_length_is_invalid(answer: object, words: tuple[str, ...]) -> None:
    judgement = KATA.check(TASK, replied(answer))
    assert judgement.verdict is Verdict.INVALID_ANSWER
    for word in words:
        assert word in judgement.message


@pytest.mark.parametrize(
    ("step", "got"),
    [
        (0, 2.0),
        (0, "2"),
        (0, None),
        (2, True),
        (3, ("win", True)),
        (3, ("win", 1.0)),
        (3, ("win", 1, 1)),
        (3, ("win",)),
        (3, "win"),
        (3, Other("mine.Win", "win 1")),
        (4, "error:out_of_range"),
        (4, Other("mine.Text", "error:game_over")),
        (4, ["error:game_over"]),
    ],
)
def test_a_return_of_another_type_or_value_differs(step: int, got: object) -> None:
    answer = [*RIGHT[:step], got, *RIGHT[step + 1 :]]
    judgement = KATA.check(TASK, replied(answer))
    assert judgement.verdict is Verdict.WRONG_ANSWER
    assert judgement.message.startswith(f"step {step + 1} of 5, ")


def test_the_first_differing_step_is_put_in_words() -> None:
    judgement = KATA.check(TASK, replied([2, 2, 0, "draw", "draw"]))
    wanted = "step 3 of 5, drop in column 0 by player 1: expected 1, got 0"
    assert judgement.message == wanted


@pytest.mark.parametrize(
    ("step", "got", "hint"),
    [
        (0, Other("Row", "<Row.TWO: 2>", "int"), "convert it with int(...)"),
        (3, Other("Win", "Win(player=1)", "tuple"), "convert it with tuple(...)"),
        (3, ("win", Other("Side", "<Side.ONE: 1>", "int")), "convert it with int(...)"),
        (4, Other("Error", "<Error.OVER: 'x'>", "str"), "a subclass of str is not"),
    ],
)
def test_a_near_miss_of_another_type_is_explained(step: int, got: object, hint: str) -> None:
    message = KATA.check(TASK, replied([*RIGHT[:step], got, *RIGHT[step + 1 :]])).message
    assert hint in message


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        ("drop 0 1 -> 3", "there is no row 3: rows are 0-2"),
        ("drop 3 1 -> 2", "there is no column 3: columns are 0-2"),
        ("status -> 2", "status never returns a row"),
        ("drop 0 1 -> OK", "drop in column 0 by player 1 never returns 'OK'"),
        ("status -> error:game_over", "status never returns 'error:game_over'"),
        ("reset -> win 1", "reset never returns ('win', 1)"),
        ("undo -> inProgress", "undo never returns 'inProgress'"),
    ],
)
def test_a_step_that_expects_the_impossible_is_refused(step: str, reason: str) -> None:
    with pytest.raises(TaskError) as error:
        KATA.read_task({**SIZE, "steps": ["status -> inProgress", step]})
    assert str(error.value) == f"steps, item 2: {reason}"


def test_a_recipe_without_its_kind_says_so() -> None:
    with pytest.raises(TaskError, match="script: is missing"):
        KATA.read_task({**SIZE, "generate": {"operations": 3, "seed": 1}})


def test_an_explanation_holds_the_first_step_that_differs_and_what_is_around_it() -> None:
    explanation = KATA.explain(TASK, replied([2, 2, 0, "draw", "draw"]), MISSED)
    last = ("drop", 2, 2)
    assert explanation == StepExplanation(
        rows=3,
        cols=3,
        k=2,
        step=3,
        steps=5,
        operation=("drop", 0, 1),
        expected=1,
        got=0,
        answered=True,
        drawing=("...", "...", "12."),
        around=(
            StepTaken(1, ("drop", 0, 1), 2, 2, True),
            StepTaken(2, ("drop", 1, 2), 2, 2, True),
            StepTaken(3, ("drop", 0, 1), 1, 0, True),
            StepTaken(4, ("status",), ("win", 1), "draw", True),
            StepTaken(5, last, "error:game_over", "draw", True),
        ),
    )


def test_it_is_told_with_expected_and_got_side_by_side_and_with_letters_for_the_players() -> None:
    listing, picture = KATA.tell(KATA.explain(TASK, replied([2, 2, 0, "draw", "draw"]), MISSED))
    assert listing == Listing(
        ("step", "operation", "expected", "got"),
        (
            ("1", "drop 0 1", "2", "2"),
            ("2", "drop 1 2", "2", "2"),
            ("3", "drop 0 1", "1", "0"),
            ("4", "status", "('win', 1)", "'draw'"),
            ("5", "drop 2 2", "'error:game_over'", "'draw'"),
        ),
        at=2,
    )
    caption = "the board just before step 3, X player 1, O player 2"
    assert picture == Picture(("...", "...", "XO."), caption, marks=((0, Mark.STEP),))


def test_a_short_script_is_reproduced_as_the_call_and_a_long_one_is_not() -> None:
    steps = [f"drop {column % 7} {1 + column % 2} -> 0" for column in range(60)]
    short = KATA.read_task({"rows": 6, "cols": 7, "k": 4, "steps": steps})
    called: list[tuple[object, ...]] = []
    exec(KATA.reproduce(short), {"solution": lambda *given: called.append(given)})
    assert called == [(6, 7, 4, list(short.operations))]
    assert max(map(len, KATA.reproduce(short).splitlines())) <= 72
    assert KATA.reproduce(TASK) == (
        "solution(3, 3, 2, [\n"
        '    ("drop", 0, 1), ("drop", 1, 2), ("drop", 0, 1), ("status",),\n'
        '    ("drop", 2, 2),\n])'
    )
    recipe = {"script": "fill", "operations": 61, "seed": 3}
    assert KATA.reproduce(KATA.read_task({**SIZE, "generate": recipe})) == ""


def test_a_step_that_is_missing_is_the_first_that_differs() -> None:
    explanation = KATA.explain(TASK, replied(RIGHT[:3]), MISSED)
    assert (explanation.step, explanation.answered, explanation.got) == (4, False, None)
    listing, picture = KATA.tell(explanation)
    assert listing.rows[listing.at] == ("4", "status", "('win', 1)", "nothing")
    assert picture.caption.startswith("the board just before step 4,")


@pytest.mark.parametrize("answer", [None, "text", RIGHT, {}])
def test_there_is_nothing_to_explain_without_a_differing_list(answer: object) -> None:
    assert KATA.explain(TASK, replied(answer), MISSED) is None


def test_an_accepted_script_has_nothing_to_explain() -> None:
    assert KATA.explain(TASK, replied(RIGHT), Verdict.ACCEPTED) is None


def test_a_drawing_begins_anew_after_a_reset() -> None:
    steps = ["drop 0 1 -> 2", "reset -> OK", "drop 2 1 -> 2", "status -> inProgress"]
    task = KATA.read_task({**SIZE, "steps": steps})
    explanation = KATA.explain(task, replied([2, "OK", 2, "draw"]), MISSED)
    assert explanation.drawing == ("...", "...", "..1")


def test_of_a_large_board_the_part_around_the_step_is_kept() -> None:
    recipe = {"script": "fill", "operations": 30_000, "seed": 3}
    task = KATA.read_task({"rows": 200, "cols": 200, "k": 200, "generate": recipe})
    answer = list(task.expected)
    answer[29_000] = "wrong"
    explanation = KATA.explain(task, replied(answer), MISSED)
    assert len(explanation.drawing) == 20
    assert {len(row) for row in explanation.drawing} == {60}
    _, picture, part = KATA.tell(explanation)
    assert part.endswith("are drawn of 200 rows and 200 columns; row 0 is the top.")
    lines = plain(picture)[1:]
    assert lines[0].startswith(f"{explanation.first_row} ")
    mark = lines[-1].index("^")
    assert int("".join(line[mark] for line in lines[20:-1])) == task.operations[29_000][1]


@pytest.mark.parametrize(
    "got",
    [
        ["x" * 9] * 5000,
        "x" * 100_000,
        [[["x" * 5000]]],
        Other("mine.Row", "y" * 200),
        10**400,
        ("win", 1),
        float("nan"),
        ["\udcff" * 3],
    ],
)
def test_whatever_was_returned_stays_small_and_goes_to_json_and_back(got: object) -> None:
    explanation = KATA.explain(TASK, replied([got, *RIGHT[1:]]), MISSED)
    text = msgspec.json.encode(explanation)
    assert len(text) < 2000
    assert msgspec.json.decode(text, type=Explanation) == explanation


def test_a_generated_script_is_judged_by_the_reference() -> None:
    recipe = {"script": "resets", "operations": 200, "seed": 3, "resets": 0.05}
    task = KATA.read_task({"rows": 6, "cols": 7, "k": 4, "generate": recipe})
    assert len(task.operations) == len(task.expected) == 200
    assert KATA.check(task, replied(list(task.expected))).verdict is Verdict.ACCEPTED
    assert KATA.check(task, replied(["OK"] * 200)).verdict is Verdict.WRONG_ANSWER


def test_the_same_recipe_makes_the_same_task() -> None:
    recipe = {"script": "fill", "operations": 50, "seed": 3}
    one, two = (KATA.read_task({**SIZE, "generate": recipe}) for _ in range(2))
    assert one == two
    assert one.operations == two.operations


def test_a_script_without_steps_is_refused() -> None:
    with pytest.raises(TaskError, match="steps: should be 1 to 100000, but there are 0"):
        KATA.read_task({**SIZE, "steps": []})


def test_a_script_has_no_variants_and_no_ladder() -> None:
    assert KATA.variants(TASK) == ()
    assert KATA.assessment([]) is None


def test_the_function_and_a_class_with_such_a_method_are_entries() -> None:
    survey = Survey(("solution", "helper"), (("Engine", ("solution",)), ("Other", ("solve",))))
    assert KATA.entries(survey) == [
        "the function solution(rows, cols, k, operations)",
        "the class Engine with its method solution",
    ]


CLASSES = {
    "mine.py": """
class Solution:
    def solution(self, rows, cols, k, operations):
        return ["inProgress" for _ in operations] + ["x"] * (self is None)
""",
    "mine.mjs": """
export class Solution {
  solution(rows, cols, k, operations) { return operations.map(() => "inProgress"); }
}
""",
    "constructed.py": """
class Solution:
    def __init__(self, rows, cols, k, operations):
        self.operations = operations

    def solution(self):
        return ["inProgress" for _ in self.operations]
""",
    "constructed.cjs": """
module.exports = class Engine {
  constructor(rows, cols, k, operations) { this.operations = operations; }
  solution() { return this.operations.map(() => "inProgress"); }
};
""",
}


@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=() if n.endswith(".py") else ONLY_WITH_NODE) for n in CLASSES],
)
def test_a_class_is_called_with_or_constructed_with_the_arguments(name: str) -> None:
    task = ScriptTask(2, 2, 2, steps=((("status",), "inProgress"),) * 3)
    handed_in = Submission(Path(name), name, CLASSES[name].encode())
    outcome = ask(handed_in, KATA.request(task), 20.0, Settings(choose_isolation("auto")))
    assert KATA.check(task, outcome).verdict is Verdict.ACCEPTED, outcome


def test_what_a_javascript_file_returned_is_told_as_javascript_writes_it() -> None:
    got = replace(replied([2, 2, 1, True, ("x",)]), speech=Speech.JAVASCRIPT)
    assert KATA.check(TASK, got).message == 'step 4 of 5, status: expected ["win", 1], got true'


def test_a_task_can_be_written_without_a_suite() -> None:
    task = ScriptTask(1, 1, 1, steps=((("status",), "inProgress"),))
    assert KATA.check(task, replied(["inProgress"])).verdict is Verdict.ACCEPTED


def test_the_steps_around_show_values_as_the_language_of_the_file_writes_them() -> None:
    got = replace(replied([2, 2, 1, None, "x"]), speech=Speech.JAVASCRIPT)
    explanation = KATA.explain(TASK, got, MISSED)
    assert explanation is not None
    (listing,) = (part for part in KATA.tell(explanation) if isinstance(part, Listing))
    assert listing.rows[listing.at][2:] == ('["win", 1]', "null")


@pytest.mark.parametrize(
    ("got", "speech", "shown"),
    [
        (Other("undefined", "undefined"), Speech.JAVASCRIPT, "undefined"),
        (float("nan"), Speech.JAVASCRIPT, "NaN"),
        (Other("Object", "{ win: 1 }"), Speech.JAVASCRIPT, "{ win: 1 } (Object)"),
        (Other("mine.Win", "win 1"), Speech.PYTHON, "win 1 (mine.Win)"),
        ("a text", Speech.JAVASCRIPT, '"a text"'),
    ],
)
def test_a_return_that_json_cannot_carry_is_listed_without_quotes(
    got: object, speech: Speech, shown: str
) -> None:
    outcome = replace(replied([got, *RIGHT[1:]]), speech=speech)
    explanation = KATA.explain(TASK, outcome, Verdict.WRONG_ANSWER)
    assert explanation is not None
    listing = KATA.tell(explanation)[0]
    assert isinstance(listing, Listing)
    assert listing.rows[0][-1] == shown
