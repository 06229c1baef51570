"""Ask bitbully, where it is installed, whether a position has more than one winning column.

It only ever spares a proof that would have failed. What it lets pass is proved by our own
search all the same, so a bank is the same byte for byte with and without it.
"""

from __future__ import annotations

import importlib
import importlib.util

from graders.mining.mine import Rejecter


def installed() -> bool:
    """Tell whether the extra `oracle` is there."""
    return importlib.util.find_spec("bitbully") is not None


def bitbully_rejecter() -> Rejecter:
    """Return the rejecter that asks bitbully; raise `ImportError` where it is not installed."""
    bitbully = importlib.import_module("bitbully")
    agent = bitbully.BitBully()

    def has_two_winners(moves: str) -> bool:
        scores = agent.score_all_moves(bitbully.Board([int(digit) for digit in moves]))
        return sum(score > 0 for score in scores.values()) > 1

    return has_two_winners
