"""Caps that are multiples of what an engine of ours takes: what is measured, and what counts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from graders import grade_file
from graders.channel import languages
from graders.channel.budget import Settings
from graders.channel.commands import submission_of
from graders.channel.languages import LANGUAGES, Language, language_for
from graders.grading import yardstick
from graders.grading.intake import read_submission
from graders.grading.yardstick import Caps, EngineTime, cap_of, least_time_of
from graders.katas import kata_named
from graders.lab.verifying.declared import SOLUTIONS
from graders.model.outcome import Event, Outcome
from graders.model.scorecard import Scorecard
from graders.model.submission import Command, Speech, Submission
from graders.model.suite import Case
from graders.model.verdict import Verdict
from graders.sandbox.isolation import choose_isolation
from graders.suites import load_suite

OPERATIONS = kata_named("operations")
SUITE = """\
kata: operations
cap_s: 20.0
yardstick: 50
cases:
  - {id: one, rows: 2, cols: 2, k: 2, steps: [status -> inProgress]}
  - {id: two, rows: 2, cols: 2, k: 2, yardstick: 2, cap_s: 1.5, steps: [status -> inProgress]}
"""


def took(cpu_s: float, kept_off_s: float = 0.0, event: Event = Event.REPLIED) -> Outcome:
    return Outcome(event, wall_s=cpu_s + kept_off_s, cpu_s=cpu_s, kept_off_s=kept_off_s)


def measured(*outcomes: Outcome, most_s: float = 10.0, enough_s: float = 0.0) -> EngineTime:
    left = iter(outcomes)
    return least_time_of(lambda: next(left), most_s, enough_s)


def test_the_least_of_three_counts() -> None:
    assert measured(took(0.3), took(0.2), took(0.4)) == EngineTime(0.2, 3)


def test_no_more_is_measured_than_matters() -> None:
    assert measured(took(0.3), took(0.2), took(0.1), enough_s=0.25) == EngineTime(0.2, 2)


def test_a_run_that_the_machine_kept_waiting_does_not_count() -> None:
    assert measured(took(0.1, kept_off_s=0.1), took(0.3), took(0.2)) == EngineTime(0.2, 3)


def test_a_machine_that_keeps_all_waiting_is_too_busy() -> None:
    assert measured(*[took(0.1, kept_off_s=0.1)] * 3) == EngineTime(None, 2, "busy")


def test_what_gives_no_answer_is_no_measure() -> None:
    assert measured(took(0.1, event=Event.DIED)) == EngineTime(None, 1, "failed")


def test_where_no_cpu_time_is_known_nothing_is_measured() -> None:
    assert measured(Outcome(Event.REPLIED, wall_s=0.1, cpu_s=None)) == EngineTime(
        None, 1, "unknown"
    )


def test_what_is_stopped_took_at_least_so_long() -> None:
    late = took(9.8, event=Event.TIMED_OUT)
    assert measured(late, late, took(10.5)) == EngineTime(9.8, 3)
    waited_in_vain = took(2.0, kept_off_s=0.1, event=Event.TIMED_OUT)
    assert measured(waited_in_vain, waited_in_vain) == EngineTime(None, 2, "busy")


@pytest.mark.parametrize(("seconds", "cap_s"), [(0.2, 1.0), (0.001, 0.5), (9.0, 4.0), (None, 1.0)])
def test_a_cap_is_a_multiple_within_half_and_four_times_that_of_the_suite(
    seconds: float | None, cap_s: float
) -> None:
    case = Case("scale/a", 1, 1.0, None, yardstick=5.0)
    found = cap_of(case, 5.0, EngineTime(seconds, 3, "" if seconds else "busy"))
    assert (found.cap_s, found.own_cap_s, found.seconds) == (cap_s, 1.0, seconds)


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    path = tmp_path / "mine.yaml"
    path.write_text(SUITE)
    return path


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Have the yardstick take 0.1 s whatever the case, and list by whom it is run."""
    asked: list[str] = []

    def ask(submission: Submission, *_: object) -> Outcome:
        asked.append(submission.name)
        return took(0.1)

    monkeypatch.setattr(yardstick, "ask", ask)
    monkeypatch.setattr(yardstick, "_MEASURED", {})
    return asked


def caps(submission: Submission) -> Caps:
    return Caps(submission, OPERATIONS, Settings(choose_isolation("auto")))


def test_each_case_is_measured_once_in_a_process(suite: Path, runs: Sequence[str]) -> None:
    cases, submission = load_suite(suite).cases, read_submission(SOLUTIONS / "operations.py")
    for _ in range(2):
        mine = caps(submission)
        assert [mine.with_cap(case).cap_s for case in cases] == [10.0, 0.75]
    assert runs == ["operations_published.py"] * 2, "less than half of the caps, so once each"
    found = mine.yardstick
    assert found is not None
    assert (found.engine, found.language) == ("operations_published.py", "Python")
    assert [each.case for each in found.caps] == ["mine/one", "mine/two"]


def test_a_busy_machine_is_asked_again_the_next_time(
    suite: Path, runs: Sequence[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (case, _), submission = load_suite(suite).cases, read_submission(SOLUTIONS / "operations.py")
    with monkeypatch.context() as busy:
        busy.setattr(yardstick, "ask", lambda *_: took(0.1, kept_off_s=1.0))
        assert caps(submission).with_cap(case).cap_s == case.cap_s
    assert caps(submission).with_cap(case).cap_s == 10.0


def test_a_program_in_whatever_language_has_the_caps_of_the_suite(
    suite: Path, runs: Sequence[str]
) -> None:
    program = submission_of(Command(("true",), (), "true"))
    mine = caps(program)
    assert [mine.with_cap(case) for case in load_suite(suite).cases] == list(
        load_suite(suite).cases
    )
    assert mine.yardstick is None
    assert not runs


def test_a_language_without_a_yardstick_has_the_caps_of_the_suite_whoever_it_speaks_like(
    suite: Path, runs: Sequence[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shell = Language("a shell's", (".sh",), words=("/bin/sh",), speech=Speech.PYTHON)
    monkeypatch.setattr(languages, "LANGUAGES", (*LANGUAGES, shell))
    mine = caps(Submission(Path("mine.sh"), "mine.sh", b"solution() { :; }\n"))
    cases = load_suite(suite).cases
    assert [mine.with_cap(case) for case in cases] == list(cases)
    assert not runs


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.name)
def test_each_language_that_is_shipped_has_an_engine_that_it_runs(language: Language) -> None:
    engine = read_submission(OPERATIONS.yardsticks[language.name])
    assert language_for(engine).words == language.words


def test_a_cap_that_is_named_is_the_cap(suite: Path, runs: Sequence[str]) -> None:
    card = grade_file(SOLUTIONS / "operations.py", suites=[suite], cap_s=5.0)
    assert [result.cap_s for result in card.results] == [5.0, 5.0]
    assert card.yardstick is None
    assert not runs


def test_a_scorecard_says_what_was_measured(suite: Path) -> None:
    card = grade_file(SOLUTIONS / "operations.py", suites=[suite])
    assert {result.verdict for result in card.results} == {Verdict.ACCEPTED}
    assert card.yardstick is not None
    for result, found in zip(card.results, card.yardstick.caps, strict=True):
        assert (found.case, found.cap_s) == (result.id, result.cap_s)
        assert found.seconds is None or found.seconds > 0
    assert Scorecard.from_json(card.to_json()) == card


def test_a_scorecard_without_measured_caps_says_nothing_of_them() -> None:
    card = grade_file(SOLUTIONS / "operations.py", case="published/example-1")
    assert card.yardstick is None
    assert "yardstick" not in card.to_json()
