"""Questions and rubrics are data: complete, and read strictly."""

from __future__ import annotations

from pathlib import Path, PurePath

import pytest

from graders.katas import all_katas
from graders.katas.best_move.standing.faults import Mistake
from graders.katas.best_move.standing.placing import RUNGS
from graders.katas.hinting import BY_VERDICT, Missed
from graders.katas.interview import InterviewError, Question, general, interview_in, parse
from graders.katas.operations.hints import TOPICS
from graders.reports.pages.asking import FINDS

KATAS = sorted(all_katas())


def questions(name: str) -> list[Question]:
    asked = all_katas()[name].interview()
    by_name = (*asked.rungs.values(), *asked.faults.values(), *asked.topics.values())
    return [question for each in by_name for question in each]


@pytest.mark.parametrize("name", KATAS)
def test_every_rung_has_questions(name: str) -> None:
    ladder = all_katas()[name].ladder()
    rungs = {PurePath(rung).stem for rung in ladder.rungs} if ladder else set()
    assert rungs <= set(all_katas()[name].interview().rungs)


def test_every_place_and_every_mistake_of_a_standing_has_questions_and_no_other() -> None:
    asked = all_katas()["best_move"].interview()
    assert set(asked.rungs) == {*RUNGS.values(), "none"}
    assert set(asked.faults) == {str(mistake) for mistake in Mistake}


def test_every_topic_of_the_hints_on_scripts_has_questions_and_no_other() -> None:
    asked = all_katas()["operations"].interview()
    assert set(asked.topics) == {hints.topic for hints in TOPICS.hints} | set(general().topics)


@pytest.mark.parametrize("name", KATAS)
def test_every_run_that_is_not_placed_has_questions(name: str) -> None:
    kata = all_katas()[name]
    for verdict in [*BY_VERDICT, "wrong_answer", "time_limit_exceeded"]:
        hints = kata.hints("", [Missed("a/b", str(verdict))])
        assert hints is not None
        assert kata.interview().topics[hints.topic]


@pytest.mark.parametrize("name", KATAS)
def test_a_question_is_one_and_says_what_to_listen_for(name: str) -> None:
    for question in questions(name):
        assert question.ask.endswith(("?", "."))
        assert question.listen_for.endswith(("?", "."))
        assert len(question.ask) < 200 > len(question.listen_for) - 20
    asked = [question.ask for question in questions(name)]
    assert len(asked) == len(set(asked))


@pytest.mark.parametrize("name", KATAS)
def test_the_rubric_has_rows_of_both_kinds_and_each_that_is_known_can_be_filled(name: str) -> None:
    rows = all_katas()[name].interview().rubric
    assert {row.known for row in rows if row.known} == set(FINDS)
    assert sum(row.known is None for row in rows) >= 5
    assert len({row.row for row in rows}) == len(rows)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("rung: {}", "unknown field `rung`"),
        ("topics: {a: []}", "each name needs a question"),
        ("topics: {a: [{ask: Why?, listen_for: ''}]}", "what to listen for"),
        ("topics: {a: [{ask: Why?}]}", "`listen_for`"),
        ("topics: {a: [{ask: 3, listen_for: Four.}]}", "got `int`"),
        ("rubric: [{row: Tests, look_for: Any., known: tests}]", "Invalid enum value"),
        ("topics: [", "it is not YAML: .*line 2"),
        ("a", "Expected `object`"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(text: str, reason: str) -> None:
    with pytest.raises(InterviewError, match=reason):
        parse(text.encode())


def test_an_error_names_the_file(tmp_path: Path) -> None:
    (tmp_path / "interview.yaml").write_text("rung: {}", encoding="utf-8")
    with pytest.raises(InterviewError, match=r"interview\.yaml: Object contains unknown"):
        interview_in(tmp_path)
