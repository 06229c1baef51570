"""Offer `kata progress`: how a file came along, run by run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TextIO

import click
from msgspec.structs import replace

from graders.commands.output import Output, RefusalError, needs
from graders.grading.folders import read_content
from graders.grading.intake import UnreadableError
from graders.model.history import Past
from graders.model.installation import kata_command
from graders.model.submission import Files
from graders.practice import run_history
from graders.practice.past_runs import diff_of, past_of
from graders.practice.run_history import GradedRun, HintTaken
from graders.practice.standing import from_here
from graders.reports.history_chart import write_csv, write_json, write_page, write_past

READERS = ("practise",)

_NOTHING = "there is no graded run of {} in your history; make the first with: {} grade {}"
_IS_OFF = " (it is turned off: unset KATA_HISTORY first)"
_FORMATS: dict[str, Callable[[Sequence[Past], TextIO], None]] = {
    "html": write_page,
    "json": write_json,
    "csv": write_csv,
}


@click.command(
    name="progress",
    short_help="Show your progress, run by run.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option(
    "--format",
    "format_name",
    type=click.Choice(["text", *_FORMATS]),
    default="text",
    show_default=True,
)
@click.option("--full", is_flag=True, help="Show the whole change in the file, as text.")
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="Write it there instead of stdout.",
)
def command(*, file: Path | None, format_name: str, full: bool, output: Path | None) -> None:
    """Draw points, rung, hints and slowest case of FILE over time.

    Names what has stopped working since the best run, and shows the change in the file since
    then: 20 lines of a long one, or all of it with --full. Without FILE it lists every file that
    was graded.

    Exit code 0: shown; 2: there is no such run, or it cannot be written.

    \u0008
    Examples:
      kata progress my_solution.py
      kata progress my_solution.py --format html --output progress.html
    """
    if format_name == "html":
        needs("jinja2", "practice")
    pasts = [_past(name, runs, hints) for name, runs, hints in _by_file(file)]
    where = Output(output, [] if file is None else [file])
    write = _FORMATS.get(format_name, partial(write_past, full=full))
    where.writing(lambda: write(pasts, where.stream))()
    where.close(complete=True)


def _by_file(file: Path | None) -> list[tuple[str, list[GradedRun], list[HintTaken]]]:
    runs, hints = run_history.graded_runs(file), run_history.hints(file)
    if not runs:
        name = "any file" if file is None else str(file)
        example = "my_solution.py" if file is None else str(file)
        off = "" if run_history.is_on() else _IS_OFF
        raise RefusalError(_NOTHING.format(name, kata_command(), example) + off)
    names = dict.fromkeys(run.file for run in reversed(runs))
    return [
        (
            name,
            [run for run in runs if run.file == name],
            [hint for hint in hints if hint.file == name],
        )
        for name in reversed(names)
    ]


def _past(name: str, runs: Sequence[GradedRun], hints: Sequence[HintTaken]) -> Past:
    past = past_of(from_here(name), runs, hints)
    if past.best is None or past.is_at_its_best:
        return past
    then, last = (run_history.source_of(past.runs[number].sha256) for number in (past.best, -1))
    now = _read(Path(name)) or last
    if then is None or now is None:
        return replace(past, diff=None)
    return replace(past, diff=diff_of(then, now, Path(name).name))


def _read(path: Path) -> bytes | None:
    """Return the file or the folder as it is now, as one text; None where it is gone."""
    try:
        content = read_content(path)
    except (OSError, UnreadableError):
        return None
    return content.as_text if isinstance(content, Files) else content
