"""The page to work by without a browser: what it tells of a miss, and what only on demand."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path

import pytest

from graders.grading.grade_file import Start
from graders.model.explanation import Column, Line, PositionExplanation
from graders.model.scorecard import Result
from graders.model.suite import Case
from graders.model.verdict import Verdict
from graders.practice.studio.server import Frame, Tab
from graders.practice.studio.work import WorkPage
from graders.practice.watch_session import RunOptions
from graders.suites import shipped

CASE = "phase2/block-at-once"
MOVES = "031234"
MISS = Result(
    CASE,
    Verdict.WRONG_ANSWER,
    0,
    1,
    2.0,
    answer=3,
    message="column 3 does not block; only column 5 blocks",
    moves=MOVES,
    first="RED",
    goal="block",
    accept=(5,),
    explanation=PositionExplanation(
        MOVES,
        "RED",
        "RED",
        (".......", ".......", ".......", "...R...", "...R...", "RRYYY.."),
        "block",
        accept=(Column(5),),
        played=Column(3, "loss", 2),
        lines=(Line("win", (5,), 1), Line("refutation", (3, 5), 2)),
        threat=True,
        searched=True,
    ),
)


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> WorkPage:
    monkeypatch.setenv("KATA_STATE", str(tmp_path))
    made = WorkPage(tmp_path / "mine.py", Frame("mine.py", (Tab("work", "Work"),)))
    (suite, *_) = shipped("best_move")
    cases: tuple[Case, ...] = suite.cases
    made.begin(RunOptions(tmp_path / "mine.py"))
    made.started(Start("mine.py", "best_move", "limits", cases, suites=(suite,)))
    made.case_finished(MISS)
    return made


def done(work: WorkPage, action: str, **sent: str) -> Mapping[str, str]:
    async def run() -> Mapping[str, str]:
        return await work.actions()[action](sent)

    return asyncio.run(run())


def test_what_is_right_is_told_on_demand_alone(work: WorkPage) -> None:
    shown = work.html()
    assert "The refutation of column 3" in shown
    assert f"First miss: {CASE}" in " ".join(shown.split())
    for told in ("only column 5", "winning line", "mark-right", "does not block"):
        assert told not in shown
        assert told not in done(work, "board", case=CASE)["board"]
    assert "only column 5 blocks" in done(work, "board", case=CASE, reveal="yes")["board"]


def test_while_it_is_covered_nothing_is_told(work: WorkPage) -> None:
    work.cover(is_covered=True)
    assert "refutation" not in work.html()
    with pytest.raises(ValueError, match="An interview is under way"):
        done(work, "board", case=CASE, reveal="yes")
    with pytest.raises(ValueError, match="An interview is under way"):
        done(work, "play", case=CASE, moves=MOVES, begun="6", first="R", column="3")
    work.cover(is_covered=False)
    assert "refutation" in work.html()


@pytest.mark.parametrize(("first", "turn", "letters"), [("R", "RED", "RY"), ("Y", "YELLOW", "YR")])
def test_a_position_is_in_the_colours_of_who_began(
    work: WorkPage, first: str, turn: str, letters: str
) -> None:
    shown = done(work, "undo", case=CASE, moves="03", begun="2", first=first)["board"]
    assert f"Your turn: {turn}" in shown
    assert f"column 0: {letters[0]}; 3: {letters[1]}" in shown


def test_what_cannot_be_is_refused(work: WorkPage) -> None:
    for action, sent in (
        ("case", {"case": "phase3/mate-in-9"}),
        ("play", {"moves": MOVES, "begun": "6", "first": "R", "column": "9"}),
        ("play", {"moves": MOVES, "begun": "6", "first": "R", "column": "-1"}),
        ("play", {"moves": "0000000", "begun": "7", "first": "R", "column": "1"}),
        ("play", {"moves": "x", "begun": "6", "first": "R", "column": "1"}),
        ("play", {"moves": MOVES, "begun": "x", "first": "R", "column": "1"}),
        ("undo", {"moves": MOVES, "begun": "6", "first": "Z"}),
        ("undo", {}),
        ("version", {"at": "2026"}),
        ("back", {}),
    ):
        with pytest.raises(ValueError):  # a sentence of its own each
            done(work, action, **sent)
