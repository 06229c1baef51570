"""Offer `kata verify`: prove the answer keys, and the ladder on this machine."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path

import click

from graders.channel.channel import Settings
from graders.commands.exits import NOT_ACCEPTED, OK, RefusalError, sigterm_as_interrupt
from graders.katas import all_katas
from graders.model.limits import Limits
from graders.model.suite import Case, Suite
from graders.reports.progress import Bar, bar
from graders.reports.tables import grid
from graders.sandbox.sandbox import IsolationUnavailableError, choose
from graders.suites import SuiteError, shipped
from graders.suites.selection import suite_at
from graders.tools.verifying import oracle
from graders.tools.verifying.declared import references, specimens, starters
from graders.tools.verifying.duplicates import duplicates_part
from graders.tools.verifying.margins import margins_part
from graders.tools.verifying.part import Part
from graders.tools.verifying.proofs import proofs_part
from graders.tools.verifying.runs import (
    Run,
    SuitesByKata,
    idle_declarations,
    references_part,
    run,
    specimens_part,
    starters_part,
)
from graders.tools.verifying.scripts import scripts_part

WIDEST_TABLE_CELL = 60


@click.command(name="verify", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("suite_names", nargs=-1, metavar="[SUITE]...")
@click.option(
    "--oracle",
    "oracle_name",
    type=click.Choice(["bitbully"]),
    help="Check every best-move key against this solver too (extra: oracle).",
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
    "--format",
    "format_name",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
)
def command(
    *,
    suite_names: tuple[str, ...],
    oracle_name: str | None,
    ladder: bool | None,
    isolation: str,
    format_name: str,
) -> None:
    """Prove every answer key of the SUITEs (all shipped ones by default) by exact search.

    Without a SUITE, or with --ladder, then grade the references, the specimens and the starter
    files on the shipped suites, hold them to what is declared of them, and show by what margin
    the ladder separates here. Exit code 0 only if everything holds.

    \u0008
    Examples:
      kata verify
      kata verify bank.yaml --oracle bitbully
    """
    if oracle_name and not oracle.is_installed():
        raise RefusalError(
            "bitbully is not installed: pip install 'connect-four-kata[oracle]' brings it"
        )
    try:
        settings = Settings(choose(isolation), Limits())
        suites = _suites(suite_names)
    except (IsolationUnavailableError, SuiteError) as error:
        raise RefusalError(str(error)) from None
    with sigterm_as_interrupt() as stopped:
        try:
            whole_ladder = not suite_names if ladder is None else ladder
            parts = _verified(suites, settings, bool(oracle_name), whole_ladder, format_name)
        except KeyboardInterrupt:
            sys.exit(stopped())
    if format_name == "json":
        click.echo(json.dumps({"version": 1, "parts": [_as_json(part) for part in parts]}))
    else:
        click.echo(_closing(parts))
    sys.exit(OK if all(part.holds for part in parts) else NOT_ACCEPTED)


def _suites(names: Sequence[str]) -> tuple[Suite, ...]:
    if not names:
        return tuple(suite for kata in all_katas() for suite in shipped(kata, stretch=True))
    return tuple({_place(suite): suite for suite in map(suite_at, names)}.values())


def _place(suite: Suite) -> Path:
    return Path(suite.path).resolve()


def _verified(
    suites: Sequence[Suite],
    settings: Settings,
    with_oracle: bool,
    with_ladder: bool,
    format_name: str,
) -> list[Part]:
    parts = []
    for part in _parts(suites, settings, with_oracle, with_ladder):
        parts.append(part)
        if format_name == "text":
            click.echo(_as_text(part) + "\n")
    return parts


def _parts(
    suites: Sequence[Suite], settings: Settings, with_oracle: bool, with_ladder: bool
) -> Iterator[Part]:
    cases = [case for suite in suites for case in suite.cases]
    if any(suite.kata == "best_move" for suite in suites):
        yield _with_bar(len(cases), lambda tick: proofs_part(cases, tick))
    known = set(map(_place, suites))
    others = [suite for suite in shipped("best_move", stretch=True) if _place(suite) not in known]
    yield duplicates_part([*cases, *(case for suite in others for case in suite.cases)])
    if any(suite.kata == "operations" for suite in suites):
        yield _with_bar(len(cases), lambda tick: scripts_part(cases, tick))
    if with_oracle:
        yield _with_bar(len(cases), lambda tick: oracle.oracle_part(cases, tick))
    if with_ladder:
        yield from _ladder(settings)


def _ladder(settings: Settings) -> Iterator[Part]:
    suites = _suites(())
    by_kata: SuitesByKata = {
        kata: [suite for suite in suites if suite.kata == kata] for kata in all_katas()
    }
    usual: SuitesByKata = {
        kata: [suite for suite in own if not suite.stretch] for kata, own in by_kata.items()
    }
    files, wrong = references(), specimens()
    longest = max(sum(len(suite.cases) for suite in own) for own in by_kata.values())
    with bar(len(files) * longest) as progress:
        runs = [run(file, by_kata, settings, _tick(progress)) for file in files]
    yield _none_idle(references_part(runs), runs)
    cases: list[Case] = [case for suite in suites for case in suite.cases if not suite.stretch]
    yield _with_bar(len(cases), lambda tick: margins_part(cases, runs, tick))
    with bar(len(wrong) * longest) as progress:
        caught = [run(file, by_kata, settings, _tick(progress)) for file in wrong]
    yield _none_idle(specimens_part(caught), caught)
    yield _with_bar(longest, lambda tick: starters_part(starters(), usual, settings, tick))


def _none_idle(part: Part, runs: Sequence[Run]) -> Part:
    return replace(part, problems=(*part.problems, *idle_declarations(runs)))


def _with_bar(steps: int, make: Callable[[Callable[[str], None]], Part]) -> Part:
    with bar(steps) as progress:
        return make(_tick(progress))


def _tick(progress: Bar) -> Callable[[str], None]:
    def tick(what: str) -> None:
        progress.now(what)
        progress.advance()

    return tick


def _as_text(part: Part) -> str:
    table = grid(part.columns, part.rows, widths=(WIDEST_TABLE_CELL,) * len(part.columns))
    notes = [f"DOES NOT HOLD: {problem}" for problem in part.problems]
    notes += [f"warning: {warning}" for warning in part.warnings]
    return "\n".join([part.title, table, *notes])


def _closing(parts: Sequence[Part]) -> str:
    problems = sum(len(part.problems) for part in parts)
    warnings = sum(len(part.warnings) for part in parts)
    if problems:
        return f"{problems} things do not hold, {warnings} warnings"
    return f"everything holds, {warnings} warnings"


def _as_json(part: Part) -> dict[str, object]:
    return asdict(part) | {"holds": part.holds}
