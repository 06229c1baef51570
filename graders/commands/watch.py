"""Offer `kata watch`: grade a file at once and after every save."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import click

from graders.commands.grade import remember
from graders.commands.options import following_options
from graders.commands.output import RefusalError
from graders.grading.intake import check_is_code
from graders.katas import all_katas
from graders.model.scorecard import Scorecard
from graders.practice import run_history
from graders.practice.past_runs import hints_taken, next_hint
from graders.practice.run_history import graded_run
from graders.practice.watch_events import can_be_single
from graders.practice.watch_session import RunOptions, WatchOptions, WatchSession
from graders.reports.watching import WatchReport
from graders.sandbox import isolation as levels

READERS = ("practise",)

_BY_ENTER = "saves are not watched: press Enter after each"
_LINES = "keys are read line by line: press Enter after the letter"


@click.command(
    name="watch",
    short_help="Grade your file after every save.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.argument("file", type=click.Path(path_type=Path))
@following_options
@click.option("--stretch", is_flag=True, help="Start with the stretch suites switched on (key s).")
@click.option("--variants", is_flag=True, help="Start with the variants switched on (key v).")
@click.option("--spoilers/--no-spoilers", default=True, help="Show answers, right and wrong.")
@click.option("--manual", is_flag=True, help="Do not watch: grade when Enter is pressed.")
def command(
    *,
    file: Path,
    kata_name: str | None,
    entry: str | None,
    cap_s: float | None,
    stretch: bool,
    variants: bool,
    isolation: str,
    allow: tuple[str, ...],
    allow_from: Path | None,
    spoilers: bool,
    manual: bool,
    no_history: bool,
) -> None:
    """Grade FILE now and after every save, starting with what failed last time.

    A save during a run cancels it. Keys: Enter runs it again, h gives the next hint, a those taken
    so far, f shows the first failure in full, v and s switch variants and stretch suites on and
    off, l lists all cases, q quits. Where saves cannot be seen, such as on some network drives, use
    --manual, or set WATCHFILES_FORCE_POLLING=1.

    Exit code 0: quit by q, or at the end of the input; 2: bad usage or file; 130 and 143:
    interrupted, by Ctrl-C or SIGTERM.

    \u0008
    Example:
      kata watch my_solution.py
    """
    check_watchable(file, kata_name)
    levels.prewarm(isolation)  # it gets ready while the rest is loaded
    wanted = RunOptions(
        file,
        kata_name,
        cap_s,
        isolation,
        allow,
        allow_from,
        variants=variants,
        stretch=stretch,
        entry=entry,
    )
    options = watch_options(file, kata_name, watches=not manual, no_history=no_history)
    report = WatchReport(sys.stdout, file=str(file), spoilers=spoilers)
    if manual:
        report.say(_BY_ENTER)
    if not options.single_keys and sys.stdin is not None and sys.stdin.isatty():
        report.say(_LINES)
    sys.exit(asyncio.run(WatchSession(wanted, report, options).watch()))


def watch_options(
    file: Path, kata_name: str | None, *, watches: bool = True, no_history: bool = False
) -> WatchOptions:
    """Return how to watch a file, with its history unless that is off."""
    remembers = run_history.is_on() and not no_history
    return WatchOptions(
        watches,
        can_be_single(),
        lambda scorecard: _remember(file, scorecard) if remembers else None,
        lambda scorecard: _hint(file, scorecard, remembers=remembers),
        lambda scorecard: _hints_again(file, scorecard),
        run_history.latest_cases(file, kata_name) if remembers else {},
    )


def check_watchable(file: Path, kata_name: str | None) -> None:
    """Refuse at once what no save can mend."""
    check_is_code(file)
    if not file.exists():
        raise RefusalError(f"there is no file {file}")
    if kata_name is not None and kata_name not in all_katas():
        raise RefusalError(f"there is no kata {kata_name!r}; there are {', '.join(all_katas())}")


def _remember(file: Path, scorecard: Scorecard) -> None:
    if scorecard.complete:
        remember(file, scorecard, shipped=True)


def _hint(file: Path, scorecard: Scorecard, *, remembers: bool) -> str:
    """Return the hint that is due after a run, and remember that it was taken."""
    found = next_hint(file, graded_run(file, None, scorecard))
    if found is None:
        return "there is no hint to give: no mistake was seen that a hint is for"
    said = " ".join(found.parts)
    if remembers and not found.used_up:
        try:
            run_history.note_hint(file, scorecard.kata, found.topic, found.step)
        except run_history.HistoryError as error:
            return f"{said}\n{error}"
    return f"hint {found.step} of {len(found.steps)}: {said}"


def _hints_again(file: Path, scorecard: Scorecard) -> str:
    """Return the hints that were taken already; that counts nothing."""
    found = hints_taken(file, scorecard.kata)
    if found is None:
        return "no hint was taken yet: h gives the first"
    last = len(found.steps)
    numbered = enumerate(found.taken, 1)
    return "\n".join(f"hint {number} of {last}: {' '.join(parts)}" for number, parts in numbered)
