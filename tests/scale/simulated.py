"""Send 10,000 submissions through a real scheduler into a real ledger; only grading is simulated.

    python -m tests.scale simulated [--submissions 10000] [--workers 200] [--seconds 5]

Each worker is a real one of Dask, with one thread and TLS, and does what `graders.batch.cluster`
tells it; there are many of them in a few processes. In place of grading each sleeps for the stated
duration, give or take half of it, and returns the scorecard of a file that was really graded
before, made out to its own.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

from graders.batch.cluster import dask_nodes
from graders.batch.cluster.machines import WorkerCommand
from graders.batch.cluster.workers import cluster_workers
from graders.batch.coordinator import coordinate
from graders.batch.job import BatchTerms, GradedJob, Job, grade_job, pack_scorecard
from graders.batch.ledger.ledger import Ledger
from graders.batch.worker_pool import GradingWork
from graders.model.batch import Source
from graders.sandbox.processes import own_command

FILE = Path(__file__).resolve().parents[2] / "solutions" / "bitboard.py"
TERMS = BatchTerms(kata="best_move")
_PROCESSES = 4


class Timed:
    """Keep in a real ledger, and count for how long; also be told how the batch goes on."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger, self.faults = ledger, 0
        self.wall_s: Counter[str] = Counter()
        self.bytes = self.ended_ = 0

    @contextmanager
    def _timing(self, what: str) -> Iterator[None]:
        start_s = time.perf_counter()
        yield
        self.wall_s[what] += time.perf_counter() - start_s  # type: ignore[assignment]

    def handed_out(self, number: int) -> None:
        with self._timing("handed out"):
            self.ledger.handed_out(number)

    def keep(self, graded: GradedJob, *, to_repeat: bool) -> None:
        self.bytes += len(graded.scorecard)
        with self._timing("keep"):
            self.ledger.keep(graded, to_repeat=to_repeat)

    def keep_fault(self, number: int, why: str) -> None:
        self.faults += 1
        self.ledger.keep_fault(number, why)

    def began(self, job: Job) -> None: ...

    def ended(self, job: Job, graded: GradedJob | None) -> None:
        self.ended_ += 1
        if self.ended_ % 1000 == 0:
            print(f"{self.ended_} have come back", flush=True)

    def waited(self) -> None: ...


class Line:
    """Count what goes over the connections of this process: messages and bytes, each way."""

    def __init__(self) -> None:
        self.messages, self.bytes = 0, 0

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Count what Dask sends and reads."""
        from distributed.comm import tcp

        write, read = tcp.TCP.write, tcp.from_frames

        async def counted_write(comm: Any, *arguments: Any, **named: Any) -> Any:
            sent = await write(comm, *arguments, **named)
            self._count(sent)
            return sent

        async def counted_read(frames: Any, *arguments: Any, **named: Any) -> Any:
            self._count(sum(memoryview(frame).nbytes for frame in frames))
            return await read(frames, *arguments, **named)

        with (
            mock.patch.object(tcp.TCP, "write", counted_write),
            mock.patch.object(tcp, "from_frames", counted_read),
        ):
            yield

    def _count(self, size: int) -> None:
        self.messages += 1
        self.bytes += size

    def during(self, seconds: float) -> tuple[float, float]:
        """Return how many messages and bytes go over it in a second, while nothing else does."""
        messages, size = self.messages, self.bytes
        time.sleep(seconds)
        return (self.messages - messages) / seconds, (self.bytes - size) / seconds


def main(words: Sequence[str]) -> None:
    options = argparse.ArgumentParser(prog="python -m tests.scale simulated")
    options.add_argument("--submissions", type=int, default=10_000)
    options.add_argument("--workers", type=int, default=200)
    options.add_argument("--seconds", type=float, default=5.0)
    asked = options.parse_args(words)
    with tempfile.TemporaryDirectory() as folder:
        _measure(asked.submissions, asked.workers, asked.seconds, Path(folder))


def _measure(submissions: int, workers: int, seconds: float, folder: Path) -> None:
    content = FILE.read_bytes()
    real = grade_job(Job(0, FILE.name, content), TERMS)
    (folder / "card.json").write_text(real.card.to_json(), encoding="utf-8")
    sources = [
        Source(f"{n:05}", f"{n:05}/mine.py", content + b"# %d\n" % n) for n in range(submissions)
    ]
    line = Line()
    words, environment = own_command("tests.scale.simulated_workers")
    share = workers // _PROCESSES
    wanted = [
        WorkerCommand(f"process {n}", [*words, str(share), str(seconds), str(folder)], environment)
        for n in range(_PROCESSES)
    ]
    with (
        line.counting(),
        mock.patch.object(dask_nodes, "workers_here", lambda count: wanted),
        Ledger.open(folder / "ledger") as ledger,
    ):
        before_s = time.perf_counter()
        plan = ledger.begin(sources, TERMS, title="simulated")
        taking_in_s = time.perf_counter() - before_s
        there = cluster_workers("local", GradingWork(TERMS))
        while there.places < 2 * share * _PROCESSES:
            time.sleep(0.1)
        idle = line.during(10.0)
        idle_cpu_s = _cpu_s(lambda: time.sleep(10.0)) / 10.0
        keeping = Timed(ledger)
        main_s, all_s = time.thread_time(), time.process_time()
        line.messages = line.bytes = 0
        before_s = time.perf_counter()
        closing = there.close
        took: list[float] = []

        def close(*, at_once: bool) -> None:
            took[:] = [
                time.perf_counter() - before_s,
                time.thread_time() - main_s,
                time.process_time() - all_s,
                line.messages,
                line.bytes,
            ]
            closing(at_once=at_once)

        there.close = close  # type: ignore[method-assign]
        coordinate(plan.jobs, there, keeping, keeping)
    _print(submissions, share * _PROCESSES, seconds, folder, keeping, took, idle, idle_cpu_s)
    print(f"taking the submissions in: {1000 * taking_in_s / submissions:.2f} ms each")


def _cpu_s(do: Callable[[], None]) -> float:
    before_s = time.process_time()
    do()
    return time.process_time() - before_s


def _print(
    submissions: int,
    workers: int,
    seconds: float,
    folder: Path,
    keeping: Timed,
    took: Sequence[float],
    idle: tuple[float, float],
    idle_cpu_s: float,
) -> None:
    wall_s, main_s, all_s, messages, size = took
    gaps = [gap for path in folder.glob("gaps-*") for gap in json.loads(path.read_text())]
    if not gaps:
        raise SystemExit("no worker did two jobs, so there is nothing between two to measure")
    gaps.sort()
    batch = Ledger.read(folder / "ledger")
    here_s = all_s - idle_cpu_s * wall_s
    central_s = here_s / submissions
    rows = {
        "submissions, workers, mean duration": f"{submissions}, {workers}, {seconds:g} s",
        "in the ledger in the end": f"{batch.received} of {batch.expected}, "
        f"{keeping.faults} faults",
        "wall time": f"{wall_s:.1f} s ({submissions / wall_s:.1f} a second)",
        "load of the machine": f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} cores",
        "a worker between two jobs, median": f"{1000 * gaps[len(gaps) // 2]:.1f} ms, "
        f"{100 * gaps[len(gaps) // 2] / seconds:.2f} % of the duration",
        "a worker between two jobs, mean": f"{1000 * sum(gaps) / len(gaps):.1f} ms, "
        f"{100 * sum(gaps) / len(gaps) / seconds:.2f} % of the duration",
        "a worker between two jobs, 99th percentile": f"{1000 * gaps[len(gaps) * 99 // 100]:.1f} "
        "ms",
        "CPU of the coordinator a submission": f"{1000 * central_s:.2f} ms "
        f"(ledger and hands {1000 * main_s / submissions:.2f} ms, scheduler and client the rest)",
        "CPU of the coordinator for an idle worker": f"{1000 * idle_cpu_s / workers:.2f} ms a "
        "second",
        "messages a submission": f"{(messages - idle[0] * wall_s) / submissions:.1f}",
        "bytes a submission": f"{(size - idle[1] * wall_s) / submissions:.0f}",
        "messages of an idle worker": f"{idle[0] / workers:.2f} a second, "
        f"{idle[1] / workers:.0f} bytes",
        "bytes of a scorecard": f"{keeping.bytes / submissions:.0f}",
        "ledger, handed out": f"{1000 * keeping.wall_s['handed out'] / submissions:.2f} ms",
        "ledger, kept": f"{1000 * keeping.wall_s['keep'] / submissions:.2f} ms",
        "bytes of the ledger a submission": f"{_size(folder) / submissions:.0f}",
    }
    for name, value in rows.items():
        print(f"| {name} | {value} |")


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.glob("ledger*"))


def card_for(template: Any, job: Job) -> bytes:
    """Return the scorecard of a job: that of the file that was graded, made out to this one."""
    import hashlib
    from dataclasses import replace

    content = job.content or b""
    made = replace(
        template.submission,
        path=job.path,
        sha256=hashlib.sha256(content).hexdigest(),
        bytes=len(content),
    )
    return pack_scorecard(replace(template, submission=made))


if __name__ == "__main__":
    main(sys.argv[1:])
