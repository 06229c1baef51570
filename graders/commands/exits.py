"""Name the exit codes of the `kata` command, and the ways to reach them."""

from __future__ import annotations

import shutil
import sys
import textwrap
from typing import IO, TYPE_CHECKING, Any

import click

from graders.commands.signals import INTERRUPTED, TERMINATED
from graders.model.text import harmless
from graders.model.verdict import Verdict

if TYPE_CHECKING:
    from graders.model.scorecard import Scorecard

__all__ = ["GRADER_ERROR", "INTERRUPTED", "NOT_ACCEPTED", "OK", "TERMINATED", "TOO_BUSY", "USAGE"]

OK = 0
NOT_ACCEPTED = 1
USAGE = 2
GRADER_ERROR = 3
TOO_BUSY = 4
"""The machine was too busy for `kata verify` to tell."""


def exit_code(scorecard: Scorecard) -> int:
    """Return the exit code that says how a submission did; our own fault goes before theirs.

    Everything that was graded has to be accepted, variants that count no points included, and
    nothing graded at all is no success.

    >>> from graders.model.provenance import Submitted
    >>> from graders.model.scorecard import Scorecard
    >>> exit_code(Scorecard(Submitted("a.py"), "best_move", "limits", ()))
    1
    """
    verdicts = {result.verdict for result in scorecard.results}
    if Verdict.GRADER_ERROR in verdicts:
        return GRADER_ERROR
    if not was_to_end(scorecard):
        return INTERRUPTED
    return OK if verdicts == {Verdict.ACCEPTED} else NOT_ACCEPTED


def was_to_end(scorecard: Scorecard) -> bool:
    """Tell whether a run ended as it was to: at its last case, or at the first failure if asked."""
    return scorecard.complete or scorecard.stopped_at_first


class RefusalError(click.ClickException):
    """End the command with exit code 2 and one sentence on stderr that says what to correct."""

    exit_code = USAGE

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the sentence, as `kata: …`."""
        say(self.format_message(), file)


def say(sentence: str, file: IO[Any] | None = None) -> None:
    """Print a sentence as `kata: …`, on stderr by default; on a terminal no word is broken."""
    text = f"kata: {harmless(sentence)}"
    stream = sys.stderr if file is None else file
    if stream is not None and stream.isatty():
        width = shutil.get_terminal_size().columns
        text = textwrap.fill(text, width, break_long_words=False, break_on_hyphens=False)
    click.echo(text, err=file is None, file=file)
