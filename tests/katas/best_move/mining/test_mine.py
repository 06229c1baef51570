"""The search for positions: what it finds, what it leaves out, what it counts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from graders.katas import kata_named
from graders.katas.best_move.identity import identity
from graders.katas.best_move.mining.generate import sound_game
from graders.katas.best_move.mining.mine import Tally, mine
from graders.katas.best_move.mining.oracle import bitbully_rejecter
from graders.katas.best_move.mining.order import Order
from graders.katas.best_move.mining.write import case_id
from graders.katas.best_move.oracle import Bitbully
from graders.katas.best_move.prove import prove
from graders.katas.best_move.task import BestMoveTask
from graders.tools.mining import shipped_identities
from solutions.prover import Position

ORDER = Order(mate=3, count=3, seed=7, discs=(22, 28))
MATE_IN_9 = BestMoveTask("36013401106063", (6,), mate_in=9, quiet=True)


def mirrored(task: BestMoveTask) -> BestMoveTask:
    return replace(task, moves="".join(str(6 - int(digit)) for digit in task.moves))


@pytest.mark.parametrize(("mate", "count"), [(3, 3), (5, 2), (7, 1)])
def test_every_position_found_is_proved(mate: int, count: int) -> None:
    for task in mine(replace(ORDER, mate=mate, count=count)):
        assert task.quiet
        assert task.mate_in == mate
        assert prove(task).problems == ()


def test_the_same_seed_finds_the_same_and_another_seed_others() -> None:
    found = list(mine(ORDER))
    assert list(mine(ORDER)) == found
    assert not set(mine(replace(ORDER, seed=8))) & set(found)


def test_a_smaller_count_finds_the_first_of_a_larger_one() -> None:
    assert list(mine(replace(ORDER, count=2))) == list(mine(ORDER))[:2]


@pytest.mark.skipif(not Bitbully().is_installed(), reason="the extra oracle is not installed")
def test_bitbully_changes_neither_what_is_found_nor_the_order() -> None:
    order = replace(ORDER, count=5)
    with_it, without_it = Tally(), Tally()
    found = list(mine(order, tally=with_it, has_two_winners=bitbully_rejecter()))
    assert found == list(mine(order, tally=without_it))
    assert with_it == without_it


def test_a_known_position_or_its_mirror_image_is_passed_over() -> None:
    first, second, *_ = mine(ORDER)
    known = frozenset({identity(mirrored(first)), identity(second)})
    assert not {first, second} & set(mine(ORDER, known))


def test_no_position_is_found_twice_though_the_games_come_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    games: list[list[tuple[str, Position]]] = []

    def recorded(*asked: Any) -> list[tuple[str, Position]]:
        games.append(list(sound_game(*asked)))
        return games[-1]

    monkeypatch.setattr("graders.katas.best_move.mining.mine.sound_game", recorded)
    found = list(mine(ORDER))
    again = iter([game for game in games for _ in range(2)])
    monkeypatch.setattr("graders.katas.best_move.mining.mine.sound_game", lambda *_: next(again))
    assert list(mine(ORDER)) == found


def test_the_shipped_positions_are_known() -> None:
    assert identity(MATE_IN_9) in shipped_identities(kata_named("best_move"))


@pytest.mark.parametrize(("side", "letter"), [("red", "R"), ("yellow", "Y")])
def test_the_side_to_move_can_be_asked_for(side: str, letter: str) -> None:
    assert {task.to_move for task in mine(replace(ORDER, side=side))} == {letter}


def test_the_range_of_discs_is_kept_to() -> None:
    assert {len(task.moves) for task in mine(replace(ORDER, discs=(24, 25)))} <= {24, 25}


def test_the_centre_can_be_left_out() -> None:
    centred = next(task for task in mine(replace(ORDER, count=50)) if task.accept == (3,))
    found = list(mine(replace(ORDER, count=8, off_centre=True)))
    assert centred not in found
    assert all(task.accept != (3,) for task in found)


def test_what_is_counted_is_a_funnel() -> None:
    tally = Tally()
    list(mine(ORDER, tally=tally))
    assert tally.positions >= tally.mates >= tally.quiet >= tally.unique >= tally.found == 3


def test_an_id_belongs_to_the_position_and_its_mirror_image() -> None:
    assert case_id(MATE_IN_9) == case_id(mirrored(MATE_IN_9))
    assert case_id(MATE_IN_9).startswith("mate-in-9-")
    assert case_id(MATE_IN_9) != case_id(replace(MATE_IN_9, moves="0032334033"))
