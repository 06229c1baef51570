"""Trying bubblewrap out leaves nothing behind, also where the trial is cut short."""

from __future__ import annotations

import subprocess

import pytest

from graders.sandbox import trial
from graders.sandbox.isolation import Isolation
from tests import processes
from tests.hostile_run import as_subreaper
from tests.tiers import a_few

MOMENTS_S = [number * 0.0002 for number in range(60)]
"""When a trial is ended: bubblewrap makes its child in the first milliseconds."""


@pytest.mark.parametrize("step", a_few([10, 1], 1))
@pytest.mark.skipif(bool(trial.why_no_bubblewrap()), reason="there is no bubblewrap here")
def test_a_trial_that_takes_too_long_is_ended_with_all_that_it_started(
    step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with as_subreaper():
        before = frozenset(processes.below_me())
        for moment_s in MOMENTS_S[::step]:
            monkeypatch.setattr(trial, "_PROBE_S", moment_s)
            try:
                trial.run_nothing(Isolation.BWRAP)
            except subprocess.TimeoutExpired:
                continue
        assert not processes.survivors(before)
