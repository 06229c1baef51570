"""Offer `kata specimens`: the classic mistakes as files."""

from __future__ import annotations

from pathlib import Path

import click

from graders.commands.output import RefusalError
from graders.lab.verifying.declared import SPECIMENS
from graders.lab.verifying.specimens import write_specimens

READERS = ("interview", "project")


@click.command(
    name="specimens",
    short_help="Write the classic mistakes into a folder.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
def command(*, folder: Path) -> None:
    """Make the folder DIR, with a program for every classic mistake.

    Each says in its first lines what it does wrong. expected.yaml beside them holds what each
    has to miss. A folder that is not empty is left as it is, with exit code 2.

    \u0008
    Example:
      kata specimens mistakes
    """
    try:
        if folder.exists() and any(folder.iterdir()):
            raise RefusalError(f"{folder} is not empty: name another folder")
        made = write_specimens(SPECIMENS, folder)
    except OSError as error:
        raise RefusalError(f"{folder} cannot be written: {error.strerror}") from None
    click.echo(f"{folder}: {len(made)} programs, and expected.yaml with what each has to miss")
