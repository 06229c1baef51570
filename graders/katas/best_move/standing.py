"""Tell which rung of the ladder a submission stands on, from its verdicts and times.

Only the pattern of the results is used: which mates a submission finds, and how its times relate
to one another within one run. Times are compared as ratios, never in seconds, as machines differ.
The ratios were measured on the references, with other depths and budgets too:

- A naive minimax visits the whole tree even where it wins at once; everything else does not.
- A search of fixed depth takes as long for a short mate as for one that it misses; iterative
  deepening finds the short mate at once.
- Exact search has finished before the others have properly begun.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graders.katas.best_move.hints import HINTS
from graders.model.scorecard import Result, Standing
from graders.model.verdict import Verdict

RESOLUTION_S = 0.015
"""Times shorter than this do not tell shallow searches apart."""
NAIVE_RATIO = 0.2
"""Share of the longest time that naive minimax needs to win at once; others need under 0.05."""
DEEPENING_RATIO = 8.0
"""The longest time over that of the shortest real mate: above 50 deepening, below 4 fixed."""
EVEN_RATIO = 1.25
"""The longest time over the shortest; below this every case takes the same time budget."""
EXACT_SHARE = 0.03
"""Share of the cap within which exact search finds a block or a mate in 9; measured: under 0.01."""
IDLE_SHARE = 0.1
"""Share of the cap in CPU time below which a late program was not computing."""
NEEDED_MATES = (1, 7, 9)
"""The mates without which a run tells too little; a mate in 3 or 5 has to be there too."""
TABLE_MATE = 9
"""The mate that a search finds in time only with a table."""

_TELLING = (Verdict.ACCEPTED, Verdict.WRONG_ANSWER, Verdict.TIME_LIMIT_EXCEEDED)


@dataclass(frozen=True)
class Seen:
    """Hold what one case shows: the plies of its mate, if any, the verdict, the cap, the goal.

    `spent_s` are seconds of CPU time, which a busy machine stretches least.
    """

    id: str
    mate_in: int | None
    verdict: Verdict
    spent_s: float
    cap_s: float
    goal: str = "win"

    @property
    def found(self) -> bool:
        """Tell whether the case was accepted."""
        return self.verdict is Verdict.ACCEPTED

    @property
    def late(self) -> bool:
        """Tell whether the case was missed for lack of time."""
        return self.verdict is Verdict.TIME_LIMIT_EXCEEDED


@dataclass(frozen=True)
class _Place:
    rung: str
    manner: str
    hint: str = ""


def standing(results: Sequence[Result]) -> Standing | None:
    """Place a submission by its results; None where they tell too little."""
    lost = _lost_variants(results)
    if lost:
        return one_sided(lost)
    return place(
        [
            Seen(
                result.id,
                result.mate_in,
                result.verdict,
                result.cpu_s or result.wall_s,
                result.cap_s,
                result.goal,
            )
            for result in results
            if result.goal is not None and not result.variant
        ]
    )


def place(seen: Sequence[Seen]) -> Standing | None:
    """Place a submission; None where the pattern tells too little for an honest verdict.

    That is a run without a win at once, a short mate and the deep ones, and a submission that
    fails for other reasons than looking too short or too long.

    >>> spent = {1: 0.21, 5: 0.5, 7: 0.44, 9: 0.43}
    >>> cases = [Seen(f"mate-in-{mate}", mate, verdict, spent[mate], 2.0) for mate, verdict in
    ...          zip(spent, [Verdict.ACCEPTED] * 2 + [Verdict.WRONG_ANSWER] * 2)]
    >>> place(cases).evidence
    'behaves like naive minimax at a fixed depth of 5 or 6: it sees mate in 5 and misses mate in 7'
    """
    mates = sorted({case.mate_in for case in seen if case.mate_in is not None})
    if not set(NEEDED_MATES) <= set(mates) or not {3, 5} & set(mates):
        return None
    if any(case.verdict not in _TELLING for case in seen):
        return None
    sight = _sight(seen, mates)
    place = _late_place(seen) if any(case.late for case in seen) else _place(seen, sight)
    words = _sight_in_words(seen, mates, sight) + _exceptions(seen, mates, sight)
    return Standing(place.rung, f"{place.manner}: {words}", HINTS[place.hint or place.rung])


def one_sided(lost: Sequence[str]) -> Standing:
    """Place a submission that finds positions but misses their variants, `lost` by id."""
    shown = ", ".join(lost[:3]) + (", …" if len(lost) > 3 else "")
    evidence = (
        "stands below the ladder: it solves positions as they are, but misses them mirrored or "
        f"colour-swapped ({shown})"
    )
    return Standing("none", evidence, HINTS["one-sided"])


def _lost_variants(results: Sequence[Result]) -> list[str]:
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


def _place(seen: Sequence[Seen], sight: int) -> _Place:
    if sight < 3:
        return _Place("none", "stands below the ladder")
    if sight >= TABLE_MATE:
        return _place_of_all_found(seen)
    if _deepens(seen):
        return _Place(
            "iterative_deepening", "behaves like iterative deepening that runs out of its budget"
        )
    depth = f"a fixed depth of {sight} or {sight + 1}"
    if _fills_its_time(seen):
        rung = "naive" if sight < 7 else "alpha_beta"
        return _Place(rung, f"spends the same time on every case and reaches as far as {depth}")
    if sight < 5 and _longest(seen) < RESOLUTION_S:
        return _Place("naive", f"behaves like a search at {depth}", "shallow")
    if not _wins_at_once_sooner(seen):
        if sight < 7:
            return _Place("naive", f"behaves like naive minimax at {depth}")
        return _Place(
            "iterative_deepening",
            "keeps searching after it has found a win, as deepening without a stop does",
        )
    return _Place("alpha_beta", f"behaves like alpha-beta at {depth}")


def _place_of_all_found(seen: Sequence[Seen]) -> _Place:
    if _largest_share(seen) < EXACT_SHARE:
        return _Place("bitboard", "behaves like exact search on bitboards")
    if _deepens(seen):
        return _Place(
            "transposition", "behaves like iterative deepening with a transposition table"
        )
    return _Place(
        "transposition",
        "solves what iterative deepening with a table solves; its times do not show how",
    )


def _late_place(seen: Sequence[Seen]) -> _Place:
    if not any(case.found for case in seen):
        idle = all(case.spent_s < IDLE_SHARE * case.cap_s for case in seen)
        manner = "stands below the ladder, as no answer came in time"
        return _Place("none", manner, "idle" if idle else "late")
    if not _wins_at_once_sooner(seen):
        return _Place("naive", "behaves like naive minimax at a depth too great for the cap")
    if _deepens(seen):
        return _Place("iterative_deepening", "behaves like iterative deepening, late at times")
    return _Place("alpha_beta", "behaves like alpha-beta at a fixed depth too great for the cap")


def _sight(seen: Sequence[Seen], mates: Sequence[int]) -> int:
    """Return the longest mate up to which every one is found, 0 where the first is missed."""
    sight = 0
    for mate in mates:
        if not _all_found(seen, mate):
            break
        sight = mate
    return sight


def _all_found(seen: Sequence[Seen], mate: int) -> bool:
    return all(case.found for case in seen if case.mate_in == mate)


def _wins_at_once_sooner(seen: Sequence[Seen]) -> bool:
    at_once = min(case.spent_s for case in seen if case.mate_in == 1)
    return at_once <= NAIVE_RATIO * _longest(seen)


def _deepens(seen: Sequence[Seen]) -> bool:
    """Tell whether the shortest mate (3 plies or more) takes far less than the longest time."""
    shortest = min(case.mate_in for case in seen if (case.mate_in or 0) >= 3 and case.mate_in)
    times = [case.spent_s for case in seen if case.mate_in == shortest]
    return _longest(seen) >= DEEPENING_RATIO * max(min(times), 1e-6)


def _fills_its_time(seen: Sequence[Seen]) -> bool:
    shortest = min(case.spent_s for case in seen)
    return _longest(seen) >= RESOLUTION_S and _longest(seen) < EVEN_RATIO * shortest


def _largest_share(seen: Sequence[Seen]) -> float:
    """Return the largest share of the cap among blocks and the mates up to `TABLE_MATE`."""
    return max(
        case.spent_s / case.cap_s
        for case in seen
        if case.goal == "block" or (case.mate_in or TABLE_MATE + 1) <= TABLE_MATE
    )


def _longest(seen: Sequence[Seen]) -> float:
    return max(case.spent_s for case in seen)


def _sight_in_words(seen: Sequence[Seen], mates: Sequence[int], sight: int) -> str:
    deeper = [mate for mate in mates if mate > sight]
    if not deeper:
        return f"it finds mate in {sight}, the longest in this run"
    missed = [case for case in seen if case.mate_in == deeper[0] and not case.found]
    how = "runs out of time for" if all(case.late for case in missed) else "misses"
    if not sight:
        return f"it {how} mate in {deeper[0]}"
    return f"it sees mate in {sight} and {how} mate in {deeper[0]}"


def _exceptions(seen: Sequence[Seen], mates: Sequence[int], sight: int) -> str:
    """Name deeper mates found by luck, and misses that a lack of depth does not explain."""
    deeper = [mate for mate in mates if mate > sight]
    lucky = [mate for mate in deeper[1:] if _all_found(seen, mate)]
    odd = [case.id for case in seen if case.goal == "block" and not case.found and not case.late]
    if len(lucky) > 1 and not any(case.late for case in seen):
        odd += [
            case.id
            for case in seen
            if case.mate_in == deeper[0] and not case.found and not case.late
        ]
    by_luck = len(lucky) == 1 and not any(case.late for case in seen)
    words = f"; it also finds mate in {lucky[0]}, perhaps by luck" if by_luck else ""
    if odd and sight:
        names = ", ".join(odd[:3]) + (", …" if len(odd) > 3 else "")
        words += f". More depth would not help with {names}: look for a bug there"
    return words
