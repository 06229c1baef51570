"""Hold the tables of a ledger as steps from each version to the next, and take those steps.

A ledger carries its version in the head of its file (`PRAGMA user_version`). A step is never
changed once it was released: whoever needs other tables adds one.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from enum import StrEnum

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
