"""Offer `kata arena`: games between submissions, rungs and programs, and how strong they show."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Any

import click
import msgspec

from graders.arena.entrants import entrant_named, named_apart, program_entrant
from graders.arena.ledger import ArenaLedger, arena_conditions, usual_ledger
from graders.arena.rating import decided, ranking_of
from graders.arena.schedule import PlannedGame, round_robin
from graders.arena.tournament import (
    ArenaWork,
    ArenaWorkers,
    GamesSoFar,
    ended_after,
    look_at_games,
    play_games,
    value_lost,
)
from graders.batch.coordinator import NoWorkersError
from graders.batch.worker_pool import WorkerPool
from graders.channel.budget import Settings
from graders.commands.options import (
    WORDS,
    KeepsArguments,
    cap_option_that,
    cluster_option,
    format_option,
    kata_option,
    with_option,
)
from graders.commands.output import Output, folder_of_ledgers, needs, say, say_whole
from graders.commands.play import kata_to_play
from graders.commands.signals import as_interrupts
from graders.grading.grade_file import check_may_grade_several
from graders.grading.prepare import level_of
from graders.model.arena import ArenaTerms, Entrant, Game, Tournament
from graders.model.exit_codes import GRADER_ERROR, OK
from graders.model.text import on_one_line
from graders.model.usage_error import UsageError
from graders.reports.crosstable import arena_json, arena_text
from graders.reports.pages.arena import arena_page
from graders.reports.pages.page import NEEDS
from graders.reports.progress_bars import Part, PartsProgress
from graders.reports.score import count
from graders.sandbox.isolation import Isolation
from graders.sandbox.machine import usable_cores

READERS = ("practise", "interview")
GAMES = 40
"""Most games of a pair, where nobody says: about as many as it takes to call two equal."""
_FORMATS = {"text": arena_text, "json": arena_json, "html": arena_page}


@click.command(
    name="arena",
    cls=KeepsArguments,
    short_help="Have submissions and rungs play one another.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.argument("names", metavar="[FILE|RUNG]...", nargs=-1)
@click.option(
    "--command",
    "programs",
    multiple=True,
    metavar="'WORDS'",
    help="Also a program that is asked in lines of JSON; may be repeated.",
)
@with_option("Let these programs read this file or folder; may be repeated.")
@kata_option("The kata to play, if several can be.")
@click.option(
    "--games",
    type=click.IntRange(min=2),
    default=GAMES,
    show_default=True,
    metavar="N",
    help="Play at most N games of each pair, an even number; fewer if decided sooner.",
)
@cap_option_that("Wall-clock seconds for a move, the same for everybody.")
@click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    metavar="N",
    help="Draws the order of the openings.",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1, max=1024),
    metavar="N",
    help="How many games to play at a time; by default one for each usable core.",
)
@cluster_option("Play")
@click.option(
    "--ledger",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Where games are kept; by default a file for these entrants in your state folder.",
)
@click.option(
    "--isolation",
    type=click.Choice(["auto", *map(str, Isolation)]),
    default="auto",
    show_default=True,
    help="As in kata batch.",
)
@format_option(list(_FORMATS))
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="Write the report there, once all games are over.",
)
@click.option(
    "--html",
    "page",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="Also write a page there to step through all games.",
)
@click.pass_context
def command(context: click.Context, /, **given: Any) -> None:
    """Have everybody play everybody: files, folders, rungs of the ladder, and programs.

    A pair plays each opening of a proved book twice, colours swapped. Every move is asked in a
    fresh sandbox, under a wall-clock cap. A pair stops as soon as a sequential test says who is
    stronger, or that they are about equal. If it is interrupted, the same command resumes it;
    more --games add to those already played.

    Without --cap, a rung may take 60 seconds for a move, and anybody else what the kata allows.

    Exit code 0: all games are over; 2: bad usage, nothing is played; 3: the grader failed on a
    game, or no worker was left; 130 and 143: interrupted, by Ctrl-C or SIGTERM.

    \u0008
    Examples:
      kata arena my_solution.py alpha_beta
      kata arena naive alpha_beta bitboard --games 4 --html arena.html
      kata arena my_solution.py --command './bot --fast' --cap 1
      kata arena mine.py naive bitboard --cluster ssh:hosts
    """
    if given["page"] is not None or given["format_name"] == "html":
        needs(*NEEDS)
    if given["cluster"] is not None:
        needs("distributed", "cluster")
    asked = ArenaRequest(
        **{name: value for name, value in given.items() if name in ArenaRequest.__struct_fields__},
        words=context.meta[WORDS],
    )
    with as_interrupts() as stopped:
        try:
            inputs = [*map(Path, asked.names), *filter(None, [asked.ledger])]
            where = Output(given["output"], inputs)
            page = None if given["page"] is None else Output(given["page"], inputs)
            tournament, all_done = play_tournament(asked)
        except KeyboardInterrupt:
            sys.exit(stopped())
        _report(tournament, given["format_name"], where)
        if page is not None:
            _report(tournament, "html", page)
    sys.exit(OK if all_done else GRADER_ERROR)


class ArenaRequest(msgspec.Struct, frozen=True):
    """What is asked; `words` are the command as it was given, to be given again."""

    names: tuple[str, ...]
    programs: tuple[str, ...]
    shown: tuple[Path, ...]
    kata_name: str | None
    games: int
    cap_s: float | None
    seed: int
    jobs: int | None
    cluster: str | None
    ledger: Path | None
    isolation: str
    words: tuple[str, ...]


def play_tournament(asked: ArenaRequest) -> tuple[Tournament, bool]:
    """Play what is left; return all games, and whether the grader did not fail on any.

    Raises `UsageError` for what has to be corrected, before anything is played.
    """
    check_may_grade_several(asked.isolation)
    _check_cluster(asked)
    settings = Settings(level_of(asked.isolation))
    kata, playing = kata_to_play(asked.kata_name)
    named = [entrant_named(name, kata, playing, settings, asked.cap_s) for name in asked.names]
    named += [
        program_entrant(words, asked.shown, playing, settings, asked.cap_s)
        for words in asked.programs
    ]
    if len(named) < 2:
        raise UsageError("name at least two players: files, rungs, or programs by --command")
    entrants = named_apart(named)
    book = tuple(opening.moves for opening in playing.openings())
    planned = round_robin(len(entrants), book, asked.games, asked.seed)
    level = str(settings.isolation)
    conditions = arena_conditions(kata.name, entrants, asked.seed, book, level)
    place = asked.ledger or usual_ledger(conditions, folder_of_ledgers())
    games = GamesSoFar(
        entrants, ArenaTerms(kata.name, asked.games, asked.seed, level), planned, decided
    )
    with ArenaLedger(place) as ledger:
        for stored in ledger.begin(conditions):
            games.add(stored)
        work = ArenaWork(entrants, kata.name, settings, value_lost)
        had_workers = _play(games, work, ledger, asked)
    say_whole(f"the ledger is {on_one_line(str(place))}")
    return games.tournament(), had_workers and _say_what_failed(games)


def _check_cluster(asked: ArenaRequest) -> None:
    if asked.cluster is None:
        return
    # Linux alone has it.
    from graders.batch.cluster.machines import LocalMachine, parse_cluster_option  # noqa: PLC0415

    elsewhere = not isinstance(parse_cluster_option(asked.cluster), LocalMachine)
    if elsewhere and asked.programs:
        raise UsageError(
            "a program of --command is only on this machine and cannot play on others: leave out "
            "--cluster, or say --cluster local"
        )


def _play(games: GamesSoFar, work: ArenaWork, ledger: ArenaLedger, asked: ArenaRequest) -> bool:
    """Play what is left, as long as there are workers; tell whether there were until the end."""
    left = len(games.left)
    if not left and not games.not_looked_at:
        say("all games are over already, on the same terms")
        return True
    progress = PartsProgress()
    played = len(games.planned) - left
    progress.say_beforehand(
        f"{count(left, 'game')} between {count(len(games.entrants), 'entrant')} at most"
        + (f", {played} are over or not needed" if played else "")
    )
    try:
        with ended_after(_workers(asked, work, left)) as workers:
            with progress.part("games", left) as part:
                play_games(games, workers, ledger, _Listener(part, games.entrants))
            with progress.part("games looked at", len(games.not_looked_at)) as part:
                look_at_games(games, workers, ledger, _Listener(part, games.entrants))
    except NoWorkersError as error:
        say(str(error))
        return False
    except KeyboardInterrupt:
        shown = on_one_line(str(ledger.path))
        over = len(games.tournament().games)
        say_whole(f"interrupted: {count(over, 'game')} over, and saved in {shown}")
        say_whole(f"to resume, run the same command: {on_one_line(shlex.join(asked.words))}")
        raise
    return True


def _workers(asked: ArenaRequest, work: ArenaWork, left: int) -> ArenaWorkers:
    if asked.cluster is not None:
        from graders.batch.cluster.workers import cluster_workers  # noqa: PLC0415  # of an extra

        return cluster_workers(asked.cluster, work, asked.jobs, tell=say)
    return WorkerPool([work] * min(asked.jobs or len(usable_cores()), max(left, 1)))


class _Listener:
    def __init__(self, part: Part, entrants: tuple[Entrant, ...]) -> None:
        self._part, self._entrants = part, entrants

    def began(self, job: PlannedGame | Game) -> None:
        red, yellow = (self._entrants[place].name for place in (job.red, job.yellow))
        self._part.now(job.number, f"{red} - {yellow}")

    def ended(self, job: PlannedGame | Game, *, done: bool) -> None:
        if not done:
            self._part.pieces += 1
        self._part.ended(job.number)

    def dropped(self) -> None:
        self._part.pieces -= 1

    def waited(self) -> None:
        self._part.waited()


def _say_what_failed(games: GamesSoFar) -> bool:
    """Say on what the grader failed; tell whether on nothing."""
    aside, unknown = games.tournament().set_aside, len(games.not_looked_at)
    for each in aside:
        red, yellow = games.entrants[each.red].name, games.entrants[each.yellow].name
        say(f"set aside: game {each.number}, {red} - {yellow}; the grader failed: {each.why}")
    if unknown:
        say(f"the grader failed to work out what was given away in {count(unknown, 'game')}")
    if aside or unknown:
        say("the same command tries again")
    return not (aside or unknown)


def _report(tournament: Tournament, format_name: str, where: Output) -> None:
    text = _FORMATS[format_name](tournament, ranking_of(tournament))
    where.writing(lambda: click.echo(text.removesuffix("\n"), where.stream))()
    where.close(complete=True)
