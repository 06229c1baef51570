"""Have a scheduler, started here or run by somebody else, and keep account of its workers.

Who is there, who may grade and who has gone silent is decided in `Members`, from what the
scheduler tells at every look; nothing in it knows Dask or waits.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from enum import Enum, auto
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from graders.batch.cluster.machines import (
    ClusterError,
    ClusterLocation,
    ExistingScheduler,
    LocalMachine,
    SshMachines,
    WorkerCommand,
    WorkerProcesses,
    our_address,
    ssh_command,
    workers_here,
)
from graders.batch.cluster.worker_process import Invitation, configure_dask, without_scratch_folder

if TYPE_CHECKING:
    from distributed import Client, Scheduler, Security

_ANSWERS_WITHIN_S = 15.0
_CERTIFICATES = "ca-file, client.cert and client.key under distributed.comm.tls"


class Connection(msgspec.Struct, frozen=True):
    """Hold the way to a scheduler, and the workers that we started for it, if any.

    `ours_here` tells that all its workers are children of this process.
    """

    client: Client
    workers: WorkerProcesses | None = None
    ours_here: bool = False


@asynccontextmanager
async def connect(where: ClusterLocation) -> AsyncIterator[Connection]:
    """Have a scheduler for as long as the body runs; raise `ClusterError` where there is none."""
    if isinstance(where, ExistingScheduler):
        configure_dask()
        async with _client(where.address, _configured(where)) as client:
            yield Connection(client)
    else:
        async with _own_scheduler(where) as got:
            yield got


@asynccontextmanager
async def _own_scheduler(where: LocalMachine | SshMachines) -> AsyncIterator[Connection]:
    """Run a scheduler in this process, and the workers that `where` says.

    Who sends something to a scheduler has it run in its workers, so nobody is let in without the
    certificate, not even from this machine: other users are on its loopback, too.
    """
    async with AsyncExitStack() as stack:
        workers = WorkerProcesses(_worker_commands(where))  # they get ready while we do
        stack.callback(workers.close)
        scheduler, security = await stack.enter_async_context(_scheduler(where))
        certificate, key = security["cert"], security["key"]
        here = Invitation(f"tls://127.0.0.1:{scheduler.port}", certificate, key)
        workers.tell([each.line() for each in _invitations(where, here, scheduler.port)])
        client = await stack.enter_async_context(_client(here.scheduler, here.security()))
        yield Connection(client, workers, isinstance(where, LocalMachine))


@asynccontextmanager
async def _scheduler(
    where: LocalMachine | SshMachines,
) -> AsyncIterator[tuple[Scheduler, dict[str, str]]]:
    configure_dask()
    from distributed import Scheduler, Security  # noqa: PLC0415  # of the extra

    security = Security.temporary()
    with without_scratch_folder() as folder:
        scheduler = Scheduler(
            host="127.0.0.1" if isinstance(where, LocalMachine) else "",
            protocol="tls",
            security=security,
            dashboard_address="127.0.0.1:0",
            dashboard=False,
            **folder,
        )
    async with scheduler:
        yield scheduler, security.get_tls_config_for_role("client")


def _worker_commands(where: LocalMachine | SshMachines) -> list[WorkerCommand]:
    if isinstance(where, LocalMachine):
        return workers_here(where.workers)
    return [WorkerCommand(host.name, ssh_command(host)) for host in where.hosts]


def _invitations(
    where: LocalMachine | SshMachines, here: Invitation, port: int
) -> list[Invitation]:
    if isinstance(where, LocalMachine):
        return [here] * len(_worker_commands(where))
    return [
        replace(here, scheduler=f"tls://{address}:{port}", workers=host.workers)
        for host in where.hosts
        for address in [our_address(host)]
    ]


def _configured(where: ExistingScheduler) -> Security:
    """Return the certificates that Dask's own configuration names."""
    from distributed import Security  # noqa: PLC0415  # of the extra

    security = Security()
    named = security.get_tls_config_for_role("client")
    if where.is_encrypted and not (named["ca_file"] and named["cert"]):
        raise ClusterError(
            f"{where.address} takes certificates, and Dask's configuration names none: set "
            f"{_CERTIFICATES}, as docs/scale.md shows"
        )
    return security


@asynccontextmanager
async def _client(address: str, security: Security) -> AsyncIterator[Client]:
    from distributed import Client  # noqa: PLC0415  # of the extra

    client = Client(
        address,
        security=security,
        asynchronous=True,
        set_as_default=False,
        timeout=_ANSWERS_WITHIN_S,
    )
    try:
        await client
    except (OSError, ValueError) as error:
        why = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise ClusterError(f"no scheduler answers at {address}: {why}") from None
    try:
        yield client
    finally:
        await client.close(timeout=2)


class Members(msgspec.Struct):
    """Hold the workers of a scheduler.

    One that says nothing for `patience_s` is frozen, or out of reach: it gets no job until it is
    heard of again. `others` is how many workers were not started for us.
    """

    patience_s: float
    here: dict[str, Member] = msgspec.field(default_factory=dict)
    others: int = 0

    def look(self, seen: Mapping[str, SeenWorker], since_s: float) -> Changes:
        """Take in what the scheduler tells, `since_s` seconds after the last time."""
        ours = {address: each for address, each in seen.items() if each.is_ours}
        self.others = len(seen) - len(ours)
        left = tuple(self.here.pop(address) for address in self.here.keys() - ours.keys())
        joined = []
        for address, each in ours.items():
            if address not in self.here:
                self.here[address] = Member(address, each.heard_at)
                joined.append(self.here[address])
        silent = [
            member for member in self.here.values() if self._falls_silent(member, ours, since_s)
        ]
        return Changes(tuple(joined), left, tuple(silent))

    def _falls_silent(self, member: Member, seen: Mapping[str, SeenWorker], since_s: float) -> bool:
        heard_at = seen[member.address].heard_at
        if heard_at != member.heard_at:
            member.heard_at, member.silent_s, member.is_silent = heard_at, 0.0, False
            return False
        member.silent_s += since_s
        was, member.is_silent = member.is_silent, member.silent_s >= self.patience_s
        return member.is_silent and not was

    @property
    def able(self) -> int:
        """Return how many may be given jobs."""
        return sum(member.may_grade for member in self.here.values())

    @property
    def all_refused(self) -> bool:
        """Tell whether there are workers for us, and none that may ever grade."""
        standings = {member.standing for member in self.here.values()}
        return standings == {MemberState.REFUSED}

    def next_for_a_job(self, most: int | None = None) -> Member | None:
        """Return who is to get the next job; None where nobody is.

        Whoever has none comes first, as long as fewer than `most` have one; then whoever does one
        and has no other beside it, so that it never waits for us.
        """
        able = [member for member in self.here.values() if member.may_grade]
        idle = [member for member in able if not member.jobs]
        if idle and (most is None or len(able) - len(idle) < most):
            return idle[0]
        return next((member for member in able if member.jobs == 1), None)

    def waits_in_vain(self) -> Member | None:
        """Return who has a job beside the one he does, while another has none; None for nobody."""
        able = [member for member in self.here.values() if member.may_grade]
        if all(member.jobs for member in able):
            return None
        return next((member for member in able if member.jobs > 1), None)


class MemberState(Enum):
    """Name what is known of a worker."""

    NEW = auto()
    READY = auto()
    REFUSED = auto()


class Member(msgspec.Struct, eq=False):
    """Hold one worker that was started for us.

    `silent_s` is for how long it has said nothing; `jobs` is how many it was given: it does one,
    and the next waits beside it.
    """

    address: str
    heard_at: float
    silent_s: float = 0.0
    standing: MemberState = MemberState.NEW
    is_silent: bool = False
    jobs: int = 0
    pid: int | None = None

    @property
    def may_grade(self) -> bool:
        """Tell whether jobs may be given to it."""
        return self.standing is MemberState.READY and not self.is_silent


class SeenWorker(msgspec.Struct, frozen=True):
    """Hold what the scheduler tells of a worker: whether it was started for us.

    `heard_at` is when it was last heard of, by the scheduler's clock.
    """

    is_ours: bool
    heard_at: float


class Changes(msgspec.Struct, frozen=True):
    """Hold what is new: who came, who is gone, and who is there but has gone silent."""

    joined: tuple[Member, ...] = ()
    left: tuple[Member, ...] = ()
    silent: tuple[Member, ...] = ()
