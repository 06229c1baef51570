"""Check what holds at the level `plain`, where nothing is contained, by trying to get round it."""

from __future__ import annotations

import socket
import sys
import tempfile
import time
from pathlib import Path

from graders.channel.budget import Settings
from graders.channel.channel import ask
from graders.grading.intake import read_submission
from graders.lab.doctor import findings
from graders.lab.doctor.findings import CONTAINMENT, Check
from graders.model.limits import MIB, Limits
from graders.model.outcome import Event, Outcome
from graders.model.request import Request
from graders.sandbox.isolation import Isolation

_PROBES = Path(__file__).parent / "probes"
_CAP_S = 5.0
_SHORT_CAP_S = 0.3
_SMALL = Limits(memory_bytes=128 * MIB, scratch_bytes=8 * MIB, flood_bytes=MIB)
_CHILD_WRITES_S = 2.0
"""After so long a child that was left behind would have made its file."""


def plain_checks() -> tuple[Check, ...]:
    """Try it all; takes a few seconds."""
    return (
        Check(CONTAINMENT, "bubblewrap", False, f"Linux alone has it, and this is {sys.platform}"),
        clock(_call("ends", "sleep", 60, cap_s=_SHORT_CAP_S)),
        output_limit(_call("ends", "print_without_end")),
        _children(),
        findings.memory_limit(
            _call("attempts", "take_memory", 2 * _SMALL.memory_bytes), _SMALL.memory_bytes
        ),
        _network(),
        *_files(),
    )


def clock(outcome: Outcome) -> Check:
    """Judge a program that sleeps beyond its cap."""
    if outcome.event is Event.TIMED_OUT:
        why = f"one that slept was stopped after {outcome.wall_s:.1f} s"
        return Check(CONTAINMENT, "stopped at the cap", True, why)
    return findings.unanswered("stopped at the cap", outcome)


def output_limit(outcome: Outcome) -> Check:
    """Judge a program that prints without end."""
    if outcome.event is Event.FLOODED:
        return Check(CONTAINMENT, "output limit", True, "one that printed for ever was stopped")
    return findings.unanswered("output limit", outcome)


def children(outcome: Outcome, *, wrote: bool) -> Check:
    """Judge whether a process that a program had left behind lived on to write its file."""
    name = "children end with it"
    if outcome.event is not Event.REPLIED:
        return findings.unanswered(name, outcome)
    why = "a process that it left lived on" if wrote else "a process that it left was ended"
    return Check(CONTAINMENT, name, not wrote, why)


def _call(probe: str, function: str, *arguments: object, cap_s: float = _CAP_S) -> Outcome:
    settings = Settings(Isolation.PLAIN, _SMALL)
    return ask(
        read_submission(_PROBES / f"{probe}.py"), Request(function, arguments), cap_s, settings
    )


def _children() -> Check:
    with tempfile.TemporaryDirectory(prefix="kata-doctor-") as folder:
        file = Path(folder) / "written"
        outcome = _call("ends", "leave_a_child", str(file))
        time.sleep(_CHILD_WRITES_S)
        return children(outcome, wrote=file.exists())


def _network() -> Check:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return findings.network(_call("attempts", "call_port", server.getsockname()[1]))


def _files() -> tuple[Check, Check]:
    with tempfile.TemporaryDirectory(prefix="kata-doctor-") as folder:
        private = Path(folder) / "private"
        private.write_text("of the grader's user\n", encoding="utf-8")
        return (
            findings.hidden_files(_call("attempts", "readable", [str(private)])),
            findings.read_only_system(_call("attempts", "writable", folder)),
        )
