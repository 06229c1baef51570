"""Offer `kata notes`: take what was noted on pages into the ledger, and print it."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import msgspec

from graders.batch.ledger.ledger import Ledger
from graders.model.notes import MOST_BYTES, NoteOn, NotesDocument
from graders.model.text import on_one_line
from graders.model.usage_error import UsageError
from graders.reports.csv import write_notes
from graders.reports.layout import Screen
from graders.reports.noted import document, notes_lines, taken_in_words

READERS = ("interview",)


@click.command(
    name="notes",
    short_help="Keep notes and grades by hand in a ledger, or print them.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.argument("ledger", type=click.Path(path_type=Path))
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option(
    "--format",
    "format_name",
    type=click.Choice(["text", "json", "csv"]),
    help="How to print them; by default as text.",
)
def command(*, ledger: Path, file: Path | None, format_name: str | None) -> None:
    """Take the notes in FILE, saved by a page, into LEDGER; without FILE print LEDGER's.

    FILE is taken whole or not at all. A later note replaces an earlier one, which stays in the
    ledger; taking the same file again changes nothing. No verdict and no point changes.

    Exit code 0: taken or printed; 2: the file holds no notes, or names a person or a case that
    the ledger does not have.

    \u0008
    Examples:
      kata notes class.ledger kata-notes.json
      kata notes class.ledger --format csv > notes.csv
    """
    if file is not None:
        if format_name:
            raise click.UsageError("--format says how to print notes: name no FILE with it")
        notes = notes_in(file)
        with Ledger.open(ledger, create=False) as opened:
            click.echo(taken_in_words(opened.take_notes(notes)))
        return
    batch = Ledger.read(ledger)
    if format_name == "json":
        click.echo(document(batch), nl=False)
    elif format_name == "csv":
        write_notes(batch, sys.stdout)
    else:
        screen = Screen(sys.stdout)
        screen.write(notes_lines(batch, screen.width))


def notes_in(path: Path) -> tuple[NoteOn, ...]:
    """Return the notes in a file; raise `UsageError` for one that no page saved."""
    shown = on_one_line(str(path))
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise UsageError(f"cannot read {shown}: {error.strerror or error}") from None
    if len(data) > MOST_BYTES:
        raise UsageError(f"{shown} is larger than {MOST_BYTES:,} bytes, so no page saved it")
    try:
        return msgspec.json.decode(data, type=NotesDocument).notes
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UsageError(
            f"{shown} is not a file of notes ({on_one_line(str(error))}); save it again with "
            '"Save notes" on a page'
        ) from None
