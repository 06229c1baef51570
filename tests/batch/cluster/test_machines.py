"""`--cluster` says where the workers are; what it cannot mean is one clear line."""

from __future__ import annotations

from pathlib import Path

import pytest

from graders.batch.cluster.machines import (
    ClusterError,
    ExistingScheduler,
    Host,
    LocalMachine,
    SshMachines,
    parse_cluster_option,
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("local", LocalMachine()),
        ("local:12", LocalMachine(12)),
        ("tcp://10.0.0.1:8786", ExistingScheduler("tcp://10.0.0.1:8786")),
        ("tls://[fd00::1]:8786", ExistingScheduler("tls://[fd00::1]:8786")),
    ],
)
def test_places(text: str, found: LocalMachine | ExistingScheduler) -> None:
    assert parse_cluster_option(text) == found


@pytest.mark.parametrize(
    "text",
    ["", "local:", "local:0", "local:-1", "local:x", "remote", "ssh:", "tls://", "tls://host",
     "tls://host:99999", "tcp://:8786", "tls://host:8786/path", "http://host:1"],
)  # fmt: skip
def test_what_is_no_place_is_one_clear_line(text: str) -> None:
    with pytest.raises(ClusterError) as caught:
        parse_cluster_option(text)
    assert "\n" not in str(caught.value)
    assert "--cluster" in str(caught.value)


def test_a_file_of_hosts_has_one_a_line(tmp_path: Path) -> None:
    hosts = tmp_path / "hosts"
    hosts.write_text(
        "# the lab\n\nlab-1\nann@lab-2 workers=8   # the big one\n10.0.0.3 python=/opt/bin/py\n",
        encoding="utf-8",
    )
    assert parse_cluster_option(f"ssh:{hosts}") == SshMachines(
        (Host("lab-1"), Host("ann@lab-2", workers=8), Host("10.0.0.3", python="/opt/bin/py"))
    )


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"# nobody\n", "names no host"),
        (b"lab-1\nlab-1 workers=2\n", "twice"),
        (b"lab-1\n-oProxyCommand=evil\n", "line 2: '-oProxyCommand=evil' is not a host name"),
        (b"lab-1 workers=0\n", "line 1: '0' is not a number of workers"),
        (b"lab-1 cores=2\n", "not 'cores=2'"),
        (b"lab;rm\n", "is not a host name"),
        (b"\xff\n", "not UTF-8"),
    ],
)
def test_a_file_of_hosts_that_is_wrong_says_where(
    tmp_path: Path, content: bytes, said: str
) -> None:
    hosts = tmp_path / "hosts"
    hosts.write_bytes(content)
    with pytest.raises(ClusterError, match=r"hosts file|hosts, line") as caught:
        parse_cluster_option(f"ssh:{hosts}")
    assert said in str(caught.value)


def test_a_file_of_hosts_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ClusterError, match="cannot be read: No such file"):
        parse_cluster_option(f"ssh:{tmp_path / 'nowhere'}")
