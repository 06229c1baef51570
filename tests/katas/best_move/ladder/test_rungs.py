"""On which machines a search is in time, from its nodes, a rate, and the rule it goes on by."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.katas.best_move.ladder.measure import CountingBoard, to_one_depth
from graders.katas.best_move.ladder.rungs import (
    BUDGETS,
    DEPTHS,
    NO_BUDGET,
    SEARCHES,
    TOO_DEEP,
    Budget,
    MateLadder,
    Stage,
    outlook_of_stages,
    stages_of,
)
from graders.katas.best_move.task import BestMoveTask
from graders.katas.outlook import Outlook
from kata.board import Board
from solutions import alpha_beta, iterative_deepening, naive
from tests.tiers import sampled

MATE_IN_5 = BestMoveTask("0325323342206055", (4,), mate_in=5)
BUDGET = Budget(1.5, 4)
CAP_S = 2.0
ENDLESS = float("inf")
RATE = 1000.0


def right(column: int) -> bool:
    return column in MATE_IN_5.accept


def fixed_outlook(*, right: bool | None) -> Outlook:
    return outlook_of_stages((Stage(4000, right, decided=True),), RATE, CAP_S, NO_BUDGET)


def test_a_search_of_fixed_depth_is_in_time_or_not() -> None:
    outlook = fixed_outlook(right=True)
    assert [outlook.at(speed) for speed in (0.5, 1.9, 2.1, 100)] == [False, False, True, True]


def test_one_that_is_wrong_is_missed_everywhere() -> None:
    assert fixed_outlook(right=False).turns == ((0.0, False),)


def test_one_that_was_cut_off_is_missed_as_far_as_it_was_counted() -> None:
    assert fixed_outlook(right=None).turns == ((0.0, False), (2.0, None))


STAGES = (Stage(100, False), Stage(400, False), Stage(3000, True, decided=True))


def test_a_faster_machine_looks_deeper() -> None:
    # After depth 2, 400 nodes and four times 300 more are expected: 1.6 s here.
    outlook = outlook_of_stages(STAGES, RATE, CAP_S, BUDGET)
    assert outlook.at(1.0) is False
    assert outlook.at(1.1) is False  # depth 3 is begun and takes 2.7 s
    assert outlook.at(1.6) is True
    assert outlook.holds(False) is not None


def test_a_slower_machine_answers_what_it_saw_before() -> None:
    lucky = (Stage(100, True), Stage(400, False), Stage(900, True, decided=True))
    outlook = outlook_of_stages(lucky, RATE, CAP_S, BUDGET)
    assert [outlook.at(speed) for speed in (0.04, 0.2, 0.5, 2.0)] == [False, True, False, True]


STAGES_OF_ANY = st.lists(st.tuples(st.integers(1, 5000), st.booleans()), min_size=1, max_size=6)


@given(STAGES_OF_ANY, st.floats(0.01, 50))
def test_it_is_what_the_search_itself_does_on_such_a_machine(
    depths: list[tuple[int, bool]], speed: float
) -> None:
    """Play the reference's own loop, with a clock that goes by nodes."""
    total, stages = 0, []
    for nodes, is_right in depths:
        total += nodes
        stages.append(Stage(total, is_right))
    stages[-1] = Stage(total, depths[-1][1], decided=True)
    clock = {"s": 0.0}

    def deepen(board: object) -> object:
        for number, stage in enumerate(stages):
            clock["s"] = stage.nodes / (RATE * speed)
            yield number + 1, int(bool(stage.right)), int(stage.decided)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(iterative_deepening, "deepen", deepen)
        patch.setattr(iterative_deepening, "GROWTH", BUDGET.growth)
        patch.setattr(iterative_deepening, "time", SimpleNamespace(monotonic=lambda: clock["s"]))
        column = iterative_deepening.find_best_move(Board(), budget_s=BUDGET.seconds)
    in_time = clock["s"] <= CAP_S
    assert outlook_of_stages(stages, RATE, CAP_S, BUDGET).at(speed) is (bool(column) and in_time)


def test_nodes_are_counted_as_far_as_they_can_matter() -> None:
    deepen, budget = BUDGETS["iterative_deepening.py"]
    board = MATE_IN_5.board()
    whole = stages_of(deepen, board, right, budget, most_nodes=ENDLESS, most_expected=ENDLESS)
    assert [stage.right for stage in whole][-1] is True
    assert [stage.decided for stage in whole] == [False] * 4 + [True]
    few = stages_of(deepen, board, right, budget, most_nodes=ENDLESS, most_expected=20)
    assert few == whole[: len(few)]
    assert len(few) < len(whole)
    cut = stages_of(deepen, board, right, budget, most_nodes=1000, most_expected=ENDLESS)
    assert cut[-1] == Stage(1000, None)
    assert cut[:-1] == whole[: len(cut) - 1]


@pytest.mark.parametrize(
    "moves",
    sampled(
        ["3404340063064136", "3632406063"],
        lambda moves: moves == "3404340063064136",
    ),
)
def test_plain_deepening_is_late_on_no_machine(moves: str) -> None:
    """Ask of each depth when it ends on the slowest machine that begins it: that is the latest."""
    deepen, budget = BUDGETS["iterative_deepening.py"]
    board = CountingBoard.on(Board.from_moves(moves))
    nodes = [0]
    for _depth, _column, score in deepen(board, 42):
        nodes.append(board.nodes)
        if score != 0:
            break
    assert score > 0
    for before, so_far, after in zip(nodes, nodes[1:], nodes[2:], strict=False):
        slowest_rate = (so_far + budget.growth * (so_far - before)) / budget.seconds
        assert after / slowest_rate < CAP_S


def test_a_search_that_reaches_the_end_of_the_game_is_over() -> None:
    board = Board.from_moves("4360145511501601551046326604652042422233")
    deepen, budget = BUDGETS["transposition.py"]
    stages = stages_of(
        deepen, board, lambda column: True, budget, most_nodes=ENDLESS, most_expected=ENDLESS
    )
    assert stages[-1].decided


def test_a_limited_board_stops_a_search_and_a_search_to_its_depth_is_counted() -> None:
    search, _ = DEPTHS["naive.py"]

    def one_stage(depth: int, most_nodes: float) -> Stage:
        (stage,) = stages_of(
            to_one_depth(search, depth),
            MATE_IN_5.board(),
            right,
            NO_BUDGET,
            most_nodes=most_nodes,
            most_expected=ENDLESS,
        )
        return stage

    assert one_stage(3, 50) == Stage(50, None)
    whole = one_stage(5, ENDLESS)
    assert whole.right is True
    board = CountingBoard.on(MATE_IN_5.board())
    search(board, 5)
    assert board.nodes == whole.nodes


def test_every_rung_that_searches_on_a_board_has_a_depth_or_a_budget() -> None:
    assert {*DEPTHS, *BUDGETS} == {*MateLadder.rates} == {*SEARCHES, TOO_DEEP}
    assert (DEPTHS["naive.py"][1],) == naive.find_best_move.__defaults__ == (6,)
    assert (DEPTHS["alpha_beta.py"][1],) == alpha_beta.find_best_move.__defaults__ == (8,)
    assert DEPTHS[TOO_DEEP][1] == 9
    budgets = {name: budget for name, (_, budget) in BUDGETS.items()}
    assert budgets == {
        "iterative_deepening.py": Budget(1.5, 10),
        "transposition.py": Budget(1.5, 4),
    }


@pytest.mark.parametrize(
    "name",
    sampled(["naive.py", "iterative_deepening.py"], lambda name: name == "iterative_deepening.py"),
)
def test_a_short_mate_is_found_by_fast_machines_and_not_by_the_slowest(name: str) -> None:
    outlook = MateLadder().outlook(name, MATE_IN_5, CAP_S, fastest=2.0)
    assert outlook.at(1e-9) is False
    assert outlook.at(1e9) is True
