"""Say on which machines an answer is accepted: on how fast or how slow a one.

A speed is a factor: 2 is a machine on which everything takes half as long as at 1.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable

import msgspec

Accepted = bool | None
"""Whether an answer is accepted; None where it was not looked at."""


class Range(msgspec.Struct, frozen=True):
    """From which speed to which one verdict holds, 1 among them.

    From `slowest` 0.0 on, or to `fastest` infinity, means on every such machine. `at_least` tells
    that nothing beyond `fastest` was looked at.
    """

    slowest: float
    fastest: float
    at_least: bool = False

    def meet(self, other: Range) -> Range:
        """Return the speeds at which both hold.

        >>> Range(0.1, 9.0, True).meet(Range(0.2, 12.0))
        Range(slowest=0.2, fastest=9.0, at_least=True)
        """
        nearer = min(self, other, key=lambda each: each.fastest)
        return Range(max(self.slowest, other.slowest), nearer.fastest, nearer.at_least)


EVERYWHERE = Range(0.0, math.inf)


class Outlook(msgspec.Struct, frozen=True):
    """The verdict by speed: each of `turns` is a speed, and the verdict from it on.

    The first speed is 0, and speeds rise.
    """

    turns: tuple[tuple[float, Accepted], ...]

    def at(self, speed: float) -> Accepted:
        """Return the verdict at a speed.

        >>> Outlook(((0.0, False), (0.25, True))).at(1.0)
        True
        """
        return next(verdict for start, verdict in reversed(self.turns) if start <= speed)

    def holds(self, accepted: bool) -> Range | None:
        """Return the speeds around 1 at which the verdict is this one; None where it is not at 1.

        >>> Outlook(((0.0, False), (0.25, True), (9.0, None))).holds(True)
        Range(slowest=0.25, fastest=9.0, at_least=True)
        """
        if self.at(1.0) is not accepted:
            return None
        slowest = 0.0
        for (_, before), (start, _) in itertools.pairwise(self.turns):
            if start <= 1.0 and before is not accepted:
                slowest = start
        for start, verdict in self.turns:
            if start > 1.0 and verdict is not accepted:
                return Range(slowest, start, at_least=verdict is None)
        return Range(slowest, math.inf)


def outlook_from_rule(verdict_at: Callable[[float], Accepted], speeds: Iterable[float]) -> Outlook:
    """Return the outlook of a rule of which the verdict can only turn at the speeds given.

    >>> outlook_from_rule(lambda speed: speed >= 2, [1, 2, 3])
    Outlook(turns=((0.0, False), (2, True)))
    """
    starts = [0.0, *sorted(set(speeds) - {0.0})]
    turns: list[tuple[float, Accepted]] = []
    for start, end in zip(starts, [*starts[1:], math.inf], strict=True):
        verdict = verdict_at((start + end) / 2 if math.isfinite(end) else start + 1)
        if not turns or turns[-1][1] is not verdict:
            turns.append((start, verdict))
    return Outlook(tuple(turns))


def group_outlook(outlooks: Iterable[Outlook]) -> Outlook:
    """Return the outlook of a group: missed where one member is, accepted where all are.

    >>> slow, deep = Outlook(((0.0, False), (0.5, True))), Outlook(((0.0, False), (9.0, None)))
    >>> group_outlook([slow, deep])
    Outlook(turns=((0.0, False), (9.0, None)))
    """
    each = tuple(outlooks)

    def verdict_at(speed: float) -> Accepted:
        verdicts = [outlook.at(speed) for outlook in each]
        if False in verdicts:
            return False
        return None if None in verdicts else True

    return outlook_from_rule(verdict_at, [start for outlook in each for start, _ in outlook.turns])
