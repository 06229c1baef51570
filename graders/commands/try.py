"""Offer `kata try`: one case in this terminal, with nothing between it and a debugger."""
# ruff: noqa: N999  # it is called as its file is, and nobody imports it by name

from __future__ import annotations

import contextlib
import math
import shutil
import signal
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from graders.channel.budget import Settings
from graders.channel.channel import survey
from graders.channel.languages import LANGUAGES, can_be_tried, check_runs_here, language_of
from graders.commands import options
from graders.commands.options import driver_option, entry_option, kata_option, suite_option
from graders.commands.output import RefusalError, say
from graders.grading.drivers import driver_at, driver_of, with_driver
from graders.grading.folders import read_folder, resolve_entry
from graders.grading.intake import UnreadableError, check_is_code, read_submission, shown_name
from graders.katas import all_katas, kata_named
from graders.katas.kata import Kata
from graders.model.exit_codes import INTERRUPTED, NOT_ACCEPTED, OK
from graders.model.explanation import Appraisal
from graders.model.installation import kata_command
from graders.model.outcome import Outcome
from graders.model.request import Request, Session
from graders.model.scorecard import Result
from graders.model.submission import Files, Submission
from graders.model.verdict import Verdict
from graders.practice.new_folder import how_to_run
from graders.practice.run_history import HistoryError, failing, is_trusted, trust
from graders.practice.run_in_terminal import LeftTheDebuggerError, call_in_this_process
from graders.practice.trials import Trial, appraised, judged, own_trial, trials
from graders.reports import failure, layout
from graders.reports.layout import wrapped
from graders.sandbox.isolation import choose_isolation

READERS = ("practise",)

NODES = 300_000
_INDENT = "    "


@click.command(
    name="try",
    short_help="Run your file on one case in this terminal.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.argument("file", type=click.Path(path_type=Path))
@click.argument(
    "case_name", metavar="[CASE]", required=False, shell_complete=options.complete_cases
)
@click.option("--yes", is_flag=True, help="Run it without asking first.")
@kata_option("The kata that the case belongs to.")
@driver_option
@suite_option("The suite file that the case is in, instead of those shipped; may be repeated.")
@entry_option
@click.option("--moves", metavar="DIGITS", help="A position of your own: the columns played.")
@click.option(
    "--first",
    type=click.Choice(["RED", "YELLOW"], case_sensitive=False),
    help="Who moved first in --moves; RED by default.",
)
@click.option(
    "--nodes",
    type=click.IntRange(min=1),
    default=NODES,
    show_default=True,
    metavar="N",
    help="How many positions the search may look at, for --moves.",
)
def command(
    *,
    file: Path,
    case_name: str | None,
    yes: bool,
    kata_name: str | None,
    driver: Path | None,
    suite_names: tuple[str, ...],
    entry: str | None,
    moves: str | None,
    first: str | None,
    nodes: int,
) -> None:
    """Run FILE on CASE in this terminal: what it prints is shown, and a debugger works.

    CASE is a name that `kata list` shows; mate-in-9 is all positions of that group, and mate-in-9#2
    its second. Without it FILE is graded until its first miss, which is then tried. With --moves it
    is a position of your own, and an exact search says what the column is worth. Nothing is
    contained here, so it is for files that you trust, and asks first, once for each file. The cap
    is shown but not enforced, as you may be in a debugger.

    In Python breakpoint() and input() work; `python -m kata.try FILE CASE --yes` is the same in
    a debugger. In JavaScript and TypeScript, Node.js runs it, and its own debugger opens at a
    statement `debugger;`.

    Exit code 0: all answers are right, however long they took; 1: one is not, or search did not
    settle it; 2: nothing was run.

    \u0008
    Examples:
      kata try my_solution.py
      kata try my_solution.py mate-in-9#2
      kata try my_solution.mjs --moves 0032 --first YELLOW
    """
    _check_position(case_name, moves, first, suite_names)
    try:
        katas = list(all_katas().values()) if kata_name is None else [kata_named(kata_name)]
        handed_in = _read_submission(file, entry)
        if moves is not None:
            found: tuple[Trial, ...] = (own_trial(katas, moves, first or "RED"),)
        else:
            case_name = case_name or _first_miss(file, kata_name, driver, suite_names, entry)
            found = trials(katas, case_name, suite_names)
        submission = _submission(handed_in, file, found[0].kata)
    except ValueError as error:  # such as of a case that nobody knows, or an unreadable file
        raise RefusalError(str(error)) from None
    if not (yes or is_trusted(file)):
        _ask_consent(submission)
        _remember_consent(file)
    katas = [kata_named(found[0].kata)]
    submission = _with_driver(submission, katas[0], driver)
    try:
        with _raised_by_ctrl_c():
            accepted = list(_try_each(submission, katas, found, suite_names, nodes))
    except LeftTheDebuggerError:
        say("you left the debugger, so there is no verdict")
        sys.exit(NOT_ACCEPTED)
    except KeyboardInterrupt:
        say("interrupted, so there is no verdict")
        sys.exit(INTERRUPTED)
    if len(found) > 1:
        said = f"{sum(accepted)} of {len(found)} accepted; the point needs all of them"
        width = shutil.get_terminal_size((80, 24)).columns
        click.echo("\n" + "\n".join(layout.as_text(wrapped(said, width))))
    sys.exit(OK if sum(accepted) == len(found) else NOT_ACCEPTED)


def _check_position(
    case_name: str | None, moves: str | None, first: str | None, suites: Sequence[str]
) -> None:
    if moves is not None and (case_name is not None or suites):
        raise click.UsageError("--moves is a position of your own: name no CASE and no --suite")
    if first is not None and moves is None:
        raise click.UsageError("--first is for --moves: a case says itself who moved first")


def _read_submission(file: Path, entry: str | None) -> Submission | Files:
    check_is_code(file)
    try:
        if file.is_dir():
            return read_folder(file, entry)
        if entry is not None:
            raise RefusalError("--entry names a file of a folder: name the folder")
        check_runs_here(file)
        return read_submission(file)
    except FileNotFoundError:
        raise RefusalError(f"there is no file {shown_name(str(file))}") from None


def _first_miss(
    file: Path,
    kata_name: str | None,
    driver: Path | None,
    suites: tuple[str, ...],
    entry: str | None,
) -> str:
    say(f"grading {shown_name(str(file))} until its first miss")
    # Not needed for a case that is named, nor by a shell that completes its name.
    from graders.grading.grade_file import grade_file  # noqa: PLC0415

    card = grade_file(
        file,
        kata=kata_name,
        driver=driver,
        suites=suites,
        entry=entry,
        first=failing(file, kata_name),
        explain=False,
        probes=False,
        stop_at_first=True,
    )
    for result in card.results:
        if result.verdict is Verdict.LOAD_ERROR:
            click.echo(result.message, err=True)
            raise RefusalError(f"{shown_name(file.name)} does not load, so nothing was tried")
        if not result.accepted:
            return failure.deciding_id(result)
    raise RefusalError(f"every case was accepted; name the one to try ({kata_command()} list)")


def _submission(handed_in: Submission | Files, file: Path, kata: str) -> Submission:
    """Return what is to be tried; which file of a folder is called, a sandbox finds out."""
    submission = handed_in
    if isinstance(submission, Files):
        settings = Settings(choose_isolation("auto"))
        submission = resolve_entry(submission, file, settings, kata).submission
        check_runs_here(submission.path)
    if not can_be_tried(submission.path):
        language = language_of(submission.path).name
        raise RefusalError(
            f"kata try cannot run {language}: {how_to_run(file)} --case CASE shows what it printed"
        )
    return submission


def _with_driver(submission: Submission, kata: Kata[Any], named: Path | None) -> Submission:
    if not kata.is_driven:
        return submission
    try:
        own = driver_of(submission) if named is None else driver_at(named)
        surveyed = survey(submission, Settings(choose_isolation("auto")))
        return with_driver(submission, kata, surveyed, own)
    except UnreadableError as error:
        raise RefusalError(str(error)) from None


def _ask_consent(submission: Submission) -> None:
    """Ask whether to run it; raise `RefusalError` where the answer is no or nobody is there."""
    name = submission.name if submission.folder is None else submission.folder.name
    what = f"{name} would run in this terminal with nothing contained"
    if not sys.stdin.isatty():
        raise RefusalError(f"{what}, and there is nobody to ask: add --yes if you trust it")
    say(f"{what}: it can do anything that you can.")
    click.echo("Run it? [y/N] ", nl=False, err=True)
    try:
        answer = sys.stdin.readline()
    except KeyboardInterrupt:
        answer = ""
    if answer.strip().lower() not in ("y", "yes"):
        raise RefusalError("nothing was run")


def _remember_consent(file: Path) -> None:
    try:
        trust(file)
    except HistoryError as error:
        say(str(error))


@contextlib.contextmanager
def _raised_by_ctrl_c() -> Iterator[None]:
    """Let Ctrl-C interrupt the submission, or bring its debugger to a stop."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _try_each(
    submission: Submission,
    katas: Sequence[Kata[Any]],
    found: Sequence[Trial],
    suites: Sequence[str],
    nodes: int,
) -> Iterator[bool]:
    in_python = language_of(submission.path) is LANGUAGES[0]
    for number, trial in enumerate(found):
        question = trial.question if in_python else trial.in_javascript
        _show_question(trial, question, first=number == 0)
        raised: list[str] = []
        on_error = raised.append if isinstance(trial.wanted, Session) else _print_exception
        outcome = _called(submission, trial.wanted, on_error)
        result = judged(katas, trial, outcome, suites)
        if result.verdict is not Verdict.ACCEPTED:
            _print_exception("".join(dict.fromkeys(raised)))
        found_worth = appraised(katas, trial, result, nodes)
        if found_worth is not None:
            _show_worth(result, found_worth)
            yield found_worth.keeps is True
            continue
        _show_verdict(result, kata_named(trial.kata))
        yield result.accepted
        if result.verdict is Verdict.LOAD_ERROR:
            return


def _called(
    submission: Submission, wanted: Request | Session, on_error: Callable[[str], None]
) -> Outcome:
    if language_of(submission.path) is LANGUAGES[0]:
        return call_in_this_process(submission, wanted, _in_full(on_error))
    # What it needs of a terminal is not there on Windows, where it was refused before.
    from graders.practice.run_by_node import call_by_node, opens_debugger  # noqa: PLC0415

    outcome = call_by_node(submission, wanted, on_error)
    if opens_debugger(submission):
        click.echo("\r\x1b[K", nl=False)  # where its prompt still stands
    return outcome


def _show_question(trial: Trial, question: str, *, first: bool) -> None:
    heading = f"{trial.id}: {trial.asks}" if trial.asks else trial.id
    width = shutil.get_terminal_size((80, 24)).columns
    click.echo("" if first else "\n", nl=False)
    click.echo("\n".join(layout.as_text(wrapped(heading, width, hanging=len(_INDENT)))))
    if trial.position is not None:
        click.echo("\n".join(_INDENT + line for line in layout.plain(trial.position)))
    if question:
        click.echo()
        click.echo("\n".join(_INDENT + line for line in question.splitlines()))
    click.echo()


def _in_full(tell: Callable[[str], None]) -> Callable[[BaseException], None]:
    return lambda error: tell("".join(traceback.format_exception(error)))


def _print_exception(told: str) -> None:
    sys.stdout.flush()
    click.echo(told, err=True, nl=bool(told) and not told.endswith("\n"))


def _show_worth(result: Result, found: Appraisal) -> None:
    verdicts = {True: "right", False: "not right", None: "not settled"}
    answer = _shorten(result.answer)
    click.echo(f"{verdicts[found.keeps]}, {answer}, took {result.wall_s:.3f} s")
    _show_indented((*found.said, *failure.remarks(result)))


def _show_indented(sentences: Iterable[str]) -> None:
    width = shutil.get_terminal_size((80, 24)).columns - len(_INDENT)
    for said in sentences:
        click.echo("\n".join(_INDENT + line for line in layout.as_text(wrapped(said, width))))


def _show_verdict(result: Result, kata: Kata[Any]) -> None:
    sys.stdout.flush()
    width = shutil.get_terminal_size((80, 24)).columns
    # A text may be the words for a value of another type; the message below says which it is.
    is_told = result.answer is None or isinstance(result.answer, str)
    answer = "" if is_told else f", {_shorten(result.answer)}"
    said = f"{result.verdict.in_words}{answer}, {_time(result)}"
    if result.verdict is Verdict.LOAD_ERROR:
        said = f"{result.verdict.in_words}: {result.message.splitlines()[-1]}"
    click.echo("\n".join(layout.as_text(wrapped(said, width, hanging=len(_INDENT)))))
    if result.verdict is Verdict.LOAD_ERROR:
        return
    if not result.accepted:
        told = failure.plain(result, kata.tell, width - len(_INDENT))
        click.echo("\n".join(_INDENT + line if line else "" for line in told))
    elif result.warnings:
        _show_indented(f"warning: {warning}" for warning in result.warnings)


def _shorten(answer: object) -> str:
    text = repr(answer)
    return text if len(text) <= 40 else f"{text[:39]}…"


def _time(result: Result) -> str:
    if math.isinf(result.cap_s):
        return f"took {result.wall_s:.3f} s"
    late = ""
    if result.wall_s > result.cap_s:
        late = ", so it would be too late when graded"
    return f"took {result.wall_s:.3f} s; the cap is {result.cap_s:g} s{late}"
