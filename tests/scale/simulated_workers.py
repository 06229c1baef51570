"""Be many workers in one process, each of which sleeps in place of grading."""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
import threading
import time
from functools import partial
from pathlib import Path

from graders.batch import worker_pool
from graders.batch.cluster.dask_nodes import configure_dask, worker_of
from graders.batch.cluster.machines import Invitation
from graders.batch.job import BatchTerms, GradedJob, Job
from graders.model.scorecard import Scorecard
from graders.sandbox import processes
from tests.scale.simulated import card_for

_gaps: list[float] = []
_last = threading.local()


def main(count: int, seconds: float, folder: Path) -> None:
    processes.end_with_parent()
    configure_dask()
    template = Scorecard.from_json((folder / "card.json").read_text(encoding="utf-8"))

    def sleep_in_place_of_grading(job: Job, terms: BatchTerms) -> GradedJob:
        if hasattr(_last, "ended_s"):
            _gaps.append(time.monotonic() - _last.ended_s)
        until_s = time.monotonic() + random.uniform(0.5, 1.5) * seconds
        graded = GradedJob(job.number, card_for(template, job), 0, False)
        time.sleep(max(0.0, until_s - time.monotonic()))
        _last.ended_s = time.monotonic()
        return graded

    worker_pool.grade_job = sleep_in_place_of_grading  # type: ignore[assignment]
    worker_pool.preload_grading = lambda terms: None
    asyncio.run(_work(Invitation.read(processes.read_order()), count, folder))


async def _work(invitation: Invitation, count: int, folder: Path) -> None:
    loop, unwanted = asyncio.get_running_loop(), asyncio.Event()
    processes.when_unwanted(partial(loop.call_soon_threadsafe, unwanted.set))
    workers = [worker_of(invitation) for _ in range(count)]
    for worker in workers:
        await worker
    await unwanted.wait()
    (folder / f"gaps-{os.getpid()}").write_text(json.dumps(_gaps), encoding="utf-8")
    os._exit(0)


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]), Path(sys.argv[3]))
