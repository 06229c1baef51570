"""Offer `kata mine`: cases that nobody has seen, proved, as a suite."""

from __future__ import annotations

import json
import secrets
import sys
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal

import click
import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task
from rich.text import Text

from graders.commands.output import RefusalError, check_writable, is_replaced, say, write_whole
from graders.commands.signals import as_interrupts
from graders.katas import all_katas
from graders.katas.kata import Kata
from graders.katas.lab import Mining, MiningOption, MiningTally, Search
from graders.model.exit_codes import NOT_ACCEPTED
from graders.model.suite import members_of
from graders.suites import SuiteError, shipped

READERS = ("interview",)

MOST_CASES = 5_000
PATIENCE = 20_000
SEEDS = 1 << 32
REFRESHES_PER_S = 4
STDOUT = Path("-")
SHORT_HELP = "Find new cases, prove them, write them as a suite."


def command_for(katas: Sequence[Kata[Any]]) -> click.Command:
    """Build the sub-command: of one kata it is its own; of several, each is a sub-command of it."""
    commands = {
        kata.name: _command("mine" if len(katas) == 1 else kata.name, kata, mining)
        for kata in katas
        if (mining := kata.mining())
    }
    if len(commands) == 1:
        return next(iter(commands.values()))
    return click.Group("mine", commands, help=SHORT_HELP)


def _command(name: str, kata: Kata[Any], mining: Mining[Any]) -> click.Command:
    examples = "\n".join(f"  {example}" for example in mining.examples)
    oracle = kata.oracle()
    return click.Command(
        name,
        callback=partial(_mine, kata, mining),
        params=[
            *map(_as_click, mining.options),
            *_common_options([oracle.name] if oracle else []),
        ],
        help="\n\n".join([*mining.about, f"\b\nExamples:\n{examples}"]),
        short_help=SHORT_HELP,
        context_settings={"help_option_names": ["-h", "--help"]},
    )


def _as_click(option: MiningOption) -> click.Option:
    kind: click.ParamType[Any] = click.STRING
    if option.choices:
        kind = click.Choice(option.choices)
    elif option.least is not None:
        kind = click.IntRange(min=option.least)
    if option.is_flag:
        return click.Option([f"--{option.name}"], is_flag=True, help=option.help)
    return click.Option(
        [f"--{option.name}"],
        type=kind,
        default=option.default,
        required=option.required,
        metavar=option.shown_as,
        show_default=bool(option.default),
        help=option.help,
    )


def _common_options(oracles: Sequence[str]) -> list[click.Parameter]:
    return [
        click.Option(
            ["--count"],
            type=click.IntRange(1, MOST_CASES),
            default=20,
            show_default=True,
            help="How many cases.",
        ),
        click.Option(
            ["--seed"],
            type=click.IntRange(min=0),
            help="The same seed gives the same bank again; keep yours secret. By default one "
            "is drawn, printed and written into the suite.",
        ),
        click.Option(
            ["--patience"],
            type=click.IntRange(min=1),
            default=PATIENCE,
            show_default=True,
            metavar="GAMES",
            help="Give up after so many games without a find, and say why.",
        ),
        click.Option(
            ["--oracle", "oracle_name"],
            type=click.Choice(["auto", "none", *oracles]),
            default="auto",
            show_default=True,
            help="Use an independent solver, if one is installed, to skip hopeless proofs; what is "
            "found stays the same.",
        ),
        click.Option(
            ["--out"],
            type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
            default=STDOUT,
            metavar="PATH",
            help="Where to write the suite, once it is complete; stdout by default.",
        ),
    ]


def _mine(
    kata: Kata[Any],
    mining: Mining[Any],
    *,
    count: int,
    seed: int | None,
    patience: int,
    oracle_name: str,
    out: Path,
    **chosen: object,
) -> None:
    kept = None if out == STDOUT or not is_replaced(out) else Unfinished(out)
    if out != STDOUT:
        check_writable(out)
    try:
        begun = kept.read(kata.name) if kept else None
        if seed is None:
            seed = begun.seed if begun else secrets.randbelow(SEEDS)
        search = mining.search(count, seed, chosen)
        known = shipped_identities(kata)
    except (ValueError, SuiteError) as error:
        raise RefusalError(str(error)) from None
    if kept and begun:
        kept.take_up(search, begun)
    say(f"seed {seed}")
    if search.found:
        say(f"going on with {_of(search, count)}")
    with as_interrupts() as stopped:
        try:
            steps = search.cases(known, with_oracle=_wants_oracle(kata, oracle_name))
            if kept:
                steps = kept.keeping(search, kata.name, seed, steps)
            enough = _search(search, steps, count, patience)
            if enough:
                _finish(search, kept, out)
        except KeyboardInterrupt:
            _stop(search, "stopped", kept, count)
            sys.exit(stopped())
    if not enough:
        _stop(search, f"gave up after {patience:,} games without a find", kept, count)
        sys.exit(NOT_ACCEPTED)


def _search(search: Search[Any], steps: Iterator[object], count: int, patience: int) -> bool:
    """Search on; False where it took more games than `patience` allows without a find."""
    last = search.tally.games
    with _Shown(search.tally, count) as shown:
        shown.advance(advance=len(search.found))
        for task in steps:
            if task is not None:
                last = search.tally.games
                shown.advance()
            elif search.tally.games - last >= patience:
                return False
    return True


def _finish(search: Search[Any], kept: Unfinished | None, out: Path) -> None:
    """Write the whole suite; what was kept of it is needed until then, and no longer."""
    if out == STDOUT:
        click.echo(search.suite(), nl=False)
    else:
        try:
            write_whole(out, search.suite())
        except RefusalError:
            click.echo(search.suite(), nl=False)
            say("the suite is on stdout instead")
            raise
        say(f"wrote {out}, {len(search.found)} cases")
    if kept:
        kept.remove()
    say(str(search.tally))


def _stop(search: Search[Any], why: str, kept: Unfinished | None, count: int) -> None:
    """Say what there is of a suite that was not finished, and how to go on or to make do."""
    say(f"{why}: {search.tally}")
    if advice := search.advice():
        say(advice)
    if kept and kept.path.exists():
        say(f"{kept.path} keeps {_of(search, count)}: the same command resumes from there")
        if search.found:
            say(f"--count {len(search.found)} makes a suite of what was found")
    elif not search.found:
        say("nothing was found, so nothing is written")
    else:
        click.echo(search.suite(), nl=False)


def _of(search: Search[Any], count: int) -> str:
    return f"{len(search.found)} of {count} cases"


def _wants_oracle(kata: Kata[Any], name: str) -> bool:
    """Tell whether the kata's oracle is to help; refuse where it is asked for and is not there."""
    oracle = kata.oracle()
    if name == "none" or oracle is None:
        return False
    if name != "auto" and not oracle.is_installed():
        raise RefusalError(
            f"{name} is not installed: pip install 'connect-four-kata[oracle]'; "
            "--oracle none finds the same without it, only slower"
        )
    return oracle.is_installed()


class _Rate(ProgressColumn):
    def __init__(self, tally: MiningTally) -> None:
        super().__init__()
        self._tally = tally
        self._started = time.monotonic()

    def render(self, task: Task) -> Text:
        minutes = (time.monotonic() - self._started) / 60
        return Text(rate_in_words(self._tally, int(task.total or 0), minutes))


def rate_in_words(tally: MiningTally, count: int, minutes: float) -> str:
    """Return how fast it goes and how long it will take, from what was found so far.

    >>> from types import SimpleNamespace
    >>> rate_in_words(SimpleNamespace(positions=900, found=5), count=20, minutes=0.5)
    '10 a minute, about 1:30 left; 900 positions looked at'
    """
    looked = f"{tally.positions:,} positions looked at"
    if not tally.found or minutes <= 0:
        return looked
    rate = tally.found / minutes
    left_s = round(60 * (count - tally.found) / rate)
    return f"{rate:.3g} a minute, about {left_s // 60}:{left_s % 60:02} left; {looked}"


class _Shown(Progress):
    def __init__(self, tally: MiningTally, count: int) -> None:
        console = Console(stderr=True)
        super().__init__(
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            _Rate(tally),
            console=console,
            transient=True,
            disable=not console.is_terminal,
            refresh_per_second=REFRESHES_PER_S,
        )
        self._found = self.add_task("", total=count)

    def advance(self, task_id: object = None, advance: float = 1) -> None:
        super().advance(self._found, advance)


def minable() -> tuple[Kata[Any], ...]:
    """Return the katas of which new cases can be mined."""
    return tuple(kata for kata in all_katas().values() if kata.mining())


command = command_for(minable())


def shipped_identities(kata: Kata[Any]) -> frozenset[str]:
    """Return what all shipped cases of a kata are known by, stretch suites included."""
    identities = (
        kata.identity(case.task)
        for suite in shipped(kata.name, stretch=True)
        for case in members_of(suite.cases)
    )
    return frozenset(identity for identity in identities if identity is not None)


VERSION: Literal[1] = 1


class Begun(msgspec.Struct, frozen=True):
    version: Literal[1]
    kata: str
    seed: int
    state: dict[str, Any]


class Unfinished:
    """The file beside a suite in which an unfinished search is kept.

    Every write replaces it as a whole, so that whoever is killed loses what came after the last.
    """

    def __init__(self, suite: Path) -> None:
        self.path = suite.with_name(f"{suite.name}.unfinished")

    def read(self, kata: str) -> Begun | None:
        """Return what an earlier run kept, None where there is nothing.

        Raises `RefusalError` for anything that this version cannot go on from.
        """
        try:
            begun = msgspec.convert(json.loads(self.path.read_bytes()), Begun)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise RefusalError(f"cannot read {self.path}: {error.strerror}") from None
        except (ValueError, RecursionError):
            raise self._refused("it does not hold an unfinished search") from None
        if begun.kata != kata:
            raise self._refused(f"it holds a search for {begun.kata}")
        return begun

    def take_up(self, search: Search[Any], begun: Begun) -> None:
        """Let a search go on from it; raise `RefusalError` where it holds another search."""
        try:
            search.go_on_from(begun.state)
        except msgspec.ValidationError:
            raise self._refused("it does not hold an unfinished search") from None
        except ValueError as error:
            raise self._refused(f"it holds another search: {error}") from None

    def keeping(
        self, search: Search[Any], kata: str, seed: int, steps: Iterator[object]
    ) -> Iterator[object]:
        """Yield the steps of a search, keeping how far it has come before each is seen."""
        for step in steps:
            begun = {"version": VERSION, "kata": kata, "seed": seed, "state": search.state()}
            write_whole(self.path, json.dumps(begun) + "\n")
            yield step

    def remove(self) -> None:
        self.path.unlink(missing_ok=True)

    def _refused(self, why: str) -> RefusalError:
        return RefusalError(
            f"{self.path} is in the way: {why}; give the options it was begun with, another "
            "--out, or remove it"
        )
