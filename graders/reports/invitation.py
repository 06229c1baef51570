"""What comes after a run: the hint on a miss, or where every point is there, what one may do next.

That is in words, each with the command to type: harder cases, the ladder, the next kata.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graders.katas.path import Invitation, invitations, stop_named
from graders.model.installation import COMMAND
from graders.model.scorecard import Scorecard
from graders.reports.failure import Command
from graders.reports.layout import WIDTH, Line, command_lines, indented, line, wrapped

_HANGING, _INDENT = 2, 4


def invited_to(scorecard: Scorecard, command: Command) -> list[Invitation]:
    """Return what a run invites to that won every point of the shipped suites; else nothing."""
    options = None if scorecard.provenance is None else scorecard.provenance.options
    if options is None or not options.whole or "--suite" in command.options:
        return []
    if not (scorecard.complete and all(each.accepted for each in scorecard.results)):
        return []
    stop = stop_named(scorecard.kata)
    return [] if stop is None else list(invitations(stop, command.whole, options.added))


def next_lines(
    hint: str, invited: Sequence[Invitation], width: int = WIDTH, program: str = COMMAND
) -> Iterator[Line]:
    """Say what comes next: the hint, which speaks of harder cases itself, and the invitations.

    `program` is how the `kata` command is called where this is read.
    """
    said = list(invited)
    if hint and said and said[0].is_harder:
        said[0] = Invitation(hint, said[0].words)
    elif hint:
        said.insert(0, Invitation(hint, ()))
    for number, each in enumerate(said):
        if number == 0:
            yield from wrapped(f"Next: {each.says.rstrip()}", width, hanging=_HANGING)
        else:
            yield from indented(wrapped(each.says, width - _HANGING), _HANGING)
        if each.words:
            command = command_lines((program, *each.words), width - _INDENT)
            yield from indented(map(line, command), _INDENT)
