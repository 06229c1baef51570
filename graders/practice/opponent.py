"""Ask a file for its moves in a game: each in a sandbox, as its cases are graded."""

from __future__ import annotations

import math
from contextlib import ExitStack
from types import TracebackType

import msgspec

from graders.channel.budget import Budget, Settings
from graders.channel.channel import ask
from graders.channel.sandbox_pool import SandboxPool, pool_for
from graders.grading import phrases
from graders.katas.playing import Playing
from graders.model.outcome import Event
from graders.model.submission import Submission
from graders.model.value import in_words
from kata.board import Board, Player

MOST_MOVES = 42


class Reply(msgspec.Struct, frozen=True):
    """Hold the column that an opponent plays and the seconds it took; or why it plays none."""

    column: int | None
    seconds: float
    why: str = ""


class Opponent:
    """Play one side of a game by a submission."""

    def __init__(
        self, submission: Submission, playing: Playing, settings: Settings, cap_s: float
    ) -> None:
        """Give it `cap_s` seconds for a move."""
        self.name = submission.name
        self._submission, self._playing = submission, playing
        self._settings, self._cap_s = settings, cap_s
        self._open = ExitStack()
        self._boxes: SandboxPool | None = None

    def __enter__(self) -> Opponent:
        endless = Budget(self._settings.limits._replace(total_s=math.inf))
        boxes = pool_for(self._submission, self._settings, longest_s=self._cap_s, budget=endless)
        boxes.left = MOST_MOVES
        self._boxes = self._open.enter_context(boxes)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._open.__exit__(kind, error, trace)

    def move(self, moves: str, first: str) -> Reply:
        """Return its move after `moves`."""
        request = self._playing.request(moves, first)
        outcome = ask(self._submission, request, self._cap_s, self._settings, self._boxes)
        took_s = outcome.counted_s
        if outcome.event is Event.TIMED_OUT or (
            outcome.event is Event.REPLIED and took_s > self._cap_s
        ):
            return Reply(None, took_s, phrases.too_late(outcome, self._cap_s))
        if outcome.event is not Event.REPLIED:
            return Reply(None, took_s, phrases.reason(outcome))
        column = outcome.value
        if (
            type(column) is not int
            or column not in Board.from_moves(moves, Player(first)).valid_moves()
        ):
            return Reply(None, took_s, f"it answered {in_words(column)}, which cannot be played")
        return Reply(column, took_s)
