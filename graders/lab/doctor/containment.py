"""Check the isolation by trying to get out of it: each mechanism is met by a small submission.

What is judged here of what came back are the walls of the Linux kernel; the rest is in findings.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from msgspec.structs import replace

from graders.channel.budget import Settings
from graders.lab.doctor import findings
from graders.lab.doctor.findings import CONTAINMENT, Check, Holds, check_of, refused
from graders.lab.doctor.plain import call, files, network
from graders.lab.doctor.probes.attempts import control_groups as control_groups_here
from graders.model.limits import MIB, Limits
from graders.model.outcome import Outcome
from graders.sandbox import cgroup
from graders.sandbox.bubblewrap import why_no_user_namespaces
from graders.sandbox.cgroup import Site
from graders.sandbox.fork_server import own_number
from graders.sandbox.isolation import Isolation, IsolationUnavailableError, choose_isolation
from graders.sandbox.landlock import version_here, walls_of
from graders.sandbox.process_tree import all_pids
from graders.sandbox.seccomp import seccomp_filter

_GRADERS = Path(__file__).parents[2]
_SMALL = Limits(memory_bytes=128 * MIB, processes=16, scratch_bytes=8 * MIB)


def containment_checks(isolation: Isolation) -> tuple[Check, ...]:
    """Try every mechanism at this level of isolation; takes a few seconds."""
    settings = Settings(isolation)
    small = replace(settings, limits=_SMALL)
    memory, processes, scratch = _SMALL.memory_bytes, _SMALL.processes, _SMALL.scratch_bytes

    def tried(function: str, *arguments: object, under: Settings = settings) -> Outcome:
        return call("attempts", function, under, *arguments)

    return (
        bubblewrap(),
        user_namespaces(why_no_user_namespaces()),
        network(settings),
        findings.pid_namespace(tried("pid_namespace"), str(Path("/proc/self/ns/pid").readlink())),
        try_signalling(settings),
        *_system_calls(settings),
        keyring(tried("keyring"), own_number()),
        nested_namespaces(tried("user_namespace")),
        _abstract_names(settings),
        landlock(version_here(), isolation),
        *files(settings, _GRADERS / "grading" / "judge.py", _GRADERS.parent / "solutions"),
        findings.memory_limit(tried("take_memory", 2 * memory, under=small), memory),
        findings.process_limit(
            tried("start_processes", processes * 3 // 2, under=small), processes
        ),
        findings.scratch_limit(tried("fill", 2 * scratch, under=small), scratch),
        _no_survivors(settings),
        findings.pinning(tried("cores"), os.sched_getaffinity(0)),
        control_groups(
            tried("control_groups", under=Settings(Isolation.LIMITS)),
            control_groups_here(),
            cgroup.find_site(),
        ),
        account(os.geteuid()),
    )


def bubblewrap() -> Check:
    """Check that bubblewrap is there and can start a sandbox."""
    try:
        choose_isolation("bwrap")
    except IsolationUnavailableError as error:
        return Check(CONTAINMENT, "bubblewrap", False, str(error))
    return Check(CONTAINMENT, "bubblewrap", True, f"{shutil.which('bwrap')} starts a sandbox")


def account(user: int) -> Check:
    """Say whether the grader runs as root, where plain limits hold less.

    >>> account(1000).why
    'an ordinary user (1000)'
    """
    why = "root: an ordinary user is safer" if user == 0 else f"an ordinary user ({user})"
    return Check(CONTAINMENT, "not run as root", user != 0, why, needed=False)


def try_signalling(settings: Settings) -> Check:
    """Have a submission send this process a signal, and see whether it comes."""
    came: list[int] = []
    before = signal.signal(signal.SIGURG, lambda number, _: came.append(number))
    try:
        outcome = call("attempts", "signal_to", settings, os.getpid())
    finally:
        signal.signal(signal.SIGURG, before)
    return signals(outcome, came=bool(came))


def _system_calls(settings: Settings) -> tuple[Check, Check]:
    calls = call("calls", "allowed", settings)
    return (
        system_calls(calls, seccomp_filter().trouble),
        message_queues(calls, settings.isolation),
    )


def _abstract_names(settings: Settings) -> Check:
    name = f"kata-doctor-{secrets.token_hex(8)}"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("\0" + name)
        server.listen()
        return abstract_names(call("attempts", "abstract_name", settings, name))


def _no_survivors(settings: Settings) -> Check:
    marker = f"kata-doctor-{secrets.token_hex(8)}"
    outcome = call("attempts", "leave_a_daemon", settings, marker)
    return findings.no_survivors(outcome, _processes_marked(marker))


def _processes_marked(marker: str) -> int:
    count = 0
    for pid in all_pids():
        with suppress(OSError):  # it is gone
            count += marker.encode() in Path(f"/proc/{pid}/cmdline").read_bytes()
    return count


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
    return True, "it has a different one"


@check_of("abstract names apart")
def abstract_names(reply: object) -> Holds:
    """Judge the call of a name that the examiner listened on."""
    did = "it reached an abstract name of this machine"
    return refused(reply, "reached", did, "calling one of this machine")


@check_of("signals stay inside")
def signals(reply: object, *, came: bool) -> Holds:
    """Judge the signal to the grader; a process in there may have had the same number."""
    if came:
        return False, "it may signal the grader"
    met = "it never came" if reply == "sent" else reply
    return True, f"a signal to the grader: {met}"


@check_of("control group", list, needed=False)
def control_groups(lines: list[object], ours: Collection[str], site: Site) -> Holds:
    """Judge whether a submission was in another group than the grader, and say what that counts."""
    if set(lines) <= set(ours):
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
