"""Say how a time was spent, why it is in doubt, and what did not count."""

from __future__ import annotations

from collections.abc import Sequence

from graders.grading.phrases.endings import ending
from graders.grading.phrases.reasons import reason
from graders.grading.phrases.steps import step
from graders.model.ending import Cause, Ending
from graders.model.outcome import Doubt, Event, Outcome, Waited
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
    if outcome.speech is Speech.LINES and not _was_computing(outcome):
        story = f"{story}; did it flush its stdout? `kata check-protocol` tells"
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
    cpu, kept_off = outcome.cpu_s, outcome.waited_s or 0.0
    if outcome.out_of_patience:
        return f"it had {cpu:.2f} s of CPU time, and was kept off the cores for {kept_off:.2f} s"
    if _was_computing(outcome):
        story = f"it was computing: {cpu:.2f} s of CPU time"
    else:
        story = f"it was waiting: {cpu:.2f} s of CPU time"
    if kept_off < WORTH_TELLING_S:
        return story
    return f"{story} ({kept_off:.2f} s of waiting for a core are not counted)"


def _was_computing(outcome: Outcome) -> bool:
    return outcome.cpu_s >= BUSY * outcome.counted_s


def doubt(found: Doubt) -> str:
    """Say why a time may be the machine's fault.

    >>> from graders.model.outcome import DoubtKind
    >>> doubt(Doubt(DoubtKind.KEPT_WAITING, 2.0, 0.5, Waited(1.25, 2.0)))
    'the program was kept off the cores for 1.25 of 2.00 s'
    """
    waited = found.waited or Waited(0.0, found.wall_s)
    return f"the program was kept off the cores for {waited.seconds:.2f} of {waited.of_s:.2f} s"


def warnings(outcome: Outcome, cap_s: float) -> tuple[str, ...]:
    """Say what a reader should know beside the verdict on a run."""
    found = []
    if outcome.board_changed:
        found.append(BOARD_CHANGED)
    calls = outcome.calls if isinstance(outcome, SessionOutcome) else (outcome,)
    in_time = outcome.event is not Event.TIMED_OUT
    if in_time and any(call.counted_s <= cap_s < call.wall_s for call in calls):
        kept_off_s = sum(call.waited_s or 0.0 for call in calls)
        found.append(forgiven(Waited(kept_off_s, outcome.wall_s)))
    return tuple(found)


def several_answers(answers: Sequence[object]) -> tuple[str, ...]:
    """Say that a program did not answer the same in each run of a case, where it did not.

    >>> several_answers([3, 0, 0])
    ('its answer is not the same in each run: 3, then 0, then 0; the last run counts',)
    >>> several_answers([3, 3])
    ()
    """
    if all(answer == answers[0] for answer in answers):
        return ()
    listed = ", then ".join(map(in_words, answers))
    return (f"its answer is not the same in each run: {listed}; the last run counts",)


def still_in_doubt(found: Doubt, *, again: bool) -> str:
    """Say that the machine may have spoilt the run that counts, perhaps like those before it."""
    what, waited = doubt(found), found.waited
    if waited is not None:
        seconds = f"{waited.seconds:.2f} of {waited.of_s:.2f} s"
        what = f"the machine kept the program off the cores for {seconds}"
    where = " in this run too" if again else ""
    return f"{what}{where}; grade it again on a quieter machine"


def forgiven(waited: Waited) -> str:
    """Say how much of the time did not count against the cap."""
    return f"{waited.seconds:.2f} s of waiting for a core were not counted"
