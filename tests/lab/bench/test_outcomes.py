"""Table 4: what the real grader makes of each contender."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from graders.channel.budget import Settings
from graders.katas.lab import Contender
from graders.lab.bench.outcomes import measure_outcomes, outcome_cell
from graders.model.provenance import Submitted
from graders.model.scorecard import Attempt, Result, Scorecard
from graders.model.tables import Figure, Table, cell_text
from graders.model.verdict import Verdict
from graders.sandbox.isolation import Isolation
from graders.suites import by_name

SETTINGS = Settings(Isolation.LIMITS)
CASE = "phase2/win-at-once"


def at_once(entrants: Sequence[Contender], repeat: int = 1, cap_s: float = 10.0) -> Table:
    """Lay out the table of one case."""
    return measure_outcomes(
        entrants, by_name("phase2"), SETTINGS, case=CASE, cap_s=cap_s, repeat=repeat
    )


def result(verdict: Verdict, wall_s: float, **more: object) -> Result:
    return replace(Result("phase3/x", verdict, 0, 1, 2.0, wall_s=wall_s), **more)  # type: ignore[arg-type]


def test_the_grader_judges_each_contender():
    entrants = (
        Contender("right", "def find_best_move(board): return 2 * board.column_height(0)"),
        Contender("wrong", "def find_best_move(board): return 0"),
        Contender("crashing", "def find_best_move(board): return 1 / 0"),
    )
    table = at_once(entrants)
    right, wrong, crashing = (row[1] for row in table.rows)
    assert isinstance(right, Figure)
    assert not right.mark.wrong
    assert isinstance(wrong, Figure)
    assert cell_text(wrong).startswith("wrong + ")
    assert crashing == "runtime error"
    assert table.columns == ("solution", "win at once")


def test_a_contender_that_does_not_answer_is_over_the_cap():
    entrants = (Contender("sleeping", "def find_best_move(b): __import__('time').sleep(60)"),)
    table = at_once(entrants, cap_s=0.05)
    assert table.rows == (("sleeping", "over cap"),)


def test_a_grader_that_fails_says_why_below_the_table(monkeypatch: pytest.MonkeyPatch):
    broken = result(Verdict.GRADER_ERROR, 0.0, message="Traceback\nOSError: no more processes")
    card = Scorecard(Submitted("any.py"), "best_move", "limits", (broken,))
    monkeypatch.setattr("graders.lab.bench.outcomes.grade_completely", lambda *given, **more: card)
    entrants = (Contender("any", "def find_best_move(board): return 3"),)
    table = at_once(entrants, repeat=2)
    assert table.rows == (("any", "grader error"), ("least", ""))
    assert "failed 2 times, first on phase3/x: OSError: no more processes." in table.note


@pytest.mark.parametrize(
    ("results", "shown"),
    [
        ([result(Verdict.ACCEPTED, 0.5)], "500 ms"),
        ([result(Verdict.ACCEPTED, t) for t in (0.9, 0.1, 0.5)], "500 ms"),
        ([result(Verdict.WRONG_ANSWER, 0.5)], "wrong + 500 ms"),
        ([result(Verdict.TIME_LIMIT_EXCEEDED, 2.0)], "over cap"),
        ([result(Verdict.GRADER_ERROR, 0.0)], "grader error"),
    ],
)
def test_a_cell_shows_the_median_run(results: list[Result], shown: str):
    assert cell_text(outcome_cell(results)) == shown


def test_a_case_that_was_run_again_shows_its_cpu_time():
    tried = (Attempt(Verdict.TIME_LIMIT_EXCEEDED, 2.0, 0.4), Attempt(Verdict.ACCEPTED, 2.5, 0.5))
    again = result(Verdict.ACCEPTED, 2.5, cpu_s=0.5, attempts=tried)
    assert cell_text(outcome_cell([again])) == "500 ms CPU"
    wrong = replace(again, verdict=Verdict.WRONG_ANSWER)
    assert cell_text(outcome_cell([wrong])) == "wrong + 500 ms CPU"
