"""Gather what every case of a run shows, and the questions that all else is answered from.

Work is counted in *pairs*, discs that the plain `Board` of this machine could have dropped and
taken back in the same CPU time: a number that means the same on a slow machine and on a fast one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import msgspec

from graders.katas.best_move.standing.source import Code
from graders.katas.kata import NOTHING_KNOWN, Ran
from graders.model.scorecard import Result, Thrown, singles
from graders.model.verdict import Verdict

USUAL_RATE = 1_200_000
"""Pairs a second where the machine was not measured."""
MOST_LEFT = 0.7
"""Share of the cap; who leaves so much of it everywhere could have searched on."""
LONGEST_USUAL_MATE = 9
"""Longer mates, and positions to be drawn, only the stretch suites have."""

_TELLING = (Verdict.ACCEPTED, Verdict.WRONG_ANSWER, Verdict.TIME_LIMIT_EXCEEDED)


class Seen(msgspec.Struct, frozen=True):
    """Hold what one position shows: the plies of its mate, if any, the verdict, the cap, the goal.

    `spent_s` are seconds of CPU time, which a busy machine stretches least, and `lasted_s` of wall
    time, by which a program may count. A case that is a group has one of these for each member that
    was run.
    """

    id: str
    mate_in: int | None
    verdict: Verdict
    spent_s: float
    cap_s: float
    goal: str = "win"
    answer: Any = None
    accept: tuple[int, ...] = ()
    to_move: str = "RED"
    moves: str = ""
    first: str = "RED"
    board_changed: bool = False
    thrown: Thrown | None = None
    lasted_s: float = 0.0

    @property
    def found(self) -> bool:
        """Tell whether the case was accepted."""
        return self.verdict is Verdict.ACCEPTED

    @property
    def late(self) -> bool:
        """Tell whether the case was missed for lack of time."""
        return self.verdict is Verdict.TIME_LIMIT_EXCEEDED

    @property
    def wrong(self) -> bool:
        """Tell whether a column was answered, and another one is right."""
        return self.verdict is Verdict.WRONG_ANSWER

    @property
    def column(self) -> int | None:
        """Return the number that was answered, None where there is none."""
        return self.answer if type(self.answer) is int else None


class Facts(msgspec.Struct, frozen=True, dict=True):
    """Hold what a run shows: the positions as the suites have them, and apart those of variants.

    `lost` are the ids of variants missed although the case itself was found. Where a run was not
    `timed_alike`, its times say nothing of the work that it did.
    """

    seen: tuple[Seen, ...]
    varied: tuple[Seen, ...] = ()
    lost: tuple[str, ...] = ()
    rate: int = USUAL_RATE
    code: Code | None = None
    timed_alike: bool = True

    @cached_property
    def mates(self) -> tuple[int, ...]:
        """Return the lengths of the mates in this run, in plies."""
        return tuple(sorted({case.mate_in for case in self.seen if case.mate_in is not None}))

    @cached_property
    def sight(self) -> int:
        """Return the longest mate up to which every one is found, 0 where the first is missed."""
        sight = 0
        for mate in self.mates:
            if not all(case.found for case in self.of_mate(mate)):
                break
            sight = mate
        return sight

    @property
    def deeper(self) -> tuple[int, ...]:
        """Return the lengths of the mates beyond what it sees."""
        return tuple(mate for mate in self.mates if mate > self.sight)

    @property
    def blocks(self) -> tuple[Seen, ...]:
        """Return the positions in which the other side has to be stopped at once."""
        return tuple(case for case in self.seen if case.goal == "block")

    @property
    def blocks_in_vain(self) -> tuple[Seen, ...]:
        """Return the blocks missed by what sees further than a block takes."""
        return tuple(case for case in self.blocks if case.wrong) if self.sight >= 3 else ()

    @property
    def any_late(self) -> bool:
        """Tell whether some answer did not come in time."""
        return any(case.late for case in self.seen)

    @property
    def any_wrong(self) -> bool:
        """Tell whether some answer was wrong."""
        return any(case.wrong for case in self.seen)

    @property
    def ends_early(self) -> bool:
        """Tell whether something is missed although most of the time is left everywhere.

        On a busy machine little CPU time may be all that there was, so wall time counts as well.
        """
        spare = all(
            max(case.spent_s, case.lasted_s) <= (1 - MOST_LEFT) * case.cap_s for case in self.seen
        )
        return self.any_wrong and spare

    @property
    def uses_its_time(self) -> bool:
        """Tell whether something took more CPU time than who ends early would take."""
        return any(case.spent_s > (1 - MOST_LEFT) * case.cap_s for case in self.seen)

    @property
    def all_found(self) -> bool:
        """Tell whether nothing was missed."""
        return all(case.found for case in (*self.seen, *self.varied))

    @property
    def is_telling(self) -> bool:
        """Tell whether every miss is a wrong column or a late one."""
        return all(case.verdict in _TELLING for case in self.seen)

    @property
    def tried_hard(self) -> bool:
        """Tell whether stretch suites and variants were in the run."""
        stretched = any(
            case.goal == "draw" or (case.mate_in or 0) > LONGEST_USUAL_MATE for case in self.seen
        )
        return stretched and bool(self.varied)

    @property
    def longest_s(self) -> float:
        """Return the seconds of the case that took longest."""
        return max(case.spent_s for case in self.seen)

    @property
    def shortest_s(self) -> float:
        """Return the seconds of the case that took least."""
        return min(case.spent_s for case in self.seen)

    def of_mate(self, mate: int) -> tuple[Seen, ...]:
        """Return the positions with a mate in so many plies."""
        return tuple(case for case in self.seen if case.mate_in == mate)

    def pairs(self, seconds: float) -> float:
        """Return the work of so much CPU time."""
        return seconds * self.rate


def facts_of(results: Sequence[Result], ran: Ran = NOTHING_KNOWN) -> Facts:
    """Return the facts of a run; the members of a group count one by one."""
    code = ran.code if isinstance(ran.code, Code) else None
    positions = [result for result in singles(results) if result.goal is not None]
    return Facts(
        tuple(_seen(result) for result in positions if not result.variant),
        tuple(_seen(result) for result in positions if result.variant),
        tuple(lost_variants(results)),
        ran.drop_undo_per_s or USUAL_RATE,
        code,
        ran.timed_alike,
    )


def _seen(result: Result) -> Seen:
    return Seen(
        result.id,
        result.mate_in,
        result.verdict,
        result.cpu_s or result.wall_s,
        result.cap_s,
        result.goal or "win",
        answer=result.answer,
        accept=result.accept or (),
        to_move=result.to_move or "RED",
        moves=result.moves or "",
        first=result.first or "RED",
        board_changed=result.board_changed,
        thrown=result.thrown,
        lasted_s=result.wall_s,
    )


def lost_variants(results: Sequence[Result]) -> list[str]:
    """Return the variants missed by a submission that only knows certain positions or one side.

    That is one which misses every variant of half the positions it finds, or most variants of
    one kind, such as the mirrored ones; a single variant missed may be a matter of time or of luck.
    """
    found = {result.id for result in results if result.accepted and not result.variant}
    variants = [r for r in results if r.variant and r.original in found]
    missed = [r for r in variants if r.verdict is Verdict.WRONG_ANSWER]
    held = {r.original for r in variants if r.accepted}
    kinds: dict[str, list[bool]] = {}
    for result in variants:
        kinds.setdefault(result.variant, []).append(result.verdict is Verdict.WRONG_ANSWER)
    by_heart = {r.original for r in missed} - held
    one_side = any(len(wrong) > 2 and 2 * sum(wrong) > len(wrong) for wrong in kinds.values())
    if variants and (len(by_heart) * 2 >= len(found) > 2 or one_side):
        return [r.id for r in missed]
    return []
