"""Tell in plain text why a case was missed, as every other report does."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from graders.katas.kata import Kata
from graders.model.scorecard import Result
from graders.model.text import harmless
from graders.reports import failure
from graders.reports.reproduce import Command


def told(result: Result, kata: Kata[Any], command: Command) -> str:
    """Return the text for a result that is not accepted; its first line can stand alone.

    What the submission printed is left out: pytest shows that in sections of its own.
    """
    first = f"{result.verdict.in_words}: {result.message}"
    told_above = replace(result, message="", stdout="", stderr="")
    more = failure.plain(told_above, kata.tell, command=command)
    return harmless("\n".join([first, *more]))
