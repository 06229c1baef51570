"""Find the rung of the ladder that a run stands for, by what is found and by the work it took.

Times are compared as ratios within one run, or as work (see `facts.py`), never in seconds, as
machines differ. The ratios were measured on the references, with other depths and budgets too:

- A naive minimax visits the whole tree even where it wins at once; everything else does not.
- A search of fixed depth takes as long for a short mate as for a longer one; iterative deepening
  finds the short mates at once, and each longer one takes several times as long.
- Exact search has finished before the others have properly begun.
- What finds mates beyond one that it misses, or for less work than a proof takes, did not prove
  them.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from graders.katas.best_move.standing.facts import Facts
from graders.katas.best_move.standing.work import is_less_than_a_search, is_less_than_any_proof

RESOLUTION = 18_000
"""Pairs; less work than that does not tell shallow searches apart."""
NAIVE_RATIO = 0.2
"""Share of the longest time that naive minimax needs to win at once; others need under 0.05."""
DEEPENING_RATIO = 8.0
"""The longest time over that of the shortest real mates, as deepening has it: it takes over 50. An
emptier board makes as much of a difference to a fixed depth, so this alone tells nothing."""
DEEPENING_GROWTH = 4.0
"""The time of longer mates found over that of the shortest: above 20 deepening, below 2 fixed."""
DEEPENING_STEP = 1.5
"""The time of mates in 7 over that of mates in 5: above 3 deepening, about 1 fixed."""
EVEN_RATIO = 1.25
"""The longest time over the shortest; below this every case takes the same time budget."""
EXACT = 75_000
"""Pairs within which exact search finds a block or a mate in 9; measured: under 25,000."""
IDLE_SHARE = 0.1
"""Share of the cap in CPU time below which a late program was not computing."""
NEEDED_MATES = (1, 7, 9)
"""The mates without which a run tells too little; a mate in 3 or 5 has to be there too."""
TABLE_MATE = 9
"""The mate that a search finds in time only with a table."""
SOME_GAMES = 4000
"""Pairs; the work for a hundred games played at random."""
THREE_PLIES = 40_000
"""Pairs; three plies take less, even with an elaborate estimate at each of the 343 leaves."""
THREE_PLAIN_PLIES = 15_000
"""Pairs; three plies take less without an estimate, even on a board that is slow."""
LUCKY = 1
"""So many mates beyond the first that is missed may be found by luck."""
LUCKY_SHARE = 0.4
"""And so large a part of them."""
NAIVE_NODE = 2.5
"""Work for a node of naive minimax, in pairs; the reference takes more."""


class Manner(StrEnum):
    """Name how a submission goes about its task, as far as a run shows it."""

    LOST_VARIANTS = "lost_variants"
    ONE_COLOUR = "one_colour"
    NO_SEARCH = "no_search"
    TAKES_WINS = "takes_wins"
    TAKES_AND_BLOCKS = "takes_and_blocks"
    SEARCHES_IN_VAIN = "searches_in_vain"
    LATE = "late"
    LATE_OR_WRONG = "late_or_wrong"
    IDLE = "idle"
    BEYOND_A_MISS = "beyond_a_miss"
    FASTER_THAN_PROOF = "faster_than_proof"
    ESTIMATES = "estimates"
    PLAYOUTS = "playouts"
    FILLS_ITS_TIME = "fills_its_time"
    SHALLOW = "shallow"
    NAIVE = "naive"
    NAIVE_LATE = "naive_late"
    ALPHA_BETA = "alpha_beta"
    ALPHA_BETA_LATE = "alpha_beta_late"
    DEEPENING = "deepening"
    DEEPENING_LATE = "deepening_late"
    DEEPENING_WITHOUT_STOP = "deepening_without_stop"
    TABLE = "table"
    EXACT = "exact"
    EVERYTHING = "everything"
    ALL_MATES = "all_mates"


RUNGS = {
    Manner.BEYOND_A_MISS: "heuristic",
    Manner.FASTER_THAN_PROOF: "heuristic",
    Manner.ESTIMATES: "heuristic",
    Manner.PLAYOUTS: "heuristic",
    Manner.SHALLOW: "naive",
    Manner.NAIVE: "naive",
    Manner.NAIVE_LATE: "naive",
    Manner.ALPHA_BETA: "alpha_beta",
    Manner.ALPHA_BETA_LATE: "alpha_beta",
    Manner.DEEPENING: "iterative_deepening",
    Manner.DEEPENING_LATE: "iterative_deepening",
    Manner.DEEPENING_WITHOUT_STOP: "iterative_deepening",
    Manner.TABLE: "transposition",
    Manner.EXACT: "bitboard",
    Manner.EVERYTHING: "open",
    Manner.ALL_MATES: "open",
    Manner.FILLS_ITS_TIME: "open",
}
"""The rung for each manner; `none` for those that are not here."""


class Place(msgspec.Struct, frozen=True):
    """Hold the manner of a run."""

    manner: Manner

    @property
    def rung(self) -> str:
        """Return the rung; `none` below the ladder, `open` where it cannot be told yet."""
        return RUNGS.get(self.manner, "none")


def place(facts: Facts, *, at_fault: bool = False) -> Place | None:
    """Place a run; None where the pattern tells too little for an honest verdict.

    That is a run without a win at once, a short mate and the deep ones, and a submission that
    fails for other reasons than looking too short or too long. A program that is `at_fault` in a
    way that explains its misses may find by luck what it does find.
    """
    if facts.lost and not at_fault:
        return Place(Manner.LOST_VARIANTS)
    if not set(NEEDED_MATES) <= set(facts.mates) or not {3, 5} & set(facts.mates):
        return None
    if not facts.is_telling:
        return None
    if other_colour_lost(facts):
        return Place(Manner.ONE_COLOUR)
    if not facts.timed_alike:
        return _by_answers(facts)
    return Place(_late(facts) if facts.any_late else _in_time(facts, at_fault=at_fault))


def _by_answers(facts: Facts) -> Place | None:
    """Place what is in another language by what it finds alone; None where that tells too little.

    How fast a search is there, and how long the language takes to warm up, nobody has measured. So
    two rungs that see equally far cannot be told apart.
    """
    if facts.any_late or facts.tried_hard:
        return None
    if facts.sight >= TABLE_MATE and facts.all_found:
        return Place(Manner.EVERYTHING)
    return Place(_below_the_ladder(facts)) if facts.sight < 3 else None


def other_colour_lost(facts: Facts) -> str:
    """Return the side with which positions are found that are missed with the other one, else "".

    Compared are the positions within the reach of any search; all of one colour have to be found,
    all of the other missed, two of each at least.
    """
    near = [case for case in facts.seen if case.goal == "block" or (case.mate_in or 99) <= 5]
    of_side = {side: [case for case in near if case.to_move == side] for side in ("RED", "YELLOW")}
    if any(len(cases) < 2 for cases in of_side.values()):
        return ""
    for side, other in (("RED", "YELLOW"), ("YELLOW", "RED")):
        if all(case.found for case in of_side[side]) and all(case.wrong for case in of_side[other]):
            return side
    return ""


def _in_time(facts: Facts, *, at_fault: bool) -> Manner:
    if facts.sight >= TABLE_MATE and facts.all_found and not facts.tried_hard:
        return Manner.EVERYTHING
    if _plays_out(facts):
        return Manner.PLAYOUTS
    if is_less_than_any_proof(facts) or (not at_fault and is_less_than_a_search(facts)):
        return Manner.FASTER_THAN_PROOF
    if not at_fault and not deepens(facts) and _finds_beyond_a_miss(facts):
        return Manner.BEYOND_A_MISS
    if facts.sight < 3:
        return _below_the_ladder(facts)
    if facts.sight >= TABLE_MATE:
        return _of_all_mates(facts)
    if deepens(facts):
        return Manner.DEEPENING
    if facts.code is not None and facts.code.estimates:
        return Manner.ESTIMATES
    if _fills_its_time(facts):
        return Manner.FILLS_ITS_TIME
    return _of_a_fixed_depth(facts)


def _of_a_fixed_depth(facts: Facts) -> Manner:
    if facts.sight < 5 and facts.pairs(facts.longest_s) < RESOLUTION:
        return Manner.SHALLOW
    if _prunes(facts) or (wins_at_once_sooner(facts) and not _looks_at_every_reply(facts)):
        return Manner.ALPHA_BETA
    return Manner.NAIVE if facts.sight < 7 else Manner.DEEPENING_WITHOUT_STOP


def _below_the_ladder(facts: Facts) -> Manner:
    missed = [case for case in facts.of_mate(3) if case.wrong and facts.timed_alike]
    if any(facts.pairs(case.spent_s) >= _most_of_three_plies(facts) for case in missed):
        return Manner.SEARCHES_IN_VAIN
    if facts.sight < 1:
        return Manner.NO_SEARCH
    blocks = all(case.found for case in facts.blocks)
    return Manner.TAKES_AND_BLOCKS if blocks else Manner.TAKES_WINS


def _most_of_three_plies(facts: Facts) -> float:
    plain = facts.code is not None and facts.code.searches and not facts.code.estimates
    return THREE_PLAIN_PLIES if plain else THREE_PLIES


def _of_all_mates(facts: Facts) -> Manner:
    """Tell what sees mates that take more than patience; exact search is never wrong, only late."""
    code = facts.code
    if facts.pairs(_most_of_exact(facts)) < EXACT and not facts.any_wrong:
        return Manner.EXACT
    if deepens(facts):
        return Manner.TABLE if code is None or code.remembers else Manner.DEEPENING
    if facts.deeper and code is not None and code.prunes:
        return Manner.ALPHA_BETA
    return Manner.ALL_MATES


def _late(facts: Facts) -> Manner:
    if not any(case.found for case in facts.seen):
        if not all(case.late for case in facts.seen):
            return Manner.LATE_OR_WRONG
        idle = all(case.spent_s < IDLE_SHARE * case.cap_s for case in facts.seen)
        return Manner.IDLE if idle else Manner.LATE
    if facts.sight >= TABLE_MATE and not facts.any_wrong:
        manner = _of_all_mates(facts)
        if manner in (Manner.EXACT, Manner.TABLE):
            return manner
    if not wins_at_once_sooner(facts):
        return Manner.NAIVE_LATE
    return Manner.DEEPENING_LATE if deepens(facts) else Manner.ALPHA_BETA_LATE


def _plays_out(facts: Facts) -> bool:
    """Tell whether games are played at random: lots are drawn, and no search alternates sides."""
    code = facts.code
    if code is None or not code.draws_lots:
        return False
    games = not code.searches and facts.pairs(facts.longest_s) >= SOME_GAMES
    return code.takes_logarithms or games


def _finds_beyond_a_miss(facts: Facts) -> bool:
    """Tell whether more longer mates are found beyond a shorter one missed than luck explains.

    What searches nothing and does not see three plies stands below the ladder all the same.
    """
    if facts.sight < 3 and facts.code is not None and not facts.code.searches:
        return False
    beyond = [case for case in facts.seen if case.mate_in in facts.deeper[1:]]
    found = [case for case in beyond if case.found]
    return len(found) > LUCKY and len(found) >= LUCKY_SHARE * len(beyond)


def _prunes(facts: Facts) -> bool:
    """Tell whether the source has a window, and less is done than without one takes."""
    without = 7 ** (facts.sight + 1) * NAIVE_NODE
    return (
        facts.code is not None
        and facts.code.prunes
        and facts.sight < 7
        and facts.pairs(facts.longest_s) < without
    )


def _looks_at_every_reply(facts: Facts) -> bool:
    """Tell whether the source has no window, and the work of a search without one is done.

    One that takes a win at once before it searches would else pass for more than it is.
    """
    code = facts.code
    if code is None or not code.searches or code.prunes or facts.sight >= 7:
        return False
    return code.remembers or facts.pairs(facts.longest_s) >= 7**facts.sight * NAIVE_NODE


def wins_at_once_sooner(facts: Facts) -> bool:
    """Tell whether a win at once takes a small part of the longest time."""
    at_once = min(case.spent_s for case in facts.of_mate(1))
    return at_once <= NAIVE_RATIO * facts.longest_s


def deepens(facts: Facts) -> bool:
    """Tell whether the shortest mates (3 plies or more) take far less than longer ones.

    Where no longer ones are found they are held against the longest time. A run without such a
    mate, of a case or two, does not tell.
    """
    shortest = min((mate for mate in facts.mates if mate >= 3), default=None)
    if shortest is None:
        return False
    least = max(*(case.spent_s for case in facts.of_mate(shortest)), 1e-6)
    longer = [case.spent_s for case in facts.seen if shortest < (case.mate_in or 0) and case.found]
    grows = not longer or max(longer) >= DEEPENING_GROWTH * least
    return grows and _grows_on(facts) and facts.longest_s >= DEEPENING_RATIO * least


def _grows_on(facts: Facts) -> bool:
    """Tell whether mates in 7 take longer than mates in 5, where both are found.

    They do not where a search of fixed depth follows a look at the next few plies.
    """
    fives, sevens = ([case.spent_s for case in facts.of_mate(mate)] for mate in (5, 7))
    return facts.sight < 7 or not fives or max(sevens) >= DEEPENING_STEP * max(fives)


def _fills_its_time(facts: Facts) -> bool:
    """Tell whether every case takes the same CPU time, or the same wall time on a busy machine."""
    if facts.pairs(facts.longest_s) < RESOLUTION:
        return False
    lasted = [case.lasted_s for case in facts.seen]
    even = facts.longest_s < EVEN_RATIO * facts.shortest_s
    return even or 0 < max(lasted) < EVEN_RATIO * min(lasted)


def _most_of_exact(facts: Facts) -> float:
    """Return the longest time among blocks and the mates up to `TABLE_MATE`."""
    return max(
        case.spent_s
        for case in facts.seen
        if case.goal == "block" or (case.mate_in or TABLE_MATE + 1) <= TABLE_MATE
    )
