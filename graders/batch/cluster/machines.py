"""The machines of a cluster: which `--cluster` names, and how workers are kept running on each.

On this machine worker processes are started directly. On another one ssh starts `python -m
graders.batch.cluster.machines`, as the user's own configuration of ssh says. That is told on its
standard input whom to join, never on a command line, starts a worker process a core, replaces
those that end, and ends with all of them when its standard input does: nothing is left on a
machine when the coordinator is gone, or the connection to it.
"""

from __future__ import annotations

import re
import shlex
import socket
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from graders.model.usage_error import UsageError
from graders.sandbox.machine import usable_cores
from graders.sandbox.processes import WorkerProcess, own_command, read_order, when_unwanted

_HOST = re.compile(r"(?!-)[A-Za-z0-9_.@:\[\]-]+\Z")
_FORMS = "local, local:N, ssh:FILE, tls://HOST:PORT or tcp://HOST:PORT"
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.25, 15.0
_STEADY_S = 10.0
"""Seconds that a worker has to live for a successor to be started at once."""
_HOPELESS_AFTER = 2
_ENDS_WITHIN_S = 10.0
_OPTIONS = (
    "BatchMode=yes",
    "ConnectTimeout=15",
    "ServerAliveInterval=10",
    "ServerAliveCountMax=3",
    "ForwardX11=no",
)
_ANY_PORT = 9
LOOKS_EVERY_S = 0.25


class ClusterError(UsageError):
    """Say in one sentence why no cluster can be had, and what to do."""


class LocalMachine(msgspec.Struct, frozen=True):
    """Stand for this machine; `workers` is how many to start, None for one a usable core."""

    workers: int | None = None


class Host(msgspec.Struct, frozen=True):
    name: str
    workers: int | None = None
    python: str | None = None


class SshMachines(msgspec.Struct, frozen=True):
    hosts: tuple[Host, ...]


class ExistingScheduler(msgspec.Struct, frozen=True):
    address: str

    @property
    def is_encrypted(self) -> bool:
        return self.address.startswith("tls://")


ClusterLocation = LocalMachine | SshMachines | ExistingScheduler


def parse_cluster_option(text: str) -> ClusterLocation:
    """Read a value of `--cluster`; raise `ClusterError` for what is none.

    >>> parse_cluster_option("local:4")
    LocalMachine(workers=4)
    >>> parse_cluster_option("tls://scheduler:8786")
    ExistingScheduler(address='tls://scheduler:8786')
    """
    kind, colon, rest = text.partition(":")
    if kind == "local" and not (colon and not rest):
        return LocalMachine(_parse_count(rest, f"--cluster {text}") if rest else None)
    if kind == "ssh" and rest:
        return SshMachines(_read_hosts(Path(rest)))
    if kind in {"tcp", "tls"} and _is_address(text):
        return ExistingScheduler(text)
    raise ClusterError(f"--cluster takes {_FORMS}, not {text!r}")


def _read_hosts(path: Path) -> tuple[Host, ...]:
    """Read a file with a machine a line: `HOST [workers=N] [python=PATH]`; `#` begins a comment."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise ClusterError(f"the hosts file {path} cannot be read: {why}") from None
    hosts = []
    for number, line in enumerate(lines, start=1):
        if words := line.partition("#")[0].split():
            hosts.append(_parse_host(words, f"{path}, line {number}"))
    if not hosts:
        raise ClusterError(f"the hosts file {path} names no host: write one per line")
    if len({host.name for host in hosts}) < len(hosts):
        raise ClusterError(f"the hosts file {path} names a host twice; say workers=N instead")
    return tuple(hosts)


def _parse_host(words: list[str], place: str) -> Host:
    name, *options = words
    if not _HOST.match(name):
        raise ClusterError(f"{place}: {name!r} is not a host name")
    workers, python = None, None
    for option in options:
        key, equals, value = option.partition("=")
        if key == "workers" and equals:
            workers = _parse_count(value, place)
        elif key == "python" and value:
            python = value
        else:
            raise ClusterError(f"{place}: a host has workers=N and python=PATH, not {option!r}")
    return Host(name, workers, python)


def _parse_count(text: str, place: str) -> int:
    if re.fullmatch(r"[1-9][0-9]{0,3}", text):
        return int(text)
    raise ClusterError(f"{place}: {text!r} is not a number of workers; give 1 to 9999")


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        return bool(parts.hostname and parts.port and parts.path in {"", "/"})
    except ValueError:
        return False


def ssh_command(host: Host) -> list[str]:
    """Return the words that keep the workers of a machine at work, from here.

    >>> " ".join(ssh_command(Host("ann@lab-3", python="/opt/kata/bin/python"))[-4:])
    '-T -- ann@lab-3 exec /opt/kata/bin/python -P -m graders.batch.cluster.machines'
    """
    python = host.python or sys.executable
    there = ["exec", python, "-P", "-m", "graders.batch.cluster.machines"]
    options = [word for option in _OPTIONS for word in ("-o", option)]
    return ["ssh", *options, "-T", "--", host.name, shlex.join(there)]


def our_address(host: Host) -> str:
    """Return by which address of ours a machine reaches us: that by which we reach it.

    Raises `ClusterError` where its name is unknown here, as one that stands in ssh's own
    configuration alone may be.
    """
    name = host.name.rpartition("@")[2].strip("[]")
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(
            name, _ANY_PORT, type=socket.SOCK_DGRAM
        )[0]
        with socket.socket(family, kind, protocol) as line:
            line.connect(place)  # nothing is sent
            address = str(line.getsockname()[0])
    except OSError as error:
        raise ClusterError(
            f"the host {name} cannot be reached from here: {error.strerror or error}; name it as "
            "this machine resolves it, since its workers connect back to us"
        ) from None
    return f"[{address}]" if ":" in address else address


class Invitation(msgspec.Struct, frozen=True):
    """Where the scheduler is, and the certificate and key that let in, as PEM.

    They exist in memory alone, and are good for this one scheduler. `workers` is for a machine:
    how many to start, None for one a usable core.
    """

    scheduler: str
    certificate: str
    key: str
    workers: int | None = None

    def line(self) -> bytes:
        return msgspec.json.encode(self)

    @staticmethod
    def read(line: bytes) -> Invitation:
        return msgspec.json.decode(line, type=Invitation)


def keep_workers_running() -> None:
    """Keep the workers of this machine at work until nobody wants them any more."""
    if not (line := read_order()):
        return
    invitation = Invitation.read(line)
    unwanted = threading.Event()
    when_unwanted(unwanted.set)
    workers = WorkerProcesses(workers_here(invitation.workers))
    workers.tell([line] * workers.size)
    try:
        while not unwanted.wait(LOOKS_EVERY_S):
            workers.look()
    finally:
        workers.close()


def workers_here(count: int | None) -> list[WorkerCommand]:
    """Return how to start so many workers on this machine, None for one a usable core."""
    words, environment = own_command("graders.batch.cluster.worker_process")
    numbers = range(1, (count or len(usable_cores())) + 1)
    return [WorkerCommand(f"worker {number}", words, environment) for number in numbers]


class WorkerCommand(msgspec.Struct, frozen=True):
    name: str
    words: Sequence[str]
    environment: Mapping[str, str] = msgspec.field(default_factory=dict)


class WorkerProcesses:
    """Keep some worker processes running; for one thread, which has to last as long as they do."""

    def __init__(self, commands: Sequence[WorkerCommand]) -> None:
        """Start them; raise `OSError` where that cannot be done."""
        self._slots = [_Slot(each) for each in commands]
        self.troubles: dict[str, str] = {}
        for slot in self._slots:
            self._start_process(slot)

    @property
    def size(self) -> int:
        return len(self._slots)

    @property
    def is_hopeless(self) -> bool:
        return all(slot.short_lives >= _HOPELESS_AFTER for slot in self._slots)

    def tell(self, lines: Sequence[bytes]) -> None:
        for slot, line in zip(self._slots, lines, strict=True):
            slot.line = line
            if slot.process is not None:
                slot.process.tell(line)

    def look(self) -> None:
        """Follow up those that have ended; to be called a few times a second."""
        for slot in self._slots:
            if slot.process is None:
                if time.monotonic() - slot.since_s >= slot.pause_s:
                    with suppress(OSError):
                        self._start_process(slot)
            elif (code := slot.process.exit_code()) is not None:
                self._note_end(slot, slot.process, code)

    def kill(self, pid: int) -> None:
        for slot in self._slots:
            if slot.process is not None and slot.process.pid == pid:
                slot.process.kill()

    def close(self) -> None:
        for slot in self._slots:
            if slot.process is not None:
                slot.process.ask_to_end()
        until_s = time.monotonic() + _ENDS_WITHIN_S
        for slot in self._slots:
            if slot.process is not None:
                slot.process.end(max(0.0, until_s - time.monotonic()))
                slot.process = None

    def _start_process(self, slot: _Slot) -> None:
        slot.since_s = time.monotonic()
        slot.process = WorkerProcess(slot.command.words, slot.command.environment)
        if slot.line is not None:
            slot.process.tell(slot.line)

    def _note_end(self, slot: _Slot, process: WorkerProcess, code: int) -> None:
        lived_s = time.monotonic() - slot.since_s
        if lived_s >= _STEADY_S:
            slot.pause_s, slot.short_lives = 0.0, 0
        else:
            slot.pause_s = min(max(_FIRST_PAUSE_S, 2 * slot.pause_s), _LONGEST_PAUSE_S)
            slot.short_lives += 1
        said = process.said()
        self.troubles[slot.command.name] = f"it ended with exit code {code}{said and ': '}{said}"
        process.end(0)
        slot.process, slot.since_s = None, time.monotonic()


class _Slot(msgspec.Struct):
    command: WorkerCommand
    line: bytes | None = None
    process: WorkerProcess | None = None
    since_s: float = 0.0
    pause_s: float = 0.0
    short_lives: int = 0


if __name__ == "__main__":
    keep_workers_running()
