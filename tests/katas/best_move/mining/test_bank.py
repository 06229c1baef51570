"""Two hundred mined positions, fifty of each depth, against a solver that shares no code.

`banks/mate-N.yaml` is what the command in its head writes. What can be guessed
is in them too.
"""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from msgspec.structs import replace

from graders.commands.mine import shipped_identities
from graders.katas import kata_named
from graders.katas.best_move.mining.order import Order
from graders.katas.best_move.mining.search import bank_text, mine_mates
from graders.katas.best_move.prove import Bitbully, mate_in, prove
from graders.katas.best_move.task import BestMoveTask, identity
from graders.suites import load_suite
from tests.tiers import sampled

BANKS = Path(__file__).parent / "banks"
MATES = (3, 5, 7, 9)
MINED_ANEW = {3: 2, 5: 1, 7: 1, 9: 1}


def order_of(mate: int) -> Order:
    return Order(mate, count=50, seed=2026, allow_guessable=True)


def tasks_of(mate: int) -> list[BestMoveTask]:
    tasks = [case.task for case in load_suite(BANKS / f"mate-{mate}.yaml").cases]
    return [task for task in tasks if isinstance(task, BestMoveTask)]


@pytest.mark.thorough  # the first tier asks it about the shipped keys, in `test_oracle.py`
@pytest.mark.skipif(not Bitbully().is_installed(), reason="the extra oracle is not installed")
def test_bitbully_agrees_on_distance_and_every_winning_column_of_all_200() -> None:
    oracle, checked, differences = Bitbully(), 0, []
    for task in [task for mate in MATES for task in tasks_of(mate)]:
        scores = oracle.scores(task.moves)
        winners = tuple(col for col, score in sorted(scores.items()) if score > 0)
        distance = mate_in(max(scores.values()), len(task.moves))
        checked += 1
        if (winners, distance) != (task.accept, task.mate_in):
            differences.append((task, winners, distance))
    assert (checked, differences) == (200, [])


@pytest.mark.thorough
@pytest.mark.parametrize("mate", MATES)
def test_the_head_holds_the_command(mate: int) -> None:
    text = (BANKS / f"mate-{mate}.yaml").read_text(encoding="utf-8")
    assert f"#     {order_of(mate).command()}\n" in text
    mined = [(replace(task, line=()),) for task in tasks_of(mate)]
    assert text == bank_text(order_of(mate), mined)


@pytest.mark.thorough
@pytest.mark.parametrize("mate", sampled(MATES, lambda mate: mate < 7))
def test_the_command_finds_the_same_positions_again(mate: int) -> None:
    steps = mine_mates(order_of(mate), shipped_identities(kata_named("best_move")))
    found = list(islice(filter(None, steps), MINED_ANEW[mate]))
    # The line of a bank is worked out as it is written.
    assert found == [(replace(task, line=()),) for task in tasks_of(mate)[: MINED_ANEW[mate]]]


@pytest.mark.parametrize("mate", MATES)
def test_both_sides_are_to_move_equally_often(mate: int) -> None:
    assert [task.to_move for task in tasks_of(mate)] == ["R", "Y"] * 25


@pytest.mark.parametrize("mate", MATES)
def test_our_own_search_proves_them_too(mate: int) -> None:
    for task in tasks_of(mate)[-2:]:
        assert prove(task).problems == ()


def test_no_two_are_one_position_and_none_is_shipped() -> None:
    positions = {identity(task) for mate in MATES for task in tasks_of(mate)}
    assert len(positions) == 200
    assert not positions & shipped_identities(kata_named("best_move"))
