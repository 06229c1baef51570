"""Step through a line of play in a terminal: one board at a time, by key."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence

import click

from graders.model.exhibit import Step
from graders.reports.layout import BLANK, Ink, Line, drawn, indented, line
from graders.reports.screen import Screen

FORWARDS = ("n", " ", "\x1b[C", "\x1bOC", "\x1b[B", "\x1bOB")
BACK = ("p", "\x1b[D", "\x1bOD", "\x1b[A", "\x1bOA")
QUIT = ("q", "\x1b")
NEXT = ("\r", "\n")

_KEY = re.compile(r"\x1b[\[O][A-Z]|.", re.DOTALL)
_MARGIN = 2
_KEYS = "n or → next ply, p or ← back, "


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
    """Yield each key that is pressed, also where several come at once; first of all none."""
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
    return [*indented([*drawn(step.picture), BLANK, line(keys, Ink.QUIET)], _MARGIN)]
