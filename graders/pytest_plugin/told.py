"""Tell in plain text why a case was missed: the sentence, the picture, the traceback."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from graders.katas.kata import Kata
from graders.model.scorecard import Result
from graders.model.text import harmless
from graders.reports import failure


def told(result: Result, kata: Kata[Any]) -> str:
    """Return the text for a result that is not accepted; its first line can stand alone."""
    first = f"{result.verdict.in_words}: {result.message}"
    more = failure.plain(replace(result, message=""), kata.tell)
    return harmless("\n".join([first, *more]))
