"""The search for positions: what it finds, what it leaves out, what it counts."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from graders.commands.mine import shipped_identities
from graders.katas import kata_named
from graders.katas.best_move.mining import search as module
from graders.katas.best_move.mining.order import MateTally, Order, advice
from graders.katas.best_move.mining.search import (
    MateSearch,
    SearchProgress,
    bitbully_rejecter,
    case_id,
)
from graders.katas.best_move.prove import Bitbully, prove
from graders.katas.best_move.task import BestMoveTask, identity

ORDER = Order(mate=3, count=3, seed=7, discs=(22, 28), allow_guessable=True)
MATE_IN_9 = BestMoveTask("36013401106063", (6,), mate_in=9, quiet=True)


def mine(order: Order, *args: Any, **named: Any) -> Iterator[BestMoveTask]:
    """Yield the positions that are found, without the signs of life."""
    return (task for found in module.mine_mates(order, *args, **named) if found for task in found)


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
    with_it, without_it = SearchProgress(), SearchProgress()
    found = list(mine(order, progress=with_it, has_two_winners=bitbully_rejecter()))
    assert found == list(mine(order, progress=without_it))
    assert with_it == without_it


def test_a_known_position_or_its_mirror_image_is_passed_over() -> None:
    first, second, *_ = mine(ORDER)
    known = frozenset({identity(mirrored(first)), identity(second)})
    assert not {first, second} & set(mine(ORDER, known))


def test_no_position_is_found_twice_though_the_games_come_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "Random", lambda seed: Random(_halved(seed)))
    progress = SearchProgress()
    found = {identity(task) for task in mine(replace(ORDER, count=8), progress=progress)}
    assert len(found) == 8
    assert progress.tally.known


def _halved(seed: str) -> str:
    """Return the seed of the game that is played for the second time where its number is even."""
    order, game = seed.split()
    return f"{order} {(int(game) + 1) // 2}"


def test_the_shipped_positions_are_known() -> None:
    shipped = BestMoveTask("3632406063", (6,), mate_in=9, quiet=True)
    assert identity(shipped) in shipped_identities(kata_named("best_move"))


@pytest.mark.thorough
@pytest.mark.parametrize(("side", "letter"), [("red", "R"), ("yellow", "Y")])
def test_the_side_to_move_can_be_asked_for(side: str, letter: str) -> None:
    assert {task.to_move for task in mine(replace(ORDER, side=side))} == {letter}


@pytest.mark.thorough
@pytest.mark.parametrize("count", range(1, 8))
def test_both_sides_are_to_move_equally_often_at_any_point(count: int) -> None:
    sides = [task.to_move for task in mine(replace(ORDER, count=count))]
    assert sides == list("RYRYRYR"[:count])


def test_where_one_side_is_wanted_red_moved_first() -> None:
    for side in ("red", "yellow"):
        assert {task.first for task in mine(replace(ORDER, side=side))} == {"R"}


def test_a_range_in_which_it_is_never_the_turn_of_the_only_side_wanted_is_refused() -> None:
    with pytest.raises(ValueError, match="it is always the turn of RED: give --side red"):
        Order(mate=3, count=2, seed=7, side="yellow", discs=(24, 24))


def test_of_so_many_discs_both_sides_have_to_move_in_turn() -> None:
    sides = [task.to_move for task in mine(replace(ORDER, discs=(24, 24)))]
    assert sides == ["R", "Y", "R"]


@pytest.mark.thorough
def test_a_search_that_goes_on_finds_what_one_in_one_piece_finds() -> None:
    order = replace(ORDER, count=6)
    whole = MateSearch(order)
    expected = list(whole.cases(frozenset(), with_oracle=False))
    for steps in range(1, len(expected), 2):
        begun = MateSearch(replace(order, count=4))
        list(itertools.islice(begun.cases(frozenset(), with_oracle=False), steps))
        state = json.loads(json.dumps(begun.state()))
        rest = MateSearch(order)
        rest.go_on_from(state)
        list(rest.cases(frozenset(), with_oracle=False))
        assert rest.suite() == whole.suite()
        assert rest.state() == whole.state()


@pytest.mark.parametrize("change", [{"mate": 5}, {"seed": 8}, {"side": "red"}, {"min_nodes": 5}])
def test_a_search_does_not_go_on_from_another_one(change: dict[str, Any]) -> None:
    state = MateSearch(replace(ORDER, **change)).state()
    with pytest.raises(ValueError, match=next(iter(change)).replace("_", "-")):
        MateSearch(ORDER).go_on_from(state)


@pytest.mark.parametrize(
    ("counted", "says"),
    [
        ({}, ""),
        ({"games": 5}, "widen --discs"),
        ({"games": 5, "positions": 50}, "none of 50 positions is a mate in exactly 3 plies"),
        ({"games": 5, "positions": 50, "mates": 4}, "in all 4 mates some first move"),
        ({"games": 5, "positions": 50, "mates": 4, "quiet": 3}, "of 3 quiet mates none"),
        (
            {"games": 5, "positions": 50, "mates": 4, "quiet": 3, "unique": 2, "central": 2},
            "--off-centre turned down 2: leave it out",
        ),
        (
            {"games": 5, "positions": 50, "mates": 4, "quiet": 3, "unique": 2, "easy": 1},
            "--min-nodes 1000 turned down 1: ask for fewer",
        ),
        (
            {"games": 5, "positions": 50, "mates": 4, "quiet": 3, "unique": 2, "known": 2},
            "2 were known already",
        ),
        ({"games": 5, "positions": 50, "mates": 4, "quiet": 3, "unique": 2}, "it takes patience"),
        (
            {"games": 5, "positions": 50, "mates": 4, "quiet": 3, "unique": 2, "guessed": 2},
            "2 are found by most programs that search little: it takes patience, or "
            "--allow-guessable",
        ),
        (
            {"games": 5, "positions": 50, "mates": 4, "quiet": 3, "unique": 2, "let_go": 2},
            "2 made no group",
        ),
    ],
)
def test_it_is_said_where_most_was_lost_and_what_to_loosen(
    counted: dict[str, int], says: str
) -> None:
    assert says in advice(replace(ORDER, min_nodes=1000), MateTally(**counted))


def test_what_is_turned_down_after_the_proof_is_counted() -> None:
    progress = SearchProgress()
    first = next(mine(ORDER))
    list(mine(replace(ORDER, off_centre=True), frozenset({identity(first)}), progress))
    tally = progress.tally
    assert tally.known >= 1
    kept = tally.found + len(progress.spare)
    assert tally.unique == tally.central + tally.easy + tally.known + kept
    assert tally.guessed == tally.let_go == 0, "nobody was asked"


def test_the_range_of_discs_is_kept_to() -> None:
    assert {len(task.moves) for task in mine(replace(ORDER, discs=(24, 25)))} <= {24, 25}


def test_the_centre_can_be_left_out() -> None:
    centred = next(task for task in mine(replace(ORDER, count=50)) if task.accept == (3,))
    found = list(mine(replace(ORDER, count=8, off_centre=True)))
    assert centred not in found
    assert all(task.accept != (3,) for task in found)


def test_what_is_counted_is_a_funnel() -> None:
    progress = SearchProgress()
    list(mine(ORDER, progress=progress))
    tally = progress.tally
    assert tally.positions >= tally.mates >= tally.quiet >= tally.unique >= tally.found == 3


def test_an_id_belongs_to_the_position_and_its_mirror_image() -> None:
    other = replace(MATE_IN_9, moves="0032334033")
    assert case_id((MATE_IN_9,)) == case_id((mirrored(MATE_IN_9),))
    assert case_id((MATE_IN_9,)).startswith("mate-in-9-")
    assert case_id((MATE_IN_9,)) != case_id((other,))
    assert case_id((MATE_IN_9, other)) == case_id((MATE_IN_9, mirrored(other)))
    assert case_id((MATE_IN_9, other)) != case_id((MATE_IN_9,))
