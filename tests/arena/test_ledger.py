"""Games are kept for good, and only those on the same terms come together."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from graders.arena.ledger import ArenaConditions, ArenaLedger, StoredGame, arena_conditions
from graders.batch.ledger.database import LedgerError
from graders.batch.ledger.ledger import Ledger
from graders.model.arena import Game, GameEnd, MoveLoss
from graders.model.verdict import Verdict
from tests.arena.players import player

ENTRANTS = (player("leftmost"), player("rightmost"))
CONDITIONS = arena_conditions("best_move", ENTRANTS, 0, ("33", "34"), "limits")
GAME = Game(2, 1, 0, "334455", 2, (0.1, 0.2, 0.1, 0.2), GameEnd.FORFEIT, 0, Verdict.LOAD_ERROR)


def test_what_is_kept_is_read_again(tmp_path: Path) -> None:
    path, losses = tmp_path / "a.ledger", (MoveLoss(3, 2), MoveLoss(4, None))
    with ArenaLedger(path) as ledger:
        assert ledger.begin(CONDITIONS) == []
        ledger.keep(GAME)
    with ArenaLedger(path) as ledger:
        assert ledger.begin(CONDITIONS) == [StoredGame(GAME)]
        ledger.keep_losses(GAME.number, losses)
    with ArenaLedger(path) as ledger:
        assert ledger.begin(CONDITIONS) == [StoredGame(GAME, losses)]


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (arena_conditions("best_move", ENTRANTS[::-1], 0, ("33", "34"), "limits"), "entrants were"),
        (replace(CONDITIONS, seed=7), "the seed was 0"),
        (replace(CONDITIONS, book="other"), "the book of openings was another one"),
        (replace(CONDITIONS, isolation="bwrap"), "the isolation was limits"),
        (
            arena_conditions(
                "best_move",
                (replace(ENTRANTS[0], sha256="other"), replace(ENTRANTS[1], cap_s=3.0)),
                0,
                ("33", "34"),
                "limits",
            ),
            "leftmost has changed since; the cap of rightmost was 10 s and is now 3 s",
        ),
    ],
)
def test_games_on_other_terms_are_refused_and_what_differs_is_said(
    other: ArenaConditions, said: str, tmp_path: Path
) -> None:
    path = tmp_path / "a.ledger"
    with ArenaLedger(path) as ledger:
        ledger.begin(CONDITIONS)
        ledger.keep(GAME)
    with ArenaLedger(path) as ledger, pytest.raises(LedgerError, match=said):
        ledger.begin(other)
    with ArenaLedger(path) as ledger:
        assert ledger.begin(CONDITIONS) == [StoredGame(GAME)]


def test_the_ledger_of_a_batch_is_none_of_an_arena_and_the_other_way_round(tmp_path: Path) -> None:
    of_arena, of_batch = tmp_path / "a.ledger", tmp_path / "b.ledger"
    ArenaLedger(of_arena).close()
    Ledger.open(of_batch).close()
    with pytest.raises(LedgerError, match="is the ledger of a batch, not the ledger of an arena"):
        ArenaLedger(of_batch)
    with pytest.raises(LedgerError, match="is the ledger of an arena, not the ledger of a batch"):
        Ledger.open(of_arena)
