"""Decide whether a case's time may be the machine's fault, so that it is run again."""

from __future__ import annotations

from graders.model.outcome import Doubt, DoubtKind, Event, Outcome, Waited
from graders.model.session import SessionOutcome

NEAR_CAP = 0.9
"""Share of the cap from which on a time is close enough to be doubted."""
BUSY_WAIT = 0.05
"""Share of the wall time that a program may be kept off the cores on an idle machine."""
SWITCHES_A_SECOND = 50
"""How often a second a program that is alone on its core is preempted at most."""
MOST_RERUNS = 2
"""How often a suspect case is run again; the best run counts."""
PATIENCE = 4.0
"""How many caps a repeated run may wait for a core, beyond the cap itself."""

_TIMED = (Event.REPLIED, Event.RAISED, Event.TIMED_OUT)


def doubt(outcome: Outcome, cap_s: float) -> Doubt | None:
    """Return why this outcome's time is doubtful; None where it is not.

    A time over the cap is doubtful if the CPU time is well below it. If the machine kept the
    program waiting, so is any time over the cap or within 10 % of it (`NEAR_CAP`). An answer within
    the cap is not doubted for little CPU time alone: a program that sleeps and then guesses would
    get three guesses.

    >>> doubt(Outcome(Event.TIMED_OUT, wall_s=2.0, cpu_s=1.99), cap_s=2.0)
    >>> doubt(Outcome(Event.TIMED_OUT, wall_s=2.0, cpu_s=0.4), cap_s=2.0).kind.value
    'little_cpu_time'
    >>> doubt(Outcome(Event.REPLIED, wall_s=1.0, cpu_s=0.4), cap_s=2.0)
    """
    if isinstance(outcome, SessionOutcome):
        return _doubt_of_session(outcome, cap_s)
    return _doubt_of_call(outcome, cap_s)


def _doubt_of_session(outcome: SessionOutcome, cap_s: float) -> Doubt | None:
    """Return the first doubt about a step, or else about the time of all together."""
    found = next((found for call in outcome.calls if (found := doubt(call, cap_s))), None)
    if found is None and outcome.session.cap_s is not None:
        return _doubt_of_call(outcome, outcome.session.cap_s)
    return found


def _doubt_of_call(outcome: Outcome, cap_s: float) -> Doubt | None:
    if outcome.event not in _TIMED or counted_s(outcome) < NEAR_CAP * cap_s:
        return None
    busy = _busy_machine(outcome)
    too_late = outcome.event is Event.TIMED_OUT or counted_s(outcome) > cap_s
    if busy is None and too_late and outcome.cpu_s < NEAR_CAP * min(cap_s, outcome.wall_s):
        return _doubt(DoubtKind.LITTLE_CPU_TIME, outcome)
    return busy


def _busy_machine(outcome: Outcome) -> Doubt | None:
    """Return how the machine kept the program waiting; None where it did not.

    The kernel's own count of the seconds is the best evidence. Where it keeps none, frequent
    preemption or a load above the number of cores has to do.
    """
    machine, wall_s = outcome.machine, outcome.wall_s
    if machine.waited_s is not None:
        kept = machine.waited_s > BUSY_WAIT * wall_s
        return _doubt(DoubtKind.KEPT_WAITING, outcome) if kept else None
    if machine.involuntary_switches > SWITCHES_A_SECOND * wall_s:
        return _doubt(DoubtKind.PUT_OFF, outcome)
    if machine.load > machine.cores + 1:
        return _doubt(DoubtKind.LOAD, outcome)
    return None


def _doubt(kind: DoubtKind, outcome: Outcome) -> Doubt:
    machine = outcome.machine
    return Doubt(
        kind,
        outcome.wall_s,
        outcome.cpu_s,
        None if machine.waited_s is None else Waited(machine.waited_s, outcome.wall_s),
        machine.involuntary_switches,
        machine.load,
        machine.cores,
    )


def counted_s(outcome: Outcome) -> float:
    """Return the seconds that count against the cap."""
    return outcome.wall_s - outcome.forgiven_s
