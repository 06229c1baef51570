"""The doctor's checks of the kernel's walls say what a probe has shown."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest

from graders.lab.doctor import containment
from graders.lab.doctor.findings import Check
from graders.lab.doctor.probes import calls
from graders.model.outcome import Event, Fault, Outcome
from graders.sandbox.cgroup import Site
from graders.sandbox.isolation import Isolation, IsolationUnavailableError, choose_isolation
from tests.hostile_corpus import is_root

SITE = Site(memory="/m", pids="/p", unified="/u")
OURS = ("4:memory:/", "0::/")
NAMESPACE = ("unshare", "--pid", "--fork", "--mount-proc") + (() if is_root() else ("-r",))
IS_SIGNALLED = """
import os
from graders.channel.budget import Settings
from graders.lab.doctor.containment import try_signalling
from graders.sandbox.isolation import Isolation
levels = (Isolation.PLAIN, Isolation.BWRAP)
print(os.getpid(), *(try_signalling(Settings(level)).why for level in levels), sep="; ")
"""


def replied(value: object) -> Outcome:
    return Outcome(Event.REPLIED, value=value)


HELD = [
    containment.user_namespaces(""),
    containment.nested_namespaces(replied("Operation not permitted")),
    containment.system_calls(replied([]), ""),
    containment.message_queues(replied([]), Isolation.LIMITS),
    containment.message_queues(replied(["System V"]), Isolation.BWRAP),
    containment.keyring(replied("Operation not permitted"), 7),
    containment.keyring(replied(8), 7),
    containment.abstract_names(replied("Connection refused")),
    containment.signals(replied("No such process"), came=False),
    containment.signals(replied("sent"), came=False),
    containment.landlock(6, Isolation.LIMITS),
    containment.control_groups(replied(["4:memory:/kata-1-2-3", "0::/"]), OURS, SITE),
]
BROKEN = [
    containment.user_namespaces("Operation not permitted"),
    containment.nested_namespaces(replied("made")),
    containment.system_calls(replied(["keys"]), "libseccomp is not installed"),
    containment.message_queues(replied(["System V"]), Isolation.LIMITS),
    containment.keyring(replied(7), 7),
    containment.abstract_names(replied("reached")),
    containment.signals(replied("sent"), came=True),
    containment.landlock(0, Isolation.LIMITS),
    containment.landlock(4, Isolation.LIMITS),
    containment.control_groups(replied(["4:memory:/", "0::/"]), OURS, SITE),
]


@pytest.mark.parametrize("check", HELD, ids=lambda check: check.name)
def test_a_wall_that_stopped_its_probe_holds(check: Check) -> None:
    assert check.holds is True
    assert check.why


@pytest.mark.parametrize("check", BROKEN, ids=lambda check: check.name)
def test_a_wall_that_was_passed_does_not_hold(check: Check) -> None:
    assert check.holds is False
    assert check.why


@pytest.mark.parametrize(
    "judge",
    [
        containment.nested_namespaces,
        lambda outcome: containment.system_calls(outcome, ""),
        lambda outcome: containment.message_queues(outcome, Isolation.LIMITS),
        lambda outcome: containment.keyring(outcome, 7),
        containment.abstract_names,
        lambda outcome: containment.signals(outcome, came=False),
        lambda outcome: containment.control_groups(outcome, OURS, SITE),
    ],
)
def test_a_probe_that_never_answered_proves_nothing(judge: Callable[[Outcome], Check]) -> None:
    check = judge(Outcome(Event.GRADER_FAULT, fact=Fault("OSError: no more files")))
    assert check.holds is None
    assert "OSError: no more files" in check.why


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_signal_to_the_doctor_is_not_told_by_its_number_alone(number: int) -> None:
    """Bubblewrap's processes have the first numbers of their own namespace."""
    command = [sys.executable, "-c", IS_SIGNALLED]
    for _ in range(number - 1):
        command = ["sh", "-c", '"$@"; exit', "sh", *command]
    try:
        choose_isolation("bwrap")
        subprocess.run([*NAMESPACE, "true"], check=True)
    except (IsolationUnavailableError, OSError, subprocess.CalledProcessError):
        pytest.skip("this needs bubblewrap, and unshare")
    said = subprocess.run([*NAMESPACE, *command], capture_output=True, text=True, check=True)
    process, plain, walled = said.stdout.strip().split("; ")
    assert (process, plain) == (str(number), "it may signal the grader")
    assert walled.startswith("a signal to the grader: ")


def test_why_there_is_no_filter_stands_beside_what_was_let_through() -> None:
    check = containment.system_calls(replied(["keys", "System V"]), "libseccomp is not installed")
    assert check.why == "let through: keys; libseccomp is not installed"


def test_what_a_control_group_does_is_named() -> None:
    check = containment.control_groups(replied(["0::/kata-1-2-3"]), OURS, SITE)
    assert check.why == "counts memory, processes; ends all in it at once"


def test_without_a_filter_most_kinds_of_call_are_let_through_and_nothing_is_harmed() -> None:
    assert set(calls.allowed()) <= set(calls.kinds())
    assert "nameless files" in calls.allowed()
