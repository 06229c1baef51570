"""Make Dask's schedulers, clients and workers the way that we need them.

This module, `worker_process` and `workers` need the extra `cluster`, so nothing outside of this
package imports them before `--cluster` is asked for: `distributed` takes half a second to load.
"""

from __future__ import annotations

import logging
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from typing import Any
from urllib.parse import urlsplit

import dask
import msgspec
from distributed import Client, Scheduler, Security, Worker
from distributed.utils import get_ip
from msgspec.structs import replace

from graders.batch.cluster.machines import (
    ClusterError,
    ClusterLocation,
    ExistingScheduler,
    Invitation,
    LocalMachine,
    SshMachines,
    WorkerCommand,
    WorkerProcesses,
    our_address,
    ssh_command,
    workers_here,
)

_ANSWERS_WITHIN_S = 15.0
_CERTIFICATES = "ca-file, client.cert and client.key under distributed.comm.tls"
_CONNECTS_WITHIN_S = 60.0
_SETTINGS = {
    "distributed.worker.profile.enabled": False,
    "distributed.worker.memory.target": False,
    "distributed.worker.memory.spill": False,
    "distributed.worker.memory.pause": False,
    "distributed.worker.memory.terminate": False,
    "distributed.worker.http.routes": [],
    "distributed.scheduler.http.routes": [],
    "distributed.scheduler.allowed-failures": 0,
    "distributed.scheduler.work-stealing": False,
    "distributed.scheduler.active-memory-manager.start": False,
    "distributed.scheduler.worker-ttl": None,
    "distributed.admin.tick.interval": "500ms",
    "distributed.admin.tick.cycle": "5s",
    "distributed.admin.system-monitor.interval": "5s",
    "distributed.admin.system-monitor.disk": False,
    "distributed.admin.system-monitor.gil.enabled": False,
    "distributed.admin.large-graph-warning-threshold": "1GiB",
    "distributed.client.scheduler-info-interval": "1h",
}
"""Nothing of Dask's own tries a job again, looks into threads or wakes up more than it has to.

Who is there, who is silent and what is handed out again we decide ourselves (`Members`).
"""
_LOGGERS = ("distributed", "distributed.client", "distributed.gc", "bokeh", "tornado", "asyncio")
_ROLES = ("client", "scheduler", "worker")
TAG = "kata"
"""The resource that a worker has one of when it was started for us: `--resources kata=1`."""


class Connection(msgspec.Struct, frozen=True):
    client: Client
    workers: WorkerProcesses | None = None
    """Those that we started for it, if any."""
    ours_here: bool = False
    """Whether all its workers are children of this process."""


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
        client = await stack.enter_async_context(_client(here.scheduler, _security_of(here)))
        yield Connection(client, workers, isinstance(where, LocalMachine))


@asynccontextmanager
async def _scheduler(
    where: LocalMachine | SshMachines,
) -> AsyncIterator[tuple[Scheduler, dict[str, str]]]:
    configure_dask()
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
    # Somebody else's scheduler takes the certificates that Dask's own configuration names.
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


def worker_of(invitation: Invitation) -> Worker:
    """Make the worker of a process of ours, which joins the scheduler once it is awaited."""
    with without_scratch_folder() as folder:
        return Worker(
            invitation.scheduler,
            nthreads=1,
            resources={TAG: 1},
            security=_security_of(invitation),
            host=get_ip(urlsplit(invitation.scheduler).hostname),
            protocol="tls",
            dashboard_address="127.0.0.1:0",
            memory_limit=0,
            death_timeout=_CONNECTS_WITHIN_S,
            **folder,
        )


def configure_dask() -> None:
    """Settle for this process what Dask is to leave to us, its own messages among it."""
    dask.config.set(_SETTINGS)
    for name in ("tornado.application", "tornado.general", *_LOGGERS):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)


@contextmanager
def without_scratch_folder() -> Iterator[dict[str, Any]]:
    """Yield what a scheduler or a worker is made with so that it leaves no folder behind.

    Dask would have one in the folder for temporary files, look there first for everything that is
    imported, and leave it where it is killed. Nothing of ours is ever written there.
    """
    before = list(sys.path)
    with tempfile.TemporaryDirectory(prefix="dask-scratch-space-") as folder:
        yield {"local_directory": folder, "needs_workdir": False}
    with suppress(ValueError):
        if folder not in before:
            sys.path.remove(folder)


def _security_of(invitation: Invitation) -> Security:
    """Make of an invitation what Dask takes: whoever has the certificate is let in, nobody else."""
    certificates = {f"tls_{role}_cert": invitation.certificate for role in _ROLES}
    keys = {f"tls_{role}_key": invitation.key for role in _ROLES}
    return Security(
        require_encryption=True, tls_ca_file=invitation.certificate, **certificates, **keys
    )
