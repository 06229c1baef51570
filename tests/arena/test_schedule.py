"""Who plays whom: every opening twice, colours swapped, the same for everybody."""

from __future__ import annotations

from collections import Counter

import pytest

from graders.arena.schedule import round_robin
from graders.model.usage_error import UsageError

BOOK = [f"{one}{other}" for one in range(7) for other in range(7)]


def test_every_pair_plays_every_opening_twice_with_colours_swapped() -> None:
    games = round_robin(4, BOOK, 10, seed=1)
    assert len(games) == 6 * 10
    assert len({(game.red, game.yellow, game.opening) for game in games}) == len(games)
    sides = Counter((game.red, game.yellow) for game in games)
    assert set(sides.values()) == {5}
    of_pairs: dict[tuple[int, int], set[str]] = {}
    for game in games:
        of_pairs.setdefault(game.pair, set()).add(game.opening)
    assert len(set(map(frozenset, of_pairs.values()))) == 1


def test_the_seed_draws_the_openings() -> None:
    assert round_robin(2, BOOK, 20, seed=1) == round_robin(2, BOOK, 20, seed=1)
    assert round_robin(2, BOOK, 20, seed=1) != round_robin(2, BOOK, 20, seed=2)


def test_more_games_leave_those_before_as_they_were() -> None:
    assert round_robin(3, BOOK, 20, seed=1)[:12] == round_robin(3, BOOK, 4, seed=1)


@pytest.mark.parametrize(
    ("games", "said"), [(3, "has to be even"), (100, "there are 49 openings.* at most 98 games")]
)
def test_what_cannot_be_played_is_refused(games: int, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        round_robin(2, BOOK, games, seed=0)
