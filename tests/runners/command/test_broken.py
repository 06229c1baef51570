"""A program that breaks a rule of the lines is told which, at every level that works here."""

from __future__ import annotations

from pathlib import Path

import pytest

from graders.channel.budget import Settings
from graders.channel.channel import ask
from graders.channel.commands import command_of, submission_of
from graders.grading.judge import judge
from graders.grading.messages import reason
from graders.katas import kata_named
from graders.model.ending import Cause, Ending
from graders.model.limits import Limits
from graders.model.outcome import Event, Misspoke, Outcome, Rule
from graders.model.verdict import Verdict
from graders.sandbox.isolation import Isolation, choose_isolation
from tests.processes import below_me, survivors
from tests.runners.command.bots import BROKEN, RIGHT, written
from tests.tiers import a_few, sampled

LEVELS = sorted({choose_isolation("auto"), Isolation.LIMITS, Isolation.PLAIN})
PATIENT_S = 60.0
"""For what is found out at once, on a machine however busy."""
KATA = kata_named("best_move")
TASK = KATA.read_task({"moves": "05152615", "accept": [3]})

RULES = {
    "banner": Rule.UNASKED,
    "two-lines": Rule.ONE_LINE,
    "nan": Rule.FINITE,
    "too-large": Rule.FINITE,
    "deep": Rule.DEPTH,
    "very-deep": Rule.DEPTH,
    "wrong-id": Rule.ID,
    "flood": Rule.FLOOD,
    "not-json": Rule.JSON,
    "after-it": Rule.JSON,
    "no-object": Rule.OBJECT,
    "no-id": Rule.ID,
    "id-as-text": Rule.ID,
    "no-answer": Rule.ANSWER,
    "twice": Rule.TWICE,
    "no-text": Rule.UTF8,
    "no-newline": Rule.WHOLE_LINE,
    "closed": Rule.CLOSED,
    "endless-line": Rule.FLOOD,
}
"""What is broken where it shows by itself."""
WITHOUT_A_WORD = ("no-flush", "silence", "late")
ENDED = {"end": 7, "at-once": 3}


@pytest.fixture(params=sampled(LEVELS, lambda level: level is Isolation.PLAIN))
def level(request: pytest.FixtureRequest) -> Isolation:
    assert isinstance(request.param, Isolation)
    return request.param


def asked(
    bot: Path, level: Isolation, cap_s: float = PATIENT_S, patience_s: float | None = None
) -> Outcome:
    submission = submission_of(command_of([str(bot)]), patience_s)
    return ask(submission, KATA.request(TASK), cap_s, Settings(level, Limits()))  # type: ignore[arg-type]


def verdict_on(outcome: Outcome, cap_s: float = PATIENT_S) -> Verdict:
    return judge(KATA, TASK, outcome, cap_s, Limits()).verdict


def test_a_right_answer_is_one_and_stderr_is_kept(level: Isolation, tmp_path: Path) -> None:
    outcome = asked(written(tmp_path, RIGHT), level)
    assert (outcome.event, outcome.value) == (Event.REPLIED, 3), reason(outcome)
    assert outcome.stderr == "thinking about 1\n"
    assert outcome.stdout == ""
    assert verdict_on(outcome) is Verdict.ACCEPTED


@pytest.mark.parametrize("name", RULES)
def test_the_rule_that_is_broken_is_named(name: str, level: Isolation, tmp_path: Path) -> None:
    outcome = asked(written(tmp_path, BROKEN[name]), level)
    assert isinstance(outcome.fact, Misspoke), outcome
    assert outcome.fact.rule is RULES[name]
    flood = outcome.fact.rule is Rule.FLOOD
    wanted = Verdict.OUTPUT_LIMIT_EXCEEDED if flood else Verdict.INVALID_ANSWER
    assert verdict_on(outcome) is wanted


@pytest.mark.parametrize("name", ENDED)
def test_how_it_ended_is_told(name: str, level: Isolation, tmp_path: Path) -> None:
    outcome = asked(written(tmp_path, BROKEN[name]), level)
    assert (outcome.event, outcome.fact) == (Event.DIED, Ending(Cause.EXIT, code=ENDED[name]))
    assert reason(outcome) == f"it ended with exit code {ENDED[name]} without an answer"
    assert verdict_on(outcome) is Verdict.RUNTIME_ERROR


def test_a_signal_is_told_as_one(level: Isolation, tmp_path: Path) -> None:
    outcome = asked(written(tmp_path, BROKEN["killed"]), level)
    assert outcome.event is Event.DIED
    assert "SIGKILL" in reason(outcome)


@pytest.mark.parametrize("name", a_few(WITHOUT_A_WORD, 1))
def test_no_answer_in_time_is_too_late(name: str, level: Isolation, tmp_path: Path) -> None:
    outcome = asked(written(tmp_path, BROKEN[name]), level, cap_s=0.2)
    assert outcome.event is Event.TIMED_OUT
    assert verdict_on(outcome) is Verdict.TIME_LIMIT_EXCEEDED


@pytest.mark.parametrize(
    ("name", "rule"), a_few([("no-flush", Rule.FLUSH), ("silence", Rule.SILENCE)], 1), ids=str
)
def test_whoever_has_patience_is_told_why_no_answer_came(
    name: str, rule: Rule, level: Isolation, tmp_path: Path
) -> None:
    outcome = asked(written(tmp_path, BROKEN[name]), level, patience_s=0.5)
    assert isinstance(outcome.fact, Misspoke)
    assert outcome.fact.rule is rule


@pytest.mark.parametrize("level", [level for level in LEVELS if not level.own_files_only])
def test_a_program_that_multiplies_is_stopped(level: Isolation, tmp_path: Path) -> None:
    before = below_me()
    outcome = asked(written(tmp_path, BROKEN["fork"]), level)
    assert outcome.event is Event.DIED
    assert "processes and threads" in reason(outcome)
    assert not survivors(before)


def test_every_broken_program_is_looked_at() -> None:
    assert {*RULES, *ENDED, *WITHOUT_A_WORD, "killed", "fork"} == set(BROKEN)
