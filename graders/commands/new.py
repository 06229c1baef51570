"""Offer `kata new`: a folder to begin in."""

from __future__ import annotations

import shlex
import shutil
import sys
import textwrap
from pathlib import Path

import click

from graders.channel.languages import (
    LANGUAGES,
    UnavailableError,
    UnknownLanguageError,
    check_runs_here,
    language_of,
)
from graders.commands import options
from graders.commands.output import RefusalError, say
from graders.commands.signals import as_interrupts
from graders.grading.folders import HOW_TO_RUN, STATEMENT
from graders.katas import kata_named
from graders.model.installation import kata_command
from graders.model.text import on_one_line
from graders.practice.new_folder import SUFFIXES, make_folder, solution_in

READERS = ("practise",)


@click.command(
    name="new",
    short_help="Start a kata in a new folder.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.argument("kata_name", metavar="KATA", shell_complete=options.complete_katas)
@click.argument("folder", type=click.Path(path_type=Path), metavar="[NAME]", required=False)
@click.option(
    "--language",
    type=click.Choice(list(SUFFIXES)),
    default="python",
    show_default=True,
    help="The language of the starter.",
)
def command(*, kata_name: str, folder: Path | None, language: str) -> None:
    """Make the folder NAME (by default that of the kata) to solve KATA in.

    It holds solution.py (solution.mjs, solution.ts) to edit, which runs and fails; README.md, the
    problem; and HOW_TO_RUN.txt, one line. A file or folder that exists is left alone, with exit
    code 2.

    \u0008
    Examples:
      kata new best_move mine
      kata new operations
      kata new best_move in_js --language js
    """
    try:
        kata = kata_named(kata_name)
        place = Path(kata.name) if folder is None else folder
        _check_is_no_file(kata.name, place)
        with as_interrupts():
            run = make_folder(kata.name, place, language)
    except ValueError as error:
        raise RefusalError(str(error)) from None
    solution = solution_in(language)
    width = shutil.get_terminal_size((80, 24)).columns
    made = f"{place}: {solution} to edit, {STATEMENT} with the problem, {HOW_TO_RUN}"
    click.echo(textwrap.fill(made, width, break_long_words=False, break_on_hyphens=False))
    grade_it = f"Grade it with: {run}"
    if len(grade_it) > width and sys.stdout.isatty():  # a line that can be copied whole
        grade_it = f"Grade it with:\n{run}"
    click.echo(grade_it)
    try:
        check_runs_here(Path(solution))
    except UnavailableError as error:
        say(str(error))


def _check_is_no_file(kata: str, place: Path) -> None:
    """Refuse a name that somebody means for a file of source text: a folder is made."""
    try:
        language = language_of(place)
    except UnknownLanguageError:
        return
    if not place.suffix:
        return
    folder = shlex.quote(on_one_line(str(place.with_suffix(""))))
    known = [name for name, suffix in SUFFIXES.items() if suffix in language.suffixes]
    wanted = f" --language {known[0]}" if known and language is not LANGUAGES[0] else ""
    raise RefusalError(
        f"kata new makes a folder, and {on_one_line(str(place))} would be a file: name a folder, "
        f"as in {kata_command()} new {kata} {folder}{wanted}"
    )
