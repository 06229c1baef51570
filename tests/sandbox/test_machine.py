"""Which cores are there, and who is on them."""

from __future__ import annotations

import os

from graders.sandbox.machine import on_cores, usable_cores


def test_a_thread_is_on_its_cores_only_for_a_while() -> None:
    before = os.sched_getaffinity(0)
    with on_cores(usable_cores()[:1]):
        assert os.sched_getaffinity(0) == set(usable_cores()[:1])
    assert os.sched_getaffinity(0) == before


def test_cores_that_are_not_there_change_nothing() -> None:
    with on_cores((10_000,)):
        assert usable_cores()
