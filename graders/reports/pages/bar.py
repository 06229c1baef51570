"""Decide how the time of a case is drawn against its cap."""

from __future__ import annotations

import msgspec

from graders.model.scorecard import Attempt, Result
from graders.model.verdict import Verdict

NEAR = 0.8
"""From this share of the cap on a time is near it."""


class Bar(msgspec.Struct, frozen=True):
    """Hold seconds against a cap: how far the bar reaches in hundredths, and the words beside."""

    reaches: float
    kind: str
    seconds: str
    cap: str
    share: str

    @property
    def words(self) -> str:
        """Return all of it in words."""
        return f"{self.seconds} of {self.cap}, {self.share} of the cap"


def bar(result: Result) -> Bar | None:
    """Return the bar of a result; None where nothing was called.

    >>> bar(Result("a/b", Verdict.ACCEPTED, 1, 1, 2.0, wall_s=1.5, cpu_s=1.5)).words
    '1.50 s of 2 s, 75 % of the cap'
    """
    if not result.cap_s or result.verdict is Verdict.LOAD_ERROR:
        return None
    share = result.counted_s / result.cap_s
    late = result.verdict is Verdict.TIME_LIMIT_EXCEEDED or share > 1
    kind = "late" if late else "near" if share >= NEAR else "in-time"
    return Bar(
        reaches=round(min(share, 1.0) * 100, 1),
        kind=kind,
        seconds=seconds(result.counted_s),
        cap=f"{result.cap_s:g} s",
        share=f"{share * 100:.0f} %",
    )


def spent(run: Result | Attempt) -> str:
    """Return of what the seconds of a run are made.

    >>> spent(Attempt(Verdict.TIME_LIMIT_EXCEEDED, wall_s=2.0, cpu_s=None))
    'wall 2.00 s, CPU unknown'
    """
    cpu = "unknown" if run.cpu_s is None else seconds(run.cpu_s)
    kept_off = "" if run.kept_off_s is None else f", kept off its core {seconds(run.kept_off_s)}"
    return f"wall {seconds(run.wall_s)}, CPU {cpu}{kept_off}"


def seconds(time_s: float) -> str:
    """Write seconds as a person reads them.

    >>> seconds(1.7512), seconds(0.25), seconds(0.00021)
    ('1.75 s', '0.25 s', '0.2 ms')
    """
    return f"{time_s:.2f} s" if time_s >= 0.1 else f"{time_s * 1000:.1f} ms"
