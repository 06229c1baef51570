"""Take the clock of the machine out of a test: a busy one then only takes longer.

A search that stops by the clock finds less on a busy machine. With the clock of its own CPU
time it finds the same, and the grader's own rule forgives the time that it waits for a core.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from graders import grade_file
from graders.__main__ import main
from graders.channel import budget
from graders.grading import attempts
from graders.grading.messages import endings
from graders.model.scorecard import Scorecard
from solutions import bitboard

CPU_CLOCKS = {
    "time.monotonic()": "time.process_time()",
    "performance.now()": "(process.cpuUsage().user / 1000)",
}
"""The clocks that the solutions look at, and in the same language those of their CPU time."""
CPU_CLOCK = SimpleNamespace(monotonic=time.thread_time)


@contextmanager
def unhurried() -> Iterator[None]:
    """Forgive any wait for a core without a word, and let a search end by CPU time."""
    with (
        patch.object(budget, "PATIENCE", 1000.0),
        patch.object(attempts, "VOID_SHARE", 1000.0),
        patch.object(endings, "WORTH_TELLING_S", 1000.0),
        patch.object(bitboard, "time", CPU_CLOCK),
    ):
        yield


def by_cpu_time(file: Path, folder: Path) -> Path:
    """Copy a solution into `folder` with its budget counted in CPU time; return the copy."""
    source = file.read_text(encoding="utf-8")
    for wall, cpu in CPU_CLOCKS.items():
        source = source.replace(wall, cpu)
    copy = folder / file.name
    copy.write_text(source, encoding="utf-8")
    return copy


def grade_unhurried(file: Path, **options: Any) -> Scorecard:
    """Grade a solution of ours so that its verdicts and its rung do not depend on the load."""
    with tempfile.TemporaryDirectory() as folder, unhurried():
        return grade_file(by_cpu_time(file, Path(folder)), explain=False, **options)


if __name__ == "__main__":
    with unhurried():
        main()
