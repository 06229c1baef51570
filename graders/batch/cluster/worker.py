"""Be one worker process of a cluster of ours: `python -m graders.batch.cluster.worker`.

It is told on its standard input whom to join, and ends when that ends. One thread does the jobs;
the main thread talks to the scheduler.
"""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from graders.batch.cluster import tasks
from graders.batch.cluster.dask_settings import TAG, no_folder, settle
from graders.batch.cluster.invitation import Invitation
from graders.sandbox import processes, supervisor_client

if TYPE_CHECKING:
    from distributed import Worker

_ENDS_WITHIN_S = 5.0
_CONNECTS_WITHIN_S = 60.0


def main() -> None:
    """Join the scheduler, and do its jobs until nobody wants them any more."""
    processes.end_with_parent()
    settle()
    if line := processes.told():
        asyncio.run(_work(Invitation.read(line)))


async def _work(invitation: Invitation) -> None:
    loop, unwanted = asyncio.get_running_loop(), asyncio.Event()
    processes.when_unwanted(partial(loop.call_soon_threadsafe, unwanted.set))
    worker = worker_of(invitation)
    await worker
    ends = [asyncio.create_task(each) for each in (worker.finished(), unwanted.wait())]
    await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    tasks.give_up()
    with suppress(TimeoutError):
        async with asyncio.timeout(_ENDS_WITHIN_S):
            while tasks.is_busy():
                await asyncio.sleep(0.02)
    supervisor_client.close_all()
    os._exit(0)  # Dask has nothing to put in order, and its threads are not waited for


def worker_of(invitation: Invitation) -> Worker:
    """Return one of Dask's workers, as ours are; it has not joined yet."""
    from distributed import Worker  # noqa: PLC0415  # what is settled comes first
    from distributed.utils import get_ip  # noqa: PLC0415

    with no_folder() as folder:
        return Worker(
            invitation.scheduler,
            nthreads=1,
            resources={TAG: 1},
            security=invitation.security(),
            host=get_ip(urlsplit(invitation.scheduler).hostname),
            protocol="tls",
            dashboard_address="127.0.0.1:0",
            memory_limit=0,
            death_timeout=_CONNECTS_WITHIN_S,
            **folder,
        )


if __name__ == "__main__":
    main()
