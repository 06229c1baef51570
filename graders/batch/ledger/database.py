"""The file of a ledger: its tables, who may write it, who may read it meanwhile, what it is not.

Who writes holds a lock (`flock`) on the file itself, by a descriptor that outlives SQLite's own.
The kernel gives it back when its holder is gone, however it went, so that a kill leaves nothing
to clear away; a forked process closes its copy. SQLite's locks are of the other kind: all of them
are gone as soon as this process closes any descriptor of the file, whoever opened it. So a file
that this process writes is never opened here a second time.
"""

from __future__ import annotations

import os
import socket
import sqlite3
import stat
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from enum import IntEnum, StrEnum
from pathlib import Path
from urllib.parse import quote

import msgspec

from graders.model.text import on_one_line
from graders.model.usage_error import UsageError

_FIRST = """
CREATE TABLE source (
    sha256      TEXT    NOT NULL PRIMARY KEY,
    size        INTEGER NOT NULL,
    compressed  BLOB    NOT NULL        -- zlib
) STRICT;

CREATE TABLE conditions (
    id          INTEGER PRIMARY KEY,
    sha256      TEXT    NOT NULL UNIQUE,
    json        TEXT    NOT NULL
) STRICT;

CREATE TABLE submission (
    id          INTEGER PRIMARY KEY,
    candidate   TEXT    NOT NULL,
    sha256      TEXT    REFERENCES source (sha256),  -- NULL: it could not be read
    suffix      TEXT    NOT NULL,       -- of its name, which tells the language
    unreadable  TEXT    NOT NULL,       -- why it could not be read
    copy        INTEGER NOT NULL,       -- 0, or how many equal ones of the candidate are before it
    path        TEXT    NOT NULL,       -- where it lay when it was last handed in
    kata        TEXT,                   -- what its manifest says
    place       INTEGER UNIQUE,         -- in the batch; NULL: no longer part of it
    under       INTEGER REFERENCES conditions (id),  -- what counts now
    proposed    INTEGER REFERENCES conditions (id)   -- what a rejudge proposes
) STRICT;

CREATE UNIQUE INDEX handed_in
    ON submission (candidate, coalesce(sha256, ''), suffix, unreadable, copy);

CREATE TABLE grading (
    id          INTEGER PRIMARY KEY,
    submission  INTEGER NOT NULL REFERENCES submission (id),
    conditions  INTEGER NOT NULL REFERENCES conditions (id),
    state       TEXT    NOT NULL
                CHECK (state IN ('open', 'fault', 'doubtful', 'again', 'done')),
    tries       INTEGER NOT NULL,       -- how often it was handed out
    scorecard   BLOB,                   -- JSON, zlib
    kata        TEXT,
    score       INTEGER,
    max_score   INTEGER,
    rung        TEXT,
    why_not     TEXT    NOT NULL DEFAULT '',
    proposal    INTEGER NOT NULL,       -- 1: made for a rejudge that nobody has applied
    recorded_at TEXT,                   -- UTC
    UNIQUE (submission, conditions)
) STRICT;

CREATE TABLE batch (
    id          INTEGER PRIMARY KEY CHECK (id = 1),
    title       TEXT    NOT NULL,
    terms       TEXT    NOT NULL,       -- JSON
    proposed    TEXT,                   -- the terms of a rejudge, JSON
    regrade     TEXT,                   -- the glob of a --regrade
    begun_at    TEXT    NOT NULL
) STRICT;

CREATE TABLE writer (
    id          INTEGER PRIMARY KEY CHECK (id = 1),
    pid         INTEGER NOT NULL,
    host        TEXT    NOT NULL,
    since       TEXT    NOT NULL
) STRICT;
"""
_SECOND = """
ALTER TABLE submission ADD COLUMN hand_in TEXT NOT NULL DEFAULT '{}';  -- JSON

CREATE TABLE note (                     -- the latest on a submission counts
    id          INTEGER PRIMARY KEY,
    candidate   TEXT    NOT NULL,
    sha256      TEXT    NOT NULL REFERENCES source (sha256),
    json        TEXT    NOT NULL,
    taken_at    TEXT    NOT NULL        -- UTC
) STRICT;

DELETE FROM grading
    WHERE submission IN (SELECT id FROM submission WHERE unreadable <> '');

UPDATE grading
    SET scorecard = NULL, kata = NULL, score = NULL, max_score = NULL,
        why_not = 'it is not clear which kata it is for'
    WHERE state = 'done' AND kata = 'unknown';
"""
"""Version 1 kept scorecards of 0 of 1 of what nobody had run, too."""
_KEPT = "what was saved stays, and the same command resumes from there"
_BY_CODE = {
    sqlite3.SQLITE_FULL: f"cannot write {{}}: the disk is full; make room ({_KEPT})",
    sqlite3.SQLITE_IOERR: f"cannot write {{}}: the disk refuses it, {{}}; {_KEPT}",
    sqlite3.SQLITE_READONLY: "cannot write {}: it, or its folder, is read-only; make it writable, "
    "or name another --ledger",
    sqlite3.SQLITE_CANTOPEN: "cannot open {}, or write beside it; check who may write to its "
    "folder, or name another --ledger",
    sqlite3.SQLITE_PERM: "cannot open {}: permission denied; name a --ledger of yours",
    sqlite3.SQLITE_BUSY: f"{{}} is locked by another program; end that one ({_KEPT})",
    sqlite3.SQLITE_LOCKED: f"{{}} is locked by another program; end that one ({_KEPT})",
    sqlite3.SQLITE_NOTADB: "{} is damaged: it does not begin like a database; put an earlier "
    "copy in its place, or name another --ledger",
    sqlite3.SQLITE_CORRUPT: "{} is damaged: {}; put an earlier copy in its place, or name "
    "another --ledger",
}
_OTHER = "cannot use {}: {}"
_DAMAGE = frozenset(
    {
        sqlite3.SQLITE_ERROR,  # what we ask for is right, so the tables are not what they were
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_FORMAT,
        sqlite3.SQLITE_MISMATCH,
        sqlite3.SQLITE_NOTADB,
        sqlite3.SQLITE_TOOBIG,
    }
)
_HEAD = 100
_MAGIC = b"SQLite format 3\0"
_LOOKS, _BETWEEN_LOOKS_S = 10, 0.1
"""A writer that was just killed may take a moment to be gone."""
_BUSY_S = 5.0
_NOT_TO_BE_WRITTEN = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
_locks: dict[tuple[int, int], int] = {}
"""The lock of each file that this process writes, by device and number of the file."""


class LedgerKind(IntEnum):
    """What the head of the file says it is, by which a ledger is told from any other database."""

    BATCH = 0x4B346C67
    ARENA = 0x4B346C61

    @property
    def said(self) -> str:
        return f"the ledger of {'an' if self is LedgerKind.ARENA else 'a'} {self.name.lower()}"


OF_FOLDER = "/"
"""What stands as the suffix of a submission that is a folder of files, which no name has; its bytes
are then all of these, packed."""


class State(StrEnum):
    """What has become of a grading.

    Only one that is done is not handed out again. One that is doubtful, or to be graded again,
    has a scorecard, which stays until there is another.
    """

    OPEN = "open"
    """Handed out, and nothing has come back."""
    FAULT = "fault"
    """The grader failed, or what it runs on."""
    DOUBTFUL = "doubtful"
    """It stands until it was repeated alone, as the machine kept the program waiting."""
    AGAIN = "again"
    """It was asked for once more."""
    DONE = "done"
    """With a `why_not` and no scorecard, nothing of it was run, for its own fault."""


class Tables(msgspec.Struct, frozen=True):
    """The tables of a kind: SQL that leads from version 0, a new file, to 1, and so on.

    A step is never changed once it was released: whoever needs other tables adds one. The version
    stands in the head of the file (`PRAGMA user_version`). A table `writer`, as below, is in each.
    """

    kind: LedgerKind
    steps: tuple[str, ...]

    @property
    def version(self) -> int:
        return len(self.steps)


BATCH = Tables(LedgerKind.BATCH, (_FIRST, _SECOND))


def migrate(connection: sqlite3.Connection, tables: Tables) -> None:
    """Bring a ledger to the latest version, whole or not at all, within the caller's transaction.

    A statement may hold no semicolon in a text.
    """
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    for number, step in enumerate(tables.steps[version:], start=version + 1):
        for statement in _statements(step):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {number}")
    if version == 0:
        connection.execute(f"PRAGMA application_id = {tables.kind:d}")


def _statements(step: str) -> list[str]:
    # SQLite's own way to run several (`executescript`) ends the caller's transaction first.
    found, begun = [], ""
    for line in step.splitlines(keepends=True):
        begun += line
        if sqlite3.complete_statement(begun):
            found.append(begun)
            begun = ""
    return found


class LedgerError(UsageError):
    """A ledger cannot be read or written; one sentence says why, and what to do."""


class DamageError(LedgerError):
    """Something in a ledger is not as it was written."""


def damage_error(path: Path, what: str) -> DamageError:
    """Return the error for a ledger in which something is not as it was written."""
    return DamageError(_BY_CODE[sqlite3.SQLITE_CORRUPT].format(shown_path(path), on_one_line(what)))


def shown_path(path: Path) -> str:
    """Write a path as an error may print it."""
    return on_one_line(str(path))


@contextmanager
def as_ledger_errors(path: Path) -> Iterator[None]:
    """Turn what SQLite and the system have to say of the ledger at `path` into a `LedgerError`.

    What is read from it as a type, and is not of that type, is damage, and so is what SQLite can
    only tell of in a text that is none.
    """
    try:
        yield
    except sqlite3.Error as error:
        raise _ledger_error(error, path) from None
    except (UnicodeDecodeError, msgspec.DecodeError) as error:
        raise damage_error(path, str(error)) from None
    except OSError as error:
        why = error.strerror or str(error)
        raise LedgerError(f"cannot use {shown_path(path)}: {why}; name another --ledger") from None


def _ledger_error(error: sqlite3.Error, path: Path) -> LedgerError:
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    what = on_one_line(str(error))
    if code in _DAMAGE:
        words = _BY_CODE.get(code, _BY_CODE[sqlite3.SQLITE_CORRUPT])
        return DamageError(words.format(shown_path(path), what))
    return LedgerError(_BY_CODE.get(code, _OTHER).format(shown_path(path), what))


class LedgerFile:
    def __init__(self, path: Path, tables: Tables, *, create: bool) -> None:
        """Open it, and make or bring up to date its tables; raise `LedgerError` where not."""
        self.path = path
        with as_ledger_errors(path):
            self._key = _lock(path, create=create)
            try:
                _check_head(os.pread(_locks[self._key], _HEAD, 0), path, tables)
                _check_whole(path, tables)
                self.connection = _connect_for_writing(path, tables)
            except BaseException:
                os.close(_locks.pop(self._key))
                raise

    @contextmanager
    def writing(self, *, to_disk: bool = True) -> Iterator[sqlite3.Connection]:
        """Yield the connection in a transaction, which is on the disk when this is left.

        Without `to_disk` it outlives this process, but perhaps not the machine.
        """
        connection = self.connection
        with as_ledger_errors(self.path):
            connection.execute(f"PRAGMA synchronous = {'FULL' if to_disk else 'NORMAL'}")
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:  # of some errors SQLite takes everything back itself
                    connection.execute("ROLLBACK")
                raise

    def close(self) -> None:
        if self._key in _locks:
            try:
                with as_ledger_errors(self.path):
                    self.connection.close()
            finally:
                os.close(_locks.pop(self._key))


@contextmanager
def open_for_reading(path: Path, tables: Tables) -> Iterator[sqlite3.Connection]:
    """Yield a connection that sees the ledger as it is now, whoever writes it meanwhile.

    Where nothing can be written beside it, as on a medium that is read-only, it is read as it is.
    One of an older version is brought up to date in memory alone; the file stays as it is.
    """
    with as_ledger_errors(path):
        _check_is_a_file(path)
        if _file_key(path) not in _locks:
            with path.open("rb") as file:
                _check_head(file.read(_HEAD), path, tables)
        with closing(_connect_for_reading(path)) as connection:
            _check_version(connection, path, tables)
            connection.execute("BEGIN")
            _check_content(connection, path, tables)
            if connection.execute("PRAGMA user_version").fetchone() == (tables.version,):
                yield connection
                return
            with closing(sqlite3.connect(":memory:")) as migrated:
                connection.backup(migrated)
                migrate(migrated, tables)
                yield migrated


def _check_head(head: bytes, path: Path, tables: Tables) -> None:
    """Raise `LedgerError` unless a file that begins so is a ledger that we know, or empty.

    SQLite itself would write beside the file, and perhaps into it, before it says so.
    """
    if not head:
        return
    if not head.startswith(_MAGIC) or len(head) < _HEAD:
        raise LedgerError(
            f"{shown_path(path)} is neither a ledger nor another SQLite database; "
            "name another --ledger"
        )
    application = int.from_bytes(head[68:72], "big")
    if application in set(LedgerKind) - {tables.kind}:
        kind = LedgerKind(application)
        raise LedgerError(f"{shown_path(path)} is {kind.said}, not {tables.kind.said}")
    if application != tables.kind:
        raise LedgerError(
            f"{shown_path(path)} is another program's database; name another --ledger"
        )
    _check_known(int.from_bytes(head[60:64], "big"), path, tables)


def _check_known(version: int, path: Path, tables: Tables) -> None:
    if version > tables.version:
        raise LedgerError(
            f"{shown_path(path)} is a ledger of version {version}, and this grader knows versions "
            f"up to {tables.version}; use the grader that wrote it, or name another --ledger"
        )


def _check_version(connection: sqlite3.Connection, path: Path, tables: Tables) -> None:
    """Raise `LedgerError` where a ledger that is only to be read is empty, or too new for us."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    _check_known(version, path, tables)
    if version == 0:
        raise LedgerError(f"{shown_path(path)} is empty: nothing was graded into it yet")


def _check_is_a_file(path: Path) -> None:
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        raise LedgerError(f"there is no ledger {shown_path(path)}") from None
    if stat.S_ISDIR(mode):
        raise LedgerError(f"{shown_path(path)} is a folder; name a file in it as the ledger")
    if not stat.S_ISREG(mode):
        raise LedgerError(f"{shown_path(path)} is not a file; name another --ledger")


def _lock(path: Path, *, create: bool) -> tuple[int, int]:
    """Lock the file and return its key in `_locks`; raise `LedgerError` where somebody holds it."""
    import fcntl  # noqa: PLC0415  # Windows has none, and grades no batch

    if create:
        path.parent.mkdir(mode=stat.S_IRWXU, parents=True, exist_ok=True)
    if not create or path.exists():
        _check_is_a_file(path)
        if _file_key(path) in _locks:
            raise _in_use_error(path)
    flags = os.O_RDWR | os.O_CLOEXEC | (os.O_CREAT if create else 0)
    descriptor = os.open(path, flags, stat.S_IRUSR | stat.S_IWUSR)
    for look in range(_LOOKS):
        with suppress(BlockingIOError):
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            found = os.fstat(descriptor)
            key = (found.st_dev, found.st_ino)
            _locks[key] = descriptor
            return key
        time.sleep(_BETWEEN_LOOKS_S if look < _LOOKS - 1 else 0)
    os.close(descriptor)
    raise _in_use_error(path)


def _file_key(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_dev, found.st_ino


def _in_use_error(path: Path) -> LedgerError:
    who = "another command"
    with suppress(sqlite3.Error), closing(_connect(path, "ro")) as connection:
        for pid, host, since in connection.execute("SELECT pid, host, since FROM writer"):
            elsewhere = "" if host == socket.gethostname() else f" on {host}"
            who = f"process {pid}{elsewhere}, since {since},"
    return LedgerError(
        f"{shown_path(path)} is in use: {who} is writing it; wait until it is done, or "
        "end it, or name another --ledger"
    )


def _check_whole(path: Path, tables: Tables) -> None:
    """Raise `LedgerError` for a damaged ledger, before anything is written to it.

    The caller holds the lock. Without a log beside it, it is read as it is, so that nothing is
    made beside it either.
    """
    if path.stat().st_size == 0:
        return
    if Path(f"{path}-journal").exists():
        mode = "rw"  # somebody was killed while making it, which has to be taken back first
    else:
        mode = "ro" if Path(f"{path}-wal").exists() else "immutable"
    with closing(_connect(path, mode)) as connection:
        _check_content(connection, path, tables)


def _check_content(connection: sqlite3.Connection, path: Path, tables: Tables) -> None:
    """Raise `DamageError` where SQLite finds damage, a text is none, or a table is not ours.

    Whoever reads a ledger does so first, so that all refuse the same.
    """
    (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise damage_error(path, str(found))
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version == tables.version and _table_sql(connection) != _expected_table_sql(tables):
        raise damage_error(path, "its tables are not those of a ledger")
    found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    for (table,) in found:
        columns = connection.execute("SELECT name, type FROM pragma_table_info(?)", (table,))
        texts = [_quoted(name) for name, kind in columns if kind == "TEXT"]
        if texts:
            for _ in connection.execute(f"SELECT {', '.join(texts)} FROM {_quoted(table)}"):
                pass  # each is decoded as it is read


def _table_sql(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    return connection.execute(
        "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name"
    ).fetchall()


def _expected_table_sql(tables: Tables) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(":memory:")) as connection:
        migrate(connection, tables)
        return _table_sql(connection)


def _quoted(name: str) -> str:
    return '"{}"'.format(name.replace('"', '""'))


def _connect_for_writing(path: Path, tables: Tables) -> sqlite3.Connection:
    connection = _connect(path, "rw")
    try:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("BEGIN IMMEDIATE")
        try:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            _check_known(version, path, tables)
            migrate(connection, tables)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        # Only now, so that the head of the file says from the first what it is.
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA foreign_keys = ON")
        since = datetime.now(UTC).isoformat(sep=" ", timespec="seconds").replace("+00:00", " UTC")
        connection.execute(
            "INSERT OR REPLACE INTO writer VALUES (1, ?, ?, ?)",
            (os.getpid(), socket.gethostname(), since),
        )
    except BaseException:
        connection.close()
        raise
    return connection


def _connect_for_reading(path: Path) -> sqlite3.Connection:
    # It changes nothing, and is still opened to write where that can be done: only such a one
    # clears away the log that it finds, or makes, beside the file.
    for mode in ("rw", "ro", "immutable"):
        connection = _connect(path, mode)
        try:
            connection.execute("PRAGMA query_only = ON")
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.OperationalError as error:
            connection.close()
            code = error.sqlite_errorcode & 0xFF
            if mode == "immutable" or code not in _NOT_TO_BE_WRITTEN:
                raise
        except BaseException:
            connection.close()
            raise
        else:
            return connection
    raise AssertionError("the last way to open it returns or raises")


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    """Open the file as it is, `rw`, `ro` or, where nobody can write it, `immutable`."""
    how = "immutable=1" if mode == "immutable" else f"mode={mode}"
    place = quote(os.fsencode(path.absolute()))
    return sqlite3.connect(f"file:{place}?{how}", uri=True, isolation_level=None, timeout=_BUSY_S)


def _close_inherited_locks() -> None:
    """Close, in a forked process, the copies of its parent's locks."""
    for descriptor in _locks.values():
        with suppress(OSError):
            os.close(descriptor)
    _locks.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_close_inherited_locks)
