"""A full disk, a read-only folder and a locked file are one clear line, and nothing is lost."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from graders.batch.ledger import database
from graders.batch.ledger.database import LedgerError
from graders.batch.ledger.ledger import Ledger
from tests.batch.ledger.fill import NAMES
from tests.batch.ledger.handed_in import begun, graded, run, source, sources

ROOT = Path(__file__).parents[3]
FILL = f"{sys.executable} -m tests.batch.ledger.fill"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "batch.ledger"


def shell(script: str, *arguments: object, mounting: bool = False) -> list[str]:
    """Run a script, with mounts of its own if it needs any, and return the lines it prints."""
    words = ["unshare", "--mount"] if mounting else []
    done = subprocess.run(
        [*words, "sh", "-euc", script, "sh", *map(str, arguments)],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    return done.stdout.splitlines()


def can_mount() -> bool:
    words = ["unshare", "--mount", "sh", "-c", "mount -t tmpfs -o size=1m none /mnt"]
    return (
        shutil.which("unshare") is not None
        and not subprocess.run(
            words, stdin=subprocess.DEVNULL, capture_output=True, check=False
        ).returncode
    )


mounting = pytest.mark.skipif(not can_mount(), reason="nothing can be mounted here")


@pytest.mark.thorough
@mounting
def test_a_full_disk_costs_nothing_that_was_kept(tmp_path: Path) -> None:
    script = f"""
        mount -t tmpfs -o size=1m none "$1"
        {FILL} "$1/ledger" "$1/ledger" read
        mount -o remount,size=20m "$1"
        {FILL} "$1/ledger" read
    """
    said = shell(script, tmp_path, mounting=True)
    errors = [number for number, line in enumerate(said) if line.startswith("kata: ")]
    kept = said[: errors[0]]
    assert 0 < len(kept) < len(NAMES)
    assert errors == [len(kept), len(kept) + 1]  # the same again finds the disk as full
    assert said[errors[0]] == said[errors[1]]
    assert "the disk is full; make room (what was saved stays" in said[errors[0]]
    assert said[errors[1] + 1] == str(len(kept))
    rest = said[errors[1] + 2 : -1]
    assert sorted(kept + rest) == sorted(NAMES)
    assert said[-1] == str(len(NAMES))


@pytest.mark.thorough
def test_a_disk_that_takes_no_more_costs_nothing_that_was_kept(path: Path) -> None:
    said = shell(f'ulimit -f 600; {FILL} "$1"', path)
    kept = said[:-1]
    assert 0 < len(kept) < len(NAMES)
    assert said[-1].startswith(f"kata: cannot write {path}: the disk")
    assert Ledger.read(path).received == len(kept)
    assert shell(f'{FILL} "$1"', path)[-1] in NAMES
    assert Ledger.read(path).received == len(NAMES)


@mounting
def test_a_disk_that_is_read_only_is_told_and_can_be_read(path: Path) -> None:
    run(path, *sources(*NAMES))
    script = f"""
        mount --bind "$1" "$1"
        mount -o remount,ro,bind "$1"
        {FILL} "$1/batch.ledger" read "$1/new.ledger"
    """
    told, read, none = shell(script, path.parent, mounting=True)
    assert told == f"kata: cannot use {path}: Read-only file system; name another --ledger"
    assert read == str(len(NAMES))
    assert none == told.replace("batch", "new")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_so_is_a_folder_or_a_file_that_somebody_may_not_write(path: Path) -> None:
    run(path, source("ann"))
    for place in (path, path.parent):
        mode = place.stat().st_mode
        place.chmod(mode & ~0o222)
        try:
            with pytest.raises(LedgerError, match=f"cannot (use|open|write) {path}"):
                Ledger.open(path)
            assert Ledger.read(path).received == 1
        finally:
            place.chmod(mode)


def test_what_another_program_has_locked_is_told_and_not_lost(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "_BUSY_S", 0.01)
    with begun(path, *sources("ann", "bob")) as (ledger, plan):
        ledger.keep(graded(plan.jobs[0]), to_repeat=False)
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(LedgerError, match="is locked by another program; end that one"):
                ledger.keep(graded(plan.jobs[1]), to_repeat=False)
            assert Ledger.read(path).received == 1
        ledger.keep(graded(plan.jobs[1]), to_repeat=False)
    assert Ledger.read(path).received == 2
