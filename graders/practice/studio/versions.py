"""The versions of a file that were graded: how each did, what it was, and how to put it back."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import msgspec

from graders.practice import run_history
from graders.practice.past_runs import diff_of
from graders.practice.run_history import GradedRun, digest, source_of

MOST = 40
"""So many of the latest runs are shown."""


class Version(msgspec.Struct, frozen=True):
    """One whole run of the file.

    `diff` is from then to now, of a folder to what was graded last; None where a source is not
    there. `is_now` tells that the file is just that now, `why_not` why it cannot be put back.
    """

    run: GradedRun
    diff: tuple[str, ...] | None
    is_now: bool
    why_not: str


def runs_of(file: Path) -> tuple[GradedRun, ...]:
    """Return whole runs of a file, the latest of each save, the earliest first."""
    runs: list[GradedRun] = []
    for run in run_history.graded_runs(file):
        if run.whole and run.complete:
            if runs and runs[-1].sha256 == run.sha256:
                runs.pop()
            runs.append(run)
    return tuple(runs[-MOST:])


def version_at(file: Path, at: str) -> Version:
    """Return the version that was graded at a time; raise `ValueError` where there is none."""
    runs = runs_of(file)
    found = next((run for run in runs if run.at == at), None)
    if found is None:
        raise ValueError("that run is not in the history")
    then = source_of(found.sha256)
    now = source_of(runs[-1].sha256) if file.is_dir() else _now(file)
    diff = None if then is None or now is None else diff_of(then, now, file.name)[2:]
    return Version(found, diff, now is not None and then == now, _why_not(file, found.sha256))


def _now(file: Path) -> bytes | None:
    try:
        return file.read_bytes()
    except OSError:
        return None


def _why_not(file: Path, sha256: str) -> str:
    """Say why a version cannot be put back; empty where it can."""
    if file.is_dir():
        return "It is a folder: its versions are shown, and not put back."
    then, now = source_of(sha256), _now(file)
    if then is None or digest(then) != sha256:
        return "What was graded then was not kept."
    if now is not None and source_of(digest(now)) != now:
        return (
            f"What is in {file.name} now was not graded to the end, so it is in no version and "
            "would be lost: let its run end first."
        )
    return ""


def put_back(file: Path, at: str) -> None:
    """Write a version into the file, in one piece, if what is there now is a version itself.

    Raises `ValueError` with what is in the way.
    """
    version = version_at(file, at)
    then, now = source_of(version.run.sha256), _now(file)
    if version.why_not or then is None:
        raise ValueError(version.why_not)
    target = file.resolve()
    descriptor, beside = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(then)
        if now is not None:
            shutil.copymode(target, beside)
        if _now(file) != now or _why_not(file, version.run.sha256):
            raise ValueError(f"{file.name} was saved meanwhile: nothing was put back")
        Path(beside).replace(target)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise
