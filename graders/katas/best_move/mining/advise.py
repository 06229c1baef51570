"""Say why a search found nothing, or too little, and which option to loosen."""

from __future__ import annotations

from graders.katas.best_move.mining.mine import Tally
from graders.katas.best_move.mining.order import Order


def advice(order: Order, tally: Tally) -> str:
    """Return a sentence on where most was lost; empty where nothing was looked at yet.

    >>> advice(Order(9, 5, 7), Tally(games=800, positions=9000))
    'none of 9,000 positions is a mate in exactly 9 plies: a shorter --mate is far more common, \
and other --discs may have some'
    """
    fewest, most = order.discs
    if not tally.games:
        return ""
    if not tally.positions:
        return (
            f"no game of {tally.games:,} came to a position of {fewest}-{most} discs with the "
            "wanted side to move: widen --discs, or give --side both"
        )
    if not tally.mates:
        return (
            f"none of {tally.positions:,} positions is a mate in exactly {order.mate} plies: a "
            "shorter --mate is far more common, and other --discs may have some"
        )
    if not tally.quiet:
        return (
            f"in all {tally.mates:,} mates some first move wins or loses sooner, which gives the "
            "answer away: other --discs may have quiet ones"
        )
    if not tally.unique:
        return (
            f"of {tally.quiet:,} quiet mates none was proved to have only one column that wins: "
            "with more --discs the proofs are cheaper"
        )
    return _turned_down(order, tally)


def _turned_down(order: Order, tally: Tally) -> str:
    """Say which of the options turned down the most of what was proved."""
    of = f"of {tally.unique:,} proved with one winner"
    most, says = max(
        (tally.central, f"--off-centre turned down {tally.central:,}: leave it out"),
        (tally.easy, f"--min-nodes {order.min_nodes} turned down {tally.easy:,}: ask for fewer"),
        (
            tally.guessed,
            f"{tally.guessed:,} are found by most programs that search little: it takes patience, "
            "or --allow-guessable",
        ),
        (
            tally.let_go,
            f"{tally.let_go:,} made no group that no guesser finds whole: it takes patience, or "
            "--allow-guessable",
        ),
        (
            tally.known,
            f"{tally.known:,} were known already, shipped or found before: widen --discs",
        ),
    )
    if not most:
        return f"{of} all were kept: such positions are rare, and it takes patience"
    return f"{of}, {says}"
