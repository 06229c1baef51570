"""What pages say is decided in small modules: the summary, the place, the questions, the audit."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from graders.katas import kata_named
from graders.katas.best_move.evidence import finding_texts
from graders.model.batch import HandIn
from graders.model.scorecard import (
    Assessment,
    Attempt,
    Finding,
    MeasuredCap,
    NotRun,
    Result,
    Scorecard,
    Yardstick,
)
from graders.model.verdict import Verdict
from graders.reports.pages.cases import time_bar
from graders.reports.pages.facts import (
    FINDS,
    audit,
    came_in,
    doubts,
    for_interviewer,
    ladder_place,
    mistake_in_words,
    rungs_of,
    sight,
    where_on,
)
from tests.scorecards import ACCEPTED, ASSESSMENT, LATE, OURS, WRONG, card

KATA = kata_named("best_move")
SIGN = mistake_in_words(KATA, "sign")


def case(id: str, verdict: Verdict = Verdict.ACCEPTED, **more: object) -> Result:
    return replace(ACCEPTED, id=id, verdict=verdict, **more)


class TestSight:
    def test_positions_are_by_what_they_ask_for_the_shortest_win_first(self) -> None:
        shown = card(
            case("phase3/nine", Verdict.WRONG_ANSWER, goal="win", mate_in=9),
            case("phase2/a", goal="win", mate_in=1),
            case("phase2/a~swap", goal="win", mate_in=1),
            case("phase4/hold", Verdict.GRADER_ERROR, goal="draw"),
            case("phase2/b", goal="block"),
            case("phase3/also-nine", goal="win", mate_in=9),
        )
        assert [(row.asks, [each.kind for each in row.cases]) for row in sight(shown)] == [
            ("win at once", ["good"]),
            ("block", ["good"]),
            ("mate in 9", ["bad", "good"]),
            ("draw", ["ours"]),
        ]

    def test_others_are_by_suite_with_what_was_not_run(self) -> None:
        shown = card(case("rules/a"), not_run=(NotRun("rules/b", 1, 2.0), NotRun("load", 1, 0)))
        (row,) = sight(shown)
        assert (row.asks, [each.kind for each in row.cases], row.passed) == (
            *("rules", ["good", ""], 1),
        )


class TestDoubts:
    def test_nothing_is_in_doubt_where_each_case_was_run_once(self) -> None:
        assert list(doubts(card(ACCEPTED, WRONG, holds=True))) == []

    def test_each_reason_is_told_with_its_place(self) -> None:
        unlike = replace(
            LATE, id="a/b", attempts=(LATE.attempts[0], Attempt(Verdict.ACCEPTED, 1, 1, answer=6))
        )
        waited = replace(WRONG, disturbed=True)
        shown = card(unlike, waited, OURS, lost=("a/c~swap", "a/d~swap"), complete=False)
        assert [(each.words, each.case or each.href) for each in doubts(shown)] == [
            ("interrupted after the last case: where it stands is not known", ""),
            ("the grader itself failed on 1 case: do not rely on this score", ""),
            ("loses 2 variants of cases that it solves: a/c~swap and 1 more", "a/c~swap"),
            ("1 case run again: the machine was busy", "#again"),
            ("answered differently when run again: a/b", "a/b"),
            ("the machine kept 1 case waiting", waited.id),
        ]

    def test_a_cap_that_could_not_be_measured_is_one(self) -> None:
        busy = MeasuredCap("scale/a", 6.0, 1.0, 1.0, None, 2, "busy")
        (found,) = doubts(card(ACCEPTED, yardstick=Yardstick("plain.py", "Python", (busy,))))
        assert "too busy to measure 1 cap" in found.words


class TestPlace:
    def test_rungs_are_called_as_the_kata_calls_them_elsewhere(self) -> None:
        for name, text in finding_texts().rungs.items():
            (here,) = (rung for rung in rungs_of(KATA, name) if rung.here)
            assert here.name == text.called
            assert where_on(KATA, Assessment(name, "", "")).endswith(f", {text.called}")

    def test_no_name_of_one_kata_is_known_for_another(self) -> None:
        stands = where_on(kata_named("operations"), Assessment("alpha_beta", "", ""))
        assert stands == "at alpha beta"

    def test_a_kata_without_a_ladder_has_no_rungs(self) -> None:
        stands = ladder_place(kata_named("operations"), Assessment("a_rung", "does it", ""))
        assert stands is not None
        assert (stands.rungs, stands.where, stands.evidence) == ((), "at a rung", "Does it.")

    def test_one_of_a_kata_that_is_gone_has_none_either(self) -> None:
        stands = ladder_place(None, ASSESSMENT)
        assert stands is not None
        assert stands.rungs == ()


class TestAsking:
    def test_mistakes_go_before_the_rung_and_what_comes_next_is_last(self) -> None:
        proved = (*ASSESSMENT.findings, Finding("probes", "sign", "takes the wrong sign"))
        assessment = replace(
            ASSESSMENT,
            faults=("sign", "a_new_one"),
            findings=proved,
            topic="runtime_error",
            case="phase3/mate-in-9",
        )
        because = [
            each.because for each in for_interviewer(card(assessment=assessment), KATA).asked
        ]
        assert because == [
            SIGN,
            "It stands on rung 2 of 5, alpha-beta.",
            "What comes next: Search depth 1, then 2.",
        ]

    def test_a_topic_that_is_a_mistake_is_asked_about_once(self) -> None:
        proved = (Finding("probes", "sign", "takes the wrong sign"),)
        assessment = Assessment("", "", "", faults=("sign",), topic="sign", findings=proved)
        (asked,) = for_interviewer(card(assessment=assessment), KATA).asked
        assert asked.because == SIGN

    def test_what_rests_on_no_case_is_not_asked_about(self) -> None:
        assessment = replace(ASSESSMENT, rung="", topic="runtime_error")
        assert for_interviewer(card(assessment=assessment), KATA).asked == ()

    def test_no_question_is_asked_twice(self) -> None:
        proved = (Finding("probes", "table_without_bound", ""),)
        assessment = Assessment(
            "transposition", "", "", faults=("table_without_bound",), findings=proved
        )
        asked = for_interviewer(card(assessment=assessment), KATA).asked
        questions = [question for each in asked for question in each.questions]
        assert len(asked) == 2
        assert len(questions) == len(set(questions))

    def test_a_kata_without_a_ladder_is_asked_about_what_comes_next(self) -> None:
        assessment = Assessment("", "", "Which row?", topic="rows", case="rules/row-0-is-the-top")
        (asked,) = for_interviewer(card(assessment=assessment), kata_named("operations")).asked
        assert asked.because == "What comes next: Which row?"

    @pytest.mark.parametrize(
        "assessment",
        [None, Assessment("alpha_beta", "", ""), Assessment("", "", "", topic="go_on+deepening")],
    )
    def test_where_it_is_not_known_what_was_seen_nothing_is_asked(
        self, assessment: Assessment | None
    ) -> None:
        assert for_interviewer(card(WRONG, assessment=assessment), KATA).asked == ()

    @pytest.mark.parametrize(
        ("known", "found"),
        [
            ("suites", "phase3 1/3 points, 1 of 3 cases accepted"),
            ("variants", "not asked for in this run (--variants)"),
            ("times", "the slowest took 88 % of the cap; 1 answer late; 1 case run again"),
            ("board", "no, not after phase3/mate-in-7"),
            ("endings", "none"),
        ],
    )
    def test_a_row_is_filled(self, known: str, found: str) -> None:
        shown = card(ACCEPTED, WRONG, replace(LATE, board_changed=True))
        assert FINDS[known](shown) == found  # type: ignore[index]

    def test_an_empty_scorecard_fills_them_too(self) -> None:
        found = {known: fill(card()) for known, fill in FINDS.items()}
        assert found["suites"] == "nothing was run"
        assert found["times"] == "nothing was timed"

    def test_variants_and_crashes_are_told(self) -> None:
        variant = replace(ACCEPTED, id=f"{ACCEPTED.id}~swap")
        raised = replace(WRONG, verdict=Verdict.RUNTIME_ERROR)
        shown = card(ACCEPTED, variant, raised, raised, holds=True)
        assert FINDS["variants"](shown) == "yes"
        assert FINDS["endings"](shown) == "2 × runtime error"


def test_the_audit_has_what_a_verdict_rests_on() -> None:
    golden = Path(__file__).parents[2] / "golden/wrong_answer.json"
    shown = Scorecard.from_json(golden.read_text(encoding="utf-8"))
    told = audit(shown)
    facts = {fact.name: fact.value for fact in told.facts}
    assert facts["SHA-256 of the file"] == shown.submission.sha256
    assert facts["isolation"] == "bwrap, version 0"
    assert [suite.name for suite in told.suites] == ["suite"]
    assert {fact.name: fact.value for fact in told.limits}["memory"] == "512 MiB"
    options = {fact.name: fact.value for fact in told.options}
    assert (options["cap"], options["variants"]) == ("20 s", "no")
    assert audit(card(LATE)).again[0].runs == 2


def test_how_a_submission_came_in_is_part_of_the_audit() -> None:
    came = HandIn("moodle", "four.py", 2, ("1/four.py",), True, "3 May", (("email", "a@b"),))
    assert [(fact.name, fact.value) for fact in audit(card(WRONG), came).facts[:6]] == [
        ("came in from", "moodle"),
        ("handed in as", "four.py"),
        ("attempt", "2"),
        ("attempts that do not count", "1/four.py"),
        ("submitted", "3 May, late"),
        ("email", "a@b"),
    ]
    (late,) = came_in(HandIn(late=True))
    assert (late.name, late.value) == ("submitted", "late")


def test_a_bar_ends_at_the_cap_and_says_by_how_much_it_is_over() -> None:
    late = time_bar(replace(LATE, wall_s=5.0, kept_off_s=None))
    assert late is not None
    assert (late.reaches, late.is_late, late.share) == (100.0, True, "250 %")
    near = time_bar(replace(ACCEPTED, wall_s=1.8))
    assert near is not None
    assert not near.is_late
    assert time_bar(replace(ACCEPTED, verdict=Verdict.LOAD_ERROR)) is None
