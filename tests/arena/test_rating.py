"""Ratings, their error bars, and when a pair is decided."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from graders.arena.rating import APART_ELO, decided, ranking_of, ratings, sequential_test
from graders.model.arena import AppraisedGame, Game, GameEnd, PairState
from tests.tournaments import tournament

POINTS = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What one may have on average of the two games of an opening."""


def game(number: int, red: int, yellow: int, opening: str, winner: int | None) -> Game:
    end = GameEnd.FULL if winner is None else GameEnd.FOUR
    return Game(number, red, yellow, opening, len(opening), (), end, winner)


def opening_of(number: int) -> str:
    return "".join(str(number // 7**place % 7) for place in range(4))


def both_games(number: int, one: int, other: int, winners: Sequence[int | None]) -> list[Game]:
    first, second = winners
    opening = opening_of(number)
    return [
        game(2 * number, one, other, opening, first),
        game(2 * number + 1, other, one, opening, second),
    ]


PLAYED = st.lists(
    st.tuples(st.permutations(range(4)), st.tuples(*[st.sampled_from((0, 1, None))] * 2)),
    max_size=40,
)


def games_of_four(played: list[tuple[list[int], tuple[int | None, int | None]]]) -> list[Game]:
    """Return the games of four, of whom the first two in each permutation meet."""
    games: list[Game] = []
    for number, (order, results) in enumerate(played):
        winners = [None if result is None else order[result] for result in results]
        games += both_games(number, order[0], order[1], winners)
    return games


def close(found: Sequence[float], wanted: Sequence[float]) -> bool:
    return list(found) == pytest.approx(list(wanted), abs=1e-4)


class TestRatings:
    def test_three_of_four_points_are_near_191_elo_where_many_games_say_so(self) -> None:
        games = [game(n, 0, 1, opening_of(n), 0 if n % 4 else 1) for n in range(400)]
        (first, second), _ = ratings(games, 2)
        assert first - second == pytest.approx(190.8, abs=2)

    def test_who_won_all_is_ahead_by_a_finite_number_with_a_wide_bar(self) -> None:
        games = [game(n, 0, 1, opening_of(n), 0) for n in range(20)]
        elo, bars = ratings(games, 2)
        assert 400 < elo[0] - elo[1] < 1200
        assert bars[0] > 200

    def test_who_never_met_are_as_strong_as_their_points_against_the_same_third(self) -> None:
        games = [
            game(n, one, 2, opening_of(n), winner)
            for n, (one, winner) in enumerate([(0, 0), (0, 0), (0, 2), (1, 1), (1, 2), (1, 2)])
        ]
        elo, _ = ratings(games, 3)
        assert elo[0] > elo[2] > elo[1]

    def test_without_games_nobody_is_ahead_and_nothing_is_sure(self) -> None:
        elo, bars = ratings([], 3)
        assert elo == [0, 0, 0]
        assert min(bars) > 400

    @given(PLAYED)
    def test_they_are_about_their_average_and_follow_whoever_bears_the_place(
        self, played: list[tuple[list[int], tuple[int | None, int | None]]]
    ) -> None:
        games = games_of_four(played)
        elo, bars = ratings(games, 4)
        assert sum(elo) == pytest.approx(0, abs=1e-4)
        renamed = games_of_four([([3 - each for each in order], won) for order, won in played])
        elo_renamed, bars_renamed = ratings(renamed, 4)
        assert close(elo_renamed, elo[::-1])
        assert close(bars_renamed, bars[::-1])

    @given(PLAYED)
    def test_results_the_other_way_round_are_strengths_the_other_way_round(
        self, played: list[tuple[list[int], tuple[int | None, int | None]]]
    ) -> None:
        turned = [
            (order, (None if a is None else 1 - a, None if b is None else 1 - b))
            for order, (a, b) in played
        ]
        elo, bars = ratings(games_of_four(played), 4)
        elo_turned, bars_turned = ratings(games_of_four(turned), 4)
        assert close(elo_turned, [-each for each in elo])
        assert close(bars_turned, bars)

    @given(st.lists(st.sampled_from((0, 1, None)), min_size=2, max_size=12))
    def test_twice_as_many_games_alike_narrow_the_bars(self, results: list[int | None]) -> None:
        twice = [game(n, 0, 1, opening_of(n), won) for n, won in enumerate(results * 2)]
        _, wide = ratings(twice[: len(results)], 2)
        _, narrow = ratings(twice, 2)
        assert (narrow[0] < wide[0]) or len(set(results)) == 1

    def test_games_of_an_opening_that_agree_count_as_hardly_more_than_one(self) -> None:
        chance = random.Random(1)
        won = [chance.randrange(2) for _ in range(60)]
        agreeing = [each for n, w in enumerate(won) for each in both_games(n, 0, 1, (w, w))]
        alone = [game(n, 0, 1, opening_of(n), winner) for n, winner in enumerate(won * 2)]
        _, wide = ratings(agreeing, 2)
        _, narrow = ratings(alone, 2)
        assert wide[0] / narrow[0] == pytest.approx(2**0.5, rel=0.05)

    def test_a_bar_holds_the_truth_in_95_of_100_tournaments(self) -> None:
        chance = random.Random(3)
        chance_of_first = 1 / (1 + 10 ** (-100 / 400))
        held = 0
        for _ in range(300):
            won = [int(chance.random() > chance_of_first) for _ in range(40)]
            games = [game(n, 0, 1, opening_of(n), winner) for n, winner in enumerate(won)]
            elo, bars = ratings(games, 2)
            held += abs(elo[0] - 50) <= bars[0]
        assert 0.92 < held / 300 < 0.985


def at_chance(chance: random.Random, elo: float, draws: float = 0.0) -> list[float]:
    """Return what one scores in 60 openings against another so many Elo below."""
    expected = 1 / (1 + 10 ** (-elo / 400))
    of_a_game = (expected - draws / 2, draws, 1 - expected - draws / 2)
    games = chance.choices((1, 0.5, 0), of_a_game, k=120)
    return [(a + b) / 2 for a, b in zip(games[::2], games[1::2], strict=True)]


class TestSequentialTest:
    @given(st.lists(st.sampled_from(POINTS), max_size=60))
    def test_the_other_side_is_told_the_opposite(self, points: list[float]) -> None:
        opposite = {"stronger": "weaker", "weaker": "stronger"}
        found = sequential_test(points)
        assert sequential_test([1 - each for each in points]) == opposite.get(found or "", found)

    @given(st.lists(st.sampled_from(POINTS), max_size=40), st.sampled_from(POINTS))
    def test_what_comes_after_a_decision_does_not_change_it(
        self, points: list[float], more: float
    ) -> None:
        found = sequential_test(points)
        assert found is None or sequential_test([*points, more]) == found

    @pytest.mark.parametrize(("elo", "draws"), [(0, 0), (0, 0.4), (APART_ELO, 0), (APART_ELO, 0.3)])
    def test_it_errs_no_more_often_than_it_says(self, elo: float, draws: float) -> None:
        chance = random.Random(7)
        found = [sequential_test(at_chance(chance, elo, draws)) for _ in range(500)]
        right = "stronger" if elo else "equal"
        assert sum(each not in (right, None) for each in found) / 500 < 0.06
        assert sum(each == right for each in found) / 500 > 0.8

    def test_who_wins_everything_is_told_after_twelve_games(self) -> None:
        lengths = [openings for openings in range(20) if sequential_test([1.0] * openings)]
        assert min(lengths) == 6


def test_nobody_is_in_a_tier_with_who_never_scored_against_it_even_by_way_of_others() -> None:
    def tiers(*won: tuple[int, int]) -> tuple[tuple[int, ...], ...]:
        games = [
            AppraisedGame(game(n, winner, loser, "", winner), ())
            for n, (winner, loser) in enumerate(won)
        ]
        return ranking_of(replace(tournament(), games=tuple(games), pairs=())).tiers

    assert tiers((0, 1), (1, 2), (2, 3)) == ((0,), (1,), (2,), (3,))
    assert tiers((0, 1), (1, 2), (2, 0), (2, 3)) == ((2, 0, 1), (3,))
    assert tiers((0, 1), (1, 2), (2, 3), (3, 0)) == ((0, 1, 2, 3),)


def test_only_openings_of_which_both_games_are_there_decide() -> None:
    games = [each for n in range(6) for each in both_games(n, 0, 1, (0, 0))]
    assert decided(games, 0, 1) is decided(games, 1, 0) is PairState.DECIDED
    assert decided(games[:-1], 0, 1) is PairState.OPEN
    assert decided(games, 0, 2) is PairState.OPEN
