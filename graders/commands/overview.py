"""Say what `kata` alone says: how to go on with what one last worked on, or a tour for the new."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator
from shutil import get_terminal_size

import click

from graders.katas.path import Invitation, path, stop_named
from graders.model.installation import kata_command
from graders.model.text import harmless, in_a_shell
from graders.model.verdict import Verdict
from graders.practice import run_history
from graders.practice.new_folder import solution_in
from graders.practice.run_history import GradedRun
from graders.practice.standing import first_miss, from_here, going_on

WIDEST = 100
_FOLDER = "mine"


def say_how_to_go_on() -> bool:
    """Print it; tell whether there was anything to say: no tour is for a script."""
    last = run_history.newest_run() if run_history.is_on() else None
    if last is None and not sys.stdout.isatty():
        return False
    for line in _tour() if last is None else _last_worked_on(last):
        click.echo(harmless(line))
    return True


def _tour() -> Iterator[str]:
    """Yield five commands and what they do, a line each."""
    stops = path()
    shown = next((stop.show for stop in stops if stop.show), "CASE")
    file = f"{_FOLDER}/{solution_in('python')}"
    steps = {
        f"new {stops[0].name} {_FOLDER}": "make a folder with a file to begin in",
        f"watch {file}": "grade it after every save",
        f"show {shown}": "look at a position and its answer",
        f"studio {file}": "see it on a board in your browser",
        "list": "see the katas, and how far you are",
    }
    command = kata_command()
    widest = max(map(len, steps))
    for words, what in steps.items():
        yield f"{command} {words:<{widest}}  {what}"


def _last_worked_on(run: GradedRun) -> Iterator[str]:
    width = min(get_terminal_size((80, 24)).columns, WIDEST)
    first, *_ = going_on(run, run_history.graded_runs())
    for paragraph in (_where(run), _miss(run), _next(run, first)):
        if paragraph:
            yield from textwrap.wrap(
                paragraph,
                width,
                subsequent_indent="  ",
                break_long_words=False,
                break_on_hyphens=False,
            )
    yield f"Go on with: {kata_command()} {in_a_shell(*first.words)}"


def _where(run: GradedRun) -> str:
    file = from_here(run.file)
    if stop_named(run.kata) is None:
        return f"{file} was graded last."
    return f"{run.kata}: {file} got {run.score} of {run.max_score} points when it was last graded."


def _miss(run: GradedRun) -> str:
    missed = first_miss(run)
    if missed is None:
        return ""
    known = missed.verdict in set(Verdict)
    return (
        f"First miss: {missed.id}, {Verdict(missed.verdict).in_words if known else missed.verdict}."
    )


def _next(run: GradedRun, first: Invitation) -> str:
    """Say what is next; the hint of a run with every point speaks of harder cases itself."""
    words = run.hint if run.hint and first.is_harder else f"{run.hint} {first.says}".strip()
    return f"Next: {words}" if words else ""
