"""Hold the times that the published article gives, for orientation.

They were taken on another machine and another position; only their growth from depth to depth
invites comparison. Speed-ups are not published.
"""

from __future__ import annotations

from collections.abc import Mapping

SECONDS: Mapping[str, Mapping[int, float]] = {
    "naive": {4: 0.042, 5: 0.313, 6: 2.26},
    "alpha-beta": {4: 0.0019, 5: 0.0094, 6: 0.0184, 7: 0.119, 8: 0.221, 9: 1.50},
    "iterative deepening": {
        4: 0.0034,
        5: 0.0126,
        6: 0.0321,
        7: 0.144,
        8: 0.379,
        9: 2.28,
        10: 6.00,
    },
    "iterative deepening + table": {
        4: 0.0032,
        5: 0.0102,
        6: 0.0241,
        7: 0.084,
        8: 0.186,
        9: 0.741,
        10: 1.62,
    },
}
"""Seconds by solution and depth."""
DEPTHS = tuple(sorted({depth for seconds in SECONDS.values() for depth in seconds}))
"""The depths that some time was published for."""


def seconds(solution: str, depth: int) -> float | None:
    """Return the published seconds of a solution at a depth, None where none were published.

    >>> seconds("naive", 6)
    2.26
    >>> seconds("naive", 7)
    """
    return SECONDS.get(solution, {}).get(depth)
