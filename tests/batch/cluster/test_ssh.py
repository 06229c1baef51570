"""Workers of other machines are started by `ssh`; a program of that name stands for it here.

It does what ssh does with our words: runs the last of them by a shell, with our standard input.
"""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

import pytest

from graders.batch.cluster.machines import ClusterError, Host, our_address, ssh_command
from graders.batch.cluster.workers import cluster_workers
from tests.batch.cluster.test_cluster import GENEROUS_S, PATIENT, WORK, job, workers_below
from tests.processes import descendants, survivors


def test_the_command_asks_for_nothing_and_names_the_host_last() -> None:
    words = ssh_command(Host("ann@lab-2", python="/opt/my kata/bin/python"))
    assert words[0] == "ssh"
    assert "BatchMode=yes" in words
    assert words[-3:-1] == ["--", "ann@lab-2"]
    there = shlex.split(words[-1])
    assert there == [
        "exec",
        "/opt/my kata/bin/python",
        "-P",
        "-m",
        "graders.batch.cluster.machines",
    ]


def test_the_python_there_is_by_default_where_it_is_here() -> None:
    assert shlex.split(ssh_command(Host("lab-1"))[-1])[1] == sys.executable


def test_a_machine_is_told_the_address_of_ours_that_it_can_reach() -> None:
    assert our_address(Host("ann@127.0.0.1")) == "127.0.0.1"


def test_a_host_that_nobody_knows_is_one_clear_line() -> None:
    with pytest.raises(
        ClusterError, match=r"the host nowhere\.invalid cannot be reached"
    ) as caught:
        our_address(Host("nowhere.invalid"))
    assert "\n" not in str(caught.value)


@pytest.fixture
def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    program = tmp_path / "ssh"
    root = Path.cwd()
    program.write_text(
        f'#!/bin/sh\necho "$@" >>{tmp_path}/asked\nexport PYTHONPATH={root}\n'
        'for last; do :; done\nexec /bin/sh -c "$last"\n',
        encoding="utf-8",
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    return program


@pytest.mark.thorough
def test_a_machine_starts_its_workers_and_leaves_nothing(stand_in: Path, tmp_path: Path) -> None:
    (tmp_path / "hosts").write_text("127.0.0.1 workers=1\n", encoding="utf-8")
    before = descendants(os.getpid())
    made = cluster_workers(f"ssh:{tmp_path / 'hosts'}", WORK, patience=PATIENT)
    try:
        assert made.submit(job(0)).result(GENEROUS_S).card.results[0].accepted
        assert len(workers_below(os.getpid())) == 1
    finally:
        made.close(at_once=False)
    assert "BEGIN" not in (stand_in.parent / "asked").read_text(encoding="utf-8")
    assert not survivors(before)


def test_a_machine_that_refuses_is_told_of(stand_in: Path, tmp_path: Path) -> None:
    stand_in.write_text(
        "#!/bin/sh\necho 'Permission denied (publickey).' >&2\nexit 255\n", encoding="utf-8"
    )
    (tmp_path / "hosts").write_text("127.0.0.1\n", encoding="utf-8")
    with pytest.raises(ClusterError) as caught:
        cluster_workers(f"ssh:{tmp_path / 'hosts'}", WORK, patience=PATIENT)
    assert str(caught.value) == (
        "no worker could be started: 127.0.0.1: it ended with exit code 255: "
        "Permission denied (publickey)."
    )
