"""Offer `kata hint`: the next hint and no more."""

from __future__ import annotations

import shlex
import shutil
import sys
import textwrap
from pathlib import Path

import click

import kata as candidate_package
from graders.channel.languages import LANGUAGES, language_of
from graders.commands.options import entry_option, kata_option
from graders.commands.output import RefusalError, say
from graders.commands.signals import as_interrupts
from graders.grading.folders import is_source, read_folder
from graders.grading.grade_file import grade_file
from graders.grading.intake import UnreadableError, check_is_code, read_submission, shown_name
from graders.katas import all_katas
from graders.model.exit_codes import GRADER_ERROR, OK
from graders.model.installation import kata_command
from graders.model.submission import Content, Files, names_spelled
from graders.practice import run_history
from graders.practice.past_runs import DueHint, hints_taken, latest_run_of, next_hint
from graders.practice.run_history import GradedRun, graded_run

READERS = ("practise",)

WIDEST = 100


@click.command(
    name="hint",
    short_help="Give the next hint on what to fix or learn.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.argument("file", type=click.Path(path_type=Path))
@kata_option("The kata that the file is for.")
@entry_option
@click.option("--again", is_flag=True, help="Show the hints already taken; counts nothing.")
def command(*, file: Path, kata_name: str | None, entry: str | None, again: bool) -> None:
    """Give the next hint on FILE, and no more: a nudge, then the idea, then an outline.

    Hints come from the last complete run of FILE, which is graded first if it has changed since. No
    hint gives away the answer of a case. Your history counts the hints that you take.

    \u0008
    Examples:
      kata hint my_solution.py
      kata hint my_solution.py --again
    """
    source = _source(file, entry)
    if again:
        _show_taken(file, _code_file(file, source), hints_taken(file, kata_name))
        sys.exit(OK)
    with as_interrupts() as stopped:
        try:
            run = latest_run_of(file, source)
            if run is None or kata_name not in (None, run.kata) or _is_older(file, run):
                run = _grade_first(file, source, kata_name, entry)
            found = next_hint(file, run)
        except KeyboardInterrupt:
            sys.exit(stopped())
    _show_hint(file, _code_file(file, source), run, found)
    sys.exit(OK)


def _source(file: Path, entry: str | None) -> Content:
    check_is_code(file)
    try:
        return read_folder(file, entry) if file.is_dir() else read_submission(file).source
    except FileNotFoundError:
        raise RefusalError(f"there is no file {shown_name(str(file))}") from None
    except UnreadableError as error:
        raise RefusalError(f"{shown_name(str(file))}: {error}") from None


def _is_older(file: Path, run: GradedRun) -> bool:
    """Tell whether a run was remembered by a version that spoke of other topics, or of none."""
    return bool(run.failed) and next_hint(file, run) is None


def _grade_first(
    file: Path, source: Content, kata_name: str | None, entry: str | None
) -> GradedRun:
    say(f"{file.name} has not been graded as it is now: grading it first")
    scorecard = grade_file(file, kata=kata_name, explain=False, entry=entry)
    if not scorecard.complete:
        raise KeyboardInterrupt
    if scorecard.kata not in all_katas():
        why = scorecard.results[0].message.splitlines()[0]
        raise RefusalError(f"{why}; name its kata with --kata")
    if scorecard.grader_errors:
        say(f"the grader itself failed, so there is no hint; {kata_command()} grade shows where")
        sys.exit(GRADER_ERROR)
    try:
        run_history.record(file, scorecard)
    except run_history.HistoryError as error:
        say(str(error))
    return graded_run(file, source, scorecard)


def _code_file(file: Path, source: Content) -> Path:
    """Return a file whose name shows the language: of a folder the first, where none is named."""
    if not isinstance(source, Files):
        return file
    return Path(source.entry or next(each.name for each in source.files if is_source(each.name)))


def _show_hint(file: Path, code: Path, run: GradedRun, found: DueHint | None) -> None:
    if found is None:
        click.echo(_wrap(_no_hint(file, run)))
        return
    click.echo(_wrap(f"{file.name}: {run.score} of {run.max_score} points."))
    last = len(found.steps)
    _show_step(code, found, found.step)
    if language_of(code) is not LANGUAGES[0]:
        click.echo(_wrap(_elsewhere(code)) + "\n")
    if found.used_up or found.step == last:
        click.echo(_wrap(_no_more(found)))
    else:
        click.echo(_wrap(f"For the next one: {kata_command()} hint {shlex.quote(str(file))}"))
    if not found.used_up:
        _remember(file, run, found)


def _show_taken(file: Path, code: Path, found: DueHint | None) -> None:
    if found is None:
        raise RefusalError(
            f"no hint on {file.name} was taken yet; get the first with: "
            f"{kata_command()} hint {shlex.quote(str(file))}"
        )
    for step in range(1, found.given + 1):
        _show_step(code, found, step)
    if found.used_up:
        click.echo(_wrap(_no_more(found)))
    else:
        click.echo(_wrap(f"For the next one: {kata_command()} hint {shlex.quote(str(file))}"))


def _show_step(code: Path, found: DueHint, step: int) -> None:
    parts = found.steps[step - 1]
    click.echo(f"\nHint {step} of {len(found.steps)}\n")
    for part in parts:
        words = names_spelled(part, language_of(code).speech)
        click.echo(_wrap(words, indent="  ", hanging="   " if len(parts) > 1 else ""))
    click.echo()


def _remember(file: Path, run: GradedRun, found: DueHint) -> None:
    if not run_history.is_on():
        click.echo(_wrap("The history is off, so this hint will come again."))
        return
    try:
        run_history.note_hint(file, run.kata, found.topic, found.step)
    except run_history.HistoryError as error:
        say(str(error))


def _no_hint(file: Path, run: GradedRun) -> str:
    said = f"{file.name}: {run.score} of {run.max_score} points."
    if run.failed:
        return f"{said} There is no hint on what was missed: {kata_command()} grade shows it."
    listed = f"{kata_command()} list names the katas"
    return f"{said} Nothing was missed, so there is no hint to give: {listed}."


def _elsewhere(code: Path) -> str:
    """Say what takes the place of `breakpoint()` in a file that is not in Python."""
    language = language_of(code)
    if not language.breakpoint:
        return f"breakpoint() is Python; in {language.name} use a debugger of its own, or print."
    return (
        f"breakpoint() is Python; in {language.name} write `{language.breakpoint}`, at which "
        f"{kata_command()} try opens the debugger of Node.js."
    )


def _no_more(found: DueHint) -> str:
    page = Path(candidate_package.__file__).parent.parent / found.read
    where = str(page) if page.is_file() else found.read
    return f"There are no more hints on this; read {where}"


def _wrap(text: str, indent: str = "", hanging: str = "") -> str:
    width = min(shutil.get_terminal_size((80, 24)).columns, WIDEST)
    return textwrap.fill(
        text,
        width,
        initial_indent=indent,
        subsequent_indent=indent + hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )
