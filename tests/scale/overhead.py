"""Set a cluster on this machine against the local pool: the same files, in turns, in one run.

    python -m tests.scale overhead [--files 300] [--jobs CORES] [--rounds 10]

Both are kept ready all the time; in each round one does its share of the files after the other,
and who begins changes from round to round, so that what else the machine does meets both.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest import mock

from graders.batch.cluster.workers import cluster_workers
from graders.batch.coordinator import Workers, coordinate
from graders.batch.job import BatchTerms, GradedJob, Job
from graders.batch.worker_pool import GradingWork, LocalWorkers
from graders.sandbox.machine import usable_cores
from tests.processes import descendants

INSTANT = b"def find_best_move(board):\n    return 2 * board.column_height(0)\n"
TERMS = BatchTerms(kata="best_move")
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Lasting:
    """Hold workers that outlast a coordinator, and what they took."""

    name: str
    workers: Workers
    starting_s: float
    is_worker: Callable[[bytes], bool]
    walls_s: list[float] = field(default_factory=list)
    here_s: float = 0.0
    there_s: float = 0.0
    faults: int = 0

    @property
    def places(self) -> int:
        return self.workers.places

    def submit(self, job: Job) -> Future[GradedJob]:
        return self.workers.submit(job)

    def close(self, *, at_once: bool) -> None: ...

    def handed_out(self, number: int) -> None: ...

    def keep(self, graded: GradedJob, *, to_repeat: bool) -> None: ...

    def keep_fault(self, number: int, why: str) -> None:
        self.faults += 1

    def began(self, job: Job) -> None: ...

    def ended(self, job: Job, graded: GradedJob | None) -> None: ...

    def waited(self) -> None: ...

    def grade(self, jobs: Sequence[Job]) -> None:
        here_s, there_s, wall_s = time.process_time(), self._cpu_s(), time.perf_counter()
        coordinate(jobs, self, self, self)
        self.walls_s.append(time.perf_counter() - wall_s)
        self.here_s += time.process_time() - here_s
        self.there_s += self._cpu_s() - there_s

    def _cpu_s(self) -> float:
        """Return the CPU time of the worker processes, without that of what they started."""
        total = 0.0
        for pid in descendants(os.getpid()):
            try:
                if self.is_worker(Path(f"/proc/{pid}/cmdline").read_bytes()):
                    stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2]
                    total += sum(map(int, stat.split()[11:13])) / _TICKS
            except OSError:  # it is gone
                continue
        return total


def main(words: Sequence[str]) -> None:
    options = argparse.ArgumentParser(prog="python -m tests.scale overhead")
    options.add_argument("--files", type=int, default=300)
    options.add_argument("--jobs", type=int, default=len(usable_cores()))
    options.add_argument("--rounds", type=int, default=10)
    asked = options.parse_args(words)
    pool = _begun("local pool", lambda: LocalWorkers(TERMS, asked.jobs), b"spawn_main")
    with _in_our_session():
        cluster = _begun(
            f"--cluster local:{asked.jobs}",
            lambda: cluster_workers(f"local:{asked.jobs}", GradingWork(TERMS)),
            b"graders.batch.cluster.worker_process",
        )
        while cluster.places < 2 * asked.jobs:
            time.sleep(0.05)
    both = [pool, cluster]
    share = asked.files // asked.rounds
    try:
        for turn in range(asked.rounds):
            jobs = [
                Job(n, f"{n}/mine.py", INSTANT) for n in range(turn * share, (turn + 1) * share)
            ]
            for each in both if turn % 2 == 0 else reversed(both):
                each.grade(jobs)
            print(
                f"round {turn + 1}: " + ", ".join(f"{e.name} {e.walls_s[-1]:.1f} s" for e in both),
                flush=True,
            )
    finally:
        for each in both:
            each.workers.close(at_once=True)
    _print(pool, cluster, share * asked.rounds, asked.jobs)


@contextmanager
def _in_our_session() -> Iterator[None]:
    """Start workers in the session of the local pool's.

    On a busy machine Linux gives each session the same share of it, which would speak for the
    cluster: its workers have sessions of their own.
    """
    starting = subprocess.Popen

    def start(*words: Any, **named: Any) -> Any:
        return starting(*words, **{**named, "start_new_session": False})

    with mock.patch("graders.sandbox.processes.subprocess.Popen", start):
        yield


def _begun(name: str, start: Callable[[], Workers], command: bytes) -> Lasting:
    """Start workers, and wait until each has done one file."""
    before_s = time.perf_counter()
    workers = start()
    workers.submit(Job(0, "first.py", INSTANT)).result()
    return Lasting(name, workers, time.perf_counter() - before_s, lambda line: command in line)


def _print(pool: Lasting, cluster: Lasting, files: int, jobs: int) -> None:
    print(f"\n{files} files, {jobs} jobs, load of the machine {os.getloadavg()[0]:.1f}\n")
    print(
        "| workers | first result s | grading s | a file s | coordinator CPU ms a file "
        "| workers' CPU ms a file | faults |"
    )
    print("|---|---|---|---|---|---|---|")
    for each in (pool, cluster):
        wall_s = sum(each.walls_s)
        print(
            f"| {each.name} | {each.starting_s:.1f} | {wall_s:.1f} | {wall_s / files:.3f} "
            f"| {1000 * each.here_s / files:.1f} | {1000 * each.there_s / files:.0f} "
            f"| {each.faults} |"
        )
    ratios = [b / a for a, b in zip(pool.walls_s, cluster.walls_s, strict=True)]
    whole = (cluster.starting_s + sum(cluster.walls_s)) / (pool.starting_s + sum(pool.walls_s))
    print(
        f"\ncluster / pool: grading {sum(cluster.walls_s) / sum(pool.walls_s):.3f}, "
        f"median of rounds {statistics.median(ratios):.3f}, with their start {whole:.3f}"
    )
