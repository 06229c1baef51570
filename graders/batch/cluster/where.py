"""Read what `--cluster` says: where the workers of a batch are."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from graders.batch.cluster.errors import ClusterError

_HOST = re.compile(r"(?!-)[A-Za-z0-9_.@:\[\]-]+\Z")
_FORMS = "local, local:N, ssh:FILE, tls://HOST:PORT or tcp://HOST:PORT"


class Local(msgspec.Struct, frozen=True):
    """Stand for this machine; `workers` is how many to start, None for one a usable core."""

    workers: int | None = None


class Host(msgspec.Struct, frozen=True):
    """Hold one machine that ssh reaches, how many workers it gets, and its Python."""

    name: str
    workers: int | None = None
    python: str | None = None


class Ssh(msgspec.Struct, frozen=True):
    """Stand for machines that ssh reaches."""

    hosts: tuple[Host, ...]


class Existing(msgspec.Struct, frozen=True):
    """Stand for a scheduler that somebody else runs."""

    address: str

    @property
    def is_encrypted(self) -> bool:
        """Tell whether it takes nobody without a certificate."""
        return self.address.startswith("tls://")


Where = Local | Ssh | Existing


def read_where(text: str) -> Where:
    """Read a value of `--cluster`; raise `ClusterError` for what is none.

    >>> read_where("local:4")
    Local(workers=4)
    >>> read_where("tls://scheduler:8786")
    Existing(address='tls://scheduler:8786')
    """
    kind, colon, rest = text.partition(":")
    if kind == "local" and not (colon and not rest):
        return Local(_count(rest, f"--cluster {text}") if rest else None)
    if kind == "ssh" and rest:
        return Ssh(read_hosts(Path(rest)))
    if kind in {"tcp", "tls"} and _is_address(text):
        return Existing(text)
    raise ClusterError(f"--cluster takes {_FORMS}, not {text!r}")


def read_hosts(path: Path) -> tuple[Host, ...]:
    """Read a file with a machine a line: `HOST [workers=N] [python=PATH]`; `#` begins a comment."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise ClusterError(f"the hosts file {path} cannot be read: {why}") from None
    hosts = []
    for number, line in enumerate(lines, start=1):
        if words := line.partition("#")[0].split():
            hosts.append(_host(words, f"{path}, line {number}"))
    if not hosts:
        raise ClusterError(f"the hosts file {path} names no host: write one per line")
    if len({host.name for host in hosts}) < len(hosts):
        raise ClusterError(f"the hosts file {path} names a host twice; say workers=N instead")
    return tuple(hosts)


def _host(words: list[str], place: str) -> Host:
    name, *options = words
    if not _HOST.match(name):
        raise ClusterError(f"{place}: {name!r} is not a host name")
    workers, python = None, None
    for option in options:
        key, equals, value = option.partition("=")
        if key == "workers" and equals:
            workers = _count(value, place)
        elif key == "python" and value:
            python = value
        else:
            raise ClusterError(f"{place}: a host has workers=N and python=PATH, not {option!r}")
    return Host(name, workers, python)


def _count(text: str, place: str) -> int:
    if re.fullmatch(r"[1-9][0-9]{0,3}", text):
        return int(text)
    raise ClusterError(f"{place}: {text!r} is not a number of workers; give 1 to 9999")


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        return bool(parts.hostname and parts.port and parts.path in {"", "/"})
    except ValueError:
        return False
