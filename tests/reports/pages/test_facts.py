"""What pages say is decided in small modules: the summary, the place, the questions, the audit."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from graders.katas import kata_named
from graders.model.scorecard import Assessment, Finding, Scorecard
from graders.model.verdict import Verdict
from graders.reports.pages.cases import time_bar
from graders.reports.pages.facts import (
    FINDS,
    audit,
    for_interviewer,
    ladder_place,
    mistake_in_words,
    sentences,
)
from tests.scorecards import ACCEPTED, ASSESSMENT, LATE, OURS, WRONG, card

KATA = kata_named("best_move")
SIGN = mistake_in_words(KATA, "sign")


class TestSummary:
    def test_all_right(self) -> None:
        shown = card(ACCEPTED, holds=True, assessment=replace(ASSESSMENT, rung="open"))
        assert sentences(shown, "Ada", ladder_place(KATA, shown.assessment)) == (
            "Ada solves 1 of 1 case and has 1 of 1 point.",
            "It stands nowhere yet, as this run does not show its rung; nothing was missed.",
            "The slowest answer took 0.01 s of 2 s (phase3/mate-in-3), and what it solves holds "
            "under mirror and colour swap.",
        )

    def test_without_a_place_it_says_where_to_begin(self) -> None:
        _, stands, trust = sentences(card(OURS, WRONG), "Ada", None)
        assert stands == "The first to look at is phase3/mate-in-9, wrong answer."
        assert trust.endswith("and the grader itself failed on 1 case, so no score.")
        assert sentences(card(ACCEPTED), "Ada", None)[1] == "Nothing was missed."

    def test_a_variant_that_is_lost_and_a_run_that_was_ended_are_said(self) -> None:
        lost = sentences(card(ACCEPTED, lost=("phase3/mate-in-3~swap",)), "Ada", None)
        assert lost[2].endswith("but it loses 1 variant of cases that it solves.")
        ended = sentences(card(WRONG, complete=False, stopped_at_first=True), "Ada", None)
        assert ended[0].endswith("in a run that ended at its first failure, as asked.")
        cut = sentences(card(complete=False), "Ada", None)
        assert (
            cut[0] == "Ada solves 0 of 0 cases and has 0 of 0 points in a run that was interrupted."
        )
        assert cut[2] == "Nothing was timed, and no time was in doubt."


class TestPlace:
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
            ASSESSMENT, faults=("sign", "a_new_one"), findings=proved, topic="runtime_error"
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
            ("times", "the slowest took 88 % of the cap; 1 answer late; 1 run again"),
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


def test_a_bar_ends_at_the_cap_and_says_by_how_much_it_is_over() -> None:
    late = time_bar(replace(LATE, wall_s=5.0, kept_off_s=None))
    assert late is not None
    assert (late.reaches, late.kind, late.share) == (100.0, "late", "250 %")
    near = time_bar(replace(ACCEPTED, wall_s=1.8))
    assert near is not None
    assert near.kind == "near"
    assert time_bar(replace(ACCEPTED, verdict=Verdict.LOAD_ERROR)) is None
