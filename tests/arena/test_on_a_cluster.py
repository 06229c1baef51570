"""Games on the workers of a scheduler: the same ones as here, and none is lost with a worker."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from graders.arena.ledger import ArenaLedger, arena_conditions
from graders.arena.schedule import round_robin
from graders.arena.tournament import (
    ArenaJob,
    ArenaWork,
    ArenaWorkers,
    GamesSoFar,
    ended_after,
    look_at_games,
    play_games,
    value_lost,
)
from graders.batch.cluster.workers import cluster_workers
from graders.batch.worker_pool import WorkerPool
from graders.model.arena import AppraisedGame, ArenaTerms, PairState
from tests.arena.players import player, settings
from tests.batch.cluster.test_cluster import PATIENT, is_grading, workers_below
from tests.processes import descendants, survivors

pytestmark = pytest.mark.thorough

BOOK = ("33333324", "22222234")
ENTRANTS = (player("leftmost"), player("rightmost"), player("crashes"))
WORK = ArenaWork(ENTRANTS, "best_move", settings(), value_lost)


class Watching:
    """Do something until it is done, while games are played; note what is tried again."""

    def __init__(self, disturb: Callable[[], bool]) -> None:
        self.tried_again: list[int] = []
        self.disturb, self.has_disturbed = disturb, False

    def began(self, job: ArenaJob) -> None: ...

    def ended(self, job: ArenaJob, *, done: bool) -> None:
        if not done:
            self.tried_again.append(job.number)

    def dropped(self) -> None: ...

    def waited(self) -> None:
        self.has_disturbed = self.has_disturbed or self.disturb()


def kill_one_that_plays() -> bool:
    playing = next(filter(is_grading, workers_below(os.getpid())), None)
    if playing is not None:
        os.kill(playing, signal.SIGKILL)
    return playing is not None


def games_on(workers: ArenaWorkers, listener: Watching, path: Path) -> list[AppraisedGame]:
    """Have everybody meet; return the games without their times."""
    planned = round_robin(len(ENTRANTS), BOOK, 4, 0)
    terms = ArenaTerms("best_move", 4, 0, WORK.isolation)
    games = GamesSoFar(ENTRANTS, terms, planned, lambda *_: PairState.OPEN)
    with ArenaLedger(path) as ledger, ended_after(workers):
        ledger.begin(arena_conditions("best_move", ENTRANTS, 0, BOOK, WORK.isolation))
        play_games(games, workers, ledger, listener)
        look_at_games(games, workers, ledger, listener)
    assert (games.left, games.not_looked_at) == ([], [])
    whole = games.tournament()
    assert whole.set_aside == ()
    return [replace(each, game=replace(each.game, seconds=())) for each in whole.games]


def test_a_game_is_played_again_whose_worker_is_killed_and_all_are_as_here(tmp_path: Path) -> None:
    before, watching = descendants(os.getpid()), Watching(kill_one_that_plays)
    made = cluster_workers("local:1", WORK, patience=PATIENT)
    there = games_on(made, watching, tmp_path / "there")
    assert watching.has_disturbed
    assert watching.tried_again
    assert not survivors(before)
    pool = WorkerPool([WORK] * 2)
    assert there == games_on(pool, Watching(lambda: True), tmp_path / "here")
