"""Play an accepted case on to its end: each further answer is asked for and judged as a case is."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from graders.grading import messages
from graders.grading.explain import GradedCase
from graders.grading.results import result_of_our_fault
from graders.grading.truncate import truncate_answer
from graders.katas.kata import Kata
from graders.model.limits import Limits
from graders.model.scorecard import Attempt, PlayOut, Result
from graders.model.suite import Case
from graders.model.verdict import Verdict

TIMES_THE_TOTAL = 3
"""By so much longer all runs of a submission may take together where cases are played out."""


def limits_of_play(limits: Limits) -> Limits:
    """Return the limits of a submission whose cases are played out.

    A win is some four answers: who needs most of the cap for each is still to come to the end.
    """
    return limits._replace(total_s=TIMES_THE_TOTAL * limits.total_s)


def play_out(
    kata: Kata[Any], case: Case, first: GradedCase, ask_on: Callable[[Case], GradedCase]
) -> GradedCase:
    """Ask on after an accepted answer, up to the first that is missed, and make one result of all.

    `ask_on` grades a position that came up on the way, as a case of the same id.
    """
    answered, moves, graded = [first.result], "", first
    while graded.result.accepted:
        try:
            follows = kata.follow_up(case.task, graded.result.answer)
        except Exception:
            return GradedCase(result_of_our_fault(kata, case, traceback.format_exc()))
        if follows is None:
            return first
        moves += follows.moves
        if follows.task is None:
            if graded is first and not follows.open:
                return first  # the first answer was the end of it
            return GradedCase(_kept(answered, PlayOut(moves, _runs(answered), follows.open)))
        case = replace(case, task=follows.task, yardstick=None)
        graded = ask_on(case)
        answered.append(graded.result)
    played = PlayOut(moves, _runs(answered))
    explain = graded.explain
    lost = _lost(graded.result, played)
    return GradedCase(lost, None if explain is None else lambda: _lost(explain(), played))


def _kept(answered: Sequence[Result], played: PlayOut) -> Result:
    """Return the result of a case whose answers were all accepted."""
    slowest = max(answered, key=lambda each: each.counted_s)
    again = next((each for each in answered if each.attempts), answered[0])
    return replace(
        answered[0],
        wall_s=slowest.wall_s,
        cpu_s=slowest.cpu_s,
        kept_off_s=slowest.kept_off_s,
        warnings=tuple(dict.fromkeys(said for each in answered for said in each.warnings)),
        attempts=again.attempts,
        rerun_because=again.rerun_because,
        doubt=again.doubt,
        disturbed=any(each.disturbed for each in answered),
        board_changed=any(each.board_changed for each in answered),
        play_out=played,
    )


def _lost(missed: Result, played: PlayOut) -> Result:
    message = missed.message
    if missed.verdict not in (Verdict.LOAD_ERROR, Verdict.GRADER_ERROR):
        message = messages.lost_in_play(played.plies + 1, message)
    return replace(missed, message=message, play_out=played)


def _runs(answered: Sequence[Result]) -> tuple[Attempt, ...]:
    return tuple(
        Attempt(
            each.verdict,
            each.wall_s,
            each.cpu_s,
            each.kept_off_s,
            truncate_answer(each.answer),
            counts=True,
        )
        for each in answered
    )
