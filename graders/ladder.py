"""Tell which rung of the ladder a submission stands on, from its verdicts and times.

Nothing of the submission is read but the pattern: which mates it finds, and how its times
relate to one another within one run. Ratios are used, never seconds, as machines differ. They
were taken from the references and from variants of their depths and budgets:

- A naive minimax visits the whole tree even where it wins at once; everything else does not.
- A search of fixed depth takes as long for a short mate as for one that it misses; a
  deepening one has the short mate at once.
- Exact search is through before the others have begun.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graders.scorecard import Standing
from graders.verdict import Verdict

TIME_FLOOR_S = 0.004
"""Below this, a time says more of the call than of the search."""
NAIVE_RATIO = 0.2
"""Share of the longest time that naive minimax needs to win at once; others need under 0.05."""
DEEPENING_RATIO = 8.0
"""The longest time over that of the shortest real mate: above 50 deepening, below 4 fixed."""
EXACT_SHARE = 0.03
"""Share of the cap within which exact search has a mate in 9; measured: under 0.01."""
DEEP_MATE = 7
"""The mate that tells the depths of the lower rungs apart."""
DEEPEST_RUNG_MATE = 9
"""The mate that tells a table from none."""

_TELLING = (Verdict.ACCEPTED, Verdict.WRONG_ANSWER, Verdict.TIME_LIMIT_EXCEEDED)

HINTS = {
    "none": (
        "Before any search: play a column that wins at once, and if there is none, block the "
        "column with which the opponent would. Leave the board as you found it, whoever moves."
    ),
    "one-sided": (
        "The same position, mirrored or with the colours exchanged, has the same answer. Search "
        "for the side to move, whichever it is, and know no position by heart."
    ),
    "late": (
        "Nothing came within the cap. Search fewer plies, so few that an answer comes on every "
        "position; a shallow answer in time is worth more than a deep one too late."
    ),
    "naive": (
        "You look at every reply, also at those that cannot matter any more. Keep the best value "
        "that each side is sure of, and stop looking at a position once it is outside: that is "
        "alpha-beta, and with the centre columns first it sees two plies further in less time."
    ),
    "alpha_beta": (
        "A fixed depth is too shallow for one position and too slow for the next. Search depth "
        "1, then 2, then 3, and so on until the time you gave yourself is spent, and let a "
        "sooner win count for more: that is iterative deepening."
    ),
    "iterative_deepening": (
        "The same positions come up again by other orders of moves, and each depth starts anew. "
        "Remember what a position was worth, whether that value was exact or only a bound, and "
        "which column was best there, and try that column first: a transposition table."
    ),
    "transposition": (
        "You find every mate here. What is left is speed: two integers for a board, threats "
        "instead of lines, and no reply that loses at once. The suites of --stretch have longer "
        "mates, and traps for a table that takes a bound for an exact value."
    ),
    "bitboard": "There is no rung above this one. Try --stretch and --variants.",
}


@dataclass(frozen=True)
class Seen:
    """Hold what one case shows: the plies of its mate, if any, the verdict, the cap.

    `spent_s` are seconds of CPU time, which a busy machine stretches least.
    """

    id: str
    mate_in: int | None
    verdict: Verdict
    spent_s: float
    cap_s: float

    @property
    def found(self) -> bool:
        """Tell whether the case was accepted."""
        return self.verdict is Verdict.ACCEPTED

    @property
    def late(self) -> bool:
        """Tell whether the case was missed by the clock."""
        return self.verdict is Verdict.TIME_LIMIT_EXCEEDED


def standing(seen: Sequence[Seen]) -> Standing | None:
    """Place a submission; None where the pattern tells too little to be honest.

    That is a run without a win at once, a short mate and a deep one, and a submission that
    fails for other reasons than looking too short or too long.

    >>> cases = [Seen("a", 1, Verdict.ACCEPTED, 0.21, 2), Seen("b", 5, Verdict.ACCEPTED, 0.5, 2),
    ...          Seen("c", 7, Verdict.WRONG_ANSWER, 0.4, 2)]
    >>> standing(cases).rung
    'naive'
    """
    mates = sorted({case.mate_in for case in seen if case.mate_in is not None})
    if 1 not in mates or not {3, 5} & set(mates) or mates[-1] < DEEP_MATE:
        return None
    if any(case.verdict not in _TELLING for case in seen):
        return None
    sight = _sight(seen, mates)
    rung, manner = _rung(seen, sight)
    evidence = f"{manner}: {_sight_in_words(seen, mates, sight)}{_exceptions(seen, sight)}"
    nothing_in_time = rung == "none" and all(case.late for case in seen)
    return Standing(rung, evidence, HINTS["late" if nothing_in_time else rung])


def one_sided(lost: Sequence[str]) -> Standing:
    """Place a submission that finds positions but misses their variants, `lost` by id."""
    shown = ", ".join(lost[:3]) + (", …" if len(lost) > 3 else "")
    evidence = f"stands below the ladder: it finds the positions as they are and misses {shown}"
    return Standing("none", evidence, HINTS["one-sided"])


def _sight(seen: Sequence[Seen], mates: Sequence[int]) -> int:
    """Return the longest mate found in every case that has it, 0 where there is none."""
    found = [mate for mate in mates if all(case.found for case in seen if case.mate_in == mate)]
    return max(found, default=0)


def _rung(seen: Sequence[Seen], sight: int) -> tuple[str, str]:
    if any(case.late for case in seen):
        return _rung_of_late(seen)
    if sight < 3:
        return "none", "stands below the ladder"
    deepens = _deepening_ratio(seen) >= DEEPENING_RATIO
    if sight >= DEEPEST_RUNG_MATE:
        if _largest_share(seen) < EXACT_SHARE:
            return "bitboard", "behaves like exact search on bitboards"
        if deepens:
            return "transposition", "behaves like iterative deepening with a transposition table"
        return "alpha_beta", f"behaves like alpha-beta at a fixed depth of {sight} or more"
    if deepens:
        return "iterative_deepening", "behaves like iterative deepening that ran out of its budget"
    depth = f"a fixed depth of {sight} or {sight + 1}"
    if _is_naive(seen):
        return "naive", f"behaves like naive minimax at {depth}"
    if sight < 5 and _longest(seen) < TIME_FLOOR_S:
        return "naive", f"behaves like a search at {depth}"
    return "alpha_beta", f"behaves like alpha-beta at {depth}"


def _rung_of_late(seen: Sequence[Seen]) -> tuple[str, str]:
    if not any(case.found for case in seen):
        return "none", "stands below the ladder, as nothing came in time"
    if _is_naive(seen):
        return "naive", "behaves like naive minimax at a depth too great for the cap"
    if _deepening_ratio(seen) >= DEEPENING_RATIO:
        return "iterative_deepening", "behaves like iterative deepening that misjudges its time"
    return "alpha_beta", "behaves like alpha-beta at a fixed depth too great for the cap"


def _is_naive(seen: Sequence[Seen]) -> bool:
    at_once = [case.spent_s for case in seen if case.mate_in == 1]
    longest = _longest(seen)
    return longest >= TIME_FLOOR_S and min(at_once) > NAIVE_RATIO * longest


def _deepening_ratio(seen: Sequence[Seen]) -> float:
    """Return the longest time over that of the shortest mate of at least three plies."""
    mates = {case.mate_in for case in seen if case.mate_in is not None and case.mate_in >= 3}
    times = [case.spent_s for case in seen if case.mate_in == min(mates)]
    longest = _longest(seen)
    return longest / max(min(times), 1e-6) if longest >= TIME_FLOOR_S else 0.0


def _largest_share(seen: Sequence[Seen]) -> float:
    """Return the largest share of the cap among the mates up to the one that tells a table."""
    shares = (
        case.spent_s / case.cap_s
        for case in seen
        if case.mate_in is not None and case.mate_in <= DEEPEST_RUNG_MATE
    )
    return max(shares, default=1.0)


def _longest(seen: Sequence[Seen]) -> float:
    return max(case.spent_s for case in seen)


def _sight_in_words(seen: Sequence[Seen], mates: Sequence[int], sight: int) -> str:
    deeper = [mate for mate in mates if mate > sight]
    if sight and not deeper:
        return f"it finds mate in {sight}, the longest there is here"
    missed = [case for case in seen if deeper and case.mate_in == deeper[0] and not case.found]
    how = "has no time for" if all(case.late for case in missed) else "misses"
    if not sight:
        return f"it {how} mate in {deeper[0]}"
    return f"it sees mate in {sight} and {how} mate in {deeper[0]}"


def _exceptions(seen: Sequence[Seen], sight: int) -> str:
    """Name the cases missed although something deeper is found: a fault, not a lack of depth."""
    odd = [
        case
        for case in seen
        if not case.found and (case.mate_in is None or case.mate_in < sight) and not case.late
    ]
    if not odd or not sight:
        return ""
    names = ", ".join(case.id for case in odd[:3]) + (", …" if len(odd) > 3 else "")
    return f". Not for lack of depth it misses {names}: look for a fault there"
