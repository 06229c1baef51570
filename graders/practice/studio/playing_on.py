"""Play on from a position against best defence, and say after each column what is left."""

from __future__ import annotations

import msgspec

from graders.katas.playing import Forecast, Playing
from graders.model.explanation import Value
from graders.practice.game import PlayedGame
from kata.board import Player

_FLIPPED: dict[Value, Value] = {"win": "loss", "draw": "draw", "loss": "win"}
_BEST_PLAY = {"draw": "is now a draw", "loss": "now loses"}
NOT_FOUND = "not found within the search's budget"


class Moment(msgspec.Struct, frozen=True):
    """A position to play on from, the moves to it, and what is said of it.

    The first `begun` moves are those of the case. `first` is the letter of who began.
    """

    moves: str
    begun: int
    first: str
    said: str = ""

    @property
    def game(self) -> PlayedGame:
        """Return the game as if RED had begun, in which the side to move at first is one's own."""
        before = PlayedGame(self.moves[: self.begun], Player.RED, self.begun)
        return PlayedGame(self.moves, before.turn, self.begun)


class PlayingOn:
    """Answers each column with best play; what was found once is not searched again."""

    def __init__(self, playing: Playing) -> None:
        self._playing = playing
        self._found: dict[tuple[str, str], Forecast] = {}

    def know(self, moves: str, first: str, found: Forecast) -> None:
        """Take over what is proved of a position elsewhere."""
        self._found[moves, first] = found

    def play(self, at: Moment, column: int) -> Moment:
        """Return the position after a column and its answer; raise `ValueError` where it is full.

        It takes some seconds at worst.
        """
        game = at.game
        if game.over:
            raise ValueError("the game is over: take a move back first")
        before, after = self._forecast(at.moves, at.first), game.play(column)
        if after.winner is not None:
            return self._at(at, after, "Four in a row: that wins.")
        if after.over:
            return self._at(at, after, "The board is full: a draw.")
        found = self._forecast(after.moves, at.first)
        replied = after.play(self._playing.reply(after.moves, at.first, found))
        said = what_is_left(before.value, found)
        return self._at(at, replied, f"{said} {_end(replied)}".strip())

    def _forecast(self, moves: str, first: str) -> Forecast:
        if (moves, first) not in self._found:
            self._found[moves, first] = self._playing.forecast(moves, first)
        return self._found[moves, first]

    def _at(self, at: Moment, game: PlayedGame, said: str) -> Moment:
        return Moment(game.moves, at.begun, at.first, said)


def taken_back(at: Moment) -> Moment:
    """Return the position before one's own last column."""
    return Moment(at.game.taken_back().moves, at.begun, at.first, "Taken back.")


def what_is_left(had: Value | None, found: Forecast) -> str:
    """Say what a column kept or gave away, from what is `found` for the side that answers it.

    `had` is what there was before it. Plies are counted after the answer.

    >>> what_is_left("win", Forecast("loss", 6))
    'The win is still there: 5 plies.'
    >>> what_is_left("win", Forecast("draw"))
    'That gave it away: best play is now a draw.'
    """
    if found.value is None:
        what = "Whether the win is still there" if had == "win" else "What best play leads to"
        return f"{what} was {NOT_FOUND}."
    left = _FLIPPED[found.value]
    plies = "" if found.plies is None else _plies(found.plies - 1)
    if had in ("win", "draw") and left != had:
        it = "it" if had == "win" else "the draw"
        return f"That gave {it} away: best play {_BEST_PLAY[left]}{_in(plies)}."
    if left == "win":
        said = "The win is still there" if had == "win" else "That wins"
        return f"{said}: {plies}." if plies else f"{said}."
    if left == "draw":
        return "The draw is still there." if had == "draw" else "With best play that is a draw."
    return f"{'Best play still' if had == 'loss' else 'Best play'} loses{_in(plies)}."


def _plies(number: int) -> str:
    return {0: "", 1: "1 ply"}.get(number, f"{number} plies")


def _in(plies: str) -> str:
    return f", in {plies}" if plies else ""


def _end(game: PlayedGame) -> str:
    if game.winner is not None:
        return "The answer makes four in a row."
    return "The board is full." if game.over else ""
