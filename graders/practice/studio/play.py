"""Play against one's own file or a rung on a page, and see what each move of the game gave away."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Future
from contextlib import ExitStack
from pathlib import Path
from threading import Thread
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from graders.channel.budget import Settings
from graders.katas.playing import Forecast, Playing, Review
from graders.model.explanation import Mark, Picture
from graders.practice.game import (
    Opponent,
    OpponentMove,
    PlayedGame,
    game_from,
    hint,
    how_it_ended,
    own_file,
    rung_named,
    what_it_lost,
)
from graders.practice.studio.server import Action, Download, Frame, Live, Parts
from graders.reports.pages.cases import Drawing, drawing
from graders.reports.pages.page import fragment, rendered
from graders.sandbox.interrupts import Cancellation
from kata.board import COLS, ROWS, Player

T = TypeVar("T")
Sent = Mapping[str, str]
PARTS = ("said", "columns", "board", "doing", "note", "steps", "review")
_EMPTY = drawing(Picture(("." * COLS,) * ROWS, marks=((0, Mark.STEP),)))
"""As high as a board is with a mark below it, which all are: so that nothing on the page jumps."""


class Match:
    """One game against an opponent, whose moves and whose review are worked out in threads.

    `changed` is called, with the parts of the page, whenever there is something new to show.
    """

    said = note = ""
    left = False
    review: Review | None = None
    _hinted: tuple[PlayedGame, Forecast] | None = None
    _work: asyncio.Task[None] | None = None

    def __init__(
        self, game: PlayedGame, other: Opponent, playing: Playing, changed: Callable[..., None]
    ) -> None:
        self.game, self.other = game, other
        self._playing, self._changed = playing, changed
        self._stop, self._open = Cancellation(), ExitStack()

    @property
    def ended(self) -> bool:
        return self.left or self.game.over

    @property
    def my_turn(self) -> bool:
        return not self.ended and self.game.turn is self.game.mine

    def begin(self) -> None:
        """Let the game go on from where it is, within the running event loop."""
        self._open.enter_context(self.other)
        self._go_on()

    async def play(self, column: int) -> None:
        if not self.my_turn:
            raise ValueError("it is not your turn")
        self.game = self.game.play(column)
        self._go_on()

    async def undo(self) -> None:
        back = self.game.taken_back()
        if back is self.game:
            raise ValueError("there is no move of yours to take back")
        await self.close()
        self.game, self.left, self.review, self.said = back, False, None, ""
        self.begin()

    async def leave(self) -> None:
        """End the game where it is, also while the opponent thinks."""
        await self.close()
        self.left = True
        self._go_on()

    async def tell_hint(self) -> None:
        """Say what can be had, and where when it is asked for once more."""
        if not self.my_turn:
            raise ValueError("it is not your turn")
        game, hinted = self.game, self._hinted
        again = hinted is not None and hinted[0] == game
        if hinted is None or not again:
            self.note = "Looking for a hint …"
            self._changed("note")
            hinted = game, await _aside(self._playing.forecast, game.moves, game.first.value)
        self._hinted, self.note = hinted, hint(hinted[1], where=again)
        self._changed("note")

    async def close(self) -> None:
        """Stop what is being worked out, and end the opponent's processes."""
        self._stop.cancel()
        if self._work is not None:
            if self.ended:  # a review, which may be left to itself
                self._work.cancel()
            await asyncio.gather(self._work, return_exceptions=True)
        self._open.close()
        self._stop, self._work = Cancellation(), None

    def _go_on(self, note: str = "") -> None:
        self.note = note
        if self.ended:
            self._open.close()
            self._work = asyncio.create_task(self._reviewed())
        elif not self.my_turn:
            self._work = asyncio.create_task(self._answered(self._stop))
        self._changed()

    async def _answered(self, stop: Cancellation) -> None:
        reply = await asyncio.to_thread(self._asked, stop)
        if reply is None or stop.was_asked:
            return
        name = self.other.name
        if reply.column is None:
            self.said = f"{name} gives no move."
            self.game = replace(self.game, given_up=self.game.turn)
        else:
            self.said = f"{name} played column {reply.column}, after {reply.seconds:.2f} s."
            self.game = self.game.play(reply.column)
        self._go_on(f"Why {name} gave no move: {reply.why.rstrip('.')}." if reply.why else "")

    def _asked(self, stop: Cancellation) -> OpponentMove | None:
        try:
            with stop.may_end():
                return self.other.move(self.game.moves, self.game.first.value)
        except KeyboardInterrupt:  # it was stopped
            return None

    async def _reviewed(self) -> None:
        game, review = self.game, self._playing.review
        self.review = await _aside(review, game.moves, game.first.value, game.begun)
        self._changed()


async def _aside(work: Callable[..., T], *given: object) -> T:
    """Return what is computed in a thread that nobody waits for once it is not wanted any more."""
    future: Future[T] = Future()
    future.set_running_or_notify_cancel()
    Thread(target=lambda: future.set_result(work(*given)), daemon=True).start()
    return await asyncio.wrap_future(future)


class Move(msgspec.Struct, frozen=True):
    """A move, what it gave away if that is known, and the columns that would not have."""

    ply: int
    who: str
    column: int
    lost: str
    better: tuple[int, ...] = ()


def _moves_of(match: Match, review: Review) -> list[Move]:
    game, own = match.game, match.game.own_plies()
    lapses = {lapse.ply: lapse for lapse in review.lapses}
    made = []
    for ply, column in enumerate(map(int, game.moves[game.begun :]), start=game.begun + 1):
        move = Move(ply, "you" if ply in own else match.other.name, column, "nothing")
        if lapse := lapses.get(ply):
            move = replace(move, lost=what_it_lost(lapse), better=lapse.best)
        made.append(replace(move, lost="not found") if ply in review.open else move)
    return made


def _drawn(game: PlayedGame, other: str, better: tuple[int, ...] = ()) -> Drawing:
    """Return the board, with a mark below the last column and those that would be `better`."""
    last = [(int(column), Mark.PLAYED if better else Mark.STEP) for column in game.moves[-1:]]
    names = ("you", other) if game.mine is Player.RED else (other, "you")
    picture = game.picture()
    shown = replace(
        picture,
        caption="RED: {} · YELLOW: {}".format(*names),
        marks=(*((column, Mark.RIGHT) for column in better), *last),
        highlighted=picture.highlighted if game.board.check_winner() else frozenset(),
    )
    return replace(drawing(shown), below=_EMPTY.below)


def _facts(match: Match | None, ply: int | None = None) -> dict[str, object]:
    """Return what the parts show; `ply` is the one to look at in a game that has ended."""
    if match is None:
        return {"match": None, "drawing": _EMPTY, "free": (), "moves": ()}
    game = match.game
    moves = _moves_of(match, match.review) if match.review else []
    at = len(game.moves) if ply is None else max(game.begun, min(ply, len(game.moves)))
    seen = next((move for move in moves if move.ply == at), None)
    return {
        "match": match,
        "drawing": _drawn(
            replace(game, moves=game.moves[:at], given_up=None),
            match.other.name,
            seen.better if seen and ply is not None else (),
        ),
        "end": how_it_ended(game, match.other.name) if match.ended else "",
        "free": game.board.valid_moves() if match.my_turn else (),
        "moves": moves,
        "seen": seen,
        "at": at,
    }


class PlayPage:
    """The page on which one plays: one game at a time, the same in all open copies of it.

    While it `is_covered` it neither plays nor tells a hint.
    """

    name = "play"
    is_covered = False

    def __init__(self, frame: Frame, playing: Playing, file: Path, settings: Settings) -> None:
        """Play against `file` as it is when a game is started; `close` the page at the end."""
        self.live = Live()
        self._frame, self._playing, self._settings = frame, playing, settings
        self._file = file.absolute()
        self._match: Match | None = None
        self._one_at_a_time = asyncio.Lock()

    def html(self) -> str:
        return rendered(
            "studio_play.html.j2",
            styles=("card.css", "studio.css", "studio_play.css"),
            scripts=("studio.js", "studio_play.js"),
            live=True,
            rungs=tuple(self._playing.rungs),
            parts=self._parts(PARTS),
            **self._frame.around(self.name),
        )

    def actions(self) -> Mapping[str, Action]:
        return {
            "start": self._alone(self._start),
            "move": self._alone(lambda sent: self._current.play(int(sent.get("column", "")))),
            "undo": self._alone(lambda sent: self._current.undo()),
            "hint": self._alone(lambda sent: self._current.tell_hint()),
            "leave": self._alone(lambda sent: self._current.leave()),
            "look": self._look,
        }

    def download(self, name: str) -> Download | None:
        return None

    async def close(self) -> None:
        """End the game that is being played, so that nothing of it is left running."""
        if self._match is not None:
            await self._match.close()

    def _alone(self, action: Callable[[Sent], Awaitable[None]]) -> Action:
        """Return an action that waits for the one before it; all copies are told what it did."""

        async def done(sent: Sent) -> Parts:
            if self.is_covered:
                raise ValueError("no game and no hint during an interview")
            async with self._one_at_a_time:
                await action(sent)
            return {}

        return done

    async def _start(self, sent: Sent) -> None:
        first = Player.YELLOW if sent.get("first") == "YELLOW" else Player.RED
        moves, rung = sent.get("moves", "").replace(" ", ""), sent.get("opponent", "")
        game = game_from(moves, second=sent.get("next") == "it", first=first)
        try:
            if rung in self._playing.rungs:
                submission, cap_s = rung_named(rung, self._playing)
            else:
                submission, cap_s = own_file(self._file, self._playing)
        except FileNotFoundError:
            raise ValueError(f"{self._frame.file} is gone") from None
        await self.close()
        other = Opponent(submission, self._playing, self._settings, cap_s)
        self._match = Match(game, other, self._playing, self._changed)
        self._match.begin()

    @property
    def _current(self) -> Match:
        if self._match is None:
            raise ValueError("start a game first")
        return self._match

    async def _look(self, sent: Sent) -> Parts:
        """Return the board after one ply of the game, for the copy that asks alone."""
        return self._parts(("board", "steps"), int(sent.get("ply", "")))

    def _changed(self, *parts: str) -> None:
        self.live.tell(self._parts(parts or PARTS))

    def _parts(self, parts: tuple[str, ...], ply: int | None = None) -> Parts:
        facts = _facts(self._match, ply)
        return {part: fragment("studio_play_parts.html.j2", part=part, **facts) for part in parts}
