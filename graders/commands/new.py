"""Offer `kata new`: a folder to begin in."""

from __future__ import annotations

from pathlib import Path

import click

from graders.channel.languages import LANGUAGES, UnknownLanguageError, language_of
from graders.commands import options
from graders.commands.output import RefusalError
from graders.commands.signals import as_interrupts
from graders.grading.folders import HOW_TO_RUN, STATEMENT
from graders.katas import kata_named
from graders.model.text import on_one_line
from graders.practice.new_folder import SOLUTION, make_folder

READERS = ("practise",)


@click.command(
    name="new",
    short_help="Start a kata in a new folder.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.argument("kata_name", metavar="KATA", shell_complete=options.complete_katas)
@click.argument("folder", type=click.Path(path_type=Path), metavar="[NAME]", required=False)
def command(*, kata_name: str, folder: Path | None) -> None:
    """Make the folder NAME (by default that of the kata) to solve KATA in.

    It holds solution.py to edit, which runs and fails; README.md, the problem; and HOW_TO_RUN.txt,
    one line. A file or folder that exists is left alone, with exit code 2.

    \u0008
    Examples:
      kata new best_move mine
      kata new operations
    """
    try:
        kata = kata_named(kata_name)
        place = Path(kata.name) if folder is None else folder
        _check_is_no_file(place)
        with as_interrupts():
            run = make_folder(kata.name, place)
    except ValueError as error:
        raise RefusalError(str(error)) from None
    click.echo(f"{place}: {SOLUTION} to edit, {STATEMENT} with the problem, {HOW_TO_RUN}")
    click.echo(f"Grade it with: {run}")


def _check_is_no_file(place: Path) -> None:
    """Refuse a name that somebody means for a file of source text: a folder is made."""
    try:
        language = language_of(place)
    except UnknownLanguageError:
        return
    if language is not LANGUAGES[0]:
        raise RefusalError(
            f"kata new makes a folder with {SOLUTION} to begin in, in Python alone; "
            f"{on_one_line(str(place))} would be a file in {language.name}: write it yourself, "
            f"and kata grade {on_one_line(str(place))} grades it"
        )
    if place.suffix:
        raise RefusalError(
            f"kata new makes a folder with {SOLUTION} in it, and {on_one_line(str(place))} would "
            f"be a file: name a folder, such as {on_one_line(str(place.with_suffix('')))}"
        )
