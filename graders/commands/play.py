"""Offer `kata play`: a game against a rung of the ladder, or against one's own file."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from graders.channel.channel import Settings
from graders.commands.exits import OK, RefusalError
from graders.commands.options import kata_option
from graders.commands.signals import as_interrupts
from graders.commands.table import Table
from graders.grading.intake import UnreadableError, read, shown_name
from graders.grading.kinds import check_is_a_file_of_code
from graders.katas import all_katas, kata_named
from graders.katas.playing import Playing
from graders.model.submission import Submission
from graders.model.usage import UsageError
from graders.practice.game import Game
from graders.practice.opponent import Opponent
from graders.sandbox.isolation import Isolation, IsolationUnavailableError, choose
from kata.board import Board, Player

READERS = ("practise",)
RUNG_CAP_S = 60.0
"""Seconds for a move of a rung: the slow ones are to be played against as well."""


@click.command(
    name="play",
    short_help="Play against a rung or your own file.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.argument("opponent", type=click.Path(), metavar="[FILE|RUNG]", required=False)
@click.option("--moves", default="", metavar="COLUMNS", help="Begin after these moves: 0032334033.")
@click.option("--second", is_flag=True, help="Let the other side have the next move.")
@kata_option("The kata to play, if several can be.")
@click.option(
    "--cap", "cap_s", type=click.FloatRange(0.01, 600), metavar="S", help="Seconds for its moves."
)
@click.option(
    "--isolation",
    type=click.Choice(["auto", *map(str, Isolation)]),
    default="auto",
    show_default=True,
    help="How the other side is contained.",
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

    Type the number of a column; u takes your last move back, h hints at what is there, and once
    more says where, q ends the game. In the end it says what you missed: what was won or drawn for
    certain, and given away. Where exact search finds nothing within its budget, it says so.

    \u0008
    Examples:
      kata play
      kata play bitboard --second
      kata play my_solution.py --moves 0032334033
    """
    try:
        playing = _playing(kata_name)
        submission, cap = _opponent(opponent or playing.usual, playing)
        settings = Settings(choose(isolation))
        game = _game(moves, second=second)
    except (UsageError, UnreadableError, IsolationUnavailableError, ValueError) as error:
        raise RefusalError(str(error)) from None
    with as_interrupts() as stopped:
        try:
            with Opponent(submission, playing, settings, cap_s or cap) as other:
                Table(playing, other, sys.stdin, sys.stdout).play(game)
        except KeyboardInterrupt:
            click.echo()
            sys.exit(stopped())
    sys.exit(OK)


def _playing(kata_name: str | None) -> Playing:
    """Return how the kata is played that is named, or the only one that can be."""
    katas = list(all_katas().values()) if kata_name is None else [kata_named(kata_name)]
    found = {kata.name: playing for kata in katas if (playing := kata.playing()) is not None}
    if len(found) == 1:
        return next(iter(found.values()))
    if found:
        raise RefusalError(f"say which kata to play: --kata {' or --kata '.join(found)}")
    others = [kata.name for kata in all_katas().values() if kata.playing() is not None]
    can = f"; choose {' or '.join(others)}" if others else ""
    raise RefusalError(f"{kata_name} is not a game that can be played{can}")


def _opponent(name: str, playing: Playing) -> tuple[Submission, float]:
    """Return the submission to play against, and how long its moves may take."""
    file = Path(name)
    if not file.exists() and name in playing.rungs:
        return read(playing.rungs[name]), RUNG_CAP_S
    check_is_a_file_of_code(file)
    try:
        return read(file), playing.cap_s
    except FileNotFoundError:
        rungs = ", ".join(playing.rungs)
        raise RefusalError(
            f"there is no file {shown_name(name)}, and no rung of that name; the rungs are {rungs}"
        ) from None


def _game(moves: str, *, second: bool) -> Game:
    board = Board.from_moves(moves)
    if board.check_winner() is not None or board.is_full():
        raise RefusalError("the game is over after these moves: leave some of them out")
    to_move: Player = board.current_player
    return Game(moves, to_move.opponent if second else to_move, len(moves))
