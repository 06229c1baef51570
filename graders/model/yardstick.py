"""Hold where the caps of a run come from that are multiples of what an engine of ours takes."""

from __future__ import annotations

from typing import Literal

import msgspec

WhyNot = Literal["", "busy", "failed", "unknown"]
"""Why no run counts: the machine was busy, there was no answer, or no CPU time is known here."""


class MeasuredCap(msgspec.Struct, frozen=True):
    """Hold the cap of one case, `times` the CPU seconds that the yardstick took for it.

    `own_cap_s` is the one in the suite: `cap_s` is between half of it and four times as much, and
    is the same where `why_not` says why nothing counts that was measured. `seconds` are the least
    of so many `runs`; None where no run counts.
    """

    case: str
    times: float
    own_cap_s: float
    cap_s: float
    seconds: float | None = None
    runs: int = 0
    why_not: WhyNot = ""


class Yardstick(msgspec.Struct, frozen=True):
    """Hold the file name and the language of the engine that was measured, and the caps."""

    engine: str
    language: str
    caps: tuple[MeasuredCap, ...]
