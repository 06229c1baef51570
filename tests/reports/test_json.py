"""The JSON document: its shape is a promise to programs."""

from __future__ import annotations

import io
import json

from graders.reports.json import JsonReport, document
from tests.scorecards import ACCEPTED, LATE, OURS, STANDING, WRONG, card


def test_it_has_the_documented_shape() -> None:
    found = document(card(ACCEPTED))
    assert found == {
        "version": 1,
        "submission": "mine.py",
        "kata": "best_move",
        "isolation": "limits",
        "score": 1,
        "max_score": 1,
        "complete": True,
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
    [case] = document(card(LATE))["cases"]  # type: ignore[misc]
    assert case["rerun_because"] == LATE.rerun_because
    assert [attempt["wall_s"] for attempt in case["attempts"]] == [2.0, 2.1]


def test_a_missed_case_carries_its_explanation() -> None:
    [case] = document(card(WRONG))["cases"]  # type: ignore[misc]
    assert case["explanation"]["type"] == "position"
    assert case["explanation"]["drawing"][-1] == "R.....Y"
    assert case["explanation"]["played"] == {
        "column": 3,
        "value": "loss",
        "plies": 8,
        "safe_plies": 0,
    }


def test_our_own_fault_never_reads_as_full_marks() -> None:
    found = document(card(ACCEPTED, OURS))
    assert (found["score"], found["max_score"]) == (1, 2)


def test_the_ladder_is_there_unless_hints_are_not_wanted() -> None:
    whole = card(WRONG, standing=STANDING)
    assert document(whole)["ladder"] == {
        "rung": "alpha_beta",
        "evidence": "behaves like alpha-beta",
        "hint": "Search depth 1, then 2.",
    }
    assert "ladder" not in document(whole, hints=False)


def test_holding_is_told_only_where_variants_were_asked_for() -> None:
    assert "holds" not in document(card(ACCEPTED))
    assert document(card(ACCEPTED, holds=False))["holds"] is False


def test_it_is_one_document_on_one_line() -> None:
    stream = io.StringIO()
    JsonReport(stream).finish(card(ACCEPTED, WRONG))
    assert stream.getvalue().count("\n") == 1
    assert json.loads(stream.getvalue())["max_score"] == 2
