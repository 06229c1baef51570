"""Say what is asked about a position: our own way, and that of Kaggle's ConnectX."""

from __future__ import annotations

from graders.katas.best_move.check import FUNCTION
from graders.model.request import (
    BoardArgument,
    ConfigurationArgument,
    ObservationArgument,
    Request,
    Survey,
)
from graders.model.scorecard import Found
from kata.board import COLS, CONNECT, ROWS

AGENT = "agent"
"""What Kaggle's ConnectX calls, with an observation and a configuration."""
A_KAGGLE_AGENT = "a Kaggle agent"
_OBSERVATION = ("obs", "observation")
_CONFIGURATION = ("config", "configuration")


def last_agents(survey: Survey) -> list[str]:
    """Return the last function of a file, in words, where its parameters say what it is.

    >>> last_agents(Survey(last=("my_agent", ("obs", "config"))))
    ['the last function my_agent(obs, config)']
    >>> last_agents(Survey(last=("main", ("arguments",))))
    []
    """
    if survey.last is None:
        return []
    name, parameters = survey.last
    known = zip(parameters, (_OBSERVATION, _CONFIGURATION), strict=False)
    if not 1 <= len(parameters) <= 2 or not all(each in names for each, names in known):
        return []
    return [f"the last function {name}({', '.join(parameters)})"]


def called_as(name: str) -> tuple[Found, ...]:
    """Say which function is called as an agent."""
    last = "" if name == AGENT else ", the last function of the file"
    return (Found("the agent", f"{name}{last}, as Kaggle's ConnectX calls it"),)


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
        or_last=True,
    )
    board = BoardArgument(moves, first)
    return Request(FUNCTION, (board,), as_method=True, expects=expects, otherwise=agent)
