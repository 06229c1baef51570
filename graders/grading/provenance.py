"""Collect what an auditor needs to know about how a scorecard came about."""

from __future__ import annotations

import functools
import hashlib
import platform
import sys
import time
from collections.abc import Iterable
from pathlib import Path

from graders.channel.budget import Settings
from graders.grading.intake import shown_name
from graders.model.provenance import (
    DriverUsed,
    IsolationUsed,
    LimitsUsed,
    Options,
    Provenance,
    PythonUsed,
    Submitted,
    SubmittedFile,
    SuiteUsed,
)
from graders.model.submission import Content, Driver, SourceFile, sha256_of, size_of
from graders.model.suite import Suite
from graders.sandbox.isolation import Isolation
from graders.sandbox.machine import usable_cores
from graders.sandbox.processes import bubblewrap_version
from kata.board import Board

UNKNOWN_VERSION = "unknown"
"""What stands for the version of a grader that is not installed."""


def provenance(settings: Settings, options: Options, suites: Iterable[Suite]) -> Provenance:
    """Describe a run: the grader, the machine, the suites, the limits, the options."""
    return Provenance(
        grader=grader_version(),
        python=PythonUsed(platform.python_version(), platform.python_implementation()),
        platform=platform.platform(),
        isolation=_isolation(settings.isolation),
        suites=tuple(SuiteUsed(suite.name, suite.version, suite.sha256) for suite in suites),
        limits=LimitsUsed(**settings.limits._asdict()),
        options=options,
        cores=len(usable_cores()),
        drop_undo_per_s=drop_undo_per_s(),
        packages=tuple(allowed.used for allowed in settings.allowed),
    )


def submitted(path: str, content: Content | None, entry: str = "") -> Submitted:
    """Return what a scorecard holds of what was handed in; None where it cannot be read.

    Of a folder `entry` is the file that is called, where that is known.
    """
    if content is None:
        return Submitted(path)
    files = () if isinstance(content, bytes) else tuple(map(_submitted_file, content.files))
    return Submitted(path, sha256_of(content), size_of(content), entry, files)


def _submitted_file(file: SourceFile) -> SubmittedFile:
    return SubmittedFile(shown_name(file.name), sha256_of(file.content), len(file.content))


def program_submitted(words: str, path: Path) -> Submitted:
    """Return what a scorecard holds of a program, whose file may be of any size."""
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        return Submitted(words, digest, file.tell())


def driver_used(driver: Driver | None) -> DriverUsed | None:
    """Return what a scorecard holds of a driver."""
    if driver is None:
        return None
    digest = hashlib.sha256(driver.source).hexdigest() if driver.source else None
    return DriverUsed(str(driver.origin), driver.name, digest)


def _isolation(level: Isolation) -> IsolationUsed:
    version = bubblewrap_version() if level is Isolation.BWRAP else None
    return IsolationUsed(str(level), version)


@functools.cache
def grader_version() -> str:
    """Return the version that is installed, or `UNKNOWN_VERSION`."""
    for folder in map(Path, sys.path):
        # The name of what an installer leaves has the version; `importlib.metadata` takes 15 ms.
        for left in folder.glob("connect_four_kata-*.dist-info"):
            return left.name.removesuffix(".dist-info").partition("-")[2]
    return UNKNOWN_VERSION


def pairs_per_second(pairs: int = 20_000, repeat: int = 5) -> float:
    """Return how many discs this machine drops and takes back in a second, at its best."""
    return pairs / min(_seconds_of_pairs(pairs) for _ in range(repeat))


@functools.cache
def drop_undo_per_s() -> int:
    """Return the same from a few milliseconds of measuring, once in the life of this process.

    The time is the CPU time of this thread, which other work on the machine changes little.
    """
    return round(pairs_per_second(pairs=1000, repeat=3))


def _seconds_of_pairs(pairs: int) -> float:
    board = Board()
    drop, undo = board.drop_disc, board.undo_move
    start = time.thread_time()
    for _ in range(pairs):
        drop(3)
        undo()
    return time.thread_time() - start
