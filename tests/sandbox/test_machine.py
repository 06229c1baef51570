"""How busy the machine is: cores are shared out, counts are differences."""

from __future__ import annotations

import os

from graders.sandbox.machine import (
    Scheduling,
    during,
    on_cores,
    usable_cores,
    waited_s,
)


def test_a_thread_is_on_its_cores_only_for_a_while() -> None:
    before = os.sched_getaffinity(0)
    with on_cores(usable_cores()[:1]):
        assert os.sched_getaffinity(0) == set(usable_cores()[:1])
    assert os.sched_getaffinity(0) == before


def test_cores_that_are_not_there_change_nothing() -> None:
    with on_cores((10_000,)):
        assert usable_cores()


def test_counts_are_differences_and_never_negative() -> None:
    machine = during(Scheduling(1.0, 5), Scheduling(1.25, 9))
    assert (machine.waited_s, machine.involuntary_switches) == (0.25, 4)
    assert waited_s(Scheduling(2.0, 5), Scheduling(1.0, 5)) == 0.0
    assert machine.cores == len(usable_cores())


def test_what_the_kernel_does_not_tell_is_none() -> None:
    assert waited_s(Scheduling(None, 0), Scheduling(1.0, 0)) is None
