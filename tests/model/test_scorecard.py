"""The scorecard's JSON: its shape is a promise to programs, and nothing is lost on the way."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from graders.model import explanation, outcome, provenance
from graders.model.limits import Limits
from graders.model.scorecard import (
    LEFT_OUT_WHERE_EMPTY,
    Assessment,
    Attempt,
    LongAnswer,
    NotRun,
    Observation,
    Result,
    Scorecard,
    ScorecardError,
)
from graders.model.value import Other, as_json
from graders.model.verdict import Verdict
from tests.scorecards import ACCEPTED, ASSESSMENT, LATE, OURS, WRONG, card


def document(scorecard: Scorecard) -> dict[str, Any]:
    found = json.loads(scorecard.to_json())
    assert isinstance(found, dict)
    return found


def test_it_has_the_documented_shape() -> None:
    assert document(card(ACCEPTED)) == {
        "version": 3,
        "submission": {"path": "mine.py", "sha256": None, "bytes": None},
        "kata": "best_move",
        "isolation": "limits",
        "score": 1,
        "max_score": 1,
        "complete": True,
        "started_at": "",
        "duration_s": 0.0,
        "provenance": None,
        "cases": [
            {
                "id": "phase3/mate-in-3",
                "verdict": "accepted",
                "answer": 5,
                "points": 1,
                "max_points": 1,
                "wall_s": 0.0123,
                "cpu_s": 0.0119,
                "cap_s": 2.0,
                "message": "",
                "stdout": "",
                "stderr": "",
                "warnings": [],
            }
        ],
    }


def test_a_case_that_was_run_again_shows_all_runs() -> None:
    [case] = document(card(LATE))["cases"]
    assert case["rerun_because"] == LATE.rerun_because
    assert [attempt["wall_s"] for attempt in case["attempts"]] == [2.0, 2.1]


def test_seconds_that_no_system_tells_are_null_and_read_back() -> None:
    attempts = (Attempt(Verdict.TIME_LIMIT_EXCEEDED, 2.1, None),)
    unknown = card(replace(LATE, cpu_s=None, attempts=attempts))
    [case] = document(unknown)["cases"]
    assert case["cpu_s"] is case["attempts"][0]["cpu_s"] is None
    assert Scorecard.from_json(unknown.to_json()) == unknown


def test_a_group_shows_its_members_and_what_they_do_not_have_is_left_out() -> None:
    group = replace(WRONG, members=(ACCEPTED, WRONG), group_size=3, decided_by=WRONG.id)
    [case] = document(card(group))["cases"]
    assert (case["group_size"], case["decided_by"]) == (3, WRONG.id)
    assert case["members"] == document(card(ACCEPTED, WRONG))["cases"]


def test_a_missed_case_carries_its_explanation() -> None:
    [case] = document(card(WRONG))["cases"]
    assert case["explanation"]["type"] == "position"
    assert case["explanation"]["played"]["value"] == "loss"


def test_our_own_fault_never_reads_as_full_marks() -> None:
    found = document(card(ACCEPTED, OURS))
    assert (found["score"], found["max_score"]) == (1, 2)


def test_what_an_interrupted_run_did_not_reach_counts_as_not_won() -> None:
    halted = card(ACCEPTED, complete=False, not_run=(NotRun("phase3/mate-in-9", 2, 2.0),))
    found = document(halted)
    assert (found["score"], found["max_score"], found["complete"]) == (1, 3, False)
    assert found["not_run"] == [{"id": "phase3/mate-in-9", "max_points": 2, "cap_s": 2.0}]
    assert "not_run" not in document(card(ACCEPTED))


def test_that_it_stopped_at_the_first_failure_is_told_only_where_it_did() -> None:
    assert document(card(WRONG, complete=False, stopped_at_first=True))["stopped_at_first"]
    assert "stopped_at_first" not in document(card(WRONG))


def test_holding_is_told_only_where_variants_were_asked_for() -> None:
    assert "holds" not in document(card(ACCEPTED))
    assert document(card(ACCEPTED, holds=False, lost=("a/b~swap",)))["lost"] == ["a/b~swap"]


def test_the_ladder_is_the_assessment() -> None:
    assert document(card(WRONG, assessment=ASSESSMENT))["ladder"] == {
        "rung": "alpha_beta",
        "evidence": "behaves like alpha-beta",
        "hint": "Search depth 1, then 2.",
        "faults": [],
        "topic": "",
        "case": "",
        "findings": [
            {
                "evidence": "answers",
                "name": "sight",
                "text": "sees every mate up to 5",
                "cases": ["phase3/mate-in-5"],
            }
        ],
    }


def test_what_may_be_left_out_are_fields_of_a_case() -> None:
    assert set(LEFT_OUT_WHERE_EMPTY) <= set(Result.__struct_fields__)


TEXTS = st.text(max_size=40) | st.text(alphabet=st.characters(codec=None), max_size=20).map(
    lambda text: text.encode("utf-8", "backslashreplace").decode()
)
NUMBERS = st.floats(0, 1e6)
COUNTS = st.integers(0, 1 << 70)
ANSWERS = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-(10**200), 10**200)
    | st.floats()
    | TEXTS
    | st.builds(Other, TEXTS, TEXTS),
    lambda inner: st.lists(inner, max_size=3) | st.tuples(inner, inner),
    max_leaves=8,
).map(as_json)
VERDICTS = st.sampled_from(Verdict)
SIDES = st.sampled_from(("RED", "YELLOW"))
COLUMNS = st.builds(
    explanation.Column, COUNTS, st.none() | st.sampled_from(("win", "draw", "loss"))
)
POSITIONS = st.builds(
    explanation.PositionExplanation,
    moves=TEXTS,
    first=SIDES,
    to_move=SIDES,
    drawing=st.lists(TEXTS, max_size=6).map(tuple),
    goal=st.sampled_from(("win", "block", "draw")),
    accept=st.lists(COLUMNS, max_size=3).map(tuple),
    played=st.none() | COLUMNS,
    mate_in=st.none() | COUNTS,
    lines=st.lists(
        st.builds(
            explanation.Line,
            st.sampled_from(("win", "refutation")),
            st.lists(COUNTS, max_size=4).map(tuple),
            COUNTS,
            st.booleans(),
        ),
        max_size=2,
    ).map(tuple),
    searched=st.booleans(),
)
STEPS = st.builds(
    explanation.StepExplanation,
    rows=COUNTS,
    cols=COUNTS,
    k=COUNTS,
    step=COUNTS,
    steps=COUNTS,
    operation=st.lists(TEXTS | COUNTS, max_size=3).map(tuple),
    expected=COUNTS | TEXTS | st.tuples(TEXTS, COUNTS),
    got=ANSWERS,
    answered=st.booleans(),
    drawing=st.lists(TEXTS, max_size=6).map(tuple),
)
DOUBTS = st.builds(
    outcome.Doubt,
    st.sampled_from(outcome.DoubtKind),
    st.none() | NUMBERS,
    st.none() | NUMBERS,
)
ATTEMPTS = st.builds(
    Attempt, VERDICTS, NUMBERS, NUMBERS, st.none() | NUMBERS, ANSWERS, st.booleans()
)
RESULTS = st.builds(
    Result,
    id=TEXTS,
    verdict=VERDICTS,
    points=COUNTS,
    max_points=COUNTS,
    cap_s=NUMBERS,
    answer=ANSWERS,
    message=TEXTS,
    wall_s=NUMBERS,
    cpu_s=NUMBERS,
    kept_off_s=st.none() | NUMBERS,
    stdout=TEXTS,
    stderr=TEXTS,
    warnings=st.lists(TEXTS, max_size=2).map(tuple),
    explanation=st.none() | POSITIONS | STEPS,
    attempts=st.lists(ATTEMPTS, max_size=3).map(tuple),
    rerun_because=TEXTS,
    doubt=st.none() | DOUBTS,
    disturbed=st.booleans(),
    traceback=TEXTS,
    long_answer=st.none() | st.builds(LongAnswer, st.none() | COUNTS, COUNTS, TEXTS),
    about=TEXTS,
    moves=st.none() | TEXTS,
    first=st.none() | TEXTS,
    to_move=st.none() | TEXTS,
    goal=st.none() | TEXTS,
    accept=st.none() | st.lists(COUNTS, max_size=3).map(tuple),
    mate_in=st.none() | COUNTS,
)
GROUPS = st.builds(
    replace,
    RESULTS,
    group_size=COUNTS,
    members=st.lists(RESULTS, max_size=3).map(tuple),
    decided_by=TEXTS,
)
PROVENANCES = st.builds(
    provenance.Provenance,
    grader=TEXTS,
    python=st.builds(provenance.PythonUsed, TEXTS, TEXTS),
    platform=TEXTS,
    isolation=st.builds(provenance.IsolationUsed, TEXTS, st.none() | TEXTS),
    suites=st.lists(
        st.builds(provenance.SuiteUsed, TEXTS, COUNTS, st.none() | TEXTS), max_size=2
    ).map(tuple),
    limits=st.builds(
        lambda **some: provenance.LimitsUsed(**Limits()._asdict() | some),
        memory_bytes=COUNTS,
        import_s=NUMBERS,
    ),
    options=st.builds(
        provenance.Options,
        kata=st.none() | TEXTS,
        cases=st.lists(TEXTS, max_size=2).map(tuple),
        cap_s=st.none() | NUMBERS,
        isolation=TEXTS,
        stretch=st.booleans(),
        variants=st.booleans(),
        allow=st.lists(TEXTS, max_size=2).map(tuple),
        allow_from=st.none() | TEXTS,
        rerun=st.booleans(),
        explain=st.booleans(),
        command=st.lists(TEXTS, max_size=2).map(tuple),
        shown=st.lists(TEXTS, max_size=2).map(tuple),
        stop_at_first=st.booleans(),
    ),
    cores=COUNTS,
    drop_undo_per_s=COUNTS,
    packages=st.lists(st.builds(provenance.PackageUsed, TEXTS, TEXTS), max_size=2).map(tuple),
)
FOUND = st.lists(st.builds(Observation, TEXTS, TEXTS), max_size=2).map(tuple)
SCORECARDS = st.builds(
    Scorecard,
    submission=st.builds(
        provenance.Submitted, TEXTS, st.none() | TEXTS, st.none() | st.integers(0)
    ),
    kata=TEXTS,
    isolation=TEXTS,
    results=st.lists(RESULTS | GROUPS, max_size=3).map(tuple),
    assessment=st.none() | st.builds(Assessment, TEXTS, TEXTS, TEXTS, st.lists(TEXTS).map(tuple)),
    holds=st.none() | st.booleans(),
    lost=st.lists(TEXTS, max_size=2).map(tuple),
    complete=st.booleans(),
    provenance=st.none() | PROVENANCES,
    started_at=TEXTS,
    duration_s=NUMBERS,
    not_run=st.lists(st.builds(NotRun, TEXTS, COUNTS, NUMBERS), max_size=2).map(tuple),
    stopped_at_first=st.booleans(),
    called_as=FOUND,
    facts=FOUND,
)


@pytest.mark.parametrize("examples", [25, pytest.param(250, marks=pytest.mark.thorough)])
def test_nothing_is_lost_on_the_way_to_json_and_back(examples: int) -> None:
    @settings(max_examples=examples)
    @given(SCORECARDS)
    def always(scorecard: Scorecard) -> None:
        text = scorecard.to_json()
        assert text.isascii()
        assert "\n" not in text
        assert Scorecard.from_json(text) == scorecard
        assert Scorecard.from_json(text.encode()) == scorecard

    always()


def test_a_lone_surrogate_in_a_scorecard_made_by_hand_survives() -> None:
    scorecard = card(Result("a/b", Verdict.RUNTIME_ERROR, 0, 1, 2.0, message="\ud800"))
    assert Scorecard.from_json(scorecard.to_json()) == scorecard


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "it is not JSON"),
        ("[" * 100_000, "it is not JSON"),
        ("7", "not a scorecard of version 2 or 3"),
        ('{"version": 1}', "not a scorecard of version 2 or 3"),
        ('{"version": 3}', "missing required field"),
        (card(ACCEPTED).to_json().replace('"cap_s": 2.0', '"cap_s": "2"'), r"cases\[0\].cap_s"),
        (card(ACCEPTED).to_json().replace('"accepted"', '"splendid"'), "splendid"),
        (card(ACCEPTED).to_json().replace('"score": 1', '"score": 3'), "its cases add up to 1 of"),
    ],
)
def test_what_is_no_scorecard_is_refused(text: str, said: str) -> None:
    with pytest.raises(ScorecardError, match=said):
        Scorecard.from_json(text)


@pytest.mark.parametrize("kind", ["little_cpu_time", "put_off", "load"])
def test_a_doubt_that_only_older_graders_had_is_read_as_none_and_keeps_its_words(kind: str) -> None:
    group = replace(LATE, group_size=1, members=(LATE,))
    read = Scorecard.from_json(card(LATE, group).to_json().replace("kept_waiting", kind))
    without = replace(LATE, doubt=None)
    assert read.results == (without, replace(without, group_size=1, members=(without,)))
    assert without.rerun_because and without.attempts


def test_of_the_runs_in_an_older_scorecard_the_last_counts() -> None:
    text = card(LATE).to_json()
    older = text.replace(', "counts": true', "").replace(', "counts": false', "")
    assert "counts" not in older
    [read] = Scorecard.from_json(older).results
    assert [attempt.counts for attempt in read.attempts] == [False, True]


def test_fields_that_a_later_grader_adds_do_no_harm() -> None:
    scorecard = card(ACCEPTED)
    text = scorecard.to_json().replace('"id":', '"mood": "good", "id":')
    assert Scorecard.from_json(text) == scorecard
