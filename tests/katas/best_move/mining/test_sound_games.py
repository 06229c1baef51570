"""The games that are searched for mates."""

from __future__ import annotations

from random import Random

from graders.katas.best_move.mining.quiet_mates import sound_game
from solutions.prover import Position, Prover


def test_a_seed_plays_the_same_games_on_every_machine() -> None:
    rng = Random(2026)
    games = [[moves for moves, _ in sound_game(rng, 1, 12)][-1] for _ in range(3)]
    assert games == ["033601435355", "414053256302", "236440422244"]


def test_the_moves_lead_to_the_position_beside_them() -> None:
    for moves, position in sound_game(Random(1), lookahead=3, longest=20):
        assert position == Position.from_moves(moves)


def test_nobody_has_a_win_within_the_lookahead() -> None:
    rng = Random(3)
    for _ in range(5):
        for _, position in sound_game(rng, lookahead=5, longest=24):
            assert not Prover().win_in(position, 5)


def test_a_game_stops_at_the_most_discs_asked_for() -> None:
    rng = Random(4)
    lengths = [max(p.discs for _, p in sound_game(rng, 1, 10)) for _ in range(20)]
    assert max(lengths) == 10
