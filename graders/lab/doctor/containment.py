"""Check the isolation by trying to get out of it: each mechanism is met by a small submission."""

from __future__ import annotations

import os
import secrets
import shutil
import socket
from contextlib import suppress
from pathlib import Path

from msgspec.structs import replace

from graders.channel.budget import Settings
from graders.lab.doctor import findings, walls
from graders.lab.doctor.findings import CONTAINMENT, Check
from graders.lab.doctor.plain import call, files, network
from graders.model.limits import MIB, Limits
from graders.model.outcome import Outcome
from graders.sandbox import cgroup
from graders.sandbox.bubblewrap import why_no_user_namespaces
from graders.sandbox.filter import filter_here
from graders.sandbox.fork_server import own_number
from graders.sandbox.isolation import Isolation, IsolationUnavailableError, choose
from graders.sandbox.landlock import version_here
from graders.sandbox.process_tree import all_pids

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
        walls.user_namespaces(why_no_user_namespaces()),
        network(settings),
        findings.pid_namespace(tried("pid_namespace"), str(Path("/proc/self/ns/pid").readlink())),
        walls.signals(tried("signal_to", os.getpid())),
        *_system_calls(settings),
        walls.keyring(tried("keyring"), own_number()),
        walls.nested_namespaces(tried("user_namespace")),
        _abstract_names(settings),
        walls.landlock(version_here(), isolation),
        *files(settings, _GRADERS / "grading" / "judge.py", _GRADERS.parent / "solutions"),
        findings.memory_limit(tried("take_memory", 2 * memory, under=small), memory),
        findings.process_limit(
            tried("start_processes", processes * 3 // 2, under=small), processes
        ),
        findings.scratch_limit(tried("fill", 2 * scratch, under=small), scratch),
        _no_survivors(settings),
        findings.pinning(tried("cores"), os.sched_getaffinity(0)),
        walls.control_groups(
            tried("control_groups", under=Settings(Isolation.LIMITS)), cgroup.find_site()
        ),
        account(os.geteuid()),
    )


def bubblewrap() -> Check:
    """Check that bubblewrap is there and can start a sandbox."""
    try:
        choose("bwrap")
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


def _system_calls(settings: Settings) -> tuple[Check, Check]:
    calls = call("calls", "allowed", settings)
    return (
        walls.system_calls(calls, filter_here().trouble),
        walls.message_queues(calls, settings.isolation),
    )


def _abstract_names(settings: Settings) -> Check:
    name = f"kata-doctor-{secrets.token_hex(8)}"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("\0" + name)
        server.listen()
        return walls.abstract_names(call("attempts", "abstract_name", settings, name))


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
