"""Offer `kata report`: a batch as pages for people, a file each."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from msgspec.structs import replace

from graders.batch.ledger import Ledger
from graders.commands.batching import say_not_compared
from graders.commands.exits import RefusalError
from graders.commands.extras import needs
from graders.commands.folder import Folder
from graders.commands.signals import as_interrupts
from graders.likeness import find_pairs
from graders.model.batch import Batch
from graders.model.progress import Bar
from graders.model.usage import UsageError
from graders.reports.pages.page import NEEDS
from graders.reports.pages.site import INDEX, Site
from graders.reports.progress import bar
from graders.reports.score import count

READERS = ("interview",)
"""Whom the help of `kata` lists it for."""


@click.command(
    name="report",
    short_help="Make pages of a batch, to read in a browser.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.argument("ledger", type=click.Path(path_type=Path))
@click.option(
    "--out",
    required=True,
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The folder for the pages: a new or an empty one, or that of an earlier report.",
)
@click.option("--title", metavar="TEXT", help="The heading of the pages.")
@click.option(
    "--likeness/--no-likeness",
    default=True,
    help="Say on a page which submissions resemble one another.",
)
@click.option(
    "--spoilers/--no-spoilers",
    default=True,
    help="Without them verdicts and times only: no answer, right or wrong.",
)
def command(*, ledger: Path, out: Path, title: str | None, likeness: bool, spoilers: bool) -> None:
    """Make pages of the batch in LEDGER.

    An index with the leaderboard, a page for each candidate, and one with the submissions that
    resemble one another. Each is one file that needs nothing else, and can be sent as it is. The
    batch may still be under way: the pages then show what is there so far.

    Exit code 0: written; 2: there is no such ledger, or the pages cannot be written. Pages of an
    earlier report are replaced, and nothing else in the folder is touched.

    \u0008
    Examples:
      kata report summer.ledger --out summer
      kata report summer.ledger --out summer --title "Summer round"
    """
    needs(*NEEDS)
    with as_interrupts() as stopped:
        try:
            written = _report(Ledger.read(ledger), out, title, likeness, spoilers)
        except UsageError as error:
            raise RefusalError(str(error)) from None
        except KeyboardInterrupt:
            sys.exit(stopped())
    click.echo(f"{count(written, 'page')} in {out}; begin with {out / INDEX}")


def _report(batch: Batch, out: Path, title: str | None, likeness: bool, spoilers: bool) -> int:
    """Write the pages, and return how many."""
    batch = replace(
        batch,
        title=batch.title if title is None else title,
        likenesses=(batch.likenesses or ()) if likeness else None,
    )
    folder = Folder(out, Site(batch).names)  # what cannot be written is refused before any work
    with bar(len(Site(batch).names) + likeness) as progress:
        if likeness:
            batch = _compared(batch, progress)
        site = Site(batch, spoilers)
        folder.claim()
        for name, text in site.pages():
            progress.now(name)
            folder.write(name, text)
            progress.advance()
        folder.finish()
    return len(site.names)


def _compared(batch: Batch, progress: Bar) -> Batch:
    """Return the batch with its likenesses."""
    progress.now("looking for likenesses")
    pairs = find_pairs(
        [(entry.path, entry.content) for entry in batch.entries],
        on_failure=lambda place: say_not_compared(batch.entries[place].candidate),
    )
    progress.advance()
    return replace(batch, likenesses=pairs)
