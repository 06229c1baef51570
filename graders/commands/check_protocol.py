"""Offer `kata check-protocol`: ask a program a few questions, and name the rule that it breaks."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from graders.channel.budget import Settings
from graders.channel.commands import check_can_start, command_of
from graders.commands.options import cap_option, kata_option, with_option
from graders.commands.output import RefusalError
from graders.commands.signals import as_interrupts
from graders.katas import all_katas
from graders.katas.answers import literal as shown_answer
from graders.katas.kata import Kata
from graders.lab.protocol import PATIENCE_S, Exchange, ProtocolCheck, cases_to_ask, check_protocol
from graders.model.ending import Cause, Ending
from graders.model.exit_codes import GRADER_ERROR, NOT_ACCEPTED, OK
from graders.model.outcome import Event
from graders.model.submission import Speech
from graders.model.suite import Case, members_of
from graders.model.text import harmless
from graders.model.usage_error import UsageError
from graders.model.verdict import Verdict
from graders.reports.layout import Ink, Line, Screen, indented, line, wrapped
from graders.sandbox.isolation import Isolation, IsolationUnavailableError, choose_isolation
from graders.suites import shipped

READERS = ("practise",)
_NOT_FOUND = (126, 127)
_MOST_SHOWN = 12
_MOST_ASKED = 500
_INDENT = 2


@click.command(
    name="check-protocol",
    short_help="Check that a program keeps to the line protocol.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.argument("words", metavar="'WORDS'")
@with_option("Let the program read this file or folder; may be repeated.")
@kata_option("The kata to ask about; by default the first that takes programs.")
@cap_option
@click.option(
    "--patience",
    "patience_s",
    type=click.FloatRange(min=0.1, max=600),
    default=PATIENCE_S,
    show_default=True,
    metavar="S",
    help="Seconds to wait for an answer before closing stdin, to see why none comes.",
)
@click.option(
    "--isolation",
    type=click.Choice(["auto", *map(str, Isolation)]),
    default="auto",
    show_default=True,
    help="As in kata grade.",
)
def command(
    *,
    words: str,
    shown: tuple[Path, ...],
    kata_name: str | None,
    cap_s: float | None,
    patience_s: float,
    isolation: str,
) -> None:
    """Ask the program WORDS a few questions, and name any rule that it breaks.

    It is started once, in the sandbox that kata grade would use, and asked one question after
    another; for a kata of classes they are about a short game. Whether its answers are right does
    not matter. docs/protocol.md has all the rules.

    Exit code 0: it keeps the rules; 1: it breaks one; 2: bad usage, or it cannot be started; 3: the
    grader itself failed; 130 and 143: interrupted, by Ctrl-C or SIGTERM.

    \u0008
    Examples:
      kata check-protocol './bot --fast'
      kata check-protocol ./bot.sh --with /bin/sh
    """
    able = {name: kata for name, kata in all_katas().items() if kata.asks_programs}
    name = kata_name or next(iter(sorted(able)))
    if name not in able:
        raise RefusalError(f"a program can be asked about {' and '.join(able)}, not about {name}")
    with as_interrupts() as stopped:
        try:
            handed_in = command_of(words, shown)
            settings = Settings(choose_isolation(isolation))
            check_can_start(handed_in, settings.isolation)
            cases = _cases(able[name], cap_s)
            screen = Screen(sys.stdout)
            head = f"{harmless(words)}  kata {name}, isolation {settings.isolation}"
            screen.write([line(head, Ink.HEAD)])
            checked = check_protocol(handed_in, able[name], cases, settings, patience_s)
        except (UsageError, IsolationUnavailableError) as error:
            raise RefusalError(str(error)) from None
        except KeyboardInterrupt:
            sys.exit(stopped())
    screen.gap()
    screen.write(_report(checked, screen.width))
    ours = any(each.judgement.verdict is Verdict.GRADER_ERROR for each in checked.exchanges)
    sys.exit(GRADER_ERROR if ours else OK if checked.kept else NOT_ACCEPTED)


def _cases(kata: Kata[Any], cap_s: float | None) -> tuple[Case, ...]:
    shipped_cases = [case for suite in shipped(kata.name) for case in members_of(suite.cases)]
    cases = cases_to_ask(kata, shipped_cases)
    longest_s = cap_s or max(case.cap_s for case in cases)
    return tuple(replace(case, cap_s=longest_s) for case in cases)


def _report(checked: ProtocolCheck, width: int) -> Iterator[Line]:
    for each in checked.exchanges:
        yield from _question_lines(each, width)
    if checked.stderr and not checked.kept:
        yield line("")
        yield line("stderr of the program:")
        written = harmless(checked.stderr).splitlines()[-_MOST_SHOWN:]
        yield from indented([line(f"| {text}"[: width - _INDENT]) for text in written], _INDENT)
    yield line("")
    if checked.kept:
        count = len(checked.exchanges)
        yield line(f"It keeps the rules: {count} questions, {count} answers.", Ink.GOOD)
        return
    rule = checked.exchanges[-1].rule
    broken = f"It breaks the rule {rule}" if rule else "It does not answer as it should"
    yield line(f"{broken}; docs/protocol.md has all the rules.", Ink.BAD)


def _may_lack_something(end: Ending) -> bool:
    return end.code in _NOT_FOUND and end.lacks is None  # what is known is said already


def _question_lines(each: Exchange, width: int) -> Iterator[Line]:
    """Say what came of one question; where a rule was broken, with the question."""
    which = f"question {each.number}, {each.part}" if each.part else f"question {each.number}"
    if each.kept:
        is_raised = each.outcome.event is Event.RAISED
        answer = "not offered" if is_raised else shown_answer(each.outcome.value, Speech.LINES)
        room = max(12, width - 36 - len(each.part))
        shown = answer if len(answer) <= room else f"{answer[:room]}…"
        yield line(f"ok  {which}: {shown}, {each.outcome.wall_s:.3f} s")
        return
    yield line(f"no  {which}", Ink.BAD)
    said = [*wrapped(each.judgement.message, width - 2 * _INDENT)]
    end = each.outcome.fact
    if isinstance(end, Ending) and end.kind is Cause.EXIT and _may_lack_something(end):
        hint = "this exit code often means that a program or a library was not found: see --with"
        said.extend(wrapped(hint, width - 2 * _INDENT))
    if each.outcome.event is not Event.NOT_LOADED:
        asked = each.question
        if len(asked) > _MOST_ASKED:
            asked = f"{asked[:_MOST_ASKED]}…"
        said.extend(wrapped(f"it was asked {asked}", width - 2 * _INDENT, Ink.QUIET))
    yield from indented(said, 2 * _INDENT)
