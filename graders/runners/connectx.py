"""Make what Kaggle's ConnectX hands to an agent: the observation and the configuration."""

from __future__ import annotations

TYPE_CHECKING = False  # as typing has it, without the time to import typing
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

ROWS, COLUMNS = 6, 7
OVERAGE_S = 60
"""How many seconds beyond the others an agent has left there, told but never granted here."""
_EPISODE_STEPS, _RUN_S = 1000, 1200


def observation(moves: str) -> dict[str, Any]:
    """Return the observation of the position that some columns lead to, counted from 0.

    Whoever began has the mark 1, and the board is read row by row from the top.

    >>> told = observation("33")
    >>> told["mark"], told["step"], told["board"][-7:], told["board"][-14:-7]
    (1, 2, [0, 0, 0, 1, 0, 0, 0], [0, 0, 0, 2, 0, 0, 0])
    """
    board = [0] * (ROWS * COLUMNS)
    discs = [0] * COLUMNS
    for ply, digit in enumerate(moves):
        column = int(digit)
        board[(ROWS - 1 - discs[column]) * COLUMNS + column] = 1 + ply % 2
        discs[column] += 1
    return {
        "board": board,
        "mark": 1 + len(moves) % 2,
        "step": len(moves),
        "remainingOverageTime": OVERAGE_S,
    }


def configuration(told: Mapping[str, Any]) -> dict[str, Any]:
    """Return the configuration of a game, with the seconds for a move as `timeout`."""
    return {
        "rows": told["rows"],
        "columns": told["columns"],
        "inarow": told["inarow"],
        "timeout": told["timeout"],
        "actTimeout": told["timeout"],
        "agentTimeout": OVERAGE_S,
        "runTimeout": _RUN_S,
        "episodeSteps": _EPISODE_STEPS,
    }
