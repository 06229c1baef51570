"""The openings of `kata arena`: even, or won as often and as fast for either side; each proved."""

from __future__ import annotations

from collections import Counter

import pytest

from graders.commands.mine import shipped_identities
from graders.katas import kata_named
from graders.katas.best_move.playing import OPENINGS, openings
from graders.katas.best_move.task import BestMoveTask, identity
from graders.katas.playing import Opening
from kata.board import Board, Player
from solutions.prover import Position, Prover

SOON = 7


def nodes_of_proofs() -> dict[str, int]:
    lines = OPENINGS.read_text(encoding="ascii").splitlines()
    return {line.split()[0]: int(line.split()[-1]) for line in lines if line[0] != "#"}


def is_proved(opening: Opening) -> bool:
    position, prover = Position.from_moves(opening.moves), Prover()
    if opening.winner is None:
        return prover.score(position) == 0
    to_move = Board.from_moves(opening.moves, Player.RED).current_player
    return to_move.name == opening.winner and prover.mate_in(position) == opening.plies


def passes_a_win_by(opening: Opening) -> bool:
    prover = Prover()
    positions = [Position.from_moves(opening.moves[:end]) for end in range(len(opening.moves) + 1)]
    return any(prover.win_in(position, SOON) for position in positions)


def test_there_are_enough_and_neither_side_has_more_of_them() -> None:
    assert len(openings()) >= 100
    assert {len(opening.moves) for opening in openings()} <= {*range(8, 13)}
    won = {
        side: Counter(each.plies for each in openings() if each.winner == side)
        for side in ("RED", "YELLOW")
    }
    assert won["RED"] == won["YELLOW"]


def test_none_is_like_another_or_in_a_suite() -> None:
    own = {identity(BestMoveTask(opening.moves, ())) for opening in openings()}
    assert len(own) == len(openings())
    assert not own & shipped_identities(kata_named("best_move"))


def test_a_sample_is_proved() -> None:
    took = nodes_of_proofs()
    quick = sorted(openings(), key=lambda opening: took[opening.moves])
    drawn = [each for each in quick if each.winner is None][:2]
    won = [each for each in quick if each.winner is not None][:2]
    assert [each for each in (*drawn, *won) if not is_proved(each)] == []
    assert not any(map(passes_a_win_by, openings()[::10]))


@pytest.mark.slow
def test_every_opening_is_proved_and_passes_no_win_by() -> None:
    assert [each for each in openings() if not is_proved(each) or passes_a_win_by(each)] == []


def test_bitbully_says_the_same_of_all() -> None:
    bitbully = pytest.importorskip("bitbully")
    solver = bitbully.BitBully()
    for opening in openings():
        board = bitbully.Board.from_moves([int(column) for column in opening.moves])
        score = solver.mtdf(board)
        plies = solver.score_to_moves_left(score, board) if score > 0 else None
        assert plies == opening.plies, opening
        assert (score == 0) is (opening.winner is None), opening
