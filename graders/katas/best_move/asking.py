"""Say what is asked about a position: our own way, and that of Kaggle's ConnectX."""

from __future__ import annotations

from graders.katas.best_move.check import FUNCTION
from graders.model.request import (
    BoardArgument,
    ConfigurationArgument,
    ObservationArgument,
    Request,
)
from kata.board import COLS, CONNECT, ROWS

AGENT = "agent"
"""What Kaggle's ConnectX calls, with an observation and a configuration."""
A_KAGGLE_AGENT = "a Kaggle agent"


def request_for(moves: str, first: str, expects: str) -> Request:
    """Return the call for a position; a file with an agent is called as it is there.

    A program is asked what an agent is.
    """
    agent = Request(
        AGENT,
        (ObservationArgument(moves), ConfigurationArgument(ROWS, COLS, CONNECT)),
        expects=A_KAGGLE_AGENT,
        parameters=("observation", "configuration"),
        answer="action",
    )
    board = BoardArgument(moves, first)
    return Request(FUNCTION, (board,), as_method=True, expects=expects, otherwise=agent)
