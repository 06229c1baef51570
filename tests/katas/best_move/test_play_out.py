"""What is played against whoever has a win: the longest way to the end, the same everywhere."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from graders.katas.best_move import play_out
from graders.katas.best_move.play_out import follow_up
from graders.katas.best_move.task import BestMoveTask
from graders.model.suite import members_of
from tests.shipped import shipped

MATE_IN_5 = BestMoveTask("24302552341633101116", (6,), mate_in=5, quiet=True)


def after(task: BestMoveTask, column: int) -> BestMoveTask:
    found = follow_up(task, column)
    assert found is not None
    assert found.task is not None
    return found.task


def last_accepted(task: BestMoveTask) -> int:
    return task.accept[-1]


def soonest(task: BestMoveTask) -> int:
    return task.line[0] if task.line else task.accept[0]


def played(task: BestMoveTask, choose: Callable[[BestMoveTask], int]) -> str:
    moves = ""
    while True:
        found = follow_up(task, choose(task))
        assert found is not None
        assert not found.open
        moves += found.moves
        if found.task is None:
            return moves
        task = found.task


def test_the_loser_holds_out_as_long_as_it_can() -> None:
    following = after(MATE_IN_5, 6)
    assert (following.moves, following.mate_in) == (MATE_IN_5.moves + "63", 3)
    assert played(MATE_IN_5, soonest) == "63434"


def test_every_column_that_still_wins_is_accepted_however_long_it_takes() -> None:
    following = after(MATE_IN_5, 6)
    assert following.accept == (0, 1, 2, 3, 4, 5, 6)
    assert played(MATE_IN_5, last_accepted) == "63636652525"
    assert len(following.line) == following.mate_in


def test_it_is_over_with_the_four() -> None:
    found = follow_up(BestMoveTask("061524", (3,), mate_in=1), 3)
    assert found is not None
    assert (found.moves, found.task, found.open) == ("3", None, False)


@pytest.mark.parametrize("goal", ["draw", "block"])
def test_what_is_not_to_be_won_is_not_played_out(goal: str) -> None:
    task = BestMoveTask("061524", (3,), goal=goal)  # type: ignore[arg-type]
    assert follow_up(task, 3) is None


def test_a_key_that_is_wrong_is_held_against_nobody() -> None:
    found = follow_up(BestMoveTask("061524", (0,), mate_in=3), 0)
    assert found is not None
    assert (found.task, found.open) == (None, True)


def test_what_is_not_settled_within_nodes_is_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_out, "NODES", 5)
    found = follow_up.__wrapped__(MATE_IN_5, 6)
    assert found is not None
    assert found.open


@pytest.mark.thorough
def test_every_shipped_win_is_settled_to_its_end() -> None:
    for suite in shipped("best_move", stretch=True):
        for case in members_of(suite.cases):
            task = case.task
            assert isinstance(task, BestMoveTask)
            if task.goal == "win":
                assert len(played(task, last_accepted)) >= (task.mate_in or 1)
