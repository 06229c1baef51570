"""Take out of a result what would give the case away: verdict and times are left."""

from __future__ import annotations

from msgspec.structs import replace

from graders.model.scorecard import Result, Scorecard
from graders.model.verdict import Verdict


def without_spoilers(result: Result) -> Result:
    """Return a result that tells no answer, neither the right one nor one that may be it.

    What the submission printed and answered goes too: of an accepted case that is the right
    answer. An exception and its traceback stay, as do the times and how to reproduce the case, and
    what kind of thing came back that is no answer at all.
    """
    return replace(
        result,
        answer=None,
        long_answer=None,
        message="" if _may_tell_the_answer(result) else result.message,
        stdout="",
        stderr="",
        warnings=(),
        explanation=None,
        attempts=tuple(replace(each, answer=None) for each in result.attempts),
        about="",
        accept=None,
        members=tuple(without_spoilers(member) for member in result.members),
    )


def _may_tell_the_answer(result: Result) -> bool:
    """Tell whether the message quotes the answer key, or an answer that may be right but for form.

    What is not valid may be right in another type, such as `"3"`. Nothing is in None, in a whole
    number, which is no column of the board, or in a Promise, of which only that it is one is said.
    """
    if result.verdict is not Verdict.INVALID_ANSWER:
        return result.verdict is Verdict.WRONG_ANSWER
    answer = result.answer
    if answer is None or isinstance(answer, int):
        return False
    if result.long_answer is not None or not isinstance(answer, str):
        return True
    return answer in result.message


def card_without_spoilers(card: Scorecard) -> Scorecard:
    """Return a scorecard none of whose results tells an answer."""
    return replace(card, results=tuple(without_spoilers(result) for result in card.results))
