"""Offer `kata mine`: cases that nobody has seen, proved, as a suite."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task
from rich.text import Text

from graders.commands.exits import RefusalError
from graders.commands.signals import as_interrupts
from graders.katas.kata import Kata
from graders.katas.mining import Mining, Option, Search, Tally
from graders.suites import SuiteError
from graders.tools.mining import minable, shipped_identities

MOST_POSITIONS = 5_000
REFRESHES_PER_S = 4
STDOUT = Path("-")
_SHORT_HELP = "Find new cases, prove them, write them as a suite."


def command_for(katas: Sequence[Kata[Any]]) -> click.Command:
    """Build the sub-command: of one kata it is its own; of several, each is a sub-command of it."""
    commands = {
        kata.name: _command("mine" if len(katas) == 1 else kata.name, kata, mining)
        for kata in katas
        if (mining := kata.mining())
    }
    if len(commands) == 1:
        return next(iter(commands.values()))
    return click.Group("mine", commands, help=_SHORT_HELP)


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
        short_help=_SHORT_HELP,
        context_settings={"help_option_names": ["-h", "--help"]},
    )


def _as_click(option: Option) -> click.Option:
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
            type=click.IntRange(1, MOST_POSITIONS),
            default=20,
            show_default=True,
            help="How many positions.",
        ),
        click.Option(
            ["--seed"],
            type=click.IntRange(min=0),
            default=1,
            show_default=True,
            help="Each seed gives another bank; keep yours secret.",
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
            help="Where to write the suite; stdout by default.",
        ),
    ]


def _mine(
    kata: Kata[Any],
    mining: Mining[Any],
    *,
    count: int,
    seed: int,
    oracle_name: str,
    out: Path,
    **chosen: object,
) -> None:
    try:
        search = mining.search(count, seed, chosen)
        known = shipped_identities(kata)
    except (ValueError, SuiteError) as error:
        raise RefusalError(str(error)) from None
    _check_writable(out)
    with_oracle = _wants_oracle(kata, oracle_name)
    found: list[object] = []
    with as_interrupts() as stopped:
        try:
            with _Shown(search.tally, count) as shown:
                for task in search.cases(known, with_oracle=with_oracle):
                    found.append(task)
                    shown.advance()
        except KeyboardInterrupt:
            _keep(search, found, count, out)
            click.echo(f"kata: stopped: {search.tally}", err=True)
            sys.exit(stopped())
    _keep(search, found, count, out)
    click.echo(f"kata: {search.tally}", err=True)


def _wants_oracle(kata: Kata[Any], name: str) -> bool:
    """Tell whether the kata's oracle is to help; refuse where it is asked for and is not there."""
    oracle = kata.oracle()
    if name == "none" or oracle is None:
        return False
    if name != "auto" and not oracle.is_installed():
        raise RefusalError(
            f"{name} is not installed: pip install 'connect-four-kata[oracle]' brings it; "
            "--oracle none finds the same without it, only slower"
        )
    return oracle.is_installed()


def _check_writable(out: Path) -> None:
    """Refuse a path that cannot be written before an hour is spent on what is to be written."""
    if out == STDOUT:
        return
    if not out.parent.is_dir():
        raise RefusalError(f"cannot write {out}: there is no folder {out.parent}")
    if not os.access(out if out.exists() else out.parent, os.W_OK):
        raise RefusalError(f"cannot write {out}: permission denied")


def _keep(search: Search[Any], found: list[object], count: int, out: Path) -> None:
    if not found:
        click.echo("kata: nothing was found, so nothing is written", err=True)
        return
    text = search.suite(found)
    if out == STDOUT:
        click.echo(text, nl=False)
        return
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        click.echo(text, nl=False)
        raise RefusalError(
            f"cannot write {out}: {error.strerror}; it is on stdout instead"
        ) from None
    click.echo(f"kata: wrote {out}, {len(found)} of {count} positions", err=True)


class _Rate(ProgressColumn):
    def __init__(self, tally: Tally) -> None:
        super().__init__()
        self._tally = tally
        self._started = time.monotonic()

    def render(self, task: Task) -> Text:
        minutes = (time.monotonic() - self._started) / 60
        return Text(rate_in_words(self._tally, int(task.total or 0), minutes))


def rate_in_words(tally: Tally, count: int, minutes: float) -> str:
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
    """Show progress on stderr, if that is a terminal."""

    def __init__(self, tally: Tally, count: int) -> None:
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
        """Count one more position as found."""
        super().advance(self._found, advance)


command = command_for(minable())
