"""What is turned down because programs that search little find it, and what is put together."""

from __future__ import annotations

import itertools
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from graders.katas.best_move.guessers import guessers
from graders.katas.best_move.mining import groups
from graders.katas.best_move.mining.groups import (
    MOST_CHANCE,
    MOST_MEMBERS,
    Candidate,
    balance_sides,
    best_group,
    defeats,
    guess_chance,
    hardest,
)
from graders.katas.best_move.mining.held_out import (
    RUNS,
    guess_rates,
    not_chosen_by,
    runs_answered,
)
from graders.katas.best_move.mining.order import Order
from graders.katas.best_move.mining.search import MateSearch, SearchProgress, mine_mates
from graders.katas.best_move.prove import oversight, prove
from graders.katas.best_move.task import BestMoveTask, identity

ORDER = Order(mate=3, count=2, seed=7, discs=(24, 28))


@pytest.fixture
def lucky_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let random games find any position with a third of the seeds, which takes no time."""
    monkeypatch.setattr(groups, "chance", lambda task: 1 / 3)


def candidate(column: int, found_by: str, chance: float, moves: str = "") -> Candidate:
    return Candidate(BestMoveTask(moves, (column,)), frozenset(found_by), chance)


CANDIDATES = st.builds(
    candidate,
    st.integers(0, 6),
    st.text("abcd", max_size=3),
    st.sampled_from([0.04, 0.2, 0.4, 0.6]),
    st.sampled_from(["", "0"]),
)


@pytest.mark.parametrize("mate", [3, 5, 7, 9, 13])
def test_who_sees_the_mate_and_who_sees_nothing_is_not_asked(mate: int) -> None:
    asked = groups.panel(mate)
    fixed = (*asked.cheap, *asked.costly)
    everybody = {each for each in guessers() if each.sight < mate and not each.blind}
    rest = not_chosen_by(mate)
    assert set(fixed) | set(asked.random) == everybody - set(rest)
    assert set(asked.strong) == {each for each in rest if not each.held_out}
    assert [each.sight for each in fixed] == sorted(each.sight for each in fixed)
    assert all(each.is_random for each in asked.random)


def test_how_likely_chance_is_to_find_it_is_never_nothing_and_certain_after_some_games() -> None:
    easy = BestMoveTask("466225453300320044", (5,), mate_in=3)
    hard = BestMoveTask("4232652264533114221", (5,), mate_in=7)
    assert groups.chance(easy) == 1
    assert 0 < groups.chance(hard) < MOST_CHANCE * 2


def test_what_most_of_the_cheap_guessers_find_is_turned_down() -> None:
    found, missed = "404044141352455511600352", "4521266042606664452140055"
    assert groups.found_by(BestMoveTask(found, (3,), mate_in=3)) is None
    task = BestMoveTask(missed, (5,), mate_in=7)
    asked = groups.panel(7)
    fixed = (*asked.cheap, *asked.costly)
    assert groups.found_by(task) == {each.name for each in fixed if each.finds(task)}


@pytest.mark.thorough
@given(st.lists(CANDIDATES, max_size=9))
def test_a_group_defeats_them_all_and_none_with_fewer_does(spare: list[Candidate]) -> None:
    group = best_group(spare)
    if group is None:
        return
    assert len(group) <= MOST_MEMBERS
    assert not set.intersection(*(set(each.found_by) for each in group))
    assert guess_chance(group) <= MOST_CHANCE
    assert len(group) == 1 or len({each.task.accept for each in group}) > 1
    assert [each.chance for each in group] == sorted(each.chance for each in group)
    for fewer in itertools.combinations(spare, len(group) - 1):
        assert not fewer or not defeats(fewer)


def test_of_two_groups_the_one_is_taken_that_leaves_the_harder_position() -> None:
    hard, middling, other = (candidate(at, "", chance) for at, chance in enumerate((0.2, 0.3, 0.5)))
    assert best_group([hard, middling, other]) == (middling, other)


def test_of_two_groups_the_one_is_taken_that_fewer_of_the_strong_find() -> None:
    easy, missed = candidate(0, "", 0.1), replace(candidate(1, "", 0.05), strong=frozenset("s"))
    assert best_group([easy, missed]) == (easy,)
    easy = replace(easy, strong=frozenset("st"))
    assert best_group([easy, missed]) == (missed,)


def test_each_run_of_the_rest_of_the_panel_draws_other_lots() -> None:
    task = BestMoveTask("4521266042606664452140055", (5,), mate_in=7)
    for guesser in not_chosen_by(7):
        if guesser.file.name == "heavy_playouts.py" and "flat" in guesser.name:
            runs = runs_answered(guesser, (task, task))
            found = [guesser.finds(task, seed) for seed in range(2 * RUNS)]
            assert runs == tuple(map(all, zip(found[::2], found[1::2], strict=True)))


def test_a_bank_of_nothing_has_no_rates() -> None:
    assert guess_rates(7, []) == ()


@pytest.mark.thorough
@given(st.lists(CANDIDATES, max_size=9))
def test_the_hardest_stay_in_their_order(spare: list[Candidate]) -> None:
    kept = hardest(spare, 4)
    assert [each for each in spare if any(each is one for one in kept)] == kept
    assert sorted(each.chance for each in kept) == sorted(each.chance for each in spare)[:4]


@given(
    st.lists(st.sampled_from(["", "0"]), min_size=1, max_size=4),
    st.sampled_from([0, 1]),
)
def test_the_sides_are_shared_out_and_no_more_colours_exchanged_than_need_be(
    games: list[str], red_ahead: int
) -> None:
    tasks = [BestMoveTask(moves, (3,)) for moves in games]
    shared = balance_sides(tasks, red_ahead)
    assert [task.moves for task in shared] == games
    reds = sum(task.to_move == "R" for task in shared)
    assert red_ahead + 2 * reds - len(tasks) in (0, 1)
    exchanged = sum(task.first == "Y" for task in shared)
    assert exchanged == abs(reds - sum(task.to_move == "R" for task in tasks))
    assert [*map(identity, shared)] == [*map(identity, tasks)]


@pytest.mark.thorough
@pytest.mark.usefixtures("lucky_now_and_then")
def test_what_is_mined_is_guessed_by_nobody_and_natural() -> None:
    progress = SearchProgress()
    cases = [found for found in mine_mates(ORDER, progress=progress) if found]
    tally = progress.tally
    for members in cases:
        assert all(prove(task).problems == () for task in members)
        assert all(oversight(task.moves) is None for task in members)
        asked = [*groups.panel(3).cheap, *groups.panel(3).costly]
        assert not [each for each in asked if all(map(each.finds, members))]
    assert progress.red_ahead in (0, 1)
    assert tally.found == len(cases) == 2
    assert tally.kept == sum(map(len, cases))
    assert tally.guessed
    assert tally.unique == tally.guessed + tally.known + tally.let_go + tally.kept + len(
        progress.spare
    )
    assert "of them guessable" in str(tally)


@pytest.mark.thorough  # the first tier has a search without groups, in `test_search.py`
@pytest.mark.usefixtures("lucky_now_and_then")
def test_a_search_for_groups_goes_on_from_what_was_kept_of_it() -> None:
    whole = MateSearch(ORDER)
    steps = list(whole.cases(frozenset(), with_oracle=False))
    begun = MateSearch(replace(ORDER, count=1))
    list(begun.cases(frozenset(), with_oracle=False))
    rest = MateSearch(ORDER)
    rest.go_on_from(json.loads(json.dumps(begun.state())))
    assert len(list(rest.cases(frozenset(), with_oracle=False))) < len(steps)
    assert rest.suite() == whole.suite()
    assert rest.state() == whole.state()
