"""Hold what was found out about a submission, beside what it is worth."""

from __future__ import annotations

import msgspec


class Found(msgspec.Struct, frozen=True):
    """Hold one thing that was found out: what it is about, and what it is, both in a few words.

    >>> Found("the winner", "from check_winner()")
    Found(what='the winner', how='from check_winner()')
    """

    what: str
    how: str
