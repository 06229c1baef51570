"""Bound from below what a proof costs: what is answered for less was not proved."""

from __future__ import annotations

from functools import lru_cache

from graders.katas.best_move.standing.facts import Facts, Seen
from kata.board import Player
from solutions.prover import OutOfBudgetError, Position, Prover

LEAST_OF_A_SEARCH = {5: 600.0, 7: 5000.0}
"""Work, in pairs, for a search of so many plies without threats; a table's takes ten times that."""
PAIRS_A_NODE = 6.0
"""Work for a node of exact search on bitboards; the reference, which has to look for the mate depth
by depth, spends sixteen times what this makes of the nodes of the last one."""
MOST_NODES = 400
"""How far nodes are counted in one position: a few milliseconds."""
LEAST_TOTAL = 1200.0
"""The least work, in pairs, that starting a call does not hide: about a millisecond."""
FEWEST_DISCS = 13
"""Positions with fewer may stand in an opening book, which nobody has to search."""
SHORTEST_MATE = 7
"""Shorter mates cost exact search next to nothing."""


def is_less_than_any_proof(facts: Facts) -> bool:
    """Tell whether the longer mates were answered for less than exact search on bitboards costs.

    That is the cheapest reference at every depth. All of them are added up, since the cost of one
    may be lost in the noise, and what any call costs is deducted.
    """
    found = [case for case in facts.seen if case.found and _is_worth_counting(case)]
    least = sum(least_nodes(case.moves, case.first, case.mate_in) for case in found) * PAIRS_A_NODE
    spent = sum(facts.pairs(case.spent_s - facts.shortest_s) for case in found)
    return least >= LEAST_TOTAL and spent < least


def is_less_than_a_search(facts: Facts) -> bool:
    """Tell whether a program that misses longer mates did too little to search as far as it sees.

    What exact search proves for next to nothing it would prove beyond that too. Without it, not to
    find a win in so many plies takes some work in the position that takes most.
    """
    least = LEAST_OF_A_SEARCH.get(facts.sight)
    if least is None or not any(case.wrong for case in facts.seen):
        return False
    return facts.pairs(facts.longest_s - facts.shortest_s) < least


def _is_worth_counting(case: Seen) -> bool:
    if len(case.moves) < FEWEST_DISCS:
        return False
    return case.goal == "draw" or (case.mate_in or 0) >= SHORTEST_MATE


@lru_cache(maxsize=256)
def least_nodes(moves: str, first: str, mate_in: int | None) -> int:
    """Return how many nodes the prover takes to see the mate, or the draw, at most `MOST_NODES`.

    >>> 10 < least_nodes("0032334033", "RED", 9) <= MOST_NODES
    True
    """
    position = Position.from_moves(moves, Player[first].value)
    prover = Prover(node_limit=MOST_NODES)
    try:
        if mate_in is None:
            prover.score(position)
        else:
            prover.win_in(position, mate_in)
    except OutOfBudgetError:
        return MOST_NODES
    return min(prover.nodes, MOST_NODES)


@lru_cache(maxsize=64)
def wins_within(moves: str, first: str, column: int, plies: int) -> bool | None:
    """Tell whether a column wins within so many plies; None where few nodes do not tell.

    >>> wins_within("05152615", "RED", 3, 1)
    True
    """
    position = Position.from_moves(moves, Player[first].value)
    try:
        return Prover(node_limit=MOST_NODES).column_wins_in(position, column, plies)
    except OutOfBudgetError:
        return None
