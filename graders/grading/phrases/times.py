"""Say how a time was spent, why a run was replaced, and what did not count."""

from __future__ import annotations

from collections.abc import Sequence

from graders.grading.phrases.endings import ending
from graders.grading.phrases.reasons import reason
from graders.grading.phrases.steps import step
from graders.model.ending import Cause, Ending
from graders.model.outcome import Doubt, DoubtKind, Event, Outcome
from graders.model.scorecard import Attempt
from graders.model.session import SessionOutcome
from graders.model.spelling import Speech
from graders.model.value import in_words

BUSY = 0.5
"""Share of its wall time from which on a program counts as computing, not as waiting."""
WORTH_TELLING_S = 0.05
"""So many seconds of waiting for a core are worth a word."""
_OF_ALL_STEPS = (Cause.SESSION_TIME, Cause.TOTAL_TIME)
BOARD_CHANGED = "board_changed: the board was not as it was before the call"


def too_late(outcome: Outcome, cap_s: float) -> str:
    """Say that no answer came within the cap, or one after it, and how the time was spent."""
    if isinstance(outcome, SessionOutcome):
        return _session_too_late(outcome, cap_s)
    wall, story = outcome.wall_s, _how_it_spent(outcome)
    if isinstance(outcome.fact, Ending) and outcome.fact.kind is Cause.TOTAL_TIME:
        return f"{ending(outcome.fact, outcome.stage)}, stopped after {wall:.2f} s; {story}"
    if outcome.out_of_patience:
        return f"no answer before the grader ran out of patience, after {wall:.2f} s; {story}"
    if outcome.event is not Event.TIMED_OUT:
        return f"the answer came too late: after {wall:.2f} s, and the cap is {cap_s:g} s; {story}"
    if outcome.speech is Speech.LINES and _was_computing(outcome) is not True:
        story = f"{story}; did it flush its stdout? `kata check-protocol` finds out"
    return f"no answer within the cap of {cap_s:g} s, stopped after {wall:.2f} s; {story}"


def _session_too_late(outcome: SessionOutcome, cap_s: float) -> str:
    if outcome.at is None:
        return reason(outcome)
    where = step(outcome.session, outcome.at)
    if isinstance(outcome.fact, Ending) and outcome.fact.kind in _OF_ALL_STEPS:
        story = ending(outcome.fact, outcome.stage)
        return f"{where}: {story}, stopped after {outcome.wall_s:.2f} s; {_how_it_spent(outcome)}"
    return f"{where}: {too_late(outcome.calls[outcome.at], cap_s)}"


def _how_it_spent(outcome: Outcome) -> str:
    """Say how the seconds that count were spent, and how many do not."""
    kept_off = outcome.waited_s or 0.0
    if outcome.out_of_patience:
        cpu = f"{outcome.cpu_s or 0.0:.2f} s of CPU time"
        return f"it had {cpu}, and was kept off its core for {kept_off:.2f} s"
    story = _what_it_did(outcome)
    if kept_off < WORTH_TELLING_S:
        return story
    return f"{story} ({kept_off:.2f} s of waiting for a core are not counted)"


def _what_it_did(outcome: Outcome) -> str:
    if outcome.cpu_s is None:
        return (
            "whether it was computing or waiting is not known: its CPU time is not available here"
        )
    did = "computing"
    if not _was_computing(outcome):
        did = "waiting, perhaps for a core" if outcome.waited_s is None else "waiting"
    return f"it was {did}: {outcome.cpu_s:.2f} s of CPU time"


def _was_computing(outcome: Outcome) -> bool | None:
    """Tell whether most of the seconds that count were spent computing; None if unknown."""
    return None if outcome.cpu_s is None else outcome.cpu_s >= BUSY * outcome.counted_s


def doubt(found: Doubt) -> str:
    """Say why a run does not count.

    >>> doubt(Doubt(DoubtKind.KEPT_WAITING, kept_off_s=0.213, cap_s=0.9))
    'the program was kept off its core for 0.21 s of a cap of 0.9 s'
    """
    if found.kind is DoubtKind.LOAD_ENDED:
        ended = "was then ended by a signal that the grader did not send"
        return f"importing it worked before, and {ended}"
    return f"the program was kept off its core for {_of_cap(found)}"


def _of_cap(found: Doubt) -> str:
    kept_off_s, cap_s = found.kept_off_s or 0.0, found.cap_s or 0.0
    digits = ".2f" if kept_off_s >= 0.1 else ".2g"  # a small cap has small shares
    return f"{kept_off_s:{digits}} s of a cap of {cap_s:g} s"


def warnings(outcome: Outcome, cap_s: float) -> tuple[str, ...]:
    """Say what a reader should know beside the verdict on a run."""
    found = []
    if outcome.board_changed:
        found.append(BOARD_CHANGED)
    calls = outcome.calls if isinstance(outcome, SessionOutcome) else (outcome,)
    in_time = outcome.event is not Event.TIMED_OUT
    if in_time and any(call.counted_s <= cap_s < call.wall_s for call in calls):
        kept_off_s = sum(call.waited_s or 0.0 for call in calls)
        found.append(forgiven(kept_off_s))
    return tuple(found)


def several_answers(attempts: Sequence[Attempt]) -> tuple[str, ...]:
    """Say that a program did not answer the same in each run of a case, where it did not.

    >>> from graders.model.verdict import Verdict
    >>> wrong = Attempt(Verdict.WRONG_ANSWER, 0.5, 0.5, answer=3)
    >>> right = Attempt(Verdict.ACCEPTED, 0.5, 0.5, answer=0, counts=True)
    >>> several_answers([wrong, right])
    ('its answer is not the same in each run: 3, then 0; run 2 counts',)
    >>> several_answers([wrong, wrong])
    ()
    """
    answers = [each.answer for each in attempts]
    given = [answer for answer in answers if answer is not None]
    if all(answer == given[0] for answer in given):
        return ()
    number = next(at for at, each in enumerate(attempts, 1) if each.counts)
    listed = ", then ".join("none" if each is None else in_words(each) for each in answers)
    return (f"its answer is not the same in each run: {listed}; run {number} counts",)


def still_in_doubt(found: Doubt, *, runs: int) -> str:
    """Say that the machine may have spoilt the run that counts, the least disturbed of `runs`."""
    least = f"in each of {runs} runs, at the least " if runs > 1 else ""
    kept = f"the machine kept the program off its core {least}for {_of_cap(found)}"
    return f"{kept}; grade it again on a quieter machine"


def forgiven(kept_off_s: float) -> str:
    """Say how much of the time did not count against the cap."""
    return f"{kept_off_s:.2f} s of waiting for a core were not counted"
