"""Check the isolation by trying to get out of it: each mechanism is met by a small submission."""

from __future__ import annotations

import os
import secrets
import shutil
import socket
import tempfile
from contextlib import suppress
from pathlib import Path

from msgspec.structs import replace

from graders.channel.budget import Settings
from graders.channel.channel import ask
from graders.grading.intake import read_submission
from graders.lab.doctor import findings, walls
from graders.lab.doctor.findings import CONTAINMENT, Check
from graders.model.limits import MIB, Limits
from graders.model.outcome import Outcome
from graders.model.request import Request
from graders.sandbox import cgroup
from graders.sandbox.bubblewrap import why_no_user_namespaces
from graders.sandbox.filter import filter_here
from graders.sandbox.fork_server import own_number
from graders.sandbox.isolation import (
    Isolation,
    IsolationUnavailableError,
    choose,
)
from graders.sandbox.landlock import version_here
from graders.sandbox.process_tree import all_pids

_PROBES = Path(__file__).parent / "probes"
_GRADERS = Path(__file__).parents[2]
_CAP_S = 5.0
_SMALL = Limits(memory_bytes=128 * MIB, processes=16, scratch_bytes=8 * MIB)


def containment_checks(isolation: Isolation) -> tuple[Check, ...]:
    """Try every mechanism at this level of isolation; takes a few seconds."""
    settings = Settings(isolation)
    small = replace(settings, limits=_SMALL)
    return (
        bubblewrap(),
        walls.user_namespaces(why_no_user_namespaces()),
        _network(settings),
        findings.pid_namespace(
            _call(settings, "attempts", "pid_namespace"),
            str(Path("/proc/self/ns/pid").readlink()),
        ),
        _signals(settings),
        *_walls(settings),
        *_files(settings),
        findings.memory_limit(
            _call(small, "attempts", "take_memory", 2 * _SMALL.memory_bytes),
            _SMALL.memory_bytes,
        ),
        findings.process_limit(
            _call(small, "attempts", "start_processes", _SMALL.processes * 3 // 2),
            _SMALL.processes,
        ),
        findings.scratch_limit(
            _call(small, "attempts", "fill", 2 * _SMALL.scratch_bytes), _SMALL.scratch_bytes
        ),
        _no_survivors(settings),
        findings.pinning(_call(settings, "attempts", "cores"), os.sched_getaffinity(0)),
        walls.control_groups(
            _call(Settings(Isolation.LIMITS), "attempts", "control_groups"), cgroup.find_site()
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


def _call(settings: Settings, probe: str, function: str, *arguments: object) -> Outcome:
    return ask(
        read_submission(_PROBES / f"{probe}.py"), Request(function, arguments), _CAP_S, settings
    )


def _network(settings: Settings) -> Check:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return findings.network(_call(settings, "attempts", "call_port", server.getsockname()[1]))


def _walls(settings: Settings) -> tuple[Check, ...]:
    """Try what the system-call filter, Landlock and bubblewrap's namespaces close."""
    calls = _call(settings, "calls", "allowed")
    return (
        walls.system_calls(calls, filter_here().trouble),
        walls.message_queues(calls, settings.isolation),
        walls.keyring(_call(settings, "attempts", "keyring"), own_number()),
        walls.nested_namespaces(_call(settings, "attempts", "user_namespace")),
        _abstract_names(settings),
        walls.landlock(version_here(), settings.isolation),
    )


def _signals(settings: Settings) -> Check:
    return walls.signals(_call(settings, "attempts", "signal_to", os.getpid()))


def _abstract_names(settings: Settings) -> Check:
    name = f"kata-doctor-{secrets.token_hex(8)}"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("\0" + name)
        server.listen()
        return walls.abstract_names(_call(settings, "attempts", "abstract_name", name))


def _files(settings: Settings) -> tuple[Check, Check]:
    with tempfile.TemporaryDirectory(prefix="kata-doctor-") as folder:
        private = Path(folder) / "private"
        private.write_text("of the grader's user\n", encoding="utf-8")
        secret = [
            str(private),
            str(_GRADERS / "grading" / "judge.py"),
            str(_GRADERS.parent / "solutions"),
        ]
        return (
            findings.hidden_files(_call(settings, "attempts", "readable", secret)),
            findings.read_only_system(_call(settings, "attempts", "writable", folder)),
        )


def _no_survivors(settings: Settings) -> Check:
    marker = f"kata-doctor-{secrets.token_hex(8)}"
    outcome = _call(settings, "attempts", "leave_a_daemon", marker)
    return findings.no_survivors(outcome, _processes_marked(marker))


def _processes_marked(marker: str) -> int:
    """Count the processes that carry `marker` on their command line."""
    count = 0
    for pid in all_pids():
        with suppress(OSError):  # it is gone
            count += marker.encode() in Path(f"/proc/{pid}/cmdline").read_bytes()
    return count
