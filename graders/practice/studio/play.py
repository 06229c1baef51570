"""Play against one's own file or a rung on a page, and see what each move of the game gave away."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Future
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Thread
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from graders.channel.budget import Settings
from graders.katas.playing import Forecast, Playing, Review
from graders.model.explanation import Mark, Picture
from graders.model.submission import Submission
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
PARTS = ("said", "columns", "board", "doing", "hint", "steps", "review")
_PARTS, _PAGE = "studio_play_parts.html.j2", "studio_play.html.j2"
_EMPTY = Picture(("." * COLS,) * ROWS, marks=((0, Mark.STEP),))
_NOT_FOUND, _NOTHING = "not found within the budget of the search", "nothing"


class Match:
    """One game against an opponent, whose moves and whose review are worked out in threads."""

    def __init__(
        self, game: PlayedGame, other: Opponent, playing: Playing, changed: Callable[[], None]
    ) -> None:
        """Take what is needed; `changed` is called whenever the game or what is told of it has."""
        self.game, self.other = game, other
        self.said = self.hint = ""
        self.left = False
        self.review: Review | None = None
        self._playing, self._changed = playing, changed
        self._forecast: tuple[PlayedGame, Forecast] | None = None
        self._work: asyncio.Task[None] | None = None
        self._stop = Cancellation()
        self._open = ExitStack()

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

    def play(self, column: int) -> None:
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
        game = self.game
        if not self.my_turn:
            raise ValueError("it is not your turn")
        again = self._forecast is not None and self._forecast[0] == game
        if not again:
            self.hint = "Looking for a hint …"
            self._changed()
            found = await _aside(lambda: self._playing.forecast(game.moves, game.first.value))
            self._forecast = game, found
        if self._forecast is not None and self.game == game:
            self.hint = hint(self._forecast[1], where=again)
            self._changed()

    async def close(self) -> None:
        """Stop what is being worked out, and end the opponent's processes."""
        self._stop.cancel()
        work, self._work = self._work, None
        if work is not None:
            if self.ended:  # a review, which may be left to itself
                work.cancel()
            with suppress(asyncio.CancelledError):
                await work
        self._open.close()
        self._stop = Cancellation()

    def _go_on(self) -> None:
        self.hint = ""
        if self.ended:
            self._open.close()
            self._work = asyncio.create_task(self._reviewed())
        elif not self.my_turn:
            self._work = asyncio.create_task(self._answered())
        else:
            self._work = None
        self._changed()

    async def _answered(self) -> None:
        stop, game = self._stop, self.game
        reply = await asyncio.to_thread(self._asked, stop)
        if reply is None or stop.was_asked:
            return
        if reply.column is None:
            self.said = f"{self.other.name} gives no move: {reply.why.rstrip('.')}."
            self.game = replace(game, given_up=game.turn)
        else:
            played = f"{self.other.name} played column {reply.column}"
            self.said = f"{played}, after {reply.seconds:.2f} s."
            self.game = game.play(reply.column)
        self._go_on()

    def _asked(self, stop: Cancellation) -> OpponentMove | None:
        try:
            with stop.may_end():
                return self.other.move(self.game.moves, self.game.first.value)
        except KeyboardInterrupt:  # it was stopped
            return None

    async def _reviewed(self) -> None:
        game = self.game
        self.review = await _aside(
            lambda: self._playing.review(game.moves, game.first.value, game.begun)
        )
        self._changed()


async def _aside(work: Callable[[], T]) -> T:
    """Return what is computed in a thread that nobody waits for once it is not wanted any more."""
    future: Future[T] = Future()

    def run() -> None:
        if not future.set_running_or_notify_cancel():
            return
        try:
            future.set_result(work())
        except BaseException as error:
            future.set_exception(error)

    Thread(target=run, daemon=True).start()
    return await asyncio.wrap_future(future)


class Move(msgspec.Struct, frozen=True):
    """One move of a game that has ended, what it `lost`, and the columns that were `better`."""

    ply: int
    who: str
    column: int
    lost: str
    better: tuple[int, ...] = ()

    @property
    def in_words(self) -> str:
        said = f"Ply {self.ply}, {self.who}: column {self.column}."
        return f"{said} {self.lost[:1].upper()}{self.lost[1:]}" if self.better else said


def moves_of(match: Match, review: Review) -> tuple[Move, ...]:
    """Return the moves that were made in a game, with what the review says of each."""
    game, own = match.game, set(match.game.own_plies())
    lapses = {lapse.ply: lapse for lapse in review.lapses}
    made = []
    for ply in range(game.begun + 1, len(game.moves) + 1):
        who = "you" if ply in own else match.other.name
        column, lapse = int(game.moves[ply - 1]), lapses.get(ply)
        lost = _NOT_FOUND if ply in review.open else _NOTHING
        made.append(
            Move(ply, who, column, what_it_lost(lapse), lapse.best)
            if lapse
            else Move(ply, who, column, lost)
        )
    return tuple(made)


class Shown(msgspec.Struct, frozen=True):
    """What the page shows: of a game that is reviewed the board after `ply`, else the last one.

    `free` are the columns that one may play now; `can` are the actions that there are.
    """

    said: str
    drawing: Drawing
    free: tuple[int, ...] = ()
    can: frozenset[str] = frozenset()
    hint: str = ""
    reviewing: bool = False
    moves: tuple[Move, ...] = ()
    summary: str = ""
    start: int = 0
    ply: int = 0

    @property
    def step(self) -> str:
        """Return what there is to say of the ply that is shown."""
        return next((move.in_words for move in self.moves if move.ply == self.ply), "The start.")


def shown_of(match: Match | None, ply: int | None = None) -> Shown:
    """Return what is to be shown; `ply` is the one to look at, in a game that has ended."""
    if match is None:
        return Shown("Choose an opponent, then start the game.", drawing(_EMPTY))
    game = match.game
    moves = moves_of(match, match.review) if match.review else ()
    at = len(game.moves) if ply is None else max(game.begun, min(ply, len(game.moves)))
    better = next((move.better for move in moves if move.ply == at), ()) if ply is not None else ()
    can = {"undo"} if game.own_plies() else set()
    if match.my_turn:
        can.add("hint")
    if not match.ended:
        can.add("leave")
    return Shown(
        _said(match),
        _drawn(replace(game, moves=game.moves[:at], given_up=None), better, match.other.name),
        tuple(game.board.valid_moves()) if match.my_turn else (),
        frozenset(can),
        match.hint,
        match.ended and match.review is None,
        moves,
        _summary(moves, match.other.name),
        game.begun,
        at,
    )


def _said(match: Match) -> str:
    if match.ended:
        return f"{match.said} {how_it_ended(match.game, match.other.name)}".strip()
    if match.my_turn:
        return f"{match.said} Your turn: you are {match.game.mine.name}.".strip()
    return f"{match.other.name} is thinking …"


def _summary(moves: tuple[Move, ...], other: str) -> str:
    counts = []
    for whose, own in (("yours", True), (f"those of {other}", False)):
        made = [move for move in moves if (move.who == "you") is own]
        counts.append(f"{sum(bool(move.better) for move in made)} of {len(made)} of {whose}")
    return f"Moves proved to have given something away: {', '.join(counts)}."


def _drawn(game: PlayedGame, better: tuple[int, ...], other: str) -> Drawing:
    """Return the board, always as high: the last column is marked, or why it is to be regretted."""
    played = int(game.moves[-1]) if game.moves else None
    sides = {game.mine.name: "you", game.mine.opponent.name: other}
    marks = [(column, Mark.RIGHT) for column in better]
    if played is not None:
        marks.append((played, Mark.PLAYED if better else Mark.STEP))
    picture = game.picture()
    four = picture.highlighted if game.board.check_winner() is not None else frozenset()
    drawn = drawing(
        replace(
            picture,
            caption=" · ".join(f"{side}: {sides[side]}" for side in ("RED", "YELLOW")),
            marks=tuple(marks),
            highlighted=four,
        )
    )
    return replace(drawn, below=drawing(_EMPTY).below)


class PlayPage:
    """The page on which one plays: one game at a time, the same in all open copies of it."""

    name = "play"

    def __init__(self, frame: Frame, playing: Playing, file: Path, settings: Settings) -> None:
        """Play against `file` as it is when a game is started; `close` the page at the end."""
        self.live = Live()
        self._frame, self._playing, self._settings = frame, playing, settings
        self._file = file.absolute()
        self._match: Match | None = None
        self._told: Parts = {}
        self._one_at_a_time = asyncio.Lock()

    def html(self) -> str:
        return rendered(
            _PAGE,
            styles=("card.css", "studio.css", "studio_play.css"),
            scripts=("studio.js", "studio_play.js"),
            live=True,
            rungs=tuple(self._playing.rungs),
            parts=self._parts(),
            **self._frame.around(self.name),
        )

    def actions(self) -> Mapping[str, Action]:
        done: Mapping[str, Callable[[Mapping[str, str]], Awaitable[None]]] = {
            "start": self._start,
            "move": self._move,
            "undo": self._undo,
            "hint": self._hint,
            "leave": self._leave,
        }
        return {**{name: self._alone(each) for name, each in done.items()}, "look": self._look}

    def download(self, name: str) -> Download | None:
        return None

    async def close(self) -> None:
        """End the game that is being played, so that nothing of it is left running."""
        if self._match is not None:
            await self._match.close()

    def _alone(self, action: Callable[[Mapping[str, str]], Awaitable[None]]) -> Action:
        """Return an action that waits for the one before it, and tells all copies what it did."""

        async def done(sent: Mapping[str, str]) -> Parts:
            async with self._one_at_a_time:
                await action(sent)
            return {}

        return done

    async def _start(self, sent: Mapping[str, str]) -> None:
        first = Player.YELLOW if sent.get("first") == "YELLOW" else Player.RED
        moves = sent.get("moves", "").strip()
        game = game_from(moves, second=sent.get("next") == "it", first=first)
        submission, cap_s = self._opponent(sent.get("opponent", ""))
        other = Opponent(submission, self._playing, self._settings, cap_s)
        await self.close()
        self._told = {}
        self._match = Match(game, other, self._playing, self._changed)
        self._match.begin()

    def _opponent(self, rung: str) -> tuple[Submission, float]:
        if rung in self._playing.rungs:
            return rung_named(rung, self._playing)
        try:
            return own_file(self._file, self._playing)
        except FileNotFoundError:
            raise ValueError(f"{self._frame.file} is not there any more") from None

    @property
    def _current(self) -> Match:
        if self._match is None:
            raise ValueError("start a game first")
        return self._match

    async def _move(self, sent: Mapping[str, str]) -> None:
        self._current.play(int(sent["column"]))

    async def _undo(self, sent: Mapping[str, str]) -> None:
        self._told = {}  # a copy may show a ply of the game before, so all is told again
        await self._current.undo()

    async def _hint(self, sent: Mapping[str, str]) -> None:
        await self._current.tell_hint()

    async def _leave(self, sent: Mapping[str, str]) -> None:
        await self._current.leave()

    async def _look(self, sent: Mapping[str, str]) -> Parts:
        """Return the board after one ply of the game, for the copy that asks alone."""
        shown = shown_of(self._current, int(sent["ply"]))
        return {part: fragment(_PARTS, part=part, shown=shown) for part in ("board", "steps")}

    def _changed(self) -> None:
        parts = self._parts()
        self.live.tell({part: now for part, now in parts.items() if self._told.get(part) != now})
        self._told = parts

    def _parts(self) -> Parts:
        shown = shown_of(self._match)
        return {part: fragment(_PARTS, part=part, shown=shown) for part in PARTS}
