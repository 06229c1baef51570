"""Offer `kata show`: one case as it is, what every column is worth, and how best play goes on."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import click
import msgspec
from msgspec.structs import replace

from graders.commands import options
from graders.commands.options import kata_option, suite_option
from graders.commands.output import RefusalError
from graders.commands.signals import as_interrupts
from graders.katas import all_katas, kata_named
from graders.katas.kata import Kata
from graders.model.explanation import Part, Step
from graders.reports.layout import (
    BLANK,
    Ink,
    Line,
    Screen,
    apart,
    blocks_of,
    board_lines,
    indented,
    line,
    side_by_side,
    wrapped,
)
from graders.suites.selection import find_cases, katas_that_may_have, suite_at

READERS = ("practise",)
NODES = 300_000
"""How many positions are looked at for each one that is shown: some 3 s at the most."""
_MARGIN = 2
_INDENT = 2
FORWARDS = ("n", " ", "\x1b[C", "\x1bOC", "\x1b[B", "\x1bOB")
BACK = ("p", "\x1b[D", "\x1bOD", "\x1b[A", "\x1bOA")
QUIT = ("q", "\x1b")
NEXT = ("\r", "\n")
_KEY = re.compile(r"\x1b[\[O][A-Z]|.", re.DOTALL)
_KEYS = "n or → next ply, p or ← back, "


class _Shown(msgspec.Struct, frozen=True):
    heading: str
    kata: Kata[Any]
    task: Any


@click.command(
    name="show",
    short_help="Draw a case, with the value of each column.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.argument(
    "case_name", metavar="[CASE]", required=False, shell_complete=options.complete_cases
)
@click.option("--moves", metavar="DIGITS", help="A position of your own: the columns played.")
@click.option(
    "--first",
    type=click.Choice(["RED", "YELLOW"], case_sensitive=False),
    default=None,
    help="Who moved first in --moves; RED by default.",
)
@kata_option("The kata that the case belongs to.")
@suite_option("The suite file that the case is in, instead of those shipped; may be repeated.")
@click.option(
    "--nodes",
    type=click.IntRange(min=1),
    default=NODES,
    show_default=True,
    metavar="N",
    help="How many positions the search may look at.",
)
@click.option("--no-spoilers", is_flag=True, help="Show only the question, nothing of the answer.")
def command(
    *,
    case_name: str | None,
    moves: str | None,
    first: str | None,
    kata_name: str | None,
    suite_names: tuple[str, ...],
    nodes: int,
    no_spoilers: bool,
) -> None:
    """Show CASE, a name that `kata list` knows, or the position after --moves.

    For a position it shows the board, the value and the distance of every column by exact search,
    and best play, ply by ply: in a terminal the keys n and p, or the arrows, step forwards and
    back. For a script it shows the steps and what each returns.

    \u0008
    Examples:
      kata show mate-in-9#1
      kata show mate-in-9 --no-spoilers
      kata show --moves 0032334033 --first YELLOW
    """
    if (case_name is None) == (moves is None):
        raise click.UsageError("name a CASE, as kata list shows them, or give --moves")
    if first is not None and moves is None:
        raise click.UsageError("--first is for --moves: a case says itself who moved first")
    try:
        if moves is None:
            katas = katas_that_may_have(case_name or "", kata_name, suite_names)
            found = _of_case(katas, str(case_name), suite_names)
        else:
            found = [_of_moves(kata_name, moves, first or "RED")]
    except ValueError as error:
        raise RefusalError(str(error)) from None
    with as_interrupts() as stopped:
        try:
            _show_all(found, nodes, spoilers=not no_spoilers)
        except KeyboardInterrupt:
            sys.exit(stopped())


def _of_case(katas: Sequence[Kata[Any]], name: str, suites: Sequence[str]) -> list[_Shown]:
    shown: list[_Shown] = []
    for one in find_cases(katas, name, suites=tuple(suite_at(suite) for suite in suites)):
        for member in one.case.members:
            about = one.case.about or one.kata.about(member.task)
            shown.append(
                _Shown(f"{member.id}: {about}" if about else member.id, one.kata, member.task)
            )
    return shown


def _of_moves(kata_name: str | None, moves: str, first: str) -> _Shown:
    katas = all_katas().values() if kata_name is None else [kata_named(kata_name)]
    for kata in katas:
        task = kata.set_up(moves, first)
        if task is not None:
            return _Shown(f"after {moves}" if moves else "the empty board", kata, task)
    raise RefusalError(f"{', '.join(kata.name for kata in katas)}: no kata with positions")


def _show_all(found: Sequence[_Shown], nodes: int, *, spoilers: bool) -> None:
    screen = Screen(sys.stdout)
    for number, shown in enumerate(found, start=1):
        screen.gap()
        at_once = shown.kata.seen_at_once(shown.task)
        screen.write(_head(shown.heading, at_once, screen.width))
        screen.live("searching …")
        exhibit = shown.kata.show(shown.task, nodes, spoilers=spoilers)
        screen.live("")
        by_key = bool(exhibit.steps) and sys.stdin.isatty() and sys.stdout.isatty()
        left = (*exhibit.question[len(at_once) :], *exhibit.answer)
        screen.write(_rest(left, () if by_key else exhibit.steps, screen.width))
        if by_key and not step_through(screen, exhibit.steps, last=number == len(found)):
            return


def _head(heading: str, parts: Sequence[Part], width: int) -> Iterator[Line]:
    yield from wrapped(heading, width, Ink.HEAD)
    yield BLANK
    yield from indented(apart(blocks_of(parts, width - _MARGIN)), _MARGIN)


def _rest(parts: Sequence[Part], steps: Sequence[Step], width: int) -> Iterator[Line]:
    """Lay out what takes a search; of best play the boards, where nobody steps through them."""
    room = width - _MARGIN
    blocks = [*blocks_of(parts, room), *side_by_side(map(_small, steps), room)]
    if any(blocks):
        yield BLANK
    yield from indented(apart(blocks), _MARGIN)


def _small(step: Step) -> list[Line]:
    """Draw a step below its few words, without marks, so that many have room in a row."""
    picture = replace(step.picture, caption="", marks=(), highlighted=frozenset())
    return [line(step.head), *board_lines(picture)]


def step_through(screen: Screen, steps: Sequence[Step], *, last: bool) -> bool:
    """Show one board after the other as the keys say; tell whether to go on with what comes next.

    Unless it is the `last` thing to show, Enter goes on to the next one.
    """
    at, shown = 0, 0
    screen.gap()
    for key in _keys():
        if key in QUIT or (key in NEXT and last):
            return False
        if key in NEXT:
            return True
        moved = min(max(at + (key in FORWARDS) - (key in BACK), 0), len(steps) - 1)
        if shown and moved == at:
            continue
        at = moved
        screen.take_back(shown)
        frame = _frame(steps[at], last=last)
        screen.write(frame)
        shown = len(frame)
    return False


def _keys() -> Iterator[str]:
    yield ""
    while True:
        sys.stdout.flush()
        try:
            came = click.getchar()
        except EOFError:
            return
        yield from _KEY.findall(came)


def _frame(step: Step, *, last: bool) -> list[Line]:
    keys = f"{_KEYS}q quit" if last else f"{_KEYS}Enter next position, q quit"
    return [*indented([*board_lines(step.picture), BLANK, line(keys, Ink.QUIET)], _INDENT)]
