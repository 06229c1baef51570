"""Decide what of a run is worth telling beside the run before it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from graders.model.history import Change, Turn
from graders.practice.entry import CaseRun

NOTABLE_S = 0.1
NOTABLE_SHARE = 0.2
"""A time that differs by less of the longer one, or by fewer seconds, is the same time."""
_ORDER = (Turn.MISSED, Turn.ACCEPTED, Turn.OTHERWISE, Turn.SLOWER, Turn.FASTER)


def changes(before: Mapping[str, CaseRun], now: Iterable[CaseRun]) -> tuple[Change, ...]:
    """Return what differs from how the same cases did before, what broke first.

    Cases that were not run before have nothing to differ from.
    """
    found = [
        change
        for case in now
        if case.id in before and (change := _change(before[case.id], case)) is not None
    ]
    return tuple(sorted(found, key=lambda change: _ORDER.index(change.turn)))


def _change(before: CaseRun, now: CaseRun) -> Change | None:
    turn = _turn(before, now)
    if turn is None:
        return None
    by_s = abs(now.wall_s - before.wall_s)
    return Change(now.id, turn, now.verdict, before.verdict, now.wall_s, by_s)


def _turn(before: CaseRun, now: CaseRun) -> Turn | None:
    if before.accepted != now.accepted:
        return Turn.ACCEPTED if now.accepted else Turn.MISSED
    if before.verdict != now.verdict:
        return Turn.OTHERWISE
    by_s, longer_s = abs(now.wall_s - before.wall_s), max(now.wall_s, before.wall_s)
    if not now.accepted or by_s < max(NOTABLE_S, NOTABLE_SHARE * longer_s):
        return None
    return Turn.SLOWER if now.wall_s > before.wall_s else Turn.FASTER
