"""A usual report fits a terminal of 24 lines and 80 columns."""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from graders.katas import all_katas
from graders.model.explanation import (
    Column,
    Explanation,
    Line,
    PositionExplanation,
    StepExplanation,
    StepTaken,
)
from graders.model.outcome import Doubt, DoubtKind
from graders.model.scorecard import Assessment, Attempt, Observation, Result, Scorecard
from graders.model.suite import Case
from graders.model.verdict import Verdict
from graders.reports.format import Heading
from graders.reports.text import TextReport
from tests.scorecards import card
from tests.shipped import shipped

LONG = "so much that it takes two lines " * 4 + "and no more of it."
"""As long as what comes next, and where it stands, may be."""
POSITION = PositionExplanation(
    moves="3632406063",
    first="RED",
    to_move="RED",
    drawing=(".......",) * 3 + ("...Y..R", "Y..R..R", "Y.YRR.Y"),
    goal="win",
    accept=(Column(6, "win", 9),),
    played=Column(3, "unknown", safe_plies=11),
    mate_in=9,
    lines=(Line("win", (6, 6, 4, 0, 0, 3, 5, 3, 5), 9),),
    searched=True,
    node_limit=12_000,
)
STEP = StepExplanation(
    rows=7,
    cols=7,
    k=4,
    step=9,
    steps=40,
    operation=("drop", 3, 1),
    expected=("win", 1),
    got="error:invalid_operation",
    answered=True,
    drawing=(".......",) * 3 + ("1222...",) * 4,
    around=tuple(
        StepTaken(number, ("drop", 3, 1), ("win", 1), "error:invalid_operation", True)
        for number in range(5, 12)
    ),
)
OF_POSITION = "column 3 does not win; only column 6 wins (in 9 plies)"
OF_STEP = (
    "step 9 of 40, drop in column 3 by player 1: expected ('win', 1), got 'error:invalid_operation'"
)
MANNER = (
    Observation("the winner", "from check_winner()"),
    Observation("a move", "by play(column)"),
)


def results(kata: str, missed: range, *, busy: bool) -> Iterator[Result]:
    """Return a result of each case of the default suites, wrong where it is missed."""
    of_position = kata == "best_move"
    explanation: Explanation = POSITION if of_position else STEP
    doubt = Doubt(DoubtKind.KEPT_WAITING, kept_off_s=1.0, cap_s=2.0)
    for number, case in enumerate(cases_of(kata)):
        right = number not in missed
        result = Result(
            case.id,
            Verdict.ACCEPTED if right else Verdict.WRONG_ANSWER,
            int(right),
            1,
            2.0,
            answer=3,
            wall_s=1.5,
            cpu_s=0.2,
        )
        if not right:
            message = OF_POSITION if of_position else OF_STEP
            result = replace(
                result,
                message=message,
                explanation=explanation,
                reproduce='Board.from_moves("3632406063")' if of_position else "a\nb\nc",
                stdout="thinking\n" * 20,
            )
        if busy:
            again = (Attempt(Verdict.WRONG_ANSWER, 2.0, 1.0),) * 2
            result = replace(result, attempts=again, doubt=doubt, board_changed=True)
        yield result


def cases_of(kata: str) -> tuple[Case, ...]:
    """Return the cases that are graded unless others are asked for."""
    return tuple(case for suite in shipped(kata) if not suite.stretch for case in suite.cases)


def report_of(scorecard: Scorecard, **how: bool) -> list[str]:
    stream = io.StringIO()
    report = TextReport(stream, **how)
    cases = [Case(result.id, 1, 2.0, None) for result in scorecard.results]
    report.start(Heading("a/folder/of/mine.py", scorecard.kata, "bwrap", cases))
    for case, result in zip(cases, scorecard.results, strict=True):
        report.case_started(case)
        report.case_finished(result)
    report.finish(scorecard)
    return stream.getvalue().splitlines()


@pytest.mark.parametrize("kata", all_katas())
@pytest.mark.parametrize("share", [0.0, 0.5, 0.9, 1.0])
def test_a_usual_report_has_at_most_24_lines_of_80_columns(kata: str, share: float) -> None:
    number = len(cases_of(kata))
    begin = round(share * number)
    assessment = Assessment("", LONG if kata == "best_move" else "", LONG)
    how_often = itertools.product((True, False), repeat=3)
    for busy, hints, spoilers in how_often:
        found = tuple(results(kata, range(begin, number), busy=busy))
        called_as = () if kata == "best_move" else MANNER
        whole = replace(card(*found, assessment=assessment, called_as=called_as), kata=kata)
        lines = report_of(whole, hints=hints, spoilers=spoilers)
        assert len(lines) <= 24, "\n".join(lines)
        assert max(map(len, lines)) <= 80, "\n".join(lines)


def test_variants_fit_it_too() -> None:
    found = tuple(results("best_move", range(3, 7), busy=True))
    all_of_them = [
        replace(each, id=each.id + name, max_points=0, points=0)
        for each in found
        for name in ("", "~mirror", "~swap", "~mirror-swap")
    ]
    whole = card(*all_of_them, assessment=Assessment("", LONG, LONG))
    assert len(report_of(whole)) <= 24
