"""One writer, readers beside it, and one clear line for whatever is no ledger of ours."""

from __future__ import annotations

import hashlib
import os
import re
import sqlite3
import subprocess
import sys
import textwrap
from contextlib import closing
from pathlib import Path

import pytest

from graders.batch.ledger.database import BATCH, LedgerError, LedgerKind, Tables
from graders.batch.ledger.ledger import Ledger
from tests.batch.ledger.handed_in import begun, graded, run, source, sources

SERVE = textwrap.dedent(
    """
    import sys
    from pathlib import Path
    from graders.batch.ledger.ledger import Ledger
    ledger = Ledger.open(Path(sys.argv[1]))
    print("open", flush=True)
    sys.stdin.read()
    """
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "batch.ledger"


def everything_in(folder: Path) -> dict[str, str]:
    return {
        each.name: hashlib.sha256(each.read_bytes()).hexdigest()
        for each in folder.iterdir()
        if each.is_file()
    }


def refusals(path: Path) -> list[str]:
    """Return what whoever wants to write it is told, and whoever wants to read it."""
    said = []
    for use in (Ledger.open, Ledger.read):
        with pytest.raises(LedgerError) as caught:
            use(path)
        said.append(str(caught.value))
        assert "\n" not in said[-1]
        assert str(path) in said[-1]
    return said


class TestWhatIsNoLedger:
    """It is refused in one line, and nothing is written to it or beside it."""

    @pytest.fixture(autouse=True)
    def check_that_nothing_is_touched(self, tmp_path: Path) -> None:
        self.folder = tmp_path

    def check(self, path: Path, words: str) -> None:
        before = everything_in(path.parent)
        for said in refusals(path):
            assert words in said
        assert everything_in(path.parent) == before

    def test_a_text(self, path: Path) -> None:
        path.write_text("candidate,path\n" * 100)
        self.check(path, "is neither a ledger nor another SQLite database")

    def test_the_database_of_another_program(self, path: Path) -> None:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("CREATE TABLE mine (x)")
        self.check(path, "is another program's database")

    def test_a_newer_version(self, path: Path) -> None:
        run(path, source("ann"))
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA user_version = 99")
        self.check(path, "is a ledger of version 99, and this grader knows versions up to")

    def test_one_that_was_cut_off(self, path: Path) -> None:
        run(path, *sources(*"abcdefgh"))
        with path.open("r+b") as file:
            file.truncate(path.stat().st_size - 4096)
        before = everything_in(path.parent)
        with pytest.raises(LedgerError, match="is damaged"):
            Ledger.open(path)
        assert everything_in(path.parent) == before

    def test_one_with_a_page_that_was_overwritten(self, path: Path) -> None:
        run(path, *sources(*"abcdefgh"))
        with path.open("r+b") as file:
            file.seek(4096)
            file.write(b"\xff" * 8192)
        self.check_damaged(path)

    def check_damaged(self, path: Path) -> None:
        before = everything_in(path.parent)
        for said in refusals(path):
            assert "is damaged" in said
        after = everything_in(path.parent)
        assert after[path.name] == before[path.name]

    def test_a_folder(self, path: Path) -> None:
        path.mkdir()
        assert all("is a folder" in said for said in refusals(path))

    def test_a_pipe_holds_nobody_up(self, path: Path) -> None:
        os.mkfifo(path)
        assert all("is not a file" in said for said in refusals(path))


def test_where_there_is_none_reading_says_so_and_makes_none(path: Path) -> None:
    with pytest.raises(LedgerError, match="there is no ledger"):
        Ledger.read(path)
    with pytest.raises(LedgerError, match="there is no ledger"):
        Ledger.open(path, create=False)
    assert not path.exists()


def test_an_empty_file_becomes_a_ledger(path: Path) -> None:
    path.touch()
    with pytest.raises(LedgerError, match="is empty"):
        Ledger.read(path)
    run(path, source("ann"))
    assert Ledger.read(path).received == 1


def test_makes_the_folders_above_it_for_nobody_else(tmp_path: Path) -> None:
    path = tmp_path / "state" / "monday.ledger"
    run(path, source("ann"))
    assert path.parent.stat().st_mode & 0o077 == 0
    assert path.stat().st_mode & 0o077 == 0


def test_a_damaged_scorecard_is_told_and_not_shown(path: Path) -> None:
    run(path, source("ann"))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE grading SET scorecard = x'00'")
    with pytest.raises(LedgerError, match=r"is damaged: the scorecard of ann/solution\.py"):
        Ledger.read(path)


def test_leaves_one_file_behind(path: Path) -> None:
    run(path, source("ann"))
    Ledger.read(path)
    assert set(everything_in(path.parent)) == {path.name}


class TestOneWriter:
    """Another command is told who writes; readers are not in the way of it, nor it of them."""

    def test_a_second_command_is_told_who_and_what_to_do(self, path: Path) -> None:
        run(path, source("ann"))
        with serving(path) as other:
            with pytest.raises(LedgerError) as caught:
                Ledger.open(path)
            assert re.search(rf"is in use: process {other.pid}, since .* UTC", str(caught.value))
            assert "wait until it is done, or end it, or name another --ledger" in str(caught.value)
            assert Ledger.read(path).received == 1
        assert run(path, source("ann")) == []

    def test_so_is_a_second_use_in_one_process_which_costs_the_first_nothing(
        self, path: Path
    ) -> None:
        with begun(path, *sources("ann", "bob")) as (ledger, plan):
            ledger.keep(graded(plan.jobs[0]), to_repeat=False)
            with pytest.raises(LedgerError, match="is in use"):
                Ledger.open(path)
            assert Ledger.read(path).received == 1
            in_another_process(f"Ledger.read(Path({str(path)!r}))")
            ledger.keep(graded(plan.jobs[1]), to_repeat=False)
        assert Ledger.read(path).received == 2

    def test_one_that_was_killed_is_in_nobodys_way(self, path: Path) -> None:
        run(path, source("ann"))
        with serving(path) as other:
            other.kill()
            other.wait()
            assert Ledger.read(path).received == 1
            assert run(path, source("ann")) == []
        assert set(everything_in(path.parent)) == {path.name}

    def test_a_child_that_outlives_a_writer_does_not_hold_it(self, path: Path) -> None:
        forks = SERVE.replace(
            'print("open", flush=True)',
            'import os, time\nif os.fork() == 0:\n    print("open", flush=True)\n    '
            "sys.stdin.read()\n    os._exit(0)",
        )
        with serving(path, forks) as other:
            other.kill()
            other.wait()
            run(path, source("ann"))

    def test_a_reader_sees_what_there_was_when_it_began(self, path: Path) -> None:
        from graders.batch.ledger.database import open_for_reading

        with begun(path, *sources("ann", "bob")) as (ledger, plan):
            ledger.keep(graded(plan.jobs[0]), to_repeat=False)
            with open_for_reading(path, BATCH) as connection:
                count = "SELECT count(*) FROM grading"
                assert connection.execute(count).fetchone() == (1,)
                ledger.keep(graded(plan.jobs[1]), to_repeat=False)
                assert connection.execute(count).fetchone() == (1,)
        assert Ledger.read(path).received == 2


class serving:  # noqa: N801  # reads as what it does
    """Have another process write a ledger for a while."""

    def __init__(self, path: Path, code: str = SERVE) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> subprocess.Popen[str]:
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "open\n"
        return self.process

    def __exit__(self, *error: object) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


def in_another_process(code: str) -> None:
    lead = "from pathlib import Path\nfrom graders.batch.ledger.ledger import Ledger\n"
    subprocess.run([sys.executable, "-c", lead + code], check=True)


class TestVersions:
    """A ledger of an older version is brought up to date, whole or not at all."""

    LATER = (*BATCH.steps, "CREATE TABLE more (x TEXT) STRICT;\nINSERT INTO more VALUES ('kept');")

    def open_with(self, steps: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
        from graders.batch.ledger import ledger

        monkeypatch.setattr(ledger, "BATCH", Tables(LedgerKind.BATCH, steps))

    def version(self, path: Path) -> int:
        with closing(sqlite3.connect(path)) as connection:
            (found,) = connection.execute("PRAGMA user_version").fetchone()
            return int(found)

    def test_a_step_keeps_what_was_there(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        run(path, source("ann"))
        assert self.version(path) == BATCH.version
        self.open_with(self.LATER, monkeypatch)
        assert Ledger.read(path).received == 1  # in memory: the file stays as it is
        assert self.version(path) == BATCH.version
        assert run(path, source("ann")) == []
        assert self.version(path) == BATCH.version + 1
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("SELECT x FROM more").fetchall() == [("kept",)]

    def test_a_step_that_fails_changes_nothing(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        run(path, source("ann"))
        self.open_with((*self.LATER[:-1], self.LATER[-1] + "\nSELECT * FROM nowhere;"), monkeypatch)
        with pytest.raises(LedgerError, match="nowhere"):
            Ledger.open(path)
        assert self.version(path) == BATCH.version
        monkeypatch.undo()
        assert run(path, source("ann")) == []

    def test_the_head_of_the_file_says_what_it_is(self, path: Path) -> None:
        run(path, source("ann"))
        head = path.read_bytes()[:100]
        assert int.from_bytes(head[68:72], "big") == LedgerKind.BATCH
        assert int.from_bytes(head[60:64], "big") == BATCH.version

    def test_every_table_is_strict_and_the_log_is_written_ahead(self, path: Path) -> None:
        run(path, source("ann"))
        with closing(sqlite3.connect(path)) as connection:
            tables = connection.execute("PRAGMA table_list").fetchall()
            own = [row for row in tables if row[2] == "table" and not row[1].startswith("sqlite_")]
            assert own
            assert all(row[5] == 1 for row in own)
            assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
