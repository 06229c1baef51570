"""Tell in plain text why a case was missed: the sentence, the picture, the traceback."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from graders.katas.kata import Kata
from graders.model.picture import Picture
from graders.model.scorecard import Result
from graders.model.text import harmless
from graders.reports.boards import plain


def told(result: Result, kata: Kata[Any]) -> str:
    """Return the text for a result that is not accepted; its first line can stand alone."""
    return harmless("\n".join(_lines(result, kata)))


def _lines(result: Result, kata: Kata[Any]) -> Iterator[str]:
    yield f"{result.verdict.in_words}: {result.message}"
    if result.traceback:
        yield result.traceback
    if result.explanation is not None:
        for part in kata.tell(result.explanation):
            yield from plain(part) if isinstance(part, Picture) else [part]
