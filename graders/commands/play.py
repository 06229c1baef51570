"""Offer `kata play`: a game against a rung of the ladder, or against one's own file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

import click

from graders.channel.budget import Settings
from graders.commands.options import kata_option
from graders.commands.output import RefusalError
from graders.commands.signals import as_interrupts
from graders.grading.intake import shown_name
from graders.katas import all_katas, kata_named
from graders.katas.kata import Kata
from graders.katas.playing import Playing
from graders.model.exit_codes import OK
from graders.model.submission import Submission
from graders.practice.game import (
    Opponent,
    PlayedGame,
    game_from,
    hint,
    how_it_ended,
    missed_moves,
    own_file,
    rung_named,
)
from graders.reports.layout import Ink, Screen, board_lines, indented, line, wrapped
from graders.sandbox.isolation import Isolation, IsolationUnavailableError, choose_isolation

READERS = ("practise",)
_HELP = "a column, u to take back, h for a hint, q to quit"
_INDENT = 2


@click.command(
    name="play",
    short_help="Play against a rung or your own file.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.argument("opponent", type=click.Path(), metavar="[FILE|RUNG]", required=False)
@click.option("--moves", default="", metavar="COLUMNS", help="Start after these moves: 0032334033.")
@click.option("--second", is_flag=True, help="Let the opponent make the next move.")
@kata_option("The kata to play, if several can be.")
@click.option(
    "--cap",
    "cap_s",
    type=click.FloatRange(0.01, 600),
    metavar="S",
    help="Seconds for each of its moves.",
)
@click.option(
    "--isolation",
    type=click.Choice(["auto", *map(str, Isolation)]),
    default="auto",
    show_default=True,
    help="How the opponent is contained.",
)
def command(
    *,
    opponent: str | None,
    moves: str,
    second: bool,
    kata_name: str | None,
    cap_s: float | None,
    isolation: str,
) -> None:
    """Play against RUNG of the ladder, or against FILE, which runs in a sandbox.

    Type the number of a column; u takes your last move back, h gives a hint and, pressed again,
    says where, and q ends the game. At the end it says what you missed: certain wins and draws that
    you gave away. Where exact search finds nothing within its budget, it says so.

    \u0008
    Examples:
      kata play
      kata play bitboard --second
      kata play my_solution.py --moves 0032334033
    """
    try:
        playing = kata_to_play(kata_name)[1]
        submission, cap = _opponent(opponent or playing.usual, playing)
        settings = Settings(choose_isolation(isolation))
        game = game_from(moves, second=second)
    except (IsolationUnavailableError, ValueError) as error:
        raise RefusalError(str(error)) from None
    with as_interrupts() as stopped:
        try:
            with Opponent(submission, playing, settings, cap_s or cap) as other:
                GameSession(playing, other, sys.stdin, sys.stdout).play(game)
        except KeyboardInterrupt:
            click.echo()
            sys.exit(stopped())
    sys.exit(OK)


def kata_to_play(kata_name: str | None) -> tuple[Kata[Any], Playing]:
    """Return the kata of that name, or the one that can be played, and what it offers for that."""
    katas = list(all_katas().values()) if kata_name is None else [kata_named(kata_name)]
    found = [(kata, playing) for kata in katas if (playing := kata.playing()) is not None]
    if len(found) == 1:
        return found[0]
    names = [kata.name for kata, _ in found]
    if found:
        raise RefusalError(f"say which kata to play: --kata {' or --kata '.join(names)}")
    others = [kata.name for kata in all_katas().values() if kata.playing() is not None]
    can = f"; choose {' or '.join(others)}" if others else ""
    raise RefusalError(f"{kata_name} is not a game that can be played{can}")


def _opponent(name: str, playing: Playing) -> tuple[Submission, float]:
    file = Path(name)
    try:
        if not file.exists() and name in playing.rungs:
            return rung_named(name, playing)
        return own_file(file, playing)
    except FileNotFoundError:
        rungs = ", ".join(playing.rungs)
        raise RefusalError(
            f"there is no file {shown_name(name)}, and no rung of that name; the rungs are {rungs}"
        ) from None


class GameSession:
    def __init__(self, playing: Playing, other: Opponent, reads: TextIO, writes: TextIO) -> None:
        self._playing, self._other = playing, other
        self._input, self._output, self._screen = reads, writes, Screen(writes)
        self._hinted = ""

    def play(self, game: PlayedGame) -> None:
        self._say(f"You are {game.mine.name}, {self._other.name} is {game.mine.opponent.name}.")
        self._say(f"Type {_HELP}.")
        self._draw(game)
        end: PlayedGame | None = game
        while end is not None:
            game = end
            end = self._step(game)
        if not (game.over and self._input.isatty()):  # or else it was said, and asked about
            self._say(how_it_ended(game, self._other.name))
        self._review(game)

    def _step(self, game: PlayedGame) -> PlayedGame | None:
        if game.over:
            return self._again(game)
        if game.turn is game.mine:
            return self._answered(game)
        self._screen.live(f"{self._other.name} is thinking …")
        reply = self._other.move(game.moves, "R")
        self._screen.live("")
        if reply.column is None:
            self._say(f"{self._other.name} gives no move: {reply.why}", Ink.BAD)
            return PlayedGame(game.moves, game.mine, game.begun, given_up=game.turn)
        after = game.play(reply.column)
        self._say(f"{self._other.name} plays {reply.column}, after {reply.seconds:.2f} s.")
        self._draw(after)
        return after

    def _again(self, game: PlayedGame) -> PlayedGame | None:
        """Let a game that is over be taken back, where somebody is there to say so."""
        if not self._input.isatty():
            return None
        self._say(how_it_ended(game, self._other.name))
        word = self._word("u to take back, anything else to end: ")
        return self._back(game) if word == "u" else None

    def _answered(self, game: PlayedGame) -> PlayedGame | None:
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

    def _back(self, game: PlayedGame) -> PlayedGame:
        back = game.taken_back()
        if back is game:
            self._say("There is no move of yours to take back.", Ink.CARE)
        else:
            self._draw(back)
        return back

    def _word(self, prompt: str) -> str | None:
        self._output.write(prompt)
        self._output.flush()
        typed = self._input.readline()
        if not self._input.isatty() or not typed:
            self._output.write("\n")
        return typed.strip().lower() if typed else None

    def _review(self, game: PlayedGame) -> None:
        if not game.own_plies():
            return
        self._screen.live("looking at what you missed …")
        review = self._playing.review(game.moves, "R", game.begun)
        self._screen.live("")
        for said in missed_moves(game, review):
            self._say(said)

    def _draw(self, game: PlayedGame) -> None:
        self._screen.gap()
        self._screen.write(indented(board_lines(game.picture()), _INDENT))
        self._screen.gap()

    def _say(self, text: str, ink: Ink = Ink.PLAIN) -> None:
        self._screen.write(self._lines(text, ink))

    def _lines(self, text: str, ink: Ink) -> Iterator[tuple[tuple[str, Ink], ...]]:
        yield from wrapped(text, self._screen.width, ink) if text else [line("")]
