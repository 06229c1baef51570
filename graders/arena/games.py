"""Play one game between two entrants: every move is asked in a fresh process, as a case is.

A move that the machine has spoilt is asked again, by the rules of `graders.grading.attempts`. What
is wrong on our side is no move of anybody's: it ends the game, which is then nobody's.
"""

from __future__ import annotations

import math
from contextlib import ExitStack

from graders.arena.schedule import PlannedGame
from graders.channel.budget import Budget, Settings
from graders.channel.channel import ask
from graders.channel.sandbox_pool import pool_for
from graders.grading.attempts import FileRecord, JudgedRun, attempt_until_one_counts
from graders.grading.judge import verdict_without_answer
from graders.katas.playing import Playing
from graders.model.arena import Entrant, Game, GameEnd
from graders.model.outcome import Fault
from graders.model.verdict import Judgement, Verdict
from kata.board import COLS, ROWS, Board, Player


class GraderFailedError(RuntimeError):
    """Say what went wrong on our side, for which nobody loses a game."""


def play_game(
    planned: PlannedGame, entrants: tuple[Entrant, ...], playing: Playing, settings: Settings
) -> Game:
    """Play a game to its end; raise `GraderFailedError` where the grader fails on it."""
    places = {Player.RED: planned.red, Player.YELLOW: planned.yellow}
    moves, seconds = planned.opening, []
    with ExitStack() as open_sides:
        sides = {
            colour: open_sides.enter_context(_Side(entrants[place], playing, settings))
            for colour, place in places.items()
        }
        while True:
            board = Board.from_moves(moves, Player.RED)
            winner, verdict = board.check_winner(), None
            if winner is not None or board.is_full():
                end = GameEnd.FULL if winner is None else GameEnd.FOUR
                break
            mover: Player = board.current_player
            run = sides[mover].move(moves, board)
            if not run.accepted:
                end, winner, verdict = GameEnd.FORFEIT, mover.opponent, run.judgement.verdict
                break
            moves += str(run.outcome.value)
            seconds.append(round(run.outcome.counted_s, 4))
    return Game(
        planned.number,
        planned.red,
        planned.yellow,
        moves,
        len(planned.opening),
        tuple(seconds),
        end,
        None if winner is None else places[winner],
        verdict,
    )


class _Side:
    """One of the two for a game: its sandboxes, and what its runs so far allow for those to come.

    A cap bounds each move, so a game has no limit of its own on seconds.
    """

    def __init__(self, entrant: Entrant, playing: Playing, settings: Settings) -> None:
        self._submission, self._cap_s = entrant.submission, entrant.cap_s
        self._playing, self._settings = playing, settings
        endless = Budget(settings.limits._replace(total_s=math.inf))
        self._pool = pool_for(self._submission, settings, longest_s=self._cap_s, budget=endless)
        self._record = FileRecord()

    def __enter__(self) -> _Side:
        self._pool.__enter__()
        return self

    def __exit__(self, *_error: object) -> None:
        self._pool.__exit__(None, None, None)

    def move(self, moves: str, board: Board) -> JudgedRun:
        """Ask for a move, until a run of it counts; it is accepted where it can be played."""
        request = self._playing.request(moves, Player.RED.value)
        self._pool.left = (ROWS * COLS - len(moves) + 1) // 2

        def once() -> JudgedRun:
            outcome = ask(self._submission, request, self._cap_s, self._settings, self._pool)
            if isinstance(outcome.fact, Fault):
                raise GraderFailedError(outcome.fact.report)
            verdict = verdict_without_answer(outcome, self._cap_s)
            if verdict is None:
                column = outcome.value
                can = type(column) is int and column in board.valid_moves()
                verdict = Verdict.ACCEPTED if can else Verdict.INVALID_ANSWER
            return JudgedRun(outcome, Judgement(verdict, ""))

        attempts = attempt_until_one_counts(once, self._cap_s, self._record, rerun=True)
        self._record = attempts.record
        return attempts.counting
