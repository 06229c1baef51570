"""Sit at a game with somebody in a terminal, or on a pipe: ask, draw, tell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO

from graders.katas.playing import Playing
from graders.practice.game import Game
from graders.practice.opponent import Opponent
from graders.practice.telling import closing, hint, missed
from graders.reports.layout import Ink, drawn, indented, line, wrapped
from graders.reports.screen import Screen

_HELP = "a column, u to take back, h for a hint, q to quit"
_INDENT = 2


class Table:
    """Hold the two sides of a game and the streams that one of them is asked by."""

    def __init__(self, playing: Playing, other: Opponent, asked: TextIO, told: TextIO) -> None:
        """Read lines from `asked`, and write to `told`."""
        self._playing, self._other = playing, other
        self._asked, self._told, self._screen = asked, told, Screen(told)
        self._hinted = ""

    def play(self, game: Game) -> None:
        """Play to the end, or until one's own side has had enough; then say what was missed."""
        self._say(f"You are {game.mine.name}, {self._other.name} is {game.mine.opponent.name}.")
        self._say(f"Type {_HELP}.")
        self._draw(game)
        end: Game | None = game
        while end is not None:
            game = end
            end = self._step(game)
        if not (game.over and self._asked.isatty()):  # or else it was said, and asked about
            self._say(closing(game, self._other.name))
        self._review(game)

    def _step(self, game: Game) -> Game | None:
        """Return the game one move or one word further; None where it is left or over."""
        if game.over:
            return self._again(game)
        if game.turn is game.mine:
            return self._answered(game)
        self._screen.live(f"{self._other.name} thinks …")
        reply = self._other.move(game.moves, "R")
        self._screen.live("")
        if reply.column is None:
            self._say(f"{self._other.name} gives no move: {reply.why}", Ink.BAD)
            return Game(game.moves, game.mine, game.begun, given_up=game.turn)
        after = game.play(reply.column)
        self._say(f"{self._other.name} plays {reply.column}, after {reply.seconds:.2f} s.")
        self._draw(after)
        return after

    def _again(self, game: Game) -> Game | None:
        """Let a game that is over be taken back, where somebody is there to say so."""
        if not self._asked.isatty():
            return None
        self._say(closing(game, self._other.name))
        word = self._word("u to take back, anything else to end: ")
        return self._back(game) if word == "u" else None

    def _answered(self, game: Game) -> Game | None:
        word = self._word(f"{game.mine.name}, ply {len(game.moves) + 1}: ")
        if word is None or word in ("q", "quit"):
            return None
        if word == "u":
            return self._back(game)
        if word == "h":
            again = self._hinted == game.moves
            self._hinted = game.moves
            forecast = self._playing.forecast(game.moves, "R")
            self._say(hint(forecast, where=again))
            return game
        try:
            after = game.play(int(word))
        except ValueError as error:
            said = str(error) if word.lstrip("-").isdigit() else f"type {_HELP}"
            self._say(said[:1].upper() + said[1:] + ".", Ink.CARE)
            return game
        self._draw(after)
        return after

    def _back(self, game: Game) -> Game:
        back = game.taken_back()
        if back is game:
            self._say("There is no move of yours to take back.", Ink.CARE)
        else:
            self._draw(back)
        return back

    def _word(self, prompt: str) -> str | None:
        """Return what was typed, None at the end of the input."""
        self._told.write(prompt)
        self._told.flush()
        typed = self._asked.readline()
        if not self._asked.isatty() or not typed:
            self._told.write("\n")
        return typed.strip().lower() if typed else None

    def _review(self, game: Game) -> None:
        if not game.own_plies():
            return
        self._screen.live("looking at what you missed …")
        review = self._playing.review(game.moves, "R", game.begun)
        self._screen.live("")
        for said in missed(game, review):
            self._say(said)

    def _draw(self, game: Game) -> None:
        self._screen.gap()
        self._screen.write(indented(drawn(game.picture()), _INDENT))
        self._screen.gap()

    def _say(self, text: str, ink: Ink = Ink.PLAIN) -> None:
        self._screen.write(self._lines(text, ink))

    def _lines(self, text: str, ink: Ink) -> Iterator[tuple[tuple[str, Ink], ...]]:
        yield from wrapped(text, self._screen.width, ink) if text else [line("")]
