"""Offer `kata adapt`: write a driver for a file whose classes are called by other names."""

from __future__ import annotations

import os
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path

import click
from msgspec.structs import replace

from graders.channel.budget import Settings
from graders.channel.languages import language_of
from graders.commands.options import kata_option
from graders.commands.output import RefusalError, say
from graders.commands.signals import as_interrupts
from graders.grading.drivers import DRIVER_NAMES, is_driver
from graders.grading.folders import read_folder, submission_of
from graders.grading.intake import (
    UnreadableError,
    check_is_a_file_of_code,
    read_submission,
    shown_name,
)
from graders.katas import all_katas
from graders.katas.driven.kata import DrivenKata
from graders.model.exit_codes import NOT_ACCEPTED, OK
from graders.model.installation import kata_command
from graders.model.submission import Driver, Origin, Submission
from graders.model.text import harmless
from graders.model.usage_error import UsageError
from graders.model.verdict import Verdict
from graders.practice.adapting.design import Design, Guess
from graders.practice.adapting.driver_source import (
    TrialResult,
    best_kata,
    driver_source,
    run_scripts,
)
from graders.practice.adapting.guessing import NoGuessError, guess
from graders.practice.adapting.inspection import Evaluator, Inspection, InspectionError, inspect
from graders.sandbox.isolation import choose_isolation

READERS = ("practise", "interview")

_WIDTH = 79


@click.command(
    name="adapt",
    short_help="Write a driver that calls a file's own classes.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.argument("file", type=click.Path(path_type=Path))
@kata_option("The kata that the file is for; by default the one with a board of its size.")
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    help="Where to write the driver; by default driver.py, or driver.mjs, beside FILE.",
)
@click.option("--force", is_flag=True, help="Overwrite a driver that exists.")
def command(*, file: Path, kata_name: str | None, output: Path | None, force: bool) -> None:
    """Write driver.py beside FILE, which calls its classes by their own names.

    It inspects FILE in the sandbox, guesses from common names how its game is created, played and
    queried, tries that out, and reports what works, part by part. Read the driver and correct it:
    the grader itself guesses nothing. Exit code 1 means that moves, the winner or a draw do not
    work yet.

    \u0008
    Examples:
      kata adapt mine.py
      kata adapt mine.ts --kata game_design
    """
    submission = _read(file)
    katas = _katas(kata_name)
    language = language_of(file)
    if language.speech not in DRIVER_NAMES:
        raise RefusalError(f"no driver can call classes in {language.name}")
    place = output or file.parent / DRIVER_NAMES[language.speech][0]
    if place.exists() and not force:
        raise RefusalError(f"{shown_name(str(place))} already exists; --force overwrites it")
    with as_interrupts() as stopped:
        try:
            sys.exit(_adapt(file, submission, katas, place))
        except KeyboardInterrupt:
            sys.exit(stopped())


def _read(file: Path) -> Submission:
    check_is_a_file_of_code(file)
    if is_driver(file.name):
        raise RefusalError(f"{file.name} is itself a driver: name the file that has the game")
    try:
        return read_submission(file)
    except FileNotFoundError:
        raise RefusalError(f"there is no file {shown_name(str(file))}") from None
    except UnreadableError as error:
        raise RefusalError(f"{shown_name(str(file))}: {error}") from None


def _katas(name: str | None) -> list[DrivenKata]:
    katas = [each for each in all_katas().values() if isinstance(each, DrivenKata)]
    chosen = [each for each in katas if name in (None, each.name)]
    if not chosen:
        known = ", ".join(each.name for each in katas)
        raise UsageError(f"a driver is for one of the katas {known}, not for {name}")
    return chosen


def _with_neighbours(file: Path, submission: Submission) -> Submission | None:
    """Return a file together with the folder that it lies in; None where that cannot be taken."""
    if submission.folder is not None:
        return None
    try:
        files = read_folder(file.parent, file.name)
    except (UnreadableError, UsageError):
        return None
    return submission_of(files, file.parent, files.entry)


def _adapt(file: Path, submission: Submission, katas: Sequence[DrivenKata], place: Path) -> int:
    settings = Settings(choose_isolation("auto"))
    bench = Evaluator(submission, settings)
    try:
        looked = inspect(submission, settings)
        design = Design(looked, bench.dialect)
        guessed = guess(design, bench, [each.size for each in katas])
    except InspectionError as error:
        say(f"{submission.name} cannot be inspected: {error}")
        return NOT_ACCEPTED
    except NoGuessError:
        whole = _with_neighbours(file, submission) if bench.problem else None
        if whole is not None:
            return _adapt(file, whole, katas, place)
        for line in _why_not(submission.name, bench, looked):
            say(line)
        return NOT_ACCEPTED
    kata = best_kata(guessed, katas)
    if guessed.is_of_any_size:
        guessed = replace(guessed, size=kata.size)
    text = driver_source(guessed, kata, submission, bench)
    _write(place, text)
    driver = Driver(Origin.NAMED, place.name, text.encode())
    found = run_scripts(submission, driver, guessed, kata, settings)
    grade = shown_name(str(file))
    if submission.folder is not None:
        grade = f"{shown_name(str(file.parent))} --entry {shown_name(file.name)}"
    return _show_trials(file, place, guessed, kata, found, grade=grade)


def _why_not(name: str, bench: Evaluator, looked: Inspection) -> list[str]:
    if bench.problem:
        then = "nothing was written; fix that first"
        if "EOFError" in bench.problem:
            then = 'put what starts a game below if __name__ == "__main__"'
        return [f"{name} cannot be loaded: {bench.problem}", then]
    if not looked.classes:
        how = (
            "exports no class: write export before one" if bench.dialect.new else "defines no class"
        )
        return [f"{name} cannot be driven: it {how}", "nothing was written"]
    if looked.reading:
        first = looked.reading[0]
        where = f"{first.function or 'it'} reads from the keyboard (line {first.line})"
        return [
            f"{name} cannot be driven: {where}, and no method takes a move",
            "give its game a method such as make_move(column), and let the loop that reads call it",
        ]
    return [
        f"{name} cannot be driven: none of its classes has a method that took a column as a move",
        "nothing was written; docs/driver.md shows how to write a driver by hand",
    ]


def _write(place: Path, text: str) -> None:
    try:
        place.write_text(text, encoding="utf-8")
    except OSError as error:
        said = error.strerror or type(error).__name__
        raise RefusalError(f"{shown_name(str(place))} cannot be written: {said}") from None


def _show_trials(
    file: Path,
    place: Path,
    guessed: Guess,
    kata: DrivenKata,
    found: Sequence[TrialResult],
    *,
    grade: str,
) -> int:
    click.echo(f"{shown_name(str(place))} calls {guessed.plan.owner.name} of {file.name}:\n")
    for part in dict.fromkeys(each.part for each in found):
        of_part = [each for each in found if each.part == part]
        wrong = [each for each in of_part if each.verdict is not Verdict.ACCEPTED]
        if not wrong:
            _show_part("works", part, ", ".join(each.what for each in of_part))
        if any(each.verdict is Verdict.NOT_OFFERED for each in wrong):
            _show_part("missing", part, "nothing was found for it, or for what it needs")
        for each in wrong:
            if each.verdict is not Verdict.NOT_OFFERED:
                _show_part("differs", part, f"{each.what}: {each.message}")
    click.echo()
    is_done = all(each.verdict is Verdict.ACCEPTED for each in found if each.is_needed)
    if guessed.size != kata.size:
        rows, cols, _ = guessed.size
        wanted = " x ".join(map(str, kata.size[:2]))
        click.echo(f"Its board has {rows} x {cols} cells; {kata.name} is played on {wanted}.")
        is_done = False
    click.echo(f"Read {place.name}: it is a guess. What differs is wrong either there or in")
    click.echo(f"{file.name} itself; docs/driver.md says what each part has to return.")
    beside = "" if _is_beside(place, file) else f" --driver {shown_name(str(place))}"
    click.echo(f"Then: {kata_command()} grade {grade} --kata {kata.name}{beside}")
    return OK if is_done else NOT_ACCEPTED


def _show_part(how: str, part: str, words: str) -> None:
    head = f"  {how:<8} {part:<9} "
    click.echo(
        textwrap.fill(harmless(words), _WIDTH, initial_indent=head, subsequent_indent=" " * 21)
    )


def _is_beside(place: Path, file: Path) -> bool:
    return is_driver(place.name) and os.path.realpath(place.parent) == os.path.realpath(file.parent)
