"""Have a scheduler: start one here with workers of its own, or reach one that somebody runs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from graders.batch.cluster import ssh
from graders.batch.cluster.crew import Crew, Wanted
from graders.batch.cluster.dask_settings import no_folder, settle
from graders.batch.cluster.errors import ClusterError
from graders.batch.cluster.invitation import Invitation
from graders.batch.cluster.machine import workers_here
from graders.batch.cluster.where import Existing, Local, Ssh, Where

if TYPE_CHECKING:
    from distributed import Client, Scheduler, Security

_ANSWERS_WITHIN_S = 15.0
_CERTIFICATES = "ca-file, client.cert and client.key under distributed.comm.tls"


class Reached(msgspec.Struct, frozen=True):
    """Hold the way to a scheduler, and the workers that we started for it, if any.

    `ours_here` tells that all its workers are children of this process.
    """

    client: Client
    crew: Crew | None = None
    ours_here: bool = False


@asynccontextmanager
async def reached(where: Where) -> AsyncIterator[Reached]:
    """Have a scheduler for as long as the body runs; raise `ClusterError` where there is none."""
    if isinstance(where, Existing):
        settle()
        async with _client(where.address, _configured(where)) as client:
            yield Reached(client)
    else:
        async with _own(where) as got:
            yield got


@asynccontextmanager
async def _own(where: Local | Ssh) -> AsyncIterator[Reached]:
    """Run a scheduler in this process, and the workers that `where` says.

    Who sends something to a scheduler has it run in its workers, so nobody is let in without the
    certificate, not even from this machine: other users are on its loopback, too.
    """
    async with AsyncExitStack() as stack:
        crew = Crew(_wanted(where))  # they get ready while we do
        stack.callback(crew.close)
        scheduler, security = await stack.enter_async_context(_scheduler(where))
        certificate, key = security["cert"], security["key"]
        here = Invitation(f"tls://127.0.0.1:{scheduler.port}", certificate, key)
        crew.tell([each.line() for each in _invitations(where, here, scheduler.port)])
        client = await stack.enter_async_context(_client(here.scheduler, here.security()))
        yield Reached(client, crew, isinstance(where, Local))


@asynccontextmanager
async def _scheduler(where: Local | Ssh) -> AsyncIterator[tuple[Scheduler, dict[str, str]]]:
    settle()
    from distributed import Scheduler, Security  # noqa: PLC0415  # of the extra

    security = Security.temporary()
    with no_folder() as folder:
        scheduler = Scheduler(
            host="127.0.0.1" if isinstance(where, Local) else "",
            protocol="tls",
            security=security,
            dashboard_address="127.0.0.1:0",
            dashboard=False,
            **folder,
        )
    async with scheduler:
        yield scheduler, security.get_tls_config_for_role("client")


def _wanted(where: Local | Ssh) -> list[Wanted]:
    if isinstance(where, Local):
        return workers_here(where.workers)
    return [Wanted(host.name, ssh.command(host)) for host in where.hosts]


def _invitations(where: Local | Ssh, here: Invitation, port: int) -> list[Invitation]:
    if isinstance(where, Local):
        return [here] * len(_wanted(where))
    return [
        replace(here, scheduler=f"tls://{address}:{port}", workers=host.workers)
        for host in where.hosts
        for address in [ssh.our_address(host)]
    ]


def _configured(where: Existing) -> Security:
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
