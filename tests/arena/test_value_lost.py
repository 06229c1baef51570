"""What each move gave away, held against exact search without a budget."""

from __future__ import annotations

import pytest

from graders.arena.tournament import value_lost
from graders.katas.best_move import playing
from graders.model.arena import Game, GameEnd
from solutions.prover import Position, Prover
from tests.tiers import in_tiers
from tests.tournaments import OPENING, PLAYED


def game(moves: str, opening: int) -> Game:
    return Game(1, 0, 1, moves, opening, (), GameEnd.FORFEIT, 0)


def found(moves: str, opening: int) -> list[tuple[int, int | None]]:
    return [(each.ply, each.lost) for each in value_lost("best_move", game(moves, opening))]


def test_who_does_not_block_turns_a_win_into_a_loss() -> None:
    # YELLOW could force a win, but leaves RED's three in a row open, and RED has four.
    assert found("55451406332", 8) == [(9, 0), (10, 2), (11, 0)]


@pytest.mark.parametrize(
    "number", in_tiers((1, 4, 13, 16), lambda number: len(PLAYED[number][2]) > 38)
)
def test_late_moves_lost_what_exact_search_says(number: int) -> None:
    moves, prover = PLAYED[number][2], Prover()
    told = found(moves, max(OPENING, len(moves) - 10))
    settled = [(ply, lost) for ply, lost in told if lost is not None]
    assert settled
    for ply, lost in settled:
        before, after = (Position.from_moves(moves[:plies]) for plies in (ply - 1, ply))
        assert lost == prover.score(before) + prover.score(after)


def test_every_move_after_the_opening_is_told_even_without_an_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("PLY_NODES", "LEAST_PLY_NODES", "LOSSES_NODES"):
        monkeypatch.setattr(playing, name, 0)
    assert found("3332", 2) == [(3, None), (4, None)]


def test_where_no_move_came_after_the_opening_there_is_nothing_to_tell() -> None:
    assert found("3332", 4) == []
