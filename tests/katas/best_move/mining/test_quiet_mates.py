"""What makes a position fit for a bank."""

from __future__ import annotations

import pytest

from graders.katas.best_move.mining import quiet_mates
from solutions.prover import Position, Prover

SHIPPED = [
    ("0325323342206055", 5, 4),
    ("3404340063064136", 7, 1),
    ("36013401106063", 9, 6),
]


@pytest.mark.thorough
@pytest.mark.parametrize(("moves", "mate", "column"), SHIPPED)
def test_the_shipped_mates_hold(
    monkeypatch: pytest.MonkeyPatch, moves: str, mate: int, column: int
) -> None:
    monkeypatch.setattr(quiet_mates, "proof_nodes", lambda discs: 1_000_000)
    position = Position.from_moves(moves)
    assert quiet_mates.is_mate(position, mate, Prover())
    assert quiet_mates.is_quiet(position, mate, Prover())
    assert quiet_mates.only_winner(position, mate) == column


@pytest.mark.parametrize("mate", [5, 9])
def test_a_mate_in_7_is_neither_sooner_nor_later(mate: int) -> None:
    assert not quiet_mates.is_mate(Position.from_moves("3404340063064136"), mate, Prover())


def test_a_position_with_a_second_slower_winner_has_no_only_winner() -> None:
    position = Position.from_moves("4556560364603134011655")
    assert len(Prover().winning_columns(position)) > 1
    assert [c for c in range(7) if Prover().column_wins_in(position, c, 3)] == [3]
    assert quiet_mates.only_winner(position, 3) is None


def test_a_position_in_which_a_first_move_loses_sooner_is_loud() -> None:
    position = Position.from_moves("5320603505645031523331")
    assert quiet_mates.is_mate(position, 5, Prover())
    assert any(Prover().win_in(position.play(col), 3) for col in position.legal_columns())
    assert not quiet_mates.is_quiet(position, 5, Prover())


def test_what_costs_more_than_the_limit_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quiet_mates, "proof_nodes", lambda discs: 50)
    monkeypatch.setattr(quiet_mates, "MATE_NODES", 5)
    position = Position.from_moves("36013401106063")
    assert quiet_mates.only_winner(position, 9) is None
    assert not quiet_mates.is_mate(position, 9, Prover())


def test_a_prover_that_gave_up_on_one_position_may_be_asked_about_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(quiet_mates, "MATE_NODES", 50)
    prover = Prover()
    assert not quiet_mates.is_mate(Position.from_moves("0032334033"), 13, prover)
    assert prover.nodes > 50
    assert quiet_mates.is_mate(Position.from_moves("0325323342206055"), 5, prover)
    assert quiet_mates.is_quiet(Position.from_moves("36013401106063"), 9, prover)
