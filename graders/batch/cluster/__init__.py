"""Grade on many machines: a coordinator's workers are those of a Dask scheduler.

`cluster_workers` is what the rest of the grader needs of it. Dask is an extra, and imported inside
functions alone.
"""

from __future__ import annotations

from graders.batch.cluster.errors import ClusterError
from graders.batch.cluster.where import Local, read_where
from graders.batch.cluster.workers import ClusterWorkers, Patience, Tell
from graders.batch.job import Terms

__all__ = ["ClusterError", "ClusterWorkers", "Patience", "cluster_workers"]


def _ignore(sentence: str) -> None:
    """Tell nobody."""


def cluster_workers(
    where: str,
    terms: Terms,
    places: int | None = None,
    *,
    tell: Tell = _ignore,
    patience: Patience | None = None,
) -> ClusterWorkers:
    """Reach the workers that `--cluster` names, and wait until a first one may grade.

    `local[:N]` starts N worker processes here; by default `places` of them, or one a usable core.
    `ssh:FILE` starts them on the machines that the file names, a line each. `tls://HOST:PORT` and
    `tcp://HOST:PORT` are schedulers that somebody runs. At most `places` jobs are under way at
    once. `tell` gets a sentence for each worker that is refused, in another thread.

    Raises `ClusterError` where no worker can be had.
    """
    found = read_where(where)
    if isinstance(found, Local) and found.workers is None:
        found = Local(places)
    return ClusterWorkers(found, terms, places, patience or Patience(), tell)
