"""The programs that keep the cores busy: there while they are wanted, and then gone."""

from __future__ import annotations

import pytest

from graders.channel.budget import Settings
from graders.lab.bench.fairness import PER_CORE, load_generators
from graders.sandbox.isolation import Isolation
from graders.sandbox.machine import usable_cores
from tests.processes import below_me, survivors


@pytest.mark.alone
def test_they_run_inside_the_context_and_nowhere_else():
    cores = usable_cores()[:1]
    before = below_me()
    with load_generators(cores, Settings(Isolation.LIMITS)) as how:
        assert len(below_me() - before) >= PER_CORE
        assert how == "2 load generators a core, 2 in all"
    assert not survivors(before)


@pytest.mark.alone
@pytest.mark.thorough
def test_they_end_when_the_work_beside_them_fails():
    before = below_me()
    with (
        pytest.raises(ZeroDivisionError),
        load_generators(usable_cores()[:1], Settings(Isolation.LIMITS)),
    ):
        raise ZeroDivisionError
    assert not survivors(before)
