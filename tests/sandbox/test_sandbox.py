"""Which isolation works here, and why another does not."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from graders.channel.languages import program
from graders.model.limits import Limits
from graders.model.submission import Submission
from graders.sandbox.bubblewrap import why_no_bubblewrap
from graders.sandbox.interface import Gone, Late, WireLine
from graders.sandbox.isolation import (
    Isolation,
    IsolationUnavailableError,
    choose_isolation,
)
from graders.sandbox.linux import LinuxSandbox, run_nothing
from tests.processes import below_me, descendants, survivors

EMPTY = program(Submission(Path("mine.py"), "mine.py", b""))


def test_limits_are_always_there() -> None:
    assert choose_isolation("limits") is Isolation.LIMITS
    run_nothing(Isolation.LIMITS)


def test_auto_takes_the_best_that_works() -> None:
    works = not why_no_bubblewrap()
    assert choose_isolation("auto") is (Isolation.BWRAP if works else Isolation.LIMITS)
    run_nothing(choose_isolation("auto"))


def test_bubblewrap_that_is_missing_is_refused_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    assert choose_isolation("auto") is Isolation.LIMITS
    with pytest.raises(IsolationUnavailableError, match="apt-get install bubblewrap"):
        choose_isolation("bwrap")


def test_bubblewrap_that_does_not_work_is_refused_with_its_own_words(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken = tmp_path / "bwrap"
    broken.write_text(
        "#!/bin/sh\necho 'bwrap: setting up uid map: Permission denied' >&2\nexit 1\n"
    )
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    with pytest.raises(
        IsolationUnavailableError, match="does not work here: bwrap: setting up uid map"
    ):
        choose_isolation("bwrap")
    assert choose_isolation("auto") is Isolation.LIMITS


@pytest.fixture(params=sorted({choose_isolation("auto"), Isolation.LIMITS}))
def box(request: pytest.FixtureRequest) -> object:
    made = LinuxSandbox(request.param, Limits(), EMPTY, 10.0)
    yield made
    made.close()


def test_a_runner_that_is_told_nothing_is_ready_and_does_nothing(box: LinuxSandbox) -> None:
    ready = box.wait(time.monotonic() + 20)
    assert isinstance(ready, WireLine) and b"ready" in ready.data
    got = box.wait(time.monotonic() + 0.2)
    assert isinstance(got, Late)


def test_a_runner_that_breaks_is_gone_with_its_code(box: LinuxSandbox) -> None:
    box.send(b"no message\n")
    assert isinstance(box.wait(time.monotonic() + 20), WireLine)
    got = box.wait(time.monotonic() + 20)
    assert isinstance(got, Gone) and got.code == 1
    assert "runners/python/runner.py" in box.stderr.text()


def test_closing_twice_is_closing(box: LinuxSandbox) -> None:
    before = below_me() - descendants(box.supervisor_pid) - {box.supervisor_pid}
    box.close()
    box.close()
    assert not survivors(before)


def test_a_sandbox_that_cannot_start_leaves_nothing() -> None:
    missing = EMPTY._replace(confinement=("/nonexistent/python",))
    with pytest.raises(FileNotFoundError):
        LinuxSandbox(Isolation.LIMITS, Limits(), missing, 10.0)
