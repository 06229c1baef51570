"""Have all games of a tournament played, keep each as soon as it is over, stop pairs early.

Games are played by worker processes, several at a time. Only when all are over do the same
processes look what each move gave away: that takes a search, which would cost the players time.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from itertools import combinations
from queue import Empty, SimpleQueue
from typing import Protocol, TypeVar

import msgspec

from graders.arena.games import play_game
from graders.arena.ledger import ArenaLedger, StoredGame
from graders.arena.schedule import Pair, PlannedGame
from graders.batch.coordinator import Workers, fault_message
from graders.batch.job import MOST_TRIES
from graders.batch.worker_pool import Tell
from graders.channel.budget import Settings
from graders.katas import kata_named
from graders.model.arena import (
    AppraisedGame,
    ArenaTerms,
    Entrant,
    Game,
    MoveLoss,
    PairState,
    SetAsideGame,
    Tournament,
)
from graders.model.usage_error import UsageError
from graders.sandbox import isolation, machine
from graders.sandbox.leases import told_to, unleased
from graders.sandbox.machine import on_cores

_LOOK_EVERY_S = 0.2
Decided = Callable[[Sequence[Game], int, int], PairState]
"""Tell from the games of a pair, whole openings in their order, whether it is decided."""
LookAtMoves = Callable[[str, Game], tuple[MoveLoss, ...]]
"""Look what each move after the book's gave away, by the kata of that name; in any process."""
ArenaJob = PlannedGame | Game
"""A game to be played, or one that is over, to be looked at."""
JobDone = Game | tuple[MoveLoss, ...]
ArenaWorkers = Workers[ArenaJob, JobDone]
JobT = TypeVar("JobT", PlannedGame, Game)


def value_lost(kata: str, game: Game) -> tuple[MoveLoss, ...]:
    """Return what each move after the opening gave away; it can be sent to a worker process."""
    playing = kata_named(kata).playing()
    return () if playing is None else playing.losses(game.moves, "R", game.opening)


class ArenaWork(msgspec.Struct, frozen=True):
    """What each worker of an arena is there for."""

    entrants: tuple[Entrant, ...]
    kata: str
    settings: Settings
    look: LookAtMoves

    @property
    def isolation(self) -> str:
        return str(self.settings.isolation)

    def get_ready(self) -> None:
        isolation.prewarm(self.isolation)
        kata_named(self.kata)
        if machine.is_linux():
            from graders.sandbox import linux  # noqa: F401, PLC0415  # Linux alone has it

    def do(self, job: ArenaJob, tell: Tell) -> JobDone:
        """Play a game, or look at one; tell what is waited for, and nothing once that is over."""
        if isinstance(job, Game):
            return self.look(self.kata, job)
        playing = kata_named(self.kata).playing()
        assert playing is not None
        with told_to(lambda awaited: tell("" if awaited is None else awaited.what)):
            return play_game(job, self.entrants, playing, self.settings)


class ArenaListener(Protocol):
    def began(self, job: ArenaJob) -> None: ...

    def ended(self, job: ArenaJob, *, done: bool) -> None:
        """Be told that it came back; where it is not done, it is tried again."""

    def dropped(self) -> None:
        """Be told that a game is not to be played any more, as its pair is decided."""

    def waited(self) -> None: ...


class GamesSoFar:
    """The games of a tournament that are over, what they gave away, how it stands between pairs."""

    def __init__(
        self,
        entrants: tuple[Entrant, ...],
        terms: ArenaTerms,
        planned: Sequence[PlannedGame],
        decided: Decided,
    ) -> None:
        self.entrants, self.terms = entrants, terms
        self.planned = tuple(planned)
        self._decided = decided
        self._of_pair: dict[Pair, list[PlannedGame]] = {}
        for game in planned:
            self._of_pair.setdefault(game.pair, []).append(game)
        self._stored: dict[int, StoredGame] = {}
        self._aside: dict[int, SetAsideGame] = {}
        self._openings_over: Counter[Pair] = Counter()
        self._decided_pairs: set[Pair] = set()

    def add(self, stored: StoredGame) -> None:
        """Take a game in, or what is known of it since; one that is not planned counts for none."""
        game = stored.game
        self._stored[game.number] = stored
        pair = min(game.red, game.yellow), max(game.red, game.yellow)
        if pair in self._of_pair:
            self._test(pair)

    def set_aside(self, planned: PlannedGame, why: str) -> None:
        """Do without a game, and in the test without its opening."""
        red, yellow, opening = planned.red, planned.yellow, planned.opening
        self._aside[planned.number] = SetAsideGame(planned.number, red, yellow, opening, why)
        self._test(planned.pair)

    @property
    def left(self) -> list[PlannedGame]:
        return [
            game
            for game in self.planned
            if not self._is_over(game) and not self.is_decided(game.pair)
        ]

    @property
    def not_looked_at(self) -> list[Game]:
        """Return the games of which it is not known what their moves gave away."""
        return [each.game for each in self._played() if each.losses is None]

    def is_decided(self, pair: Pair) -> bool:
        return pair in self._decided_pairs

    def tournament(self) -> Tournament:
        places = range(len(self.entrants))
        return Tournament(
            self.entrants,
            self.terms,
            tuple(AppraisedGame(each.game, each.losses or ()) for each in self._played()),
            tuple(
                (one, other, self._state((one, other))) for one, other in combinations(places, 2)
            ),
            tuple(self._aside.values()),
        )

    def _played(self) -> list[StoredGame]:
        numbers = (game.number for game in self.planned)
        return [self._stored[number] for number in numbers if number in self._stored]

    def _state(self, pair: Pair) -> PairState:
        if self.is_decided(pair):
            return PairState.DECIDED
        all_over = all(map(self._is_over, self._of_pair.get(pair, ())))
        return PairState.PLAYED_OUT if all_over else PairState.OPEN

    def _is_over(self, planned: PlannedGame) -> bool:
        return planned.number in self._stored or planned.number in self._aside

    def _test(self, pair: Pair) -> None:
        # Opening by opening, so that it does not depend on which game happens to be over first.
        planned = self._of_pair[pair]
        while not self.is_decided(pair):
            end = 2 * (self._openings_over[pair] + 1)
            if end > len(planned) or not all(map(self._is_over, planned[end - 2 : end])):
                return
            self._openings_over[pair] += 1
            if self._decided(self._whole_openings(planned[:end]), *pair) is PairState.DECIDED:
                self._decided_pairs.add(pair)

    def _whole_openings(self, planned: Sequence[PlannedGame]) -> list[Game]:
        twos = zip(planned[::2], planned[1::2], strict=True)
        whole = [two for two in twos if all(game.number in self._stored for game in two)]
        return [self._stored[game.number].game for two in whole for game in two]


@contextmanager
def ended_after(workers: ArenaWorkers) -> Iterator[ArenaWorkers]:
    """End the workers after the context; what is raised there, in the middle of a game."""
    try:
        yield workers
    except BaseException:
        workers.close(at_once=True)
        raise
    workers.close(at_once=False)


def play_games(
    games: GamesSoFar, workers: ArenaWorkers, ledger: ArenaLedger, listener: ArenaListener
) -> None:
    """Play what is left, and keep each game before anybody is told of it.

    A game on which the grader fails, or that is lost with its worker, is tried again after all
    others, up to `MOST_TRIES` times; then it is set aside.
    """

    def keep(_planned: PlannedGame, game: JobDone) -> None:
        assert isinstance(game, Game)
        ledger.keep(game)
        games.add(StoredGame(game))

    def give_up(planned: PlannedGame, error: BaseException) -> None:
        games.set_aside(planned, fault_message(error))

    def is_needed(planned: PlannedGame) -> bool:
        return not games.is_decided(planned.pair)

    _do_all(games.left, workers, listener, keep, give_up=give_up, is_needed=is_needed)


def look_at_games(
    games: GamesSoFar, workers: ArenaWorkers, ledger: ArenaLedger, listener: ArenaListener
) -> None:
    """Look what the moves of each game gave away that nobody has looked at.

    It is tried as often as a game; where it fails each time they stay `not_looked_at`.
    """

    def keep(game: Game, losses: JobDone) -> None:
        assert isinstance(losses, tuple)
        ledger.keep_losses(game.number, losses)
        games.add(StoredGame(game, losses))

    _do_all(games.not_looked_at, workers, listener, keep)


def _do_all(
    jobs: Iterable[JobT],
    workers: ArenaWorkers,
    listener: ArenaListener,
    keep: Callable[[JobT, JobDone], None],
    *,
    give_up: Callable[[JobT, BaseException], None] = lambda _job, _error: None,
    is_needed: Callable[[JobT], bool] = lambda _job: True,
) -> None:
    waiting, tries = deque(jobs), Counter[int]()
    under_way: dict[Future[JobDone], JobT] = {}
    back: SimpleQueue[Future[JobDone]] = SimpleQueue()

    def hand_out(job: JobT) -> None:
        tries[job.number] += 1
        listener.began(job)
        future = workers.submit(job)
        under_way[future] = job
        future.add_done_callback(back.put)

    def take(future: Future[JobDone]) -> None:
        job = under_way.pop(future)
        error = future.exception()
        if isinstance(error, UsageError):
            raise error
        again = error is not None and tries[job.number] < MOST_TRIES
        if error is None:
            keep(job, future.result())
        elif again:
            waiting.append(job)
        else:
            give_up(job, error)
        listener.ended(job, done=not again)

    while waiting or under_way:
        places = workers.places  # may change, even to none; raises where that lasts
        while waiting and len(under_way) < places:
            if is_needed(job := waiting.popleft()):
                hand_out(job)
            else:
                listener.dropped()
        with on_cores(unleased()):  # whoever plays is not to be kept waiting by this process
            with suppress(Empty):
                take(back.get(timeout=_LOOK_EVERY_S))
            listener.waited()
