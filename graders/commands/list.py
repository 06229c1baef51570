"""Offer `kata list`: the katas as a path and how far one is, or the cases and how hard they are."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from graders.commands import options
from graders.commands.output import RefusalError
from graders.katas import all_katas, kata_named
from graders.katas.kata import Kata
from graders.katas.lab import Gauge, node_counts
from graders.model.installation import kata_command
from graders.model.suite import Case, Suite, members_of
from graders.model.tables import DASH
from graders.model.text import harmless, in_a_shell
from graders.model.verdict import Verdict
from graders.practice import run_history
from graders.practice.run_history import CaseRun, GradedRun
from graders.practice.standing import from_here, has_all_points, standings
from graders.suites import shipped

READERS = ("practise",)

WIDEST = 100
_IN = " " * 6
_UNDER = " " * 3
_PANEL = (
    "how many of the panel of guessers find each position, and how many discs each rung drops to "
    "search it."
)


@click.command(
    name="list",
    short_help="List the katas and how far you are, or the cases of one.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.argument(
    "kata_name", metavar="[KATA]", required=False, shell_complete=options.complete_katas
)
@click.option(
    "--hardness",
    is_flag=True,
    help="List how hard each position is instead: how many programs that guess find it, and what "
    "it costs each rung of the ladder to search.",
)
def command(*, kata_name: str | None, hardness: bool) -> None:
    """List the katas as a path: what each teaches, how far you are and what to do next.

    With KATA, list its cases with points, caps and the results of your last run. Use the names
    shown there in `kata try FILE CASE` and `kata grade FILE --case CASE`.

    \u0008
    Examples:
      kata list
      kata list best_move
      kata list --hardness
    """
    width = min(shutil.get_terminal_size((80, 24)).columns, WIDEST)
    try:
        if hardness:
            page = _hardness(None if kata_name is None else kata_named(kata_name), width)
        else:
            page = _path(width) if kata_name is None else _page(kata_named(kata_name), width)
        click.echo("\n\n".join(page))
    except ValueError as error:
        raise RefusalError(str(error)) from None


def _path(width: int) -> Iterator[str]:
    runs = run_history.graded_runs() if run_history.is_on() else ()
    for number, each in enumerate(standings(runs), start=1):
        teaches = f": {each.stop.teaches}" if each.stop.teaches else ""
        far = "not begun" if each.run is None else _how_far(each.run)
        said = (f"{number}. {each.stop.name}{teaches}", far)
        lines = [
            line
            for at, text in enumerate(said)
            for line in textwrap.wrap(
                text,
                width,
                initial_indent=_UNDER * at,
                subsequent_indent=_UNDER,
                break_long_words=False,
                break_on_hyphens=False,
            )
        ]
        command = f"{kata_command()} {in_a_shell(*each.next.words)}"
        yield harmless("\n".join([*lines, f"{_UNDER}next: {command}"]))
    yield f"The cases of one: {kata_command()} list KATA"


def _how_far(run: GradedRun) -> str:
    file = from_here(run.file)
    if has_all_points(run):
        return f"all {_count(run.max_score, 'point')} with {file}"
    return f"{run.score} of {_count(run.max_score, 'point')} with {file}"


def _page(kata: Kata[Any], width: int) -> Iterator[str]:
    yield textwrap.fill(f"{kata.name}: {kata.expects}", width)
    file, runs = _last_run(kata.name)
    if file:
        yield textwrap.fill(f"Last run: {file}", width)
    for suite in shipped(kata.name, stretch=True):
        rows = [
            _Row.of(kata, case, run if run and run.version == suite.version else None)
            for case in suite.cases
            for run in [runs.get(case.id)]
        ]
        yield "\n".join([_title(suite, width), *_lines(rows, width)])


def _title(suite: Suite, width: int) -> str:
    points = sum(case.points for case in suite.cases)
    only = ", only with --stretch" if suite.stretch else ""
    measured = any(case.yardstick is not None for case in suite.cases)
    caps = ", caps measured" if measured else ""
    count = _count(len(suite.cases), "case")
    said = f"{suite.name}: {count}, {_count(points, 'point')}{caps}{only}"
    return textwrap.fill(said, width, subsequent_indent="  ", break_on_hyphens=False)


class _Row(msgspec.Struct, frozen=True):
    name: str
    about: str
    rest: str

    @classmethod
    def of(cls, kata: Kata[Any], case: Case, run: CaseRun | None) -> _Row:
        about = case.about or kata.about(case.members[0].task)
        if case.group:
            about = (
                f"{about}, {len(case.group)} of them" if about else f"{len(case.group)} to answer"
            )
        points, cap = _count(case.points, "point"), _cap(case)
        came = _verdict_and_time(run) if run else ""
        return cls(case.id.partition("/")[2], about, f"{points:<8}  {cap:>5}  {came}".rstrip())


def _cap(case: Case) -> str:
    """Return the cap; one that is measured where the file is graded is only about so long."""
    return f"{'' if case.yardstick is None else '~'}{case.cap_s:g} s"


def _last_run(kata: str) -> tuple[str, Mapping[str, CaseRun]]:
    if not run_history.is_on():
        return "", {}
    of_kata = [entry for entry in run_history.graded_runs() if entry.kata == kata]
    if not of_kata:
        return "", {}
    file = of_kata[-1].file
    return from_here(file), run_history.latest_cases(Path(file), kata)


def _verdict_and_time(run: CaseRun) -> str:
    said = Verdict(run.verdict).in_words if run.verdict in set(Verdict) else run.verdict
    return f"{said} {run.wall_s:.2f} s" if run.accepted else said


def _lines(rows: Sequence[_Row], width: int) -> Iterator[str]:
    """Write a line a case and, where what one is about has no room there, another below it."""
    name, about = (max(len(getattr(row, each)) for row in rows) for each in ("name", "about"))
    rest = max(len(row.rest) for row in rows)
    beside, in_a_line = name + about + rest + 6 <= width, name + rest + 4 <= width
    for row in rows:
        if beside:
            yield f"  {row.name:<{name}}  {row.about:<{about}}  {row.rest}".rstrip()
        elif in_a_line:
            yield f"  {row.name:<{name}}  {row.rest}".rstrip()
        else:
            yield f"  {row.name}"
            yield f"{_IN}{row.rest}"
        if not beside:
            yield from textwrap.wrap(
                row.about, width - 6, initial_indent=_IN, subsequent_indent=_IN
            )


def _count(number: int, what: str) -> str:
    return f"1 {what}" if number == 1 else f"{number} {what}s"


def _hardness(wanted: Kata[Any] | None, width: int) -> Iterator[str]:
    for kata in all_katas().values() if wanted is None else (wanted,):
        if gauge := kata.gauge():
            yield textwrap.fill(f"{kata.name}: {_PANEL} {gauge.about}", width)
            for suite in shipped(kata.name, stretch=True):
                yield "\n".join(_of_suite(kata, gauge, suite, width))
        elif wanted:
            raise ValueError(f"nothing measures how hard the cases of {kata.name} are")


def _of_suite(kata: Kata[Any], gauge: Gauge[Any], suite: Suite, width: int) -> Iterator[str]:
    cases = members_of(suite.cases)
    rows = [_hardness_cells(kata, gauge, case) for case in cases]
    if not any(kata.hardness(case.task) for case in cases):
        yield f"{suite.name}: its file states no hardness"
        return
    yield f"{suite.name}:"
    heads = ("", "goal", "panel", *gauge.searches)
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    if sum(widths) + 2 * len(widths) <= width:
        for row in (heads, *rows):
            cells = (
                f"{cell:<{wide}}" if at < 2 else f"{cell:>{wide}}"
                for at, (cell, wide) in enumerate(zip(row, widths, strict=True))
            )
            yield f"  {'  '.join(cells)}".rstrip()
        return
    for name, goal, panel, *nodes in rows:
        counts = ", ".join(f"{each} {of}" for each, of in zip(gauge.searches, nodes, strict=True))
        yield f"  {name}"
        yield textwrap.fill(
            f"{goal}, panel {panel}, {counts}",
            width,
            initial_indent=_IN,
            subsequent_indent=_IN,
            break_on_hyphens=False,
        )


def _hardness_cells(kata: Kata[Any], gauge: Gauge[Any], case: Case) -> tuple[str, ...]:
    facts, stated = kata.describe(case.task), kata.hardness(case.task)
    goal = " ".join(str(each) for each in (facts.goal, facts.mate_in) if each is not None)
    name = case.id.partition("/")[2]
    if stated is None:
        return (name, goal, *[DASH] * (1 + len(gauge.searches)))
    return (name, goal, f"{stated.share:.0%}", *node_counts(stated, gauge))
