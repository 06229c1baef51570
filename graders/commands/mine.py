"""Offer `kata mine`: positions that nobody has seen, proved, as a suite."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task
from rich.text import Text

from graders.commands.exits import RefusalError, sigterm_as_interrupt
from graders.katas.best_move.oracle import Bitbully
from graders.katas.best_move.task import BestMoveTask
from graders.suites import SuiteError
from graders.tools.mining.known import shipped_positions
from graders.tools.mining.mine import Rejecter, Tally, mine
from graders.tools.mining.oracle import bitbully_rejecter
from graders.tools.mining.order import MATES, Order
from graders.tools.mining.write import bank_text

MOST_POSITIONS = 5_000
REFRESHES_PER_S = 4
STDOUT = Path("-")


class _DiscRange(click.ParamType[tuple[int, int]]):
    name = "range"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        ends = str(value).split("-")
        if len(ends) > 2 or not all(end.isascii() and end.isdigit() for end in ends):
            self.fail(f"{value!r} is no range of discs; write 8-14, or 12 alone", param, ctx)
        return int(ends[0]), int(ends[-1])


@click.command(name="mine", context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--mate",
    type=click.Choice([str(mate) for mate in MATES]),
    required=True,
    help="Plies in which the side to move wins.",
)
@click.option(
    "--count",
    type=click.IntRange(1, MOST_POSITIONS),
    default=20,
    show_default=True,
    help="How many positions.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    help="Another seed, another bank; keep it to yourself.",
)
@click.option(
    "--side",
    type=click.Choice(["red", "yellow", "both"]),
    default="both",
    show_default=True,
    help="The side to move.",
)
@click.option(
    "--discs", type=_DiscRange(), metavar="FEWEST-MOST", help="Discs on the board, 16-28 or so."
)
@click.option("--off-centre", is_flag=True, help="Only where the centre column does not win.")
@click.option(
    "--min-nodes",
    type=click.IntRange(min=0),
    default=0,
    metavar="N",
    help="Only where plain alpha-beta, as deep as the mate, needs N nodes or more; for many, "
    "ask for few discs.",
)
@click.option(
    "--oracle",
    "oracle_name",
    type=click.Choice(["auto", "none", "bitbully"]),
    default="auto",
    show_default=True,
    help="Let bitbully spare hopeless proofs; what is found does not change.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
    default=STDOUT,
    metavar="PATH",
    help="The suite to write; stdout if left out.",
)
def command(
    *,
    mate: str,
    count: int,
    seed: int,
    side: str,
    discs: tuple[int, int] | None,
    off_centre: bool,
    min_nodes: int,
    oracle_name: str,
    out: Path,
) -> None:
    """Mine proved positions in which one column wins; write them as a suite.

    In each the side to move wins in exactly --mate plies, no other column wins at all, and no
    first move wins or loses sooner. None is a shipped one, nor the mirror image of another.
    The same options give the same file on every machine. Ctrl-C keeps what was found.

    \u0008
    Examples:
      kata mine --mate 9 --count 20 --seed 7 --out bank.yaml
      kata mine --mate 7 --side yellow --off-centre --out bank.yaml
      kata mine --mate 9 --discs 8-14 --min-nodes 100000 --out hard.yaml
      kata grade my_solution.py --suite bank.yaml
    """
    try:
        order = Order(int(mate), count, seed, side, discs or (0, 0), off_centre, min_nodes)
        known = shipped_positions()
    except (ValueError, SuiteError) as error:
        raise RefusalError(str(error)) from None
    _check_writable(out)
    tally, found = Tally(), []
    with sigterm_as_interrupt() as stopped:
        try:
            with _Shown(tally, count) as shown:
                for task in mine(order, known, tally, _rejecter(oracle_name)):
                    found.append(task)
                    shown.advance()
        except KeyboardInterrupt:
            _keep(order, found, out)
            click.echo(f"kata: stopped: {tally}", err=True)
            sys.exit(stopped())
    _keep(order, found, out)
    click.echo(f"kata: {tally}", err=True)


def _rejecter(oracle_name: str) -> Rejecter | None:
    if oracle_name == "none" or (oracle_name == "auto" and not Bitbully().is_installed()):
        return None
    if not Bitbully().is_installed():
        raise RefusalError(
            "bitbully is not installed: pip install 'connect-four-kata[oracle]' brings it; "
            "--oracle none finds the same without it, only slower"
        )
    return bitbully_rejecter()


def _check_writable(out: Path) -> None:
    """Refuse a path that cannot be written before an hour is spent on what belongs there."""
    if out == STDOUT:
        return
    if not out.parent.is_dir():
        raise RefusalError(f"cannot write {out}: there is no folder {out.parent}")
    if not os.access(out if out.exists() else out.parent, os.W_OK):
        raise RefusalError(f"cannot write {out}: permission denied")


def _keep(order: Order, found: list[BestMoveTask], out: Path) -> None:
    if not found:
        click.echo("kata: nothing was found, so nothing is written", err=True)
        return
    text = bank_text(order, found)
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
    click.echo(f"kata: wrote {out}, {len(found)} of {order.count} positions", err=True)


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

    >>> rate_in_words(Tally(positions=900, found=5), count=20, minutes=0.5)
    '10 a minute, about 1:30 left; 900 positions looked at'
    """
    looked = f"{tally.positions:,} positions looked at"
    if not tally.found or minutes <= 0:
        return looked
    rate = tally.found / minutes
    left_s = round(60 * (count - tally.found) / rate)
    return f"{rate:.3g} a minute, about {left_s // 60}:{left_s % 60:02} left; {looked}"


class _Shown(Progress):
    """Show the search on stderr while it lasts; nothing where stderr is no terminal."""

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
