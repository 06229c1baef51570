"""Say how strong the entrants of a tournament are, how sure that is, and when a pair is decided.

Ratings are those of Bradley and Terry ("Rank analysis of incomplete block designs", Biometrika 39,
1952) on the scale of Elo: 400 points are odds of ten to one, a draw is half a win, and the
likelihood is maximised by Newton's method, which Hunter ("MM algorithms for generalized
Bradley-Terry models", Annals of Statistics 32, 2004) shows to have one maximum. Each entrant has
one draw besides with an imaginary one of strength 0, so that nobody is infinitely strong.

The error bars are the wider of two. The observed information has every game independent, and a
draw as uncertain as a win. But the two games of an opening may agree more than chance would have
it; so the variance is summed by openings too, as Liang and Zeger do ("Longitudinal data analysis
using generalized linear models", Biometrika 73, 1986). For two entrants that is what testers of
chess engines call pentanomial.

A pair is decided by two of Wald's sequential tests side by side, as Sobel and Wald have it ("A
sequential decision procedure for choosing one of three hypotheses", Annals of Mathematical
Statistics 20, 1949): equal against stronger, and equal against weaker. The likelihood ratio is the
normal approximation by which testers of chess engines stop (M. Van den Bergh, "A practical
introduction to the GSPRT"), of the mean score of both games of each opening. From a few openings
their variance would often seem too small; so it is never taken to be below that of two coins.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, product
from typing import Literal

from graders.model.arena import (
    EntrantScore,
    Game,
    GameEnd,
    PairScore,
    PairState,
    Ranking,
    Tournament,
    ValueLost,
)

ELO_PER_LOG_ODDS = 400 / math.log(10)
_TWO_SIDED_95 = 1.96
_LONGEST_STEP = 2.0
"""Of Newton's method, in log odds: further from the maximum than this it could overshoot."""
_NEAR_ENOUGH = 1e-9

APART_ELO = 150
"""How far apart two have to be for one to be called stronger, and below which they are equal."""
ALPHA, BETA = 0.05, 0.05
"""How often equal ones may be called unequal, and ones that are apart equal."""
_TWO_COINS = 1 / 8
"""The variance of the mean of two games without draws: the least that few openings can show."""

Points = Sequence[float]
"""What one of two scored in both games of each opening, on average of the two, in order."""


def ranking_of(tournament: Tournament) -> Ranking:
    """Return how strong everybody is, the strongest first, and how it stands between each two."""
    games = [each.game for each in tournament.games]
    count = len(tournament.entrants)
    elo, bars = ratings(games, count)
    own = [[game for game in games if at in (game.red, game.yellow)] for at in range(count)]
    standings = [
        EntrantScore(
            entrant=at,
            elo=round(elo[at], 1),
            bar=round(bars[at], 1),
            points=sum(game.points_of(at) for game in own[at]),
            games=len(own[at]),
            forfeits=sum(
                game.end is GameEnd.FORFEIT and game.winner not in (None, at) for game in own[at]
            ),
            lost=_value_lost_by(at, tournament),
        )
        for at in range(count)
    ]
    standings.sort(key=lambda each: (-each.elo, each.entrant))
    states = {(first, second): state for first, second, state in tournament.pairs}
    return Ranking(
        standings=tuple(standings),
        pairs=tuple(_pair(games, *pair) for pair in states.items()),
        tiers=_tiers(games, [each.entrant for each in standings]),
    )


def decided(games: Sequence[Game], one: int, other: int) -> PairState:
    """Tell whether the games of two, in the order of their numbers, have decided who is stronger.

    That they are about equal is a decision too. Only openings of which both games are there count,
    and what comes after the decision does not change it.
    """
    outcome = sequential_test(points_by_opening(games, one, other))
    return PairState.OPEN if outcome is None else PairState.DECIDED


def ratings(games: Iterable[Game], count: int) -> tuple[list[float], list[float]]:
    """Return the Elo of each of `count` entrants about their average, and half its error bar.

    >>> from graders.model.arena import Game, GameEnd
    >>> won = [Game(n, 0, 1, "", 0, (), GameEnd.FOUR, 0 if n < 3 else 1) for n in range(4)]
    >>> elo, bars = ratings(won, 2)
    >>> [round(each) for each in elo]
    [82, -82]
    """
    scores = _scores_by_opening(games)
    strengths = [0.0] * count
    while True:
        slope, information = _derivatives(scores, strengths)
        inverse = _inverse(information)
        steps = [sum(a * b for a, b in zip(row, slope, strict=True)) for row in inverse]
        longest = max(map(abs, steps), default=0.0)
        shorter = min(1.0, _LONGEST_STEP / longest) if longest else 0.0
        strengths = [at + shorter * by for at, by in zip(strengths, steps, strict=True)]
        if longest < _NEAR_ENOUGH:
            break
    average = sum(strengths) / count if count else 0.0
    elo = [(each - average) * ELO_PER_LOG_ODDS for each in strengths]
    return elo, [
        _TWO_SIDED_95 * ELO_PER_LOG_ODDS * math.sqrt(variance)
        for variance in _variances(scores, strengths, inverse)
    ]


def _tiers(games: Iterable[Game], order: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return who scored against whom, if by way of others: only so far is strength bounded.

    That is Ford's condition ("Solution of a ranking problem from binary comparisons", American
    Mathematical Monthly 64, 1957). Both come in the order of strength.
    """
    reaches = {(at, at) for at in order}
    for game in games:
        pair = (game.red, game.yellow), (game.yellow, game.red)
        reaches |= {(one, other) for one, other in pair if game.points_of(one)}
    for between, one, other in product(order, repeat=3):
        if (one, between) in reaches and (between, other) in reaches:
            reaches.add((one, other))
    alike = {
        at: tuple(other for other in order if {(at, other), (other, at)} <= reaches) for at in order
    }
    return tuple(dict.fromkeys(alike[at] for at in order))


_Scores = Mapping[tuple[int, int, str], Sequence[float]]
"""By two entrants, the lower place first, and an opening: the points of the first in each game."""


def _scores_by_opening(games: Iterable[Game]) -> _Scores:
    scores = defaultdict(list)
    for game in games:
        first, second = sorted((game.red, game.yellow))
        scores[first, second, game.moves[: game.opening]].append(game.points_of(first))
    return scores


def _expected(strengths: Sequence[float], first: int, second: int) -> float:
    return 1 / (1 + math.exp(strengths[second] - strengths[first]))


def _derivatives(
    scores: _Scores, strengths: Sequence[float]
) -> tuple[list[float], list[list[float]]]:
    """Return the slope of the log-likelihood, and the observed information."""
    slope, information = [], []
    for at, strength in enumerate(strengths):  # a draw with somebody of strength 0
        expected = 1 / (1 + math.exp(-strength))
        slope.append(0.5 - expected)
        information.append([0.0] * len(strengths))
        information[at][at] = expected * (1 - expected)
    for (first, second, _), points in scores.items():
        expected = _expected(strengths, first, second)
        surplus = sum(points) - len(points) * expected
        slope[first] += surplus
        slope[second] -= surplus
        known = len(points) * expected * (1 - expected)
        for one, other in ((first, second), (second, first)):
            information[one][one] += known
            information[one][other] -= known
    return slope, information


def _variances(
    scores: _Scores, strengths: Sequence[float], inverse: Sequence[Sequence[float]]
) -> list[float]:
    """Return how uncertain each strength above the average is, the greater of two estimates."""
    count = len(strengths)
    average = [sum(column) / count for column in zip(*inverse, strict=True)]
    variances = []
    for at, row in enumerate(inverse):
        weights = [own - mean for own, mean in zip(row, average, strict=True)]
        of_information = weights[at] - sum(weights) / count
        by_openings = 0.0
        for (first, second, _), points in scores.items():
            surplus = sum(points) - len(points) * _expected(strengths, first, second)
            by_openings += (surplus * (weights[first] - weights[second])) ** 2
        variances.append(max(of_information, by_openings))
    return variances


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the inverse of a positive definite matrix, by Gauss and Jordan: no pivot is 0."""
    size = len(matrix)
    rows = [[*row, *(float(at == col) for col in range(size))] for at, row in enumerate(matrix)]
    for at in range(size):
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for other in range(size):
            if other != at:
                factor = rows[other][at]
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[at], strict=True)]
    return [row[size:] for row in rows]


def points_by_opening(games: Iterable[Game], one: int, other: int) -> Points:
    """Return what `one` scored against `other` in each opening that both began once."""
    played: dict[str, dict[int, float]] = defaultdict(dict)
    for game in games:
        if {game.red, game.yellow} == {one, other}:
            played[game.moves[: game.opening]][game.red] = game.points_of(one)
    return [sum(each.values()) / 2 for each in played.values() if len(each) == 2]


Decision = Literal["stronger", "weaker", "equal"]


def sequential_test(points: Points, apart_elo: float = APART_ELO) -> Decision | None:
    """Return what is decided of the one that scored `points`; None where nothing is yet.

    >>> sequential_test([1.0] * 6), sequential_test([0.5] * 19), sequential_test([1.0, 0.5])
    ('stronger', 'equal', None)
    """
    apart = 1 / (1 + 10 ** (-apart_elo / 400)) - 0.5
    yes, no = math.log((1 - BETA) / (ALPHA / 2)), math.log(BETA / (1 - ALPHA / 2))
    sums = accumulate(points)
    sums_of_squares = accumulate(each * each for each in points)
    for openings, (total, of_squares) in enumerate(
        zip(sums, sums_of_squares, strict=True), start=1
    ):
        surplus = total / openings - 0.5
        variance = max(_TWO_COINS, of_squares / openings - (total / openings) ** 2)
        stronger, weaker = (
            openings * apart * (2 * sign * surplus - apart) / (2 * variance) for sign in (1, -1)
        )
        if stronger >= yes:
            return "stronger"
        if weaker >= yes:
            return "weaker"
        if max(stronger, weaker) <= no:
            return "equal"
    return None


def _pair(games: Iterable[Game], pair: tuple[int, int], state: PairState) -> PairScore:
    first, second = pair
    between = [game for game in games if {game.red, game.yellow} == {first, second}]
    stronger = None
    if state is PairState.DECIDED:
        outcome = sequential_test(points_by_opening(between, first, second))
        stronger = {"stronger": first, "weaker": second}.get(outcome or "")
    points = sum(game.points_of(first) for game in between)
    return PairScore(first, second, points, len(between), state, stronger)


def _value_lost_by(entrant: int, tournament: Tournament) -> ValueLost:
    lost = [
        move.lost
        for each in tournament.games
        for move in each.losses
        if (each.game.red, each.game.yellow)[1 - move.ply % 2] == entrant
    ]
    settled = [each for each in lost if each is not None]
    return ValueLost(sum(settled), len(settled), len(lost))
