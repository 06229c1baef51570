"""Trying bubblewrap out leaves nothing behind, also where the trial is cut short."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from graders.commands.grade import cautions
from graders.sandbox import bubblewrap, leases
from graders.sandbox.isolation import Isolation, IsolationUnavailableError, choose_isolation
from tests import processes
from tests.hostile_run import as_subreaper
from tests.tiers import a_few

MOMENTS_S = [number * 0.0002 for number in range(60)]
"""When a trial is ended: bubblewrap makes its child in the first milliseconds."""


@pytest.mark.parametrize("step", a_few([10, 1], 1))
@pytest.mark.skipif(bool(bubblewrap.why_no_bubblewrap()), reason="there is no bubblewrap here")
def test_a_trial_that_takes_too_long_is_ended_with_all_that_it_started(
    step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with as_subreaper():
        before = frozenset(processes.below_me())
        for moment_s in MOMENTS_S[::step]:
            monkeypatch.setattr(bubblewrap, "_PROBE_S", moment_s)
            try:
                bubblewrap.run_interpreter(wrapped=True)
            except subprocess.TimeoutExpired:
                continue
        assert not processes.survivors(before)


@pytest.fixture
def stuck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have a bubblewrap first in the path that never returns, tried for a moment."""
    program = tmp_path / "bwrap"
    program.write_text("#!/bin/sh\nsleep 300\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(bubblewrap, "TRIAL_S", 0.3)
    monkeypatch.setattr(leases, "TOLD_AFTER_S", 0.1)
    bubblewrap._tried.cache_clear()
    yield
    bubblewrap._tried.cache_clear()


@pytest.mark.usefixtures("stuck")
def test_a_bubblewrap_that_never_returns_is_given_up_with_a_reason() -> None:
    told: list[leases.Awaited | None] = []
    with as_subreaper():
        before = frozenset(processes.below_me())
        with leases.told_to(told.append):
            assert choose_isolation("auto") is Isolation.LIMITS
        assert not processes.survivors(before)
    assert told == [leases.Awaited(leases.What.BUBBLEWRAP, 0.3), None], "one kind is tried"
    with pytest.raises(IsolationUnavailableError, match=r"started nothing within 0\.3 s"):
        choose_isolation("bwrap")
    (caution,) = cautions("limits")
    assert "does not work here" in caution and "install bubblewrap" not in caution
