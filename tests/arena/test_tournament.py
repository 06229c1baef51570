"""All games are played by processes, kept at once, and a pair stops where it is decided."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import resource_tracker
from pathlib import Path

import msgspec

from graders.arena.games import GraderFailedError
from graders.arena.ledger import ArenaConditions, ArenaLedger, StoredGame, arena_conditions
from graders.arena.schedule import PlannedGame, round_robin
from graders.arena.tournament import (
    ArenaJob,
    ArenaWork,
    GamesSoFar,
    JobDone,
    ended_after,
    look_at_games,
    play_games,
)
from graders.batch.job import MOST_TRIES
from graders.batch.worker_pool import Tell, WorkerPool
from graders.model.arena import ArenaTerms, Entrant, Game, GameEnd, MoveLoss, PairState
from tests import processes
from tests.arena.players import player, settings

BOOK = ("33333324", "33333342", "22222234", "44444432")
PLAYERS = (player("leftmost"), player("rightmost"), player("crashes"))


def never(games: Sequence[Game], one: int, other: int) -> PairState:
    return PairState.OPEN


def after_one_opening(games: Sequence[Game], one: int, other: int) -> PairState:
    return PairState.DECIDED if games else PairState.OPEN


def nothing_lost(kata: str, game: Game) -> tuple[MoveLoss, ...]:
    return (MoveLoss(game.opening + 1, 0),)


def so_far(decided: object = never, *, games: int = 4, entrants: int = 2) -> GamesSoFar:
    terms = ArenaTerms("best_move", games, 0, "limits")
    planned = round_robin(entrants, BOOK, games, 0)
    return GamesSoFar(PLAYERS[:entrants], terms, planned, decided)  # type: ignore[arg-type]


def won(planned: PlannedGame) -> StoredGame:
    game = Game(
        planned.number,
        planned.red,
        planned.yellow,
        planned.opening,
        8,
        (),
        GameEnd.FOUR,
        planned.red,
    )
    return StoredGame(game, ())


class Seen:
    def __init__(self) -> None:
        self.began_with: list[int] = []
        self.tried_again: list[int] = []
        self.not_needed = 0

    def began(self, job: ArenaJob) -> None:
        self.began_with.append(job.number)

    def ended(self, job: ArenaJob, *, done: bool) -> None:
        if not done:
            self.tried_again.append(job.number)

    def dropped(self) -> None:
        self.not_needed += 1

    def waited(self) -> None: ...


@contextmanager
def ledger_of(games: GamesSoFar, path: Path) -> Iterator[ArenaLedger]:
    with ArenaLedger(path) as ledger:
        for stored in ledger.begin(conditions(games.entrants)):
            games.add(stored)
        yield ledger


def conditions(entrants: tuple[Entrant, ...]) -> ArenaConditions:
    return arena_conditions("best_move", entrants, 0, BOOK, "limits")


def test_three_programs_play_to_the_end_and_nothing_is_left_running(tmp_path: Path) -> None:
    resource_tracker.ensure_running()  # a process that multiprocessing keeps as long as we live
    before, path = processes.below_me(), tmp_path / "a.ledger"
    games, seen = so_far(games=2, entrants=3), Seen()
    work = ArenaWork(PLAYERS, "best_move", settings(), nothing_lost)
    with ledger_of(games, path) as ledger, ended_after(WorkerPool([work] * 2)) as workers:
        play_games(games, workers, ledger, seen)
        assert len(games.not_looked_at) == 6
        look_at_games(games, workers, ledger, seen)
    assert processes.survivors(before) == set()
    whole = games.tournament()
    assert [each.game.number for each in whole.games] == [1, 2, 3, 4, 5, 6]
    assert {state for *_, state in whole.pairs} == {PairState.PLAYED_OUT}
    assert all(each.losses == (MoveLoss(9, 0),) for each in whole.games)
    ends = {(each.game.red, each.game.yellow): each.game for each in whole.games}
    assert ends[2, 1].end is GameEnd.FORFEIT
    assert ends[2, 1].winner == 1
    again = so_far(games=2, entrants=3)
    with ledger_of(again, path):
        assert (again.left, again.not_looked_at) == ([], [])
        assert again.tournament() == whole


class FailsOnTheSecond(msgspec.Struct, frozen=True):
    """Work that fails on one game, every time."""

    def get_ready(self) -> None: ...

    def do(self, job: ArenaJob, tell: Tell) -> Game:
        assert isinstance(job, PlannedGame)
        if job.number == 2:
            raise GraderFailedError("no sandbox")
        return won(job).game


def test_a_game_on_which_the_grader_fails_is_tried_again_and_then_set_aside(
    tmp_path: Path,
) -> None:
    games, seen = so_far(after_one_opening, games=6), Seen()
    with ledger_of(games, tmp_path / "a.ledger") as ledger:
        workers: WorkerPool[ArenaJob, Game | tuple[MoveLoss, ...]]
        workers = WorkerPool([FailsOnTheSecond()])
        play_games(games, workers, ledger, seen)
        workers.close(at_once=False)
    assert seen.began_with.count(2) == MOST_TRIES
    assert seen.tried_again == [2] * (MOST_TRIES - 1)
    (aside,) = games.tournament().set_aside
    assert (aside.number, aside.red, aside.yellow) == (2, 1, 0)
    assert "no sandbox" in aside.why
    assert 2 not in {each.game.number for each in games.tournament().games}


class ComingLate(WorkerPool[ArenaJob, JobDone]):
    """Workers that are not there when they are looked for first."""

    looks = 0

    @property
    def places(self) -> int:
        self.looks += 1
        return min(self.looks - 1, super().places)


def test_games_wait_where_there_is_no_worker_for_a_while(tmp_path: Path) -> None:
    games = so_far(games=2)
    with (
        ledger_of(games, tmp_path / "a.ledger") as ledger,
        ended_after(ComingLate([FailsOnTheSecond()])) as workers,
    ):
        play_games(games, workers, ledger, Seen())
    assert games.left == []
    assert [each.game.number for each in games.tournament().games] == [1]


def test_a_pair_stops_once_it_is_decided_and_the_others_go_on(tmp_path: Path) -> None:
    def first_pair(found: Sequence[Game], one: int, other: int) -> PairState:
        return PairState.DECIDED if (one, other) == (0, 1) and len(found) >= 2 else PairState.OPEN

    games = so_far(first_pair, games=4, entrants=3)
    for planned in games.planned[:2]:
        games.add(won(planned))
    assert {game.pair for game in games.left} == {(0, 2), (1, 2)}
    for planned in games.left:
        games.add(won(planned))
    assert [state for *_, state in games.tournament().pairs] == [
        PairState.DECIDED,
        PairState.PLAYED_OUT,
        PairState.PLAYED_OUT,
    ]


def test_the_test_sees_whole_openings_in_their_order_whichever_game_is_over_first() -> None:
    looked_at: list[list[int]] = []

    def look(found: Sequence[Game], one: int, other: int) -> PairState:
        looked_at.append([game.number for game in found])
        return PairState.OPEN

    games = so_far(look, games=6)
    for place in (3, 1, 2):
        games.add(won(games.planned[place]))
    assert looked_at == []
    games.add(won(games.planned[0]))
    assert looked_at == [[1, 2], [1, 2, 3, 4]]
    games.set_aside(games.planned[4], "why")
    games.add(won(games.planned[5]))
    assert looked_at[-1] == [1, 2, 3, 4]


def test_games_beyond_those_that_are_asked_for_are_kept_and_do_not_count() -> None:
    more, fewer = so_far(games=6), so_far(games=2)
    for planned in more.planned:
        fewer.add(won(planned))
    assert [each.game.number for each in fewer.tournament().games] == [1, 2]
