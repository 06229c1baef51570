"""What is shown of a position: every column's worth, the truth in words, and best play."""

from __future__ import annotations

import pytest

from graders.katas.best_move.known_values import known_values
from graders.katas.best_move.show import evaluate_columns, is_settled, show
from graders.katas.best_move.task import BestMoveTask
from graders.model.explanation import Listing, Picture
from graders.model.suite import members_of
from graders.suites import by_name
from kata.board import Board
from solutions.prover import Position, Prover

AMPLE = 1_000_000
LOST = BestMoveTask("2450233245643", ())  # YELLOW to move, mated
LATE = "436014551150160155104632660465204"


def sentences(task: BestMoveTask, nodes: int = AMPLE) -> list[str]:
    return [part for part in show(task, nodes).answer if isinstance(part, str)]


@pytest.mark.parametrize("moves", [LATE, LATE[:-4], LATE[:-9], "2450233245643"])
def test_each_column_is_worth_what_the_prover_says(moves: str) -> None:
    position, prover = Position.from_moves(moves), Prover()
    words = {1: "win", 0: "draw", -1: "loss"}
    wanted = {col: words[value] for col, value in prover.column_values(position).items()}
    found = evaluate_columns(position, AMPLE)
    assert {each.column: each.value for each in found} == wanted
    for each in found:
        after = position.play(each.column)
        if each.value == "win":
            assert each.plies == 1 + (prover.loss_in(after) or 0)
        elif each.value == "loss":
            assert each.plies == 1 + (prover.mate_in(after) or 0)
        else:
            assert each.plies is None


def test_it_looks_at_no_more_positions_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    provers: list[Prover] = []

    class Noted(Prover):
        def __init__(self) -> None:
            super().__init__()
            provers.append(self)

    monkeypatch.setattr("graders.katas.best_move.show.Prover", Noted)
    found = evaluate_columns(Position(), 2_000)
    assert [each.column for each in found if not is_settled(each)] == list(range(7))
    [prover] = provers
    assert 2_000 <= prover.nodes <= 2_000 + 2 * 7  # each turn stops at the first beyond its share


@pytest.mark.thorough
@pytest.mark.parametrize("case", members_of(by_name("phase2").cases), ids=lambda case: case.id)
def test_the_line_of_a_case_is_shown_ply_by_ply(case: object) -> None:
    task = case.task  # type: ignore[attr-defined]
    exhibit = show(task, 20_000)
    boards = [step.picture.rows for step in exhibit.steps]
    board = Board.from_moves(task.moves)
    line = task.line or known_values(task)[task.accept[0]].line
    for rows, col in zip(boards, (*line, None), strict=True):
        assert rows == tuple(str(board).splitlines()[:6])
        if col is not None:
            board.drop_disc(col)


def test_a_position_that_is_lost_says_what_holds_out_longest() -> None:
    words = sentences(LOST)
    assert words[0].startswith("YELLOW loses, whatever it plays; column ")
    assert words[1].startswith("Best play: YELLOW ")
    steps = show(LOST, AMPLE).steps
    assert steps[-1].head.split()[1] == "RED"
    assert steps[-1].picture.highlighted


def test_a_draw_names_what_holds_it_and_has_no_line() -> None:
    task = BestMoveTask(LATE, ())
    assert sentences(task)[0].startswith("Nobody wins against best play; column")
    assert show(task, AMPLE).steps == ()


def test_several_wins_are_all_named_and_the_soonest_first() -> None:
    task = BestMoveTask("10415322150142316165", ())
    assert sentences(task)[0].endswith(" wins in 3 plies with column 4; column 6 wins too.")


def test_what_is_open_is_named_with_how_far_was_searched() -> None:
    found = show(BestMoveTask("", ()), 700)
    table, open_ones = found.answer
    assert isinstance(table, Listing)
    assert {row[1] for row in table.rows} == {"not settled"}
    assert open_ones == (
        "Not settled within 700 positions looked at: columns 0, 1, 2, 3, 4, 5, 6. "
        "--nodes allows more."
    )


def test_without_spoilers_there_is_the_board_alone() -> None:
    [picture] = show(LOST, AMPLE, spoilers=False).question
    assert isinstance(picture, Picture)
    assert picture.marks == ()
    assert show(LOST, AMPLE, spoilers=False).answer == ()
