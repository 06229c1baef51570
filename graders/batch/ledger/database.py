"""The tables of a ledger, the steps from each version to the next, and the errors of a ledger.

A ledger carries its version in the head of its file (`PRAGMA user_version`). A step is never
changed once it was released: whoever needs other tables adds one.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path

import msgspec

from graders.model.text import on_one_line
from graders.model.usage import UsageError

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
_KEPT = "what was kept before stays, and the same command goes on from there"
_BY_CODE = {
    sqlite3.SQLITE_FULL: f"cannot write {{}}: the disk is full; make room ({_KEPT})",
    sqlite3.SQLITE_IOERR: f"cannot write {{}}: the disk does not take it, {{}}; {_KEPT}",
    sqlite3.SQLITE_READONLY: "cannot write {}: it, or its folder, is read-only; make it writable, "
    "or name another --ledger",
    sqlite3.SQLITE_CANTOPEN: "cannot open {}, or write beside it; look at who may write to its "
    "folder, or name another --ledger",
    sqlite3.SQLITE_PERM: "cannot open {}: permission denied; name a --ledger of yours",
    sqlite3.SQLITE_BUSY: f"{{}} is locked by another program; end that one ({_KEPT})",
    sqlite3.SQLITE_LOCKED: f"{{}} is locked by another program; end that one ({_KEPT})",
    sqlite3.SQLITE_NOTADB: "{} is damaged: it does not begin as a database does; put a copy of it "
    "from before in its place, or name another --ledger",
    sqlite3.SQLITE_CORRUPT: "{} is damaged: {}; put a copy of it from before in its place, or name "
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
APPLICATION = 0x4B346C67
"""What the head of the file says it is, by which a ledger is told from any other database."""
OF_FOLDER = "/"
"""What stands as the suffix of a submission that is a folder of files, which no name has; its bytes
are then all of these, packed."""


class State(StrEnum):
    """Name what has become of a grading.

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


STEPS: tuple[str, ...] = (_FIRST,)
"""SQL that leads from version 0, a new file, to 1, from there to 2, and so on."""


def migrate(connection: sqlite3.Connection, steps: Sequence[str] = STEPS) -> None:
    """Bring a ledger to the latest version, whole or not at all, within the caller's transaction.

    A statement may hold no semicolon in a text.
    """
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    for number, step in enumerate(steps[version:], start=version + 1):
        for statement in _statements(step):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {number}")
    if version == 0:
        connection.execute(f"PRAGMA application_id = {APPLICATION}")


def _statements(step: str) -> list[str]:
    """Return the statements one by one: SQLite's way to run several ends a transaction first."""
    found, begun = [], ""
    for line in step.splitlines(keepends=True):
        begun += line
        if sqlite3.complete_statement(begun):
            found.append(begun)
            begun = ""
    return found


class LedgerError(UsageError):
    """Say in one sentence why a ledger cannot be read or written, and what to do."""


class DamageError(LedgerError):
    """Say what in a ledger is not as it was written, and what to do."""


def damage_error(path: Path, what: str) -> DamageError:
    """Return the error for a ledger in which something is not as it was written."""
    return DamageError(_BY_CODE[sqlite3.SQLITE_CORRUPT].format(shown_path(path), on_one_line(what)))


def shown_path(path: Path) -> str:
    """Return a path as an error may print it."""
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
    except (UnicodeDecodeError, msgspec.ValidationError) as error:
        raise damage_error(path, str(error)) from None
    except OSError as error:
        why = error.strerror or str(error)
        raise LedgerError(f"cannot use {shown_path(path)}: {why}; name another --ledger") from None


def _ledger_error(error: sqlite3.Error, path: Path) -> LedgerError:
    """Return the error for one of SQLite's, by its code without what is special about it."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    what = on_one_line(str(error))
    if code in _DAMAGE:
        words = _BY_CODE.get(code, _BY_CODE[sqlite3.SQLITE_CORRUPT])
        return DamageError(words.format(shown_path(path), what))
    return LedgerError(_BY_CODE.get(code, _OTHER).format(shown_path(path), what))
