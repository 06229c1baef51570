"""Take out of a result what would give the case away: verdict and times are left."""

from __future__ import annotations

from msgspec.structs import replace

from graders.model.scorecard import Result, Scorecard
from graders.model.verdict import Verdict

_OF_THE_KEY = frozenset({Verdict.WRONG_ANSWER, Verdict.INVALID_ANSWER})
"""The verdicts whose reasons a kata words, and may word by its answer key."""


def without_spoilers(result: Result) -> Result:
    """Return a result that tells no answer, neither the right one nor one that may be it.

    What the submission printed and answered goes too: of an accepted case that is the right
    answer. An exception and its traceback stay, as do the times and how to reproduce the case.
    """
    return replace(
        result,
        answer=None,
        long_answer=None,
        message="" if result.verdict in _OF_THE_KEY else result.message,
        stdout="",
        stderr="",
        warnings=(),
        explanation=None,
        attempts=tuple(replace(each, answer=None) for each in result.attempts),
        about="",
        accept=None,
        members=tuple(without_spoilers(member) for member in result.members),
    )


def card_without_spoilers(card: Scorecard) -> Scorecard:
    """Return a scorecard none of whose results tells an answer."""
    return replace(card, results=tuple(without_spoilers(result) for result in card.results))
