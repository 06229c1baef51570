"""Advice is data: complete, read strictly, three hints deep, and it gives no answer away."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path, PurePath

import pytest

from graders.katas import all_katas, kata_named
from graders.katas.advice import (
    Advice,
    AdviceEntry,
    AdviceError,
    Missed,
    advice_in,
    entries_in,
    rubric,
)
from graders.katas.best_move.task import BestMoveTask
from graders.model.scorecard import Result
from graders.model.suite import members_of
from graders.model.verdict import Verdict
from graders.reports.pages.facts import FINDS
from tests.shipped import shipped

ROOT = Path(__file__).resolve().parent.parent.parent
KATAS = sorted(all_katas())
WITHOUT_LADDER = ("connect4", "game_design", "operations")
OF_SEVERAL_THINGS = {
    "connect4/rules/asking-changes-nothing",
    "connect4/rules/refused-between-two-wins-in-sight",
    "game_design/game/every-column-can-be-played",
    "game_design/further/cells-of-a-game",
    "game_design/further/whose-turn-it-is",
    "operations/rules/reset-empties-full-columns",
    "operations/rules/reset-forgets-half-a-line",
}
"""Cases that so many mistakes fail that they tell of none."""
GENERAL = advice_in(Path("/nowhere"))
NOT_MISSED = (Verdict.ACCEPTED, Verdict.GRADER_ERROR)


def all_entries() -> Iterator[AdviceEntry]:
    return (entry for name in KATAS for entry in kata_named(name).advice().entries)


def hints() -> Iterator[AdviceEntry]:
    """Yield the entries with hints; a rung has questions only."""
    return (entry for entry in all_entries() if not entry.id.startswith("rung/"))


def told(name: str, *missed: tuple[str, str]) -> tuple[str, str] | None:
    found = kata_named(name).advice().on([Missed(*each) for each in missed])
    return None if found is None else (found[0].id, found[1])


class TestWhatItSays:
    def test_each_step_is_there_and_tells_something_else(self) -> None:
        wrong = [
            entry.id
            for entry in hints()
            if len({entry.nudge, entry.idea, " ".join(entry.outline)}) != 3
            or len(entry.idea) <= 30
            or any("\n" in text for text in (entry.nudge, entry.idea, *entry.outline))
            or any(re.match(r"\d\.", step) for step in entry.outline)
        ]
        assert not wrong, wrong

    @pytest.mark.parametrize("name", WITHOUT_LADDER)
    def test_a_nudge_is_a_question_and_fits_two_lines_of_a_report(self, name: str) -> None:
        entries = kata_named(name).advice().entries
        wrong = [each.id for each in entries if len(each.nudge) > 150 or "?" not in each.nudge]
        assert not wrong, wrong

    def test_what_to_read_is_there(self) -> None:
        wrong = [
            f"{entry.id}: {entry.read}"
            for entry in hints()
            if not (ROOT / entry.read).is_file() and not entry.read.startswith("the README")
        ]
        assert not wrong, "\n".join(wrong)

    def test_no_step_names_a_column_or_writes_a_position(self) -> None:
        wrong = [
            f"{entry.id}: {step}"
            for entry in hints()
            for step in (entry.nudge, entry.idea, *entry.outline)
            if re.search(r"\bcolumns? \d|\d{4,}|def ", step, re.IGNORECASE)
        ]
        assert not wrong, "\n".join(wrong)

    def test_no_step_gives_the_answer_of_any_case(self) -> None:
        steps = (text for each in hints() for text in (each.nudge, each.idea, *each.outline))
        said = " ".join(steps).lower()
        for suite in shipped("best_move", stretch=True):
            for case in members_of(suite.cases):
                assert isinstance(case.task, BestMoveTask)
                assert not [each for each in answers_of(case.task) if each in said], case.id
        for suite in shipped("operations", stretch=True):
            assert not [case.id for case in suite.cases if case.id in said]

    @pytest.mark.parametrize("name", KATAS)
    def test_a_question_is_one_and_says_what_to_listen_for(self, name: str) -> None:
        entries = kata_named(name).advice().entries
        assert all(len(set(each.questions)) == len(each.questions) for each in entries)
        asked = [question for each in entries for question in each.questions]
        for question in asked:
            assert question.ask.endswith(("?", "."))
            assert question.listen_for.endswith(("?", "."))
            assert len(question.ask) < 200 > len(question.listen_for) - 20

    @pytest.mark.parametrize("name", KATAS)
    def test_every_rung_of_a_ladder_has_questions(self, name: str) -> None:
        kata = kata_named(name)
        ladder = kata.ladder()
        for rung in ladder.rungs if ladder else ():
            entry = kata.advice().entry(f"rung/{PurePath(rung).stem}")
            assert entry is not None and entry.questions, rung

    def test_the_rubric_has_rows_of_both_kinds_and_each_that_is_known_can_be_filled(self) -> None:
        rows = rubric()
        assert {row.known for row in rows if row.known} == set(FINDS)
        assert sum(row.known is None for row in rows) >= 5
        assert len({row.row for row in rows}) == len(rows)


def answers_of(task: BestMoveTask) -> Iterator[str]:
    for column, form in product(task.accept, ("column {}", "play {}", "in {} wins", "answer {}")):
        yield form.format(column)
    yield task.moves


class TestWhatItIsAbout:
    @pytest.mark.parametrize(
        ("name", "suites", "none"),
        [
            ("operations", ("rules",), {"speed"}),
            ("connect4", ("rules",), {"scale"}),
            ("game_design", ("game", "parts", "further"), set()),
        ],
    )
    def test_every_rule_has_a_topic_and_every_topic_a_case_and_a_question(
        self, name: str, suites: tuple[str, ...], none: set[str]
    ) -> None:
        ids = [
            case.id
            for suite in shipped(name, stretch=True)
            if suite.name in suites
            for case in suite.cases
        ]
        topics = {id: told(name, (id, "wrong_answer")) for id in ids}
        of_none = {f"{name}/{id}" for id, found in topics.items() if found == ("wrong_answer", id)}
        assert of_none == {each for each in OF_SEVERAL_THINGS if each.startswith(f"{name}/")}
        own = [each for each in kata_named(name).advice().entries if each not in GENERAL.entries]
        told_of = {found[0] for found in topics.values() if found}
        assert told_of - {"wrong_answer"} == {each.id for each in own} - none
        assert all(each.questions for each in own)

    @pytest.mark.parametrize(
        ("name", "ids", "topic"),
        [
            ("operations", ["row-0-is-the-top", "k-1"], "rows"),
            ("operations", ["reset-in-mid-game-x", "negative-column"], "columns"),
            ("operations", ["reset-in-mid-game-x"], "reset"),
            ("operations", ["win-stays-a-win"], "end"),
            ("operations", ["player-2-wins", "k-1", "vertical-win"], "lines"),
            ("operations", ["k-1", "player-2-wins"], "end"),
            ("operations", ["player-2-wins-on-the-last-disc"], "end"),
            ("operations", ["status-before-the-first-disc"], "status"),
            ("operations", ["invalid-operation-after-the-end"], "unknown_operations"),
            ("operations", ["k-minus-one-is-not-enough"], "whole_line"),
            ("operations", ["vertical-win-in-the-top-row~mirror"], "edges"),
            ("connect4", ["text", "discs-stack"], "board"),
            ("connect4", ["falling-from-the-upper-left-corner"], "edges"),
            ("connect4", ["one-way-to-refuse"], "one_way"),
            ("connect4", ["no-line-with-a-bend"], "whole_line"),
        ],
    )
    def test_the_first_topic_in_the_order_of_learning_goes_first(
        self, name: str, ids: list[str], topic: str
    ) -> None:
        found = told(name, *((f"rules/{each}", "wrong_answer") for each in ids))
        assert found is not None
        assert found[0] == topic

    def test_it_is_about_the_first_case_of_its_topic_that_was_missed(self) -> None:
        missed = [(f"rules/{id}", "wrong_answer") for id in ("k-1", "column-far-away", "no-column")]
        assert told("operations", *missed) == ("columns", "rules/column-far-away")

    def test_a_suite_about_several_things_at_once_has_its_say_where_no_other_is_missed(
        self,
    ) -> None:
        published, large = ("published/example-2", "scale/one-row"), "wrong_answer"
        assert told("operations", *((id, large) for id in published)) == (
            "wrong_answer",
            published[0],
        )
        with_a_rule = [(id, large) for id in (*published, "rules/k-1")]
        assert told("operations", *with_a_rule) == ("sizes", "rules/k-1")

    @pytest.mark.parametrize("name", WITHOUT_LADDER)
    @pytest.mark.parametrize("verdict", [each for each in Verdict if each not in NOT_MISSED])
    def test_every_way_to_miss_has_hints_and_questions(self, name: str, verdict: Verdict) -> None:
        found = kata_named(name).advice().on([Missed("my/own", str(verdict))])
        assert found is not None
        assert found[1] == "my/own"
        assert found[0].questions

    @pytest.mark.parametrize("verdict", ["runtime_error", "load_error", "memory_limit_exceeded"])
    def test_where_most_misses_ended_alike_without_an_answer_that_goes_first(
        self, verdict: str
    ) -> None:
        ended = [("rules/k-1", verdict), ("rules/negative-column", verdict)]
        others = [("rules/row-0-is-the-top", "wrong_answer"), ("rules/k-2", "wrong_answer")]
        assert told("operations", others[0], *ended) == (verdict, "rules/k-1")
        found = told("operations", *others, *ended)
        assert found is not None
        assert found[0] == "rows"

    def test_a_case_that_was_late_says_nothing_of_what_it_is_about(self) -> None:
        late = ("rules/k-1", "time_limit_exceeded")
        wrong = ("rules/reset-after-a-win", "wrong_answer")
        assert told("operations", late, wrong) == ("end", wrong[0])
        assert told("operations", late) == ("speed", late[0])

    def test_what_is_not_offered_comes_last_and_is_not_told_how_the_part_would_work(self) -> None:
        lacking = [("parts/an-empty-board", "not_offered"), ("parts/discs-fall", "not_offered")]
        assert told("game_design", *lacking) == ("not_offered", "parts/an-empty-board")
        wrong = ("game/a-draw", "wrong_answer")
        assert told("game_design", *lacking, wrong) == ("end", "game/a-draw")

    @pytest.mark.parametrize("name", KATAS)
    def test_without_a_miss_there_is_nothing_to_say(self, name: str) -> None:
        assert told(name) is None


class TestStanding:
    def test_it_says_what_comes_next_and_where_that_is_from(self) -> None:
        kata = kata_named("operations")
        missed = Result("rules/k-1", Verdict.WRONG_ANSWER, 0, 1, 1.0)
        right = Result("rules/k-2-diagonal", Verdict.ACCEPTED, 1, 1, 1.0)
        found = kata.assessment([right, missed])
        sizes = kata.advice().entry("sizes")
        assert found is not None and sizes is not None
        assert (found.rung, found.topic, found.case) == ("", "sizes", "rules/k-1")
        assert found.hint == sizes.nudge
        assert kata.assessment([right]) is kata.assessment([]) is None

    def test_an_entry_of_another_version_is_not_there(self) -> None:
        assert Advice(()).entry("zugzwang") is None


GOOD = "{id: a, nudge: Why?, idea: So., outline: [Look.], read: README.md"


class TestReading:
    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            (f"[{GOOD}, rung: b}}]", "entry 1 a: Object contains unknown field `rung`"),
            (f"[{GOOD}}}, {GOOD}}}]", "entry 2 a: another entry has that id"),
            ("[{id: a, nudge: Why?}]", "entry 1 a: it needs an id"),
            (f"[{GOOD.replace('[Look.]', '[]')}}}]", "entry 1 a: it needs an id"),
            (
                f"[{GOOD.replace('So.', chr(39) * 2)}}}]",
                "entry 1 a: it needs an id",
            ),
            (f"[{GOOD}, questions: [{{ask: Why?}}]}}]", "entry 1 a: .*`listen_for`"),
            (f"[{GOOD}, verdicts: [late]}}]", "entry 1 a: Invalid enum value 'late'"),
            ("[", "it is not YAML: .*line"),
            ("[3]", "entry 1: Expected `object`"),
            ("a: 3", "Expected `array`"),
        ],
    )
    def test_what_is_wrong_with_a_file_is_said_with_its_name_and_the_entry(
        self, tmp_path: Path, text: str, reason: str
    ) -> None:
        file = tmp_path / "advice.yaml"
        file.write_text(text, encoding="utf-8")
        with pytest.raises(AdviceError, match=rf"advice\.yaml: {reason}"):
            entries_in(file)

    def test_the_own_entries_of_a_kata_go_before_the_general_ones(self, tmp_path: Path) -> None:
        text = f"[{GOOD}, verdicts: [runtime_error]}}]"
        (tmp_path / "advice.yaml").write_text(text, encoding="utf-8")
        found = advice_in(tmp_path).on([Missed("a/b", "runtime_error")])
        assert found is not None
        assert found[0].id == "a"
