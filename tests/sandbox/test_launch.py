"""What is started: a fixed environment, a fresh user, limits within our own."""

from __future__ import annotations

import os
import resource
from contextlib import ExitStack
from pathlib import Path

import msgspec
import pytest

from graders.model.limits import Limits
from graders.sandbox import bubblewrap
from graders.sandbox.launch import (
    Shown,
    fresh_user,
    kata_package,
    limits_inside,
    reachable_by_anybody,
    under_bubblewrap,
    under_limits,
)

SHOWN = Shown(("mine.py", b"x = 1\n"), site_packages=False, scratch_bytes=4096)


def wrap(view: bubblewrap.View) -> list[str]:
    return bubblewrap.command(Path("bwrap"), view, as_root=False)


def test_the_environment_is_short_and_the_same_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "x")
    with ExitStack() as stack:
        launch = under_limits(SHOWN, None, stack)
        environment = launch.environment()
    assert set(environment) == {
        "PATH",
        "HOME",
        "TMPDIR",
        "LANG",
        "PYTHONHASHSEED",
        "PYTHONDONTWRITEBYTECODE",
        "PYTHONUTF8",
    }
    assert environment["PYTHONHASHSEED"] == "0"


def test_without_bubblewrap_the_folder_goes_with_the_stack() -> None:
    with ExitStack() as stack:
        launch = under_limits(SHOWN, None, stack)
        assert Path(launch.file).read_bytes() == b"x = 1\n"
        assert sorted(path.name for path in Path(launch.library).iterdir()) == ["kata"]
        assert not launch.site
    assert not Path(launch.file).exists()


def test_bubblewrap_leaves_nothing_on_this_machine() -> None:
    with ExitStack() as stack:
        launch = under_bubblewrap(wrap, SHOWN, stack)
        assert launch.scratch is None
        assert os.read(launch.inherited[0], 100) == b"x = 1\n"
        assert launch.file == "/kata/file/mine.py"
        shown = " ".join(launch.words)
        assert str(kata_package()) in shown
        assert "positions" not in shown and "solutions" not in shown
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(launch.inherited[0])


def test_packages_of_the_environment_are_shown_only_when_asked_for() -> None:
    asked = Shown(SHOWN.file, site_packages=True, scratch_bytes=4096)
    with ExitStack() as stack:
        assert under_bubblewrap(wrap, asked, stack).site[0] == "/kata/site0"
        assert under_bubblewrap(wrap, SHOWN, stack).site == ()
        assert str(Path(msgspec.__file__).parent.parent) in under_limits(asked, None, stack).site


def test_no_limit_is_higher_than_our_own() -> None:
    limits = limits_inside(Limits(), own_user=True, cpu_s=5.0)
    assert limits["RLIMIT_CORE"] == 0
    assert limits["RLIMIT_NOFILE"] == 256
    assert limits["RLIMIT_FSIZE"] == 64 << 20
    for name, value in limits.items():
        highest = resource.getrlimit(getattr(resource, name))[1]
        assert highest == resource.RLIM_INFINITY or value <= highest


def test_a_user_with_processes_of_its_own_does_not_use_up_the_limit() -> None:
    own = limits_inside(Limits(), own_user=True, cpu_s=5.0)["RLIMIT_NPROC"]
    shared = limits_inside(Limits(), own_user=False, cpu_s=5.0)["RLIMIT_NPROC"]
    assert shared > own > 64


def test_a_fresh_user_is_not_us() -> None:
    assert fresh_user() not in (os.geteuid(), 0)


def test_reachable_means_every_folder_on_the_way(tmp_path: Path) -> None:
    locked = tmp_path / "locked"
    locked.mkdir()
    (locked / "file").touch(0o644)
    locked.chmod(0o700)
    assert not reachable_by_anybody(locked / "file")
    assert not reachable_by_anybody(locked / "none")
    assert reachable_by_anybody(Path("/"))
