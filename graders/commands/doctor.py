"""Offer `kata doctor`: tell whether untrusted files are contained here, and timed fairly."""

from __future__ import annotations

import json
import sys

import click

from graders.commands.signals import as_interrupts
from graders.lab.doctor.examination import as_json, as_text, examine, terminal_width
from graders.model.exit_codes import NOT_ACCEPTED, OK
from graders.sandbox.isolation import IsolationUnavailableError

READERS = ("interview",)


@click.command(
    name="doctor",
    short_help="Check isolation and timing on this machine.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--format",
    "format_name",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
)
def command(format_name: str) -> None:
    """Test every isolation mechanism, and whether this machine can time submissions fairly.

    Exit code 0: fit to grade untrusted files; 1: something needed is missing, or the machine is
    too slow, or too busy just now.
    """
    with as_interrupts() as stopped:
        try:
            examination = examine()
        except IsolationUnavailableError as error:
            raise click.ClickException(str(error)) from None
        except KeyboardInterrupt:
            sys.exit(stopped())
    if format_name == "json":
        click.echo(json.dumps(as_json(examination), indent=2, ensure_ascii=False))
    else:
        click.echo(as_text(examination, terminal_width()))
    sys.exit(OK if examination.fit else NOT_ACCEPTED)
