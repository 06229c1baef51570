"""A group is found in every kind of hierarchy, counts what nobody seems to hold, and goes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from graders.sandbox import cgroup
from graders.sandbox.cgroup import ControlGroup, Site

MIB = 1 << 20
V1 = """\
4:memory:/a/b
8:pids:/
2:cpu,cpuacct:/a
0::/c
"""


def made(root: Path, *paths: str) -> None:
    for path in paths:
        folder = root / path
        folder.mkdir(parents=True, exist_ok=True)


def mount(point: Path, kind: str, options: str, root: str = "/") -> str:
    return f"33 31 0:30 {root} {point} rw,relatime - {kind} {kind} rw,{options}\n"


class TestFinding:
    def test_version_one_has_a_folder_for_each_controller(self, tmp_path: Path) -> None:
        made(tmp_path, "memory/a/b", "pids", "cpu/a", "unified/c")
        mounts = (
            mount(tmp_path / "memory", "cgroup", "memory")
            + mount(tmp_path / "pids", "cgroup", "pids")
            + mount(tmp_path / "cpu", "cgroup", "cpu,cpuacct")
            + mount(tmp_path / "unified", "cgroup2", "nsdelegate")
        )
        assert cgroup.find_site(V1, mounts) == Site(
            memory=f"{tmp_path}/memory/a/b",
            pids=f"{tmp_path}/pids",
            cpuacct=f"{tmp_path}/cpu/a",
            unified=f"{tmp_path}/unified/c",
        )

    def test_version_two_goes_up_to_where_children_get_the_controllers(
        self, tmp_path: Path
    ) -> None:
        made(tmp_path, "user/session")
        (tmp_path / "user/session/cgroup.subtree_control").write_text("")
        (tmp_path / "user/cgroup.subtree_control").write_text("cpu memory pids")
        (tmp_path / "user/cgroup.procs").write_text("")
        mounts = mount(tmp_path, "cgroup2", "nsdelegate")
        found = cgroup.find_site("0::/user/session\n", mounts)
        assert set(found.folders) == {f"{tmp_path}/user"} and found.is_unified

    def test_a_container_sees_only_its_own_part(self, tmp_path: Path) -> None:
        made(tmp_path, "inner")
        mounts = mount(tmp_path, "cgroup", "memory", root="/docker/one")
        assert (
            cgroup.find_site("4:memory:/docker/one/inner\n", mounts).memory == f"{tmp_path}/inner"
        )
        assert cgroup.find_site("4:memory:/elsewhere\n", mounts) == Site()
        assert cgroup.find_site("4:memory:/../..\n", mounts) == Site()

    @pytest.mark.parametrize("text", ["", "nonsense\n", "0::/gone\n"])
    def test_where_there_is_none_there_is_none(self, text: str, tmp_path: Path) -> None:
        assert cgroup.find_site(text, "") == Site()
        assert cgroup.find_site(text, mount(tmp_path / "no", "cgroup2", "x")).folders == ()


HERE = cgroup.find_site()
needs_memory = pytest.mark.skipif(not HERE.memory, reason="no memory group can be made here")


@pytest.fixture
def site() -> Site:
    if not HERE.folders:
        pytest.skip("no group can be made here")
    return HERE


def running_in(group: ControlGroup, source: str) -> subprocess.Popen[str]:
    folders = list(group.site)
    start = f"from graders.sandbox import cgroup\ncgroup.join(cgroup.Site(*{folders}))\n"
    program = subprocess.Popen(
        [sys.executable, "-c", f"{start}{source}"], stdout=subprocess.PIPE, text=True
    )
    assert program.stdout is not None
    assert program.stdout.readline() == "ready\n"
    return program


@needs_memory
def test_memory_that_no_process_maps_counts(site: Site) -> None:
    group = ControlGroup(site)
    group.limit(512 * MIB, 64)
    hoards = (
        "import os, time\nhoard = os.memfd_create('x')\nfor _ in range(200):\n"
        "    os.write(hoard, b'x' * (1 << 20))\nprint('ready', flush=True)\ntime.sleep(600)"
    )
    program = running_in(group, hoards)
    held = group.held_bytes(0)
    assert held is not None and 200 * MIB < held < 260 * MIB
    less = group.held_bytes(64 * MIB)
    assert less is not None and held - 65 * MIB < less < held - 63 * MIB
    assert not group.was_out_of_memory()
    program.kill()
    program.communicate()
    group.remove()
    assert not any(map(os.path.exists, group.site.folders))


@needs_memory
def test_the_limit_of_the_kernel_itself_is_told_as_such(site: Site) -> None:
    group = ControlGroup(site)
    group.limit(64 * MIB, 64)
    program = running_in(group, "print('ready', flush=True)\nx = b'x' * (200 << 20)")
    assert program.wait() == -signal.SIGKILL
    program.communicate()
    assert group.was_out_of_memory()
    assert (group.most_bytes() or 0) >= 63 * MIB
    group.remove()


def test_the_time_of_children_that_nobody_waits_for_counts(site: Site) -> None:
    group = ControlGroup(site)
    group.limit(512 * MIB, 64)
    burns = (
        "import os, signal, time\nsignal.signal(signal.SIGCHLD, signal.SIG_IGN)\n"
        "if os.fork() == 0:\n    while time.process_time() < 0.1: pass\n    os._exit(0)\n"
        "try:\n    os.wait()\nexcept ChildProcessError:\n    pass\n"
        "print('ready', flush=True)\ntime.sleep(600)"
    )
    program = running_in(group, burns)
    assert (group.cpu_s() or 0) >= 0.09
    program.kill()
    program.communicate()
    group.remove()


def test_what_is_in_it_can_be_killed(site: Site) -> None:
    group = ControlGroup(site)
    program = running_in(group, "print('ready', flush=True)\nimport time\ntime.sleep(600)")
    assert program.pid in cgroup.members(group.site)
    group.remove()
    assert program.wait() == -signal.SIGKILL
    program.communicate()
    assert not any(map(os.path.exists, group.site.folders))


class TestSweeping:
    def test_what_somebody_holds_stays(self, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("graders.sandbox.cgroup._YOUNG_S", -1.0)
        group = ControlGroup(site)
        program = running_in(group, "print('ready', flush=True)\nimport time\ntime.sleep(600)")
        cgroup.sweep_after(os.getpid())
        for folder in group.site.folders:  # also where a supervisor shares only one hierarchy
            cgroup.sweep(Site(pids=os.path.dirname(folder)))  # noqa: PTH120
        assert program.poll() is None
        group.remove()
        program.communicate()

    def test_what_nobody_holds_goes(self, site: Site) -> None:
        group = ControlGroup(site)
        program = running_in(group, "print('ready', flush=True)\nimport time\ntime.sleep(600)")
        group._locks.close()
        cgroup.sweep(site)
        assert program.poll() is None, "it may be about to be locked"
        cgroup.sweep_after(os.getpid())
        assert program.wait() == -signal.SIGKILL
        program.communicate()
        assert not any(map(os.path.exists, group.site.folders))

    def test_a_name_of_another_kind_is_left_alone(self, site: Site) -> None:
        assert cgroup._age_s("kata-something") == 0
        assert cgroup._age_s(f"kata-1-{int(time.clock_gettime(time.CLOCK_BOOTTIME)) - 90}-x") > 60
