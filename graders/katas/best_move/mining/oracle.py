"""Ask bitbully, where it is installed, whether a position has more than one winning column.

It only ever spares a proof that would have failed. What it lets pass is proved by our own
search all the same, so a bank is the same byte for byte with and without it.
"""

from __future__ import annotations

from graders.katas.best_move.mining.mine import Rejecter
from graders.katas.best_move.prove import Bitbully


def bitbully_rejecter() -> Rejecter:
    """Return the rejecter that asks bitbully, which is to be installed."""
    oracle = Bitbully()

    def has_two_winners(moves: str) -> bool:
        return sum(score > 0 for score in oracle.scores(moves).values()) > 1

    return has_two_winners
