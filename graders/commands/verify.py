"""Offer `kata verify`: prove the answer keys, and the ladder on this machine."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click
import msgspec
from msgspec.structs import replace

from graders.channel.budget import Settings
from graders.commands import options
from graders.commands.output import RefusalError
from graders.commands.signals import as_interrupts
from graders.katas import all_katas, kata_named
from graders.katas.lab import Oracle
from graders.lab.verifying.answer_keys import (
    duplicates_part,
    guessers_part,
    hardness_part,
    oracle_part,
    proofs_part,
)
from graders.lab.verifying.caps import caps_part
from graders.lab.verifying.declared import (
    Declaration,
    designs,
    references,
    specimens,
    starters,
)
from graders.lab.verifying.margins import margins_part
from graders.lab.verifying.parts import Executor, Part, executor
from graders.lab.verifying.runs import (
    references_part,
    runs_of_references,
    runs_of_specimens,
    specimens_part,
    starters_part,
    unused_declarations,
)
from graders.model.exit_codes import NOT_ACCEPTED, OK, TOO_BUSY
from graders.model.limits import Limits
from graders.model.suite import Case, Suite, members_of
from graders.reports.layout import grid
from graders.reports.progress_bars import PartsProgress
from graders.sandbox.isolation import IsolationUnavailableError, choose_isolation
from graders.sandbox.machine import usable_cores
from graders.suites import SuiteError, shipped
from graders.suites.selection import suite_at

READERS = ("interview", "project")

WIDEST_TABLE_CELL = 60
ASKED_OF_A_STARTER = 4
"""On so many cases of each suite a starter is graded, which must not pass."""
FEW_CASES = 10
"""So few are proved before another process would be ready to."""


def _oracles() -> dict[str, Oracle[Any]]:
    """Return every solver that some kata can be checked against, by its name."""
    offered = [kata.oracle() for kata in all_katas().values()]
    return {oracle.name: oracle for oracle in offered if oracle is not None}


@click.command(
    name="verify",
    short_help="Prove answer keys, and check the ladder.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.argument(
    "suite_names", nargs=-1, metavar="[SUITE]...", shell_complete=options.complete_suites
)
@click.option(
    "--oracle",
    "oracle_name",
    type=click.Choice(list(_oracles())),
    help="Check the keys that this solver knows against it too (extra: oracle).",
)
@click.option(
    "--ladder/--no-ladder",
    default=None,
    help="Also grade references, specimens and starters on the shipped suites, on this machine "
    "(by default only where no SUITE is given).",
)
@click.option(
    "--isolation", type=click.Choice(["auto", "bwrap", "limits"]), default="auto", show_default=True
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1, max=1024),
    metavar="N",
    help="How many at a time; by default as many as there are usable cores.",
)
@click.option(
    "--format",
    "format_name",
    type=click.Choice(["text", "github", "json"]),
    default="text",
    show_default=True,
)
def command(
    *,
    suite_names: tuple[str, ...],
    oracle_name: str | None,
    ladder: bool | None,
    isolation: str,
    jobs: int | None,
    format_name: str,
) -> None:
    """Prove every answer key of the SUITEs (all shipped ones by default) by exact search.

    If a suite states how hard its positions are, that is measured again for three of them.

    Without a SUITE, or with --ladder, also grade the reference solutions, the specimens and the
    starter files on the shipped suites, compare their verdicts with those declared, work out
    how slow or fast a machine may be for those of the references to hold, measure the caps that
    are multiples of what an engine takes, and check that no weak guesser passes.

    The exit code is 0 only if everything holds, and 1 if something does not. It is 4 if the
    machine was too busy to tell: if other programs kept ours off their cores for more than a
    fifth of the time. Then nothing measured meanwhile counts against anything.

    \u0008
    Examples:
      kata verify
      kata verify bank.yaml --oracle bitbully
      kata verify --no-ladder --jobs 1
    """
    if oracle_name and not _oracles()[oracle_name].is_installed():
        raise RefusalError(
            f"{oracle_name} is not installed: pip install 'connect-four-kata[oracle]'"
        )
    try:
        settings = Settings(choose_isolation(isolation), Limits())
        suites = _suites(suite_names)
    except (IsolationUnavailableError, SuiteError) as error:
        raise RefusalError(str(error)) from None
    with as_interrupts() as stopped:
        try:
            whole_ladder = not suite_names if ladder is None else ladder
            places = jobs or _usual_jobs(suites, whole_ladder)
            progress = PartsProgress()
            if whole_ladder or not suite_names:
                progress.say_beforehand(_beforehand(suites, whole_ladder, places))
            with executor(places, progress.part) as doing:
                found = _parts(suites, settings, oracle_name, whole_ladder, doing)
                parts = _shown(found, format_name)
        except KeyboardInterrupt:
            sys.exit(stopped())
    if format_name == "json":
        click.echo(json.dumps({"version": 1, "parts": [_as_json(part) for part in parts]}))
    else:
        click.echo(_closing(parts))
    sys.exit(_exit_code(parts))


def _exit_code(parts: Sequence[Part]) -> int:
    if any(part.problems for part in parts):
        return NOT_ACCEPTED
    return TOO_BUSY if any(part.undecided for part in parts) else OK


def _suites(names: Sequence[str]) -> tuple[Suite, ...]:
    if not names:
        return _shipped(all_katas())
    return tuple({_place(suite): suite for suite in map(suite_at, names)}.values())


def _place(suite: Suite) -> Path:
    return Path(suite.path).resolve()


def _usual_jobs(suites: Sequence[Suite], with_ladder: bool) -> int:
    many = with_ladder or len(_cases(suites)) > FEW_CASES
    return len(usable_cores()) if many else 1


def _beforehand(suites: Sequence[Suite], with_ladder: bool, jobs: int) -> str:
    keys = f"{_count(len(_cases(suites)), 'answer key')} to prove"
    files = len([*references(), *designs(), *specimens(), *starters()])
    ladder = f", then {files} files of ours to grade" if with_ladder else ""
    at_a_time = "one at a time" if jobs == 1 else f"{jobs} at a time"
    return f"{keys}{ladder}, {at_a_time}"


def _shown(parts: Iterable[Part], format_name: str) -> list[Part]:
    """Print each part as soon as it is there, unless all are wanted as one document."""
    shown = []
    for part in parts:
        shown.append(part)
        if format_name != "json":
            click.echo((_as_text if format_name == "text" else _as_github)(part) + "\n")
    return shown


def _parts(
    suites: Sequence[Suite],
    settings: Settings,
    oracle_name: str | None,
    with_ladder: bool,
    doing: Executor,
) -> Iterator[Part]:
    given = _by_kata(suites)
    cases = {name: _cases(own) for name, own in given.items()}
    for name, own in cases.items():
        yield proofs_part(kata_named(name), own, doing)
    known = set(map(_place, suites))
    others = [suite for suite in _shipped(given) if _place(suite) not in known]
    duplicates = duplicates_part([*suites, *others])
    if duplicates:
        yield duplicates
    for name in given:
        if part := hardness_part(kata_named(name), given[name], doing):
            yield part
    for name, own in cases.items():
        oracle = kata_named(name).oracle()
        if oracle and oracle.name == oracle_name:
            yield oracle_part(oracle, own, doing)
    if with_ladder:
        yield from _ladder(settings, doing)


def _cases(suites: Iterable[Suite]) -> tuple[Case, ...]:
    """Return what is proved and measured one by one: single cases, and the members of groups."""
    return members_of(case for suite in suites for case in suite.cases)


def _by_kata(suites: Iterable[Suite]) -> Mapping[str, Sequence[Suite]]:
    found: dict[str, list[Suite]] = {}
    for suite in suites:
        found.setdefault(suite.kata, []).append(suite)
    return found


def _shipped(katas: Iterable[str]) -> tuple[Suite, ...]:
    return tuple(suite for kata in katas for suite in shipped(kata, stretch=True))


def _ladder(settings: Settings, doing: Executor) -> Iterator[Part]:
    usual = {kata: shipped(kata) for kata in all_katas()}
    declared = (*references(), *designs())
    runs = runs_of_references(declared, settings, doing)
    yield _none_idle(references_part(runs), declared)
    for name, own in usual.items():
        if ladder := kata_named(name).ladder():
            cases = [case for suite in own if suite.name == ladder.suite for case in suite.cases]
            yield margins_part(ladder, cases, runs, doing)
    for name in usual:
        if guessing := kata_named(name).guessing():
            yield guessers_part(guessing, shipped(name, stretch=True), doing)
    every = tuple(suite for kata in usual for suite in shipped(kata, stretch=True))
    if timed := caps_part(every, (*declared, *specimens()), settings, doing):
        yield timed
    caught = runs_of_specimens(specimens(), settings, doing)
    yield _none_idle(specimens_part(caught), specimens())
    first = {name: [_begun(suite) for suite in own] for name, own in usual.items()}
    yield starters_part(starters(), first, settings, doing)


def _begun(suite: Suite) -> Suite:
    return replace(suite, cases=suite.cases[:ASKED_OF_A_STARTER], sha256=None)


def _none_idle(part: Part, declarations: Iterable[Declaration]) -> Part:
    return replace(part, problems=(*part.problems, *unused_declarations(declarations)))


def _as_text(part: Part) -> str:
    table = grid(part.columns, part.rows, widths=(WIDEST_TABLE_CELL,) * len(part.columns))
    return "\n".join([part.title, table, *_notes(part)])


def _as_github(part: Part) -> str:
    table = grid(part.columns, part.rows, layout="github")
    return "\n\n".join([f"### {part.title}", table, *_notes(part)])


def _notes(part: Part) -> list[str]:
    notes = [f"DOES NOT HOLD: {problem}" for problem in part.problems]
    notes += [f"too busy to tell: {what}" for what in part.undecided]
    return notes + [f"warning: {warning}" for warning in part.warnings]


def _closing(parts: Sequence[Part]) -> str:
    problems = sum(len(part.problems) for part in parts)
    undecided = sum(len(part.undecided) for part in parts)
    warnings = _count(sum(len(part.warnings) for part in parts), "warning")
    open_too = f", {undecided} too busy to tell" if undecided else ""
    if problems:
        return f"{_count(problems, 'problem')}{open_too}, {warnings}"
    if undecided:
        return (
            f"nothing that was checked fails{open_too}, {warnings}; the machine is busy, so verify "
            "again when it is idle"
        )
    return f"everything holds, {warnings}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _as_json(part: Part) -> dict[str, object]:
    return {**msgspec.to_builtins(part), "holds": part.holds}
