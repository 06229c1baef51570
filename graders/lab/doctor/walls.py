"""Judge the walls that the kernel puts around a submission, from what a probe reported.

Pure, like the findings: every function takes what came back from the sandbox, or was found out
about this machine, and returns one check. Linux alone has them.
"""

from __future__ import annotations

from graders.lab.doctor.findings import CONTAINMENT, Check, Holds, check_of, refused
from graders.sandbox.cgroup import PREFIX, Site
from graders.sandbox.isolation import Isolation
from graders.sandbox.landlock import walls_of

_COUNTED = {"memory": "memory", "pids": "processes", "cpuacct": "CPU time"}
_LEAVING_NOTES = ("System V", "message queues")


def user_namespaces(trouble: str) -> Check:
    """Judge the making of a user namespace by the grader, which bubblewrap itself needs."""
    why = f"none could be made: {trouble}" if trouble else "one was made"
    return Check(CONTAINMENT, "user namespaces", not trouble, why, needed=False)


@check_of("no nested namespaces")
def nested_namespaces(reply: object) -> Holds:
    """Judge the making of a user namespace by a submission, which could hide files in it."""
    return refused(reply, "made", "it made a user namespace", "making one")


@check_of("system-call filter", list)
def system_calls(kinds: list[object], trouble: str) -> Holds:
    """Judge which kinds of call were let through; `trouble` is why there is no filter."""
    passed = [str(kind) for kind in kinds if kind not in _LEAVING_NOTES]
    if not passed:
        return True, "each kind of call was refused that none needs"
    return False, f"let through: {', '.join(passed)}" + (f"; {trouble}" if trouble else "")


@check_of("no queues, no System V", list)
def message_queues(kinds: list[object], isolation: Isolation) -> Holds:
    """Judge whether what outlives a process could be made where others find it.

    It is from the same probe as the filter; a namespace of bubblewrap's goes with the sandbox.
    """
    made = [str(kind) for kind in kinds if kind in _LEAVING_NOTES]
    if not made:
        return True, "message queues and System V were refused"
    if isolation is Isolation.BWRAP:
        return True, "they are in a namespace of its own"
    return False, f"let through: {', '.join(made)}"


@check_of("keyring of its own")
def keyring(reply: object, ours: int | None) -> Holds:
    """Judge the number of the submission's session keyring beside that of the grader's."""
    if not isinstance(reply, int):
        return True, f"asking for its keyring: {reply}"
    if reply == ours:
        return False, "it has the keyring of the grader"
    return True, "it has another than the grader"


@check_of("abstract names apart")
def abstract_names(reply: object) -> Holds:
    """Judge the call of a name that the examiner listened on."""
    did = "it reached an abstract name of this machine"
    return refused(reply, "reached", did, "calling one of this machine")


@check_of("signals stay inside")
def signals(reply: object) -> Holds:
    """Judge the signal to the grader."""
    return refused(reply, "sent", "it may signal the grader", "a signal to the grader")


@check_of("control group", list, needed=False)
def control_groups(lines: list[object], site: Site) -> Holds:
    """Judge whether a submission was in a control group of its own, and say what that counts."""
    if not any(f"/{PREFIX}" in str(line) for line in lines):
        return False, "none could be made: each process is looked at by itself"
    counted = [said for role, said in _COUNTED.items() if getattr(site, role)]
    does = [f"counts {', '.join(counted)}"] if counted else []
    does += ["ends all in it at once"] if site.unified else []
    return True, "; ".join(does)


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
