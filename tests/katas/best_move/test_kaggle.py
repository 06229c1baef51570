"""An agent for Kaggle's ConnectX is a submission as it stands, and is called as it is there."""

from __future__ import annotations

import json
import os
import random
import subprocess
from pathlib import Path

import pytest

from graders import grade_file
from graders.channel.budget import Settings
from graders.channel.channel import Channel, ask, survey
from graders.grading.messages import reason
from graders.grading.prepare import NotRecognisedError, recognise
from graders.katas.best_move.kata import KATA
from graders.katas.best_move.task import BestMoveTask
from graders.model.limits import Limits
from graders.model.outcome import Event, Outcome
from graders.model.request import Request
from graders.model.scorecard import Observation
from graders.model.submission import Submission
from graders.model.verdict import Verdict
from graders.practice.run_in_terminal import call_in_this_process
from graders.practice.trials import trials
from graders.runners.connectx import configuration, observation
from graders.sandbox.isolation import Isolation, choose_isolation
from kata.board import Board
from tests.node import ONLY_WITH_NODE
from tests.tiers import sampled

LEVELS = sorted({choose_isolation("auto"), Isolation.LIMITS, Isolation.PLAIN})
HERE = Path(__file__).parent
AGENT = HERE / "kaggle_agent.py"
ENVIRONMENT = Path(os.environ.get("KATA_KAGGLE", HERE.parents[2] / ".venv-kaggle"))
"""An environment with the extra `kaggle`, which is too heavy to be everybody's."""
POSITIONS = 200
LONGEST_S = 60.0
ROW = BestMoveTask("061626", (3,), mate_in=1)


IN_TIERS = sampled(LEVELS, lambda level: level is LEVELS[0])


@pytest.fixture(params=IN_TIERS)
def settings(request: pytest.FixtureRequest) -> Settings:
    return Settings(request.param, Limits())


def submission(source: str) -> Submission:
    return Submission(Path("mine.py"), "mine.py", source.encode())


def request_for(task: BestMoveTask) -> Request:
    wanted = KATA.request(task)
    assert isinstance(wanted, Request)
    return wanted


def answer(source: str, settings: Settings) -> Outcome:
    return ask(submission(source), request_for(ROW), LONGEST_S, settings)


def test_what_an_agent_returns_is_told_of_the_agent(settings: Settings) -> None:
    floating = answer("def agent(observation, configuration): return 3.0", settings)
    assert KATA.check(ROW, floating).message.startswith("agent returned 3.0, a float, not an int")
    own = answer("def find_best_move(board): return 3.0", settings)
    assert KATA.check(ROW, own).message.startswith("find_best_move returned 3.0")


@pytest.mark.parametrize(
    "source",
    [
        "def agent(observation, configuration): return observation.board.index(1) - 32",
        "def agent(obs, config): return config['columns'] - obs['board'][35:].count(1) - 1",
        "def agent(observation): return observation['mark'] + observation.board[-7:].count(1) - 1",
        "def agent(*both): return len(both) + both[0].mark",
        "agent = lambda observation, configuration: configuration.inarow - observation.mark",
        "def agent(o, c): o.seen = 3; return o['seen']",
        "def agent(o, c):\n    try: o.nothing\n    except AttributeError: return 3",
        "class Mine:\n    def __call__(self, o, c): return o.step // 2\nagent = Mine()",
    ],
    ids=["attributes", "items", "one", "any", "lambda", "set", "missing", "object"],
)
def test_an_agent_is_called_as_it_is_there(source: str, settings: Settings) -> None:
    outcome = answer(source, settings)
    assert (outcome.event, outcome.value) == (Event.REPLIED, 3), reason(outcome)


def test_the_seconds_of_the_cap_are_its_timeout(settings: Settings) -> None:
    source = "def agent(o, c): return [c.timeout, c.actTimeout, o.remainingOverageTime]"
    assert answer(source, settings).value == [60, 60, 60]


def test_a_function_of_our_own_goes_before_an_agent(settings: Settings) -> None:
    both = "def agent(o, c): return 0\ndef find_best_move(board): return 3\n"
    assert answer(both, settings).value == 3


@pytest.mark.parametrize(
    "source",
    [
        "def wins(o): return False\ndef my_agent(observation, configuration): return 3",
        "def f(o): return 3\nimport os\nclass Later: pass\nf.used = os",
        "first = lambda: 0\nlast = lambda o, c, depth=4: 3 if c.columns == 7 else 0",
        "import functools\n"
        "def logged(f):\n"
        "    @functools.wraps(f)\n"
        "    def inner(*given): return f(*given)\n"
        "    return inner\n"
        "@logged\n"
        "def my_agent(o, c): return o.mark + 2",
        "def made(depth):\n    def act(o, c): return depth\n    return act\nmine = made(3)",
    ],
    ids=["two", "one", "lambda", "wrapped", "made"],
)
def test_the_last_function_is_the_agent_whatever_its_name(source: str, settings: Settings) -> None:
    outcome = answer(source, settings)
    assert (outcome.event, outcome.value) == (Event.REPLIED, 3), reason(outcome)
    assert outcome.called in ("my_agent", "f", "last", "mine")


@pytest.mark.parametrize(
    "source",
    [
        "def my_agent(o, c): return 3\ndef main(): pass",
        "def my_agent(o, c, depth): return 3",
        "def my_agent(o, *, config): return 3",
        "def best_move(board): return 3",
        "class Agent:\n    def act(self, o, c): return 3",
        "from kata.board import Board\nfrom random import choice",
    ],
    ids=["not last", "three", "by name", "board", "method", "imported"],
)
def test_what_is_neither_is_asked_for_by_our_own_name(source: str, settings: Settings) -> None:
    outcome = answer(source, settings)
    assert outcome.event is Event.NOT_LOADED, outcome
    assert "expected a function find_best_move(board)" in reason(outcome)


def recognised(source: str, name: str = "mine.py") -> str:
    handed_in = Submission(Path(name), name, source.encode())
    try:
        return recognise(survey(handed_in, Settings(choose_isolation("auto")))).name
    except NotRecognisedError:
        return ""


@pytest.mark.parametrize(
    ("last", "kata"),
    [
        ("def agent(o): return 3", "best_move"),
        ("def my_agent(obs, config): return 3", "best_move"),
        ("def act(observation): return 3", "best_move"),
        ("mine = lambda obs, configuration, depth=4: 3", "best_move"),
        ("def my_agent(o, c): return 3", ""),
        ("def my_agent(config, obs): return 3", ""),
        ("def my_agent(obs, config, depth): return 3", ""),
        ("def my_agent(obs, config): return 3\ndef main(arguments): pass", ""),
        ("def solution(rows, cols, k, operations): return []", "operations"),
    ],
)
def test_a_file_with_an_agent_shows_its_kata_by_what_its_last_function_takes(
    last: str, kata: str
) -> None:
    assert recognised(f"def helper(board, depth): return 0\n{last}\n") == kata


@ONLY_WITH_NODE
def test_javascript_has_no_such_rule(settings: Settings) -> None:
    source = "export function myAgent(obs, config) { return 3; }"
    assert recognised(source, "mine.mjs") == ""
    file = Submission(Path("mine.mjs"), "mine.mjs", source.encode())
    assert ask(file, request_for(ROW), LONGEST_S, settings).event is Event.NOT_LOADED


@pytest.mark.parametrize("kata", [None, "best_move"])
def test_the_report_says_which_function_was_called(kata: str | None, tmp_path: Path) -> None:
    file = tmp_path / "submission.py"
    source = AGENT.read_text(encoding="utf-8")
    file.write_text(source.replace("def agent(", "def my_agent("), encoding="utf-8")
    card = grade_file(file, kata=kata, case="phase2/win-at-once", cap_s=LONGEST_S, explain=False)
    told = "my_agent, the last function of the file, as Kaggle's ConnectX calls it"
    assert card.called_as == (Observation("the agent", told),)
    assert card.results[0].verdict is Verdict.ACCEPTED
    asked = trials([KATA], "win-at-once")[0].wanted
    handed_in = Submission(file, file.name, file.read_bytes())
    here = call_in_this_process(handed_in, asked, lambda error: None)
    assert (here.value, here.called) == (card.results[0].members[0].answer, "my_agent")


def test_a_file_with_our_own_function_has_no_manner(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def find_best_move(board): return 3\ndef last(obs, config): return 0\n")
    assert grade_file(file, case="phase2/win-at-once", probes=False).called_as == ()


@pytest.mark.parametrize("level", IN_TIERS)
def test_an_agent_is_graded(level: Isolation) -> None:
    card = grade_file(
        AGENT, suites=["phase2"], isolation=level, cap_s=LONGEST_S, explain=False, probes=False
    )
    verdicts = {result.id: result.verdict for result in card.results}
    assert card.kata == "best_move"
    assert verdicts["phase2/win-at-once"] is Verdict.ACCEPTED
    assert verdicts["phase2/block-at-once"] is Verdict.ACCEPTED


@pytest.mark.thorough
def test_the_rules_for_an_answer_are_those_of_any_other(settings: Settings) -> None:
    verdicts = [
        KATA.check(ROW, answer(f"def agent(o, c): return {value}", settings)).verdict
        for value in ("3", "3.0", "True", "7", "None", "'3'")
    ]
    assert verdicts == [Verdict.ACCEPTED, *[Verdict.INVALID_ANSWER] * 5]


def games(count: int) -> list[str]:
    """Return positions of random games, none of them over."""
    chance = random.Random(13)
    found: list[str] = []
    while len(found) < count:
        board, moves = Board(), ""
        for _ in range(chance.randrange(36)):
            column = chance.choice(board.valid_moves())
            board.drop_disc(column)
            if board.check_winner() is not None:
                break
            moves += str(column)
        if moves not in found:
            found.append(moves)
    return found


@pytest.mark.skipif(
    not (ENVIRONMENT / "bin/python").exists(),
    reason="needs kaggle-environments in .venv-kaggle, or in the environment KATA_KAGGLE",
)
def test_the_columns_are_those_that_kaggle_gives() -> None:
    positions = games(POSITIONS)
    words = [ENVIRONMENT / "bin/python", HERE / "kaggle_columns.py", AGENT, *positions]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    theirs = json.loads(done.stdout.splitlines()[-1])
    settings = Settings(choose_isolation("auto"), Limits())
    source = Submission(AGENT, AGENT.name, AGENT.read_bytes())
    ours: list[object] = []
    with Channel(source, settings, LONGEST_S) as channel:
        first = request_for(BestMoveTask(positions[0], (0,)))
        assert channel.open(first) is None
        for moves in positions:
            outcome = channel.call(request_for(BestMoveTask(moves, (0,))), 2.0)
            ours.append(outcome.value)
    assert ours == [action for _, _, action in theirs]
    assert len(set(ours)) == 7
    for moves, (seen, terms, _) in zip(positions, theirs, strict=True):
        assert observation(moves) == seen
        assert configuration({"rows": 6, "columns": 7, "inarow": 4, "timeout": 2}) == terms
