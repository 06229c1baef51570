"""Name the rules for a program that is asked in lines, and tell which of them it broke."""

from __future__ import annotations

TYPE_CHECKING = False  # as typing has it, without the time to import typing
if TYPE_CHECKING:
    from typing import Any

MOST_SHOWN = 120

NOT_STARTED, UNASKED, ONE_LINE, FLOOD = "not_started", "unasked", "one_line", "flood"
WHOLE_LINE, CLOSED, UTF8, JSON = "whole_line", "closed", "utf8", "json"
FINITE, TWICE, DEPTH, OBJECT = "finite", "twice", "depth", "object"
ID, ANSWER, ENDED, FLUSH, SILENCE = "id", "answer", "ended", "flush", "silence"


class BrokenRuleError(Exception):
    """Say which rule a program broke, and a few words about it."""

    def __init__(self, rule: str, about: str = "") -> None:
        super().__init__(rule, about)
        self.rule, self.about = rule, about


def shown(value: Any) -> str:
    r"""Return a short text for what a program wrote, or for a value that it stands for.

    >>> shown(b"hello\nworld"), shown([1, None])
    ('hello', '[1, None]')
    """
    if isinstance(value, bytes):
        text = value[: 4 * MOST_SHOWN].decode("utf-8", "backslashreplace").partition("\n")[0]
    else:
        text = repr(value)
    return text if len(text) <= MOST_SHOWN else text[:MOST_SHOWN] + "…"
