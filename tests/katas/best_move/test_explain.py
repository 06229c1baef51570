"""What was found out about a position: facts, within a budget."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from graders.katas.best_move.explain import (
    NODES,
    explain,
    facts_without_search,
)
from graders.katas.best_move.messages import tell
from graders.katas.best_move.prove import winning_line
from graders.katas.best_move.task import BestMoveTask
from graders.model.explanation import Column, Explanation, Line, Picture
from graders.model.suite import members_of
from kata.board import Board, Player
from solutions.prover import ONE_LONG_SEARCH_AFTER, OutOfBudgetError, Position, Prover
from tests.shipped import shipped

MATE_IN_5 = BestMoveTask("245023324564", (3,), mate_in=5)
MUST_BLOCK = BestMoveTask("606152", (3,), goal="block")
WIN_AT_ONCE = BestMoveTask("001122", (3,), mate_in=1)
LATE = "436014551150160155104632660465204"
AMPLE = 1_000_000


@pytest.fixture
def nothing_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the shipped positions searched as others are."""
    monkeypatch.setattr("graders.katas.best_move.explain.known_values", lambda task: {})


def board_after(task: BestMoveTask, line: Line) -> Board:
    """Return the board at the end of a line, every ply of it legal."""
    board = task.board()
    for column in line.moves:
        board.drop_disc(column)
    return board


def test_the_position_is_told_in_the_words_of_a_suite() -> None:
    facts = facts_without_search(replace(MATE_IN_5, first="Y"), 0)
    assert (facts.moves, facts.first, facts.to_move) == (MATE_IN_5.moves, "YELLOW", "YELLOW")
    assert facts.drawing == (".......", ".......", ".......", "..R.R..", "..YYYR.", "R.YRRYY")
    assert (facts.goal, facts.mate_in) == ("win", 5)


def test_without_a_search_everything_is_the_keys() -> None:
    facts = facts_without_search(MATE_IN_5, 3)
    assert facts.accept == (Column(3, "win", 5),)
    assert facts.played == Column(3, "win", 5)
    assert (facts.lines, facts.searched) == ((), False)
    assert facts_without_search(replace(MATE_IN_5, goal="draw"), 0).accept == (
        Column(3, "draw", 5),
    )
    assert facts_without_search(MUST_BLOCK, 0).accept == (Column(3),)
    assert facts_without_search(BestMoveTask("0011", (2, 3), mate_in=1), 2).accept[0] == Column(
        2, "win"
    )


def test_the_win_is_played_to_its_four() -> None:
    facts = explain(MATE_IN_5, None, nodes=AMPLE)
    [line] = facts.lines
    assert facts.accept == (Column(3, "win", 5),)
    assert (line.kind, line.moves[0], line.plies, line.complete) == ("win", 3, 5, True)
    assert len(line.moves) == 5
    assert board_after(MATE_IN_5, line).check_winner() is Player.RED


def test_the_played_column_is_there_with_its_value_and_its_distance() -> None:
    facts = explain(MUST_BLOCK, 0, nodes=AMPLE)
    assert facts.threat
    assert facts.accept == (Column(3),)
    assert facts.played == Column(0, "loss", 2)
    assert facts.lines == (Line("refutation", (0, 3), 2),)


def test_a_column_that_loses_later_is_refuted_to_the_end() -> None:
    task = BestMoveTask("2450233245643", (2,), goal="draw")  # YELLOW to move, mated in 4
    facts = explain(task, 0, nodes=AMPLE)
    [line] = facts.lines
    assert facts.played is not None
    assert facts.played.value == "loss"
    assert facts.played.plies == line.plies == len(line.moves)
    assert board_after(task, line).check_winner() is Player.RED


def test_a_refutation_is_kept_whole_however_long() -> None:
    facts = explain(MATE_IN_5, 4, nodes=AMPLE)
    assert facts.played == Column(4, "loss", 26)
    assert facts.lines[1].complete
    assert len(facts.lines[1].moves) == 26


@pytest.mark.usefixtures("nothing_stored")
def test_that_a_column_loses_at_all_is_known_before_how_soon() -> None:
    facts = explain(MATE_IN_5, 0, nodes=2_000)
    assert facts.played is not None
    assert (facts.played.value, facts.played.plies) == ("loss", None)
    assert facts.played.safe_plies > ONE_LONG_SEARCH_AFTER
    assert explain(MATE_IN_5, 0, nodes=AMPLE).played == Column(0, "loss", 24)


def test_near_the_end_of_a_game_a_draw_is_found() -> None:
    facts = explain(BestMoveTask(LATE, (3,), goal="block"), 2, nodes=AMPLE)
    assert facts.played == Column(2, "draw")
    assert facts.contradiction is None


def test_each_accepted_column_has_its_own_distance_and_the_line_is_the_soonest() -> None:
    task = BestMoveTask("10415322150142316165", (4, 6), mate_in=3)
    facts = explain(task, None, nodes=AMPLE)
    assert all(column.value == "win" and column.plies for column in facts.accept)
    soonest = min(facts.accept, key=lambda column: column.plies or 99)
    assert facts.mate_in == soonest.plies == 3
    assert facts.lines[0].moves[0] == soonest.column


@pytest.mark.usefixtures("nothing_stored")
def test_what_is_not_found_within_the_nodes_is_left_open() -> None:
    facts = explain(MATE_IN_5, 0, nodes=0)
    assert facts.accept == (Column(3, "win", 5),)
    assert facts.played is not None
    assert (facts.played.column, facts.played.value, facts.played.plies) == (0, None, None)
    assert (facts.lines, facts.searched, facts.node_limit) == ((), True, 0)


def test_a_loss_is_kept_though_its_line_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    def out_of_budget(self: Prover, position: Position) -> tuple[int, ...]:
        raise OutOfBudgetError

    monkeypatch.setattr(Prover, "best_line", out_of_budget)
    facts = explain(MUST_BLOCK, 0, nodes=AMPLE)
    assert facts.played == Column(0, "loss", 2)
    assert facts.lines == (Line("refutation", (0,), 2, complete=False),)


def test_a_key_that_is_wrong_is_a_fact_of_its_own() -> None:
    fails = explain(BestMoveTask(LATE, (2,)), None, nodes=AMPLE)
    assert fails.contradiction == "accepted_does_not_win"
    assert fails.accept == (Column(2),)
    one_fails = explain(BestMoveTask("001122", (0, 3)), None, nodes=AMPLE)
    assert one_fails.contradiction == "accepted_does_not_win"
    assert one_fails.accept == (Column(0), Column(3, "win"))
    wins_too = explain(BestMoveTask("001122", (0,), goal="draw"), 3, nodes=AMPLE)
    assert wins_too.contradiction == "played_reaches_goal"
    assert wins_too.played == Column(3, "win")
    draws_too = explain(BestMoveTask(LATE, (3,), goal="draw"), 2, nodes=AMPLE)
    assert draws_too.contradiction == "played_reaches_goal"


@pytest.mark.parametrize("played", [None, -1, 7, 99])
def test_what_is_no_column_was_not_played(played: int | None) -> None:
    assert explain(MUST_BLOCK, played).played is None


def test_a_full_column_was_not_played() -> None:
    assert explain(BestMoveTask("33333301", (2,), goal="draw"), 3, nodes=0).played is None


def test_a_right_column_that_came_too_late_needs_no_refutation() -> None:
    facts = explain(WIN_AT_ONCE, 3)
    assert facts.played == Column(3, "win", 1)
    assert [line.kind for line in facts.lines] == ["win"]


def shipped_tasks() -> list[BestMoveTask]:
    suites = shipped("best_move", stretch=True)
    cases = members_of(case for suite in suites for case in suite.cases)
    return [case.task for case in cases if isinstance(case.task, BestMoveTask)]


def test_the_line_of_the_case_is_told_without_a_search() -> None:
    task = replace(MATE_IN_5, line=winning_line(MATE_IN_5))
    facts = explain(task, None, nodes=0)
    assert facts.lines == (Line("win", task.line, 5),)
    assert (facts.accept, facts.mate_in) == ((Column(3, "win", 5),), 5)
    two = BestMoveTask("10415322150142316165", (4, 6), mate_in=3)
    facts = explain(replace(two, line=winning_line(two)), None, nodes=0)
    assert {column.plies for column in facts.accept} == {3, None}


def test_no_win_that_is_shipped_is_explained_without_its_line() -> None:
    for task in shipped_tasks():
        if task.goal == "win":
            [line] = explain(task, None, nodes=0).lines
            assert line.complete
            assert board_after(task, line).check_winner() is Player(task.to_move)


@pytest.mark.usefixtures("nothing_stored")
@pytest.mark.thorough
def test_no_miss_of_what_is_shipped_looks_at_more_positions_than_it_may(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    provers: list[Prover] = []

    class Noted(Prover):
        def __init__(self, node_limit: int | None = None) -> None:
            super().__init__(node_limit)
            provers.append(self)

    monkeypatch.setattr("graders.katas.best_move.explain.Prover", Noted)
    for task in shipped_tasks()[:6]:
        for col in task.board().valid_moves():
            explain(task, col)
    assert provers
    assert max(prover.nodes for prover in provers) == NODES + 1  # the one at which it stops
    assert {prover.deadline for prover in provers} == {None}


@pytest.mark.usefixtures("nothing_stored")
def test_a_miss_has_the_same_explanation_every_time() -> None:
    stopped = explain(MATE_IN_5, 0, nodes=1_000)
    assert stopped.played is not None
    assert stopped.played.plies is None
    assert all(explain(MATE_IN_5, 0, nodes=1_000) == stopped for _ in range(3))


@given(
    st.text("0123456", max_size=30),
    st.sets(st.integers(0, 6), min_size=1),
    st.none() | st.integers(-1, 7),
    st.sampled_from(["win", "block", "draw"]),
    st.booleans(),
)
def test_any_facts_go_to_json_and_back_and_can_be_told(
    moves: str, accept: set[int], played: int | None, goal: str, search: bool
) -> None:
    try:
        board = Board.from_moves(moves)
    except ValueError:
        return
    right = sorted(accept & set(board.valid_moves()))
    if board.check_winner() is not None or not right:
        return
    task = BestMoveTask(moves, tuple(right), goal=goal)  # type: ignore[arg-type]
    facts = explain(task, played, nodes=0) if search else facts_without_search(task, played)
    assert msgspec.json.decode(msgspec.json.encode(facts), type=Explanation) == facts
    picture, sentence, *_ = tell(facts)
    assert isinstance(picture, Picture)
    assert isinstance(sentence, str)
    assert sentence.startswith(f"{facts.to_move} is to move")
