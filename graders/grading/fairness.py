"""Decide whether a miss may be the machine's fault, so that the case is run again.

The cap itself is fair in every run: seconds for which the machine kept a program off the cores do
not count (`graders.channel.span`). What is left is a program that watches its own clock: robbed of
half of its time it gives up early, and answers wrong. So a miss of any kind, an answer, an
exception or a time that is over, is doubted where the machine kept the program off the cores for a
notable share of the run. Sleeping is no such sign, and nothing that the program does with its own
processes is one.

Exactly one run counts. A doubtful miss is *replaced* by its repeat, whatever that comes to, and no
run that was accepted is ever repeated: so it is never the best of several that counts. A run that
was stopped because the seconds that count had reached the cap says all there is to say.

The bound on a whole file: a case is run at most `1 + MOST_RERUNS` times. Runs that were stopped
cost the most, and a machine that keeps a program waiting for so long will not be idle a moment
later, so of those at most `MOST_STOPPED_RERUNS` are repeated in all cases of a file together: a
file that never answers is run at most `cases + MOST_STOPPED_RERUNS` times, and no run lasts longer
than `1 + PATIENCE` caps.
"""

from __future__ import annotations

import msgspec

from graders.model.ending import Cause, Ending
from graders.model.outcome import Doubt, DoubtKind, Event, Outcome, Waited
from graders.model.scorecard import Result
from graders.model.session import SessionOutcome
from graders.model.verdict import Verdict

NOTABLE_SHARE = 0.05
"""Share of the wall time that a program may be kept off the cores on an idle machine."""
NOTABLE_S = 0.01
"""So many seconds off the cores are nothing to speak of."""
MOST_RERUNS = 2
"""How often a case is run again at most; the last run counts."""
MOST_STOPPED_RERUNS = 2
"""How often in a whole file a run that was stopped is repeated."""

_DEPENDS_ON_TIME = (
    Verdict.WRONG_ANSWER,
    Verdict.INVALID_ANSWER,
    Verdict.RUNTIME_ERROR,
    Verdict.TIME_LIMIT_EXCEEDED,
)
_TIMED = (Event.REPLIED, Event.RAISED, Event.TIMED_OUT)


class Record(msgspec.Struct, frozen=True):
    """Hold what the runs of a file so far say about those to come.

    `stopped_reruns` are the repeats spent on runs that were stopped.
    """

    stopped_reruns: int = 0

    def after_repeating(self, outcome: Outcome) -> Record:
        """Return the record once the run that came to `outcome` is to be repeated."""
        return Record(self.stopped_reruns + was_stopped(outcome))


def doubt(outcome: Outcome, cap_s: float, record: Record = Record()) -> Doubt | None:
    """Return why a miss may be the machine's fault; None where it is not.

    >>> doubt(Outcome(Event.REPLIED, wall_s=1.0, cpu_s=0.6, waited_s=0.4), cap_s=2.0).kind.value
    'kept_waiting'
    >>> doubt(Outcome(Event.TIMED_OUT, wall_s=2.0, cpu_s=0.1, waited_s=0.0), cap_s=2.0)
    """
    if isinstance(outcome, SessionOutcome):
        return _doubt_of_session(outcome, cap_s, record)
    return _doubt_of_run(outcome, cap_s, record)


def was_stopped(outcome: Outcome) -> bool:
    """Tell whether a time that was over ended the run, in a call or in loading the file."""
    fact = outcome.fact
    if outcome.event is Event.NOT_LOADED:
        return isinstance(fact, Ending) and fact.kind is Cause.TIME
    return outcome.event is Event.TIMED_OUT


def starved(outcome: Outcome) -> Waited | None:
    """Return how long the machine kept the program off the cores; None if for no notable time."""
    waited_s = outcome.waited_s
    if waited_s is None or not _is_notable(waited_s, outcome.wall_s):
        return None
    return Waited(waited_s, outcome.wall_s)


def is_still_doubtful(result: Result) -> bool:
    """Tell whether the run that counts, repeats and all, may have been missed by the machine.

    >>> from msgspec.structs import replace
    >>> miss = Result("a/b", Verdict.WRONG_ANSWER, 0, 1, cap_s=2.0, wall_s=1.0, cpu_s=0.6)
    >>> is_still_doubtful(replace(miss, kept_off_s=0.4))
    True
    >>> is_still_doubtful(replace(miss, kept_off_s=0.0))
    False
    >>> is_still_doubtful(replace(miss, kept_off_s=0.4, cpu_s=2.1))
    False
    """
    if result.verdict not in _DEPENDS_ON_TIME or result.counted_s > result.cap_s:
        return False
    return result.kept_off_s is not None and _is_notable(result.kept_off_s, result.wall_s)


def _is_notable(waited_s: float, wall_s: float) -> bool:
    return waited_s > max(NOTABLE_SHARE * wall_s, NOTABLE_S)


def _doubt_of_session(outcome: SessionOutcome, cap_s: float, record: Record) -> Doubt | None:
    """Return the doubt about all steps together, or else the first about one of them."""
    whole_cap_s = outcome.session.cap_s or cap_s * max(1, len(outcome.calls))
    found = _doubt_of_run(outcome, whole_cap_s, record)
    if found is not None or was_stopped(outcome):
        return found or _doubt_of_run(_last(outcome), cap_s, record)
    steps = (_doubt_of_run(call, cap_s, record) for call in outcome.calls)
    return next((found for found in steps if found is not None), None)


def _last(outcome: SessionOutcome) -> Outcome:
    return outcome.calls[-1] if outcome.calls else outcome


def _doubt_of_run(outcome: Outcome, cap_s: float, record: Record) -> Doubt | None:
    stopped = was_stopped(outcome)
    if outcome.event not in _TIMED and not stopped:
        return None
    if stopped and record.stopped_reruns >= MOST_STOPPED_RERUNS:
        return None
    if (stopped or outcome.counted_s > cap_s) and not outcome.out_of_patience:
        return None
    waited = starved(outcome)
    if waited is None:
        return None
    return Doubt(DoubtKind.KEPT_WAITING, outcome.wall_s, outcome.cpu_s, waited)
