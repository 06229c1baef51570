"""Keep what was found out about a submission small: its names are a stranger's."""

from __future__ import annotations

from collections.abc import Sequence

from graders.model.found import Found
from graders.model.text import on_one_line

MOST_FOUND, LONGEST = 40, 120
"""So many findings are kept beside a score, and so many characters of each of their texts."""


def few(found: Sequence[Found]) -> tuple[Found, ...]:
    """Return what is kept of what was found out about a submission, harmless to a terminal.

    >>> few([Found("the winner", "from Game" + "e" * 900)])[0].how[-3:]
    'ee…'
    """
    return tuple(Found(_begun(each.what), _begun(each.how)) for each in found[:MOST_FOUND])


def _begun(text: str) -> str:
    shown = on_one_line(text)
    return shown if len(shown) <= LONGEST else f"{shown[: LONGEST - 1]}…"
