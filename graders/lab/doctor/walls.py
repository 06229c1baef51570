"""Judge the walls that the kernel puts around a submission, from what a probe reported.

Pure, like the findings: every function takes what came back from the sandbox, or was found out
about this machine, and returns one check. Linux alone has them.
"""

from __future__ import annotations

from graders.lab.doctor.findings import CONTAINMENT, Check, refused, unanswered
from graders.model.outcome import Event, Outcome
from graders.sandbox.cgroup import PREFIX, Site
from graders.sandbox.isolation import Isolation
from graders.sandbox.landlock import walls_of

_COUNTED = {"memory": "memory", "pids": "processes", "cpuacct": "CPU time"}
_LEAVING_NOTES = ("System V", "message queues")


def user_namespaces(trouble: str) -> Check:
    """Judge the making of a user namespace by the grader, which bubblewrap itself needs."""
    why = f"none could be made: {trouble}" if trouble else "one was made"
    return Check(CONTAINMENT, "user namespaces", not trouble, why, needed=False)


def nested_namespaces(outcome: Outcome) -> Check:
    """Judge the making of a user namespace by a submission, which could hide files in it."""
    did = "it made a user namespace"
    return refused("no nested namespaces", outcome, "making one", "made", did)


def system_calls(outcome: Outcome, trouble: str) -> Check:
    """Judge which kinds of call were let through; `trouble` is why there is no filter."""
    name = "system-call filter"
    if outcome.event is not Event.REPLIED or not isinstance(outcome.value, list):
        return unanswered(name, outcome)
    kinds = [str(kind) for kind in outcome.value if kind not in _LEAVING_NOTES]
    if not kinds:
        return Check(CONTAINMENT, name, True, "each kind of call was refused that none needs")
    passed = f"let through: {', '.join(kinds)}"
    return Check(CONTAINMENT, name, False, f"{passed}; {trouble}" if trouble else passed)


def message_queues(outcome: Outcome, isolation: Isolation) -> Check:
    """Judge whether what outlives a process could be made where others find it.

    It is from the same probe as the filter; a namespace of bubblewrap's goes with the sandbox.
    """
    name = "no queues, no System V"
    if outcome.event is not Event.REPLIED or not isinstance(outcome.value, list):
        return unanswered(name, outcome)
    made = [str(kind) for kind in outcome.value if kind in _LEAVING_NOTES]
    if not made:
        return Check(CONTAINMENT, name, True, "message queues and System V were refused")
    if isolation is Isolation.BWRAP:
        return Check(CONTAINMENT, name, True, "they are in a namespace of its own")
    return Check(CONTAINMENT, name, False, f"let through: {', '.join(made)}")


def keyring(outcome: Outcome, ours: int | None) -> Check:
    """Judge the number of the submission's session keyring beside that of the grader's."""
    name = "keyring of its own"
    if outcome.event is not Event.REPLIED:
        return unanswered(name, outcome)
    if isinstance(outcome.value, int):
        shared = outcome.value == ours
        why = "it has the keyring of the grader" if shared else "it has another than the grader"
        return Check(CONTAINMENT, name, not shared, why)
    return Check(CONTAINMENT, name, True, f"asking for its keyring: {outcome.value}")


def abstract_names(outcome: Outcome) -> Check:
    """Judge the call of a name that the examiner listened on."""
    did = "it reached an abstract name of this machine"
    return refused("abstract names apart", outcome, "calling one of this machine", "reached", did)


def signals(outcome: Outcome) -> Check:
    """Judge the signal to the grader."""
    did = "it may signal the grader"
    return refused("signals stay inside", outcome, "a signal to the grader", "sent", did)


def landlock(version: int, isolation: Isolation) -> Check:
    """Say what the kernel's Landlock closes under plain limits.

    >>> landlock(0, Isolation.LIMITS).why
    'this kernel has none: plain limits leave signals, TCP and files open'
    >>> landlock(4, Isolation.LIMITS).why
    'version 4 closes TCP, files, and not signals'
    """
    walls = walls_of(version)
    states = {"signals": walls.signals, "TCP": walls.tcp, "files": walls.files}
    closed = [name for name, holds in states.items() if holds]
    left = [name for name, holds in states.items() if not holds]
    if not closed:
        why = "this kernel has none: plain limits leave signals, TCP and files open"
    else:
        why = f"version {version} closes {', '.join(closed)}"
        why += f", and not {', '.join(left)}" if left else ""
    if isolation is Isolation.BWRAP:
        why += "; bubblewrap does without it"
    return Check(CONTAINMENT, "Landlock", not left, why, needed=False)


def control_groups(outcome: Outcome, site: Site) -> Check:
    """Judge whether a submission was in a control group of its own, and say what that counts."""
    name = "control group"
    if outcome.event is not Event.REPLIED or not isinstance(outcome.value, list):
        return unanswered(name, outcome, needed=False)
    if not any(f"/{PREFIX}" in str(line) for line in outcome.value):
        why = "none could be made: each process is looked at by itself"
        return Check(CONTAINMENT, name, False, why, needed=False)
    counted = [said for role, said in _COUNTED.items() if getattr(site, role)]
    does = [f"counts {', '.join(counted)}"] if counted else []
    does += ["ends all in it at once"] if site.unified else []
    return Check(CONTAINMENT, name, True, "; ".join(does), needed=False)
