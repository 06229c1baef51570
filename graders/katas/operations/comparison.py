"""Time the reference beside the published engine, on the long scripts.

Both are run in this process, one after the other on each script and all scripts once before any
is run again, so that a slow minute of the machine hits both. Times are CPU times of this thread.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from graders.katas.operations.task import ScriptTask
from graders.model.progress import Bar
from graders.model.tables import Cell, Figure, Table, Unit
from solutions import operations as reference
from solutions import operations_published as published

Engine = Callable[[int, int, int, list[Any]], list[Any]]

RESETS_RULE = 0.4
"""From this share on resets rule a script."""
RESETS_GOAL = 20.0
"""How many times faster the reference should be where resets rule."""


class EngineTimes(msgspec.Struct):
    published: list[float] = msgspec.field(default_factory=list)
    reference: list[float] = msgspec.field(default_factory=list)

    @property
    def ratio(self) -> float:
        """Return how many times faster the reference is, by the least of each.

        >>> EngineTimes([2.0, 3.0], [1.0, 2.5]).ratio
        2.0
        """
        return min(self.published) / min(self.reference)


class EngineComparison:
    help = "Time the reference engine beside the published one instead."
    suites: tuple[str, ...] = ("scale", "beyond")
    repeat = 5

    def parts(self, tasks: Mapping[str, ScriptTask], repeat: int, bar: Bar) -> Sequence[Table]:
        seen = {case_id: EngineTimes() for case_id in tasks}
        for _ in range(repeat):
            for case_id, task in tasks.items():
                bar.now(case_id)
                seen[case_id].published.append(_seconds(published.solution, task))
                seen[case_id].reference.append(_seconds(reference.solution, task))
                bar.advance()
        return (_table(tasks, seen, repeat),)


def _table(tasks: Mapping[str, ScriptTask], seen: Mapping[str, EngineTimes], repeat: int) -> Table:
    rows: list[tuple[Cell, ...]] = []
    missed: list[str] = []
    for case_id, task in tasks.items():
        name, times = case_id.partition("/")[2], seen[case_id]
        faster = Figure(times.ratio, Unit.TIMES)
        rows.append((name, *_both(times.published), *_both(times.reference), faster))
        if times.ratio < (RESETS_GOAL if _resets_rule(task) else 1.0):
            missed.append(name)
    return Table(
        "8. The reference engine beside the published one",
        ("script", "published", "least", "reference", "least", "faster"),
        tuple(rows),
        f"CPU time, median and least of {repeat} runs, taking turns; faster is the published "
        "engine's least over the reference's. The published engine walks along the lines through "
        "every disc and makes a new grid on a reset. Goal: the reference is never slower, and at "
        f"least {RESETS_GOAL:g} times faster where resets rule: "
        f"{'missed on ' + ', '.join(missed) if missed else 'met'}.",
    )


def _resets_rule(task: ScriptTask) -> bool:
    return task.operations.count(("reset",)) >= RESETS_RULE * len(task.operations)


def _seconds(engine: Engine, task: ScriptTask) -> float:
    operations = list(task.operations)
    gc.collect()
    start = time.thread_time()
    engine(task.rows, task.cols, task.k, operations)
    return time.thread_time() - start


def _both(seconds: Sequence[float]) -> tuple[Cell, Cell]:
    return (
        Figure(statistics.median(seconds), Unit.SECONDS),
        Figure(min(seconds), Unit.SECONDS),
    )
