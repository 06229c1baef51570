"""Try what can be tried on any system, and what holds at the level `plain`.

At `plain` nothing is contained. containment.py, for Linux, tries some of it as well.
"""

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
from graders.lab.doctor.findings import CONTAINMENT, Check, Holds, check_of
from graders.model.limits import MIB, Limits
from graders.model.outcome import Event, Outcome
from graders.model.request import Request
from graders.sandbox.isolation import Isolation

_PROBES = Path(__file__).parent / "probes"
CAP_S = 5.0
_SHORT_CAP_S = 0.3
_SMALL = Limits(memory_bytes=128 * MIB, scratch_bytes=8 * MIB, flood_bytes=MIB)
_PLAIN = Settings(Isolation.PLAIN, _SMALL)
_CHILD_WRITES_S = 2.0  # after so long a child that was left behind would have made its file


def plain_checks() -> tuple[Check, ...]:
    """Try it all; takes a few seconds."""
    return (
        Check(CONTAINMENT, "bubblewrap", False, f"only Linux has it, and this is {sys.platform}"),
        stopped_at_cap(call("ends", "sleep", _PLAIN, 60, cap_s=_SHORT_CAP_S)),
        output_limit(call("ends", "print_without_end", _PLAIN)),
        _children(),
        findings.memory_limit(
            call("attempts", "take_memory", _PLAIN, 2 * _SMALL.memory_bytes), _SMALL.memory_bytes
        ),
        network(_PLAIN),
        *files(_PLAIN),
    )


def stopped_at_cap(outcome: Outcome) -> Check:
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


@check_of("children end with it")
def children(_: object, *, wrote: bool) -> Holds:
    """Judge whether a process that a program had left behind lived on to write its file."""
    return not wrote, f"a process that it left {'lived on' if wrote else 'was ended'}"


def _children() -> Check:
    with tempfile.TemporaryDirectory(prefix="kata-doctor-") as folder:
        file = Path(folder) / "written"
        outcome = call("ends", "leave_a_child", _PLAIN, str(file))
        time.sleep(_CHILD_WRITES_S)
        return children(outcome, wrote=file.exists())


def network(settings: Settings) -> Check:
    """Have a submission call a port of this machine."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        outcome = call("attempts", "call_port", settings, server.getsockname()[1])
        server.setblocking(False)
        try:
            server.accept()[0].close()
        except BlockingIOError:
            return findings.network(outcome, called=False)
        return findings.network(outcome, called=True)


def files(settings: Settings, *secret: Path) -> tuple[Check, Check]:
    """Have a submission read a file of the grader's user and what is `secret`, and write."""
    with tempfile.TemporaryDirectory(prefix="kata-doctor-") as folder:
        private = Path(folder) / "private"
        private.write_text("of the grader's user\n", encoding="utf-8")
        paths = [str(private), *map(str, secret)]
        return (
            findings.hidden_files(call("attempts", "readable", settings, paths)),
            findings.read_only_system(call("attempts", "writable", settings, folder)),
        )


def call(
    probe: str, function: str, settings: Settings, *arguments: object, cap_s: float = CAP_S
) -> Outcome:
    """Call a function of a probe in the sandbox."""
    return ask(
        read_submission(_PROBES / f"{probe}.py"), Request(function, arguments), cap_s, settings
    )
