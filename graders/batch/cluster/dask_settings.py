"""Say how Dask is to behave wherever a process of ours runs it."""

from __future__ import annotations

import logging
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

TAG = "kata"
"""The resource that a worker has one of when it was started for us: `--resources kata=1`."""

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

Who is there, who is silent and what is handed out again we decide ourselves (`members.py`).
"""
_LOGGERS = ("distributed", "distributed.client", "distributed.gc", "bokeh", "tornado", "asyncio")


def settle() -> None:
    """Set all that, for this process; what goes wrong is told by us, in sentences."""
    import dask  # noqa: PLC0415  # of the extra

    dask.config.set(_SETTINGS)
    import distributed  # noqa: F401, PLC0415  # sets up logs of its own

    for name in ("tornado.application", "tornado.general", *_LOGGERS):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)


@contextmanager
def no_folder() -> Iterator[dict[str, Any]]:
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
