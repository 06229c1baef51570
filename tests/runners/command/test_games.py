"""A program plays the games of `connect4` and `game_design` by itself, a line for each call."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from graders import Scorecard, command_of, grade_file
from graders.channel.budget import Settings
from graders.channel.commands import submission_of
from graders.channel.session import run_session
from graders.katas.driven.contract import NOT_OFFERED, SIZE
from graders.model.ending import Cause, Ending
from graders.model.outcome import Event, Misspoke, Outcome, Rule
from graders.model.raised import Raised
from graders.model.request import Call, Construct, Earlier, Session, SessionOutcome
from graders.model.submission import DRIVER
from graders.model.verdict import Verdict
from graders.sandbox.isolation import Isolation, choose_isolation
from tests.runners.command.bots import answering, program, written
from tests.tiers import sampled

LEVELS = sorted({choose_isolation("auto"), Isolation.LIMITS, Isolation.PLAIN})
HERE = Path(__file__).parent
PAGE = HERE.parents[2] / "docs" / "protocol.md"
COMPILER = shutil.which("cc")
CAP_S = 60.0
EVERY_CASE = ("*",)
OF_A_DESIGN = (
    "game/a-new-game",
    "game/no-column-7",
    "game/no-move-after-a-win",
    "game/a-draw",
    "parts/players-have-two-colours",
    "parts/an-empty-board",
    "parts/discs-fall",
)
"""One of each kind of call."""
SOME_OR_ALL = sampled(
    [pytest.param(OF_A_DESIGN, id="some"), pytest.param(EVERY_CASE, id="all")],
    lambda cases: cases is OF_A_DESIGN,
)
GAME = Earlier(0)
NEW = Construct(DRIVER, (6, 7, 4), SIZE, usual=True)
MOVE = Call("move", (1, 3), GAME, ("player", "column"))
DRAW = Call("draw", (), GAME)


@pytest.fixture(params=sampled(LEVELS, lambda level: level is LEVELS[0]))
def level(request: pytest.FixtureRequest) -> Isolation:
    assert isinstance(request.param, Isolation)
    return request.param


@pytest.fixture
def in_c(tmp_path: Path) -> Path:
    if COMPILER is None:
        pytest.skip("there is no C compiler")
    bot = tmp_path / "games"
    subprocess.run([COMPILER, "-O1", "-o", str(bot), str(HERE / "games.c")], check=True)
    bot.chmod(0o755)
    return bot


@pytest.fixture
def of_the_page(tmp_path: Path) -> Path:
    text = PAGE.read_text(encoding="utf-8").split("```python\n#!/usr/bin/env python3\n")[1]
    return written(tmp_path, program(text.split("```")[0]))


def graded(
    bot: Path, kata: str, level: Isolation, case: str | Sequence[str] = EVERY_CASE
) -> Scorecard:
    return grade_file(
        command_of([str(bot)]), kata=kata, isolation=level, cap_s=CAP_S, case=case, explain=False
    )


def of_suite(card: Scorecard, suite: str) -> list[Verdict]:
    return [each.verdict for each in card.results if each.id.startswith(f"{suite}/")]


def held(text: str, folder: Path, *steps: Construct | Call) -> SessionOutcome:
    bot = written(folder, text)
    session = Session((NEW, *(steps or (MOVE, DRAW))))
    return run_session(
        submission_of(command_of([str(bot)])), session, CAP_S, Settings(choose_isolation("auto"))
    )


def told(outcome: Outcome) -> tuple[Event, object]:
    return outcome.event, outcome.fact if outcome.event is not Event.REPLIED else outcome.value


def test_a_program_in_c_has_full_marks_for_the_class(in_c: Path, level: Isolation) -> None:
    card = graded(in_c, "connect4", level, case="published/screen-ends-with-*")
    assert card.score == card.max_score >= 4, card.results


@pytest.mark.thorough
def test_and_for_every_rule(in_c: Path) -> None:
    card = graded(in_c, "connect4", choose_isolation("auto"))
    assert card.score == card.max_score, [each.id for each in card.results if not each.accepted]


@pytest.mark.parametrize("cases", SOME_OR_ALL)
def test_it_has_full_marks_for_a_game_and_the_parts_of_a_design_are_not_offered(
    cases: Sequence[str], in_c: Path
) -> None:
    card = graded(in_c, "game_design", choose_isolation("auto"), cases)
    assert set(of_suite(card, "game")) == {Verdict.ACCEPTED}, card.results
    assert set(of_suite(card, "parts")) == {Verdict.NOT_OFFERED}, card.results


@pytest.mark.parametrize("cases", SOME_OR_ALL)
def test_moves_winner_and_draw_are_enough_to_be_asked_for_nothing_else(
    cases: Sequence[str], of_the_page: Path
) -> None:
    card = graded(of_the_page, "game_design", choose_isolation("auto"), cases)
    assert set(of_suite(card, "game")) == {Verdict.ACCEPTED}
    lacking = {each.message for each in card.results if each.verdict is Verdict.NOT_OFFERED}
    assert lacking and not any(re.search(r"needs (move|winner|draw)\(", each) for each in lacking)


def test_the_first_step_that_is_wrong_is_told_and_the_lines_to_ask_it_again(
    tmp_path: Path,
) -> None:
    bot = written(tmp_path, answering('print(json.dumps({"id": number, "answer": 1}), flush=True)'))
    card = graded(bot, "game_design", choose_isolation("auto"), case="game/a-new-game")
    (result,) = card.results
    assert result.verdict is Verdict.WRONG_ANSWER
    said = subprocess.run(
        ["/bin/sh", "-c", result.reproduce], check=True, capture_output=True, text=True
    )
    answers = said.stdout.splitlines()
    assert answers[0] == '{"id": 1, "answer": 1}'
    assert len(answers) == result.reproduce.count('"id":')


def test_a_long_session_is_not_written_out(tmp_path: Path) -> None:
    bot = written(tmp_path, answering('print(json.dumps({"id": number, "answer": 1}), flush=True)'))
    card = graded(bot, "connect4", choose_isolation("auto"), case="published/upright")
    assert [result.reproduce for result in card.results] == [""]


def test_each_object_has_a_number_and_each_argument_its_name(tmp_path: Path) -> None:
    echo = answering('print(json.dumps({"id": number, "answer": line.strip()}), flush=True)')
    steps = (MOVE, NEW, Call("move", (2, None), Earlier(2), ("player", "column")), DRAW)
    assert [call.value for call in held(echo, tmp_path, *steps).calls] == [
        None,
        '{"id":2,"call":"move","game":1,"player":1,"column":3}',
        None,
        '{"id":4,"call":"move","game":2,"player":2,"column":null}',
        '{"id":5,"call":"draw","game":1}',
    ]


def test_what_it_does_not_have_is_not_offered_and_a_refusal_is_its_reason(tmp_path: Path) -> None:
    text = answering("""
        said = {"move": {"refused": "the column is full", "answer": None},
                "draw": {"not_offered": True}}.get(asked["call"], {"answer": 0})
        print(json.dumps({"id": number, **said}), flush=True)
    """)
    _, move, draw = held(text, tmp_path).calls
    assert told(move) == (Event.REPLIED, "the column is full")
    assert told(draw) == (Event.RAISED, Raised(NOT_OFFERED))


def test_a_size_that_it_does_not_have_is_not_offered_either(tmp_path: Path) -> None:
    whole = held(answering('print(\'{"id":1,"not_offered":true}\', flush=True)'), tmp_path)
    assert told(whole.calls[0]) == (Event.RAISED, Raised(NOT_OFFERED))
    assert (len(whole.calls), whole.at) == (1, 0)


def test_fields_that_say_nothing_may_be_there(tmp_path: Path) -> None:
    said = '{"id": number, "answer": False, "refused": None, "not_offered": False, "more": 7}'
    whole = held(answering(f"print(json.dumps({said}), flush=True)"), tmp_path)
    assert [call.value for call in whole.calls] == [None, False, False]


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ('{"id": N, "answer": true}\n{"id": N}', Rule.ONE_LINE),
        ('{"id": 7, "answer": true}', Rule.ID),
        ('{"id": N}', Rule.ANSWER),
        ('{"id": N, "refused": 3}', Rule.ANSWER),
        ('{"id": N, "not_offered": "true"}', Rule.ANSWER),
        ('{"id": N, "answer": ' + 100 * "[" + 100 * "]" + "}", Rule.DEPTH),
        ('{"id": N, "answer": "HUGE"}', Rule.FLOOD),
        ('{"id": N, "answer": 1e999}', Rule.FINITE),
        ("true", Rule.OBJECT),
    ],
    ids=lambda value: str(value)[:24],
)
def test_a_rule_that_is_broken_in_the_middle_ends_the_session(
    said: str, rule: Rule, tmp_path: Path
) -> None:
    text = answering(f"""
        said = '{{"id": N, "answer": true}}' if number == 1 else {said!r}
        said = said.replace("N", str(number)).replace("HUGE", "x" * (1 << 23))
        print(said, flush=True)
    """)
    whole = held(text, tmp_path)
    assert isinstance(whole.fact, Misspoke), whole
    assert (whole.fact.rule, whole.at) == (rule, 1)


def test_an_answer_to_new_is_bounded_too(tmp_path: Path) -> None:
    whole = held(answering("print('{\"id\":1,\"answer\":\"' + 'x' * 9999 + '\"}')"), tmp_path)
    assert isinstance(whole.fact, Misspoke)
    assert (whole.fact.rule, whole.at) == (Rule.FLOOD, 0)


@pytest.mark.parametrize(
    ("code", "fact"),
    [(0, Misspoke(Rule.ENDED, "after question 1")), (7, Ending(Cause.EXIT, code=7))],
)
def test_ending_in_the_middle_is_told(code: int, fact: object, tmp_path: Path) -> None:
    text = answering(f"""
        if number == 2:
            sys.exit({code})
        print(json.dumps({{"id": number, "answer": True}}), flush=True)
    """)
    whole = held(text, tmp_path)
    assert (whole.fact, whole.at) == (fact, 1)
