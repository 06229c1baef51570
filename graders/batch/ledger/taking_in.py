"""Take a batch into a ledger: who handed in which bytes, and under which conditions they count."""

from __future__ import annotations

import hashlib
import sqlite3
import zlib
from collections import Counter
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import PurePath

from graders.batch.conditions import Surroundings, conditions, kata_wanted
from graders.batch.job import Terms
from graders.batch.ledger import terms_json
from graders.batch.ledger.errors import LedgerError
from graders.batch.ledger.gradings import now, storable
from graders.batch.ledger.schema import OF_FOLDER, State
from graders.model.batch import Source
from graders.model.submission import Content, Files, packed
from graders.model.text import on_one_line

_HAVE_A_CARD = (State.DONE, State.DOUBTFUL, State.AGAIN)


class Known:
    """Know the rows of the conditions that the terms of one command make, by kata."""

    def __init__(self, connection: sqlite3.Connection, terms: Terms, around: Surroundings) -> None:
        """Look nothing up yet."""
        self.terms = terms
        self._connection, self._around = connection, around
        self._ids: dict[str | None, int] = {}

    def of(self, kata: str | None) -> int:
        """Return the number of the conditions for a submission that came with that kata, or none.

        A row is made for them where there is none.
        """
        wanted = kata_wanted(self.terms, kata)
        if wanted not in self._ids:
            text = conditions(self.terms, wanted, self._around)
            self._connection.execute(
                "INSERT INTO conditions (sha256, json) VALUES (?, ?) ON CONFLICT DO NOTHING",
                (text.sha256, text.json),
            )
            (self._ids[wanted],) = self._connection.execute(
                "SELECT id FROM conditions WHERE sha256 = ?", (text.sha256,)
            ).fetchone()
        return self._ids[wanted]


def take_in(connection: sqlite3.Connection, sources: Sequence[Source], known: Known) -> None:
    """Make `sources` the batch, in that order; what they are not stays, and is no part of it."""
    connection.execute("UPDATE submission SET place = NULL")
    copies: Counter[tuple[str, ...]] = Counter()
    for place, source in enumerate(sources):
        sha256 = _kept(connection, source.content)
        of_folder = isinstance(source.content, Files)
        suffix = OF_FOLDER if of_folder else PurePath(source.path).suffix.lower()
        key = tuple(map(storable, (source.candidate, sha256 or "", suffix, source.unreadable)))
        identity = (*key, copies[key])
        copies[key] += 1
        now_true = (storable(source.path), source.kata, place, known.of(source.kata))
        changed = connection.execute(
            "UPDATE submission SET path = ?, kata = ?, place = ?, under = ? WHERE candidate = ? "
            "AND coalesce(sha256, '') = ? AND suffix = ? AND unreadable = ? AND copy = ?",
            (*now_true, *identity),
        )
        if not changed.rowcount:
            connection.execute(
                "INSERT INTO submission (path, kata, place, under, candidate, sha256, suffix, "
                "unreadable, copy) VALUES (?, ?, ?, ?, ?, nullif(?, ''), ?, ?, ?)",
                (*now_true, *identity),
            )
    connection.execute(  # what was made for a proposal, and counts now, is not dropped with it
        "UPDATE grading SET proposal = 0 WHERE proposal AND (submission, conditions) IN "
        "(SELECT id, under FROM submission WHERE place IS NOT NULL)"
    )


def mark_again(connection: sqlite3.Connection, glob: str | None) -> None:
    """Have what matches graded again, or the rest of it where that was begun and not ended.

    Raises `LedgerError` where nothing in the batch matches.
    """
    if glob is None:
        return
    batch = connection.execute(
        "SELECT submission.id, candidate, path, state, why_not FROM submission LEFT JOIN grading "
        "ON grading.submission = submission.id AND grading.conditions = submission.under "
        "WHERE place IS NOT NULL"
    ).fetchall()
    matching = [
        (number, state == State.AGAIN and not why_not)
        for number, candidate, path, state, why_not in batch
        if fnmatchcase(candidate, glob) or fnmatchcase(path, glob)
    ]
    if not matching:
        raise LedgerError(
            f"--regrade {on_one_line(glob)} matches no candidate and no path of this batch"
        )
    begun = connection.execute("SELECT regrade FROM batch").fetchone()
    if begun == (glob,) and any(waits for _, waits in matching):
        return
    of_batch = "conditions = (SELECT under FROM submission WHERE id = grading.submission)"
    connection.executemany(
        f"UPDATE grading SET tries = 0 WHERE submission = ? AND {of_batch}",
        [(number,) for number, _ in matching],
    )
    connection.executemany(
        "UPDATE grading SET state = ?, why_not = '' WHERE state IN (?, ?, ?) AND submission = ? "
        f"AND {of_batch}",
        [(State.AGAIN, *_HAVE_A_CARD, number) for number, _ in matching],
    )


def write_batch(
    connection: sqlite3.Connection, title: str, terms: Terms, regrade: str | None
) -> None:
    """Write down what the batch is called, and how it is graded."""
    connection.execute(
        "INSERT INTO batch (id, title, terms, regrade, begun_at) VALUES (1, ?, ?, ?, ?) "
        "ON CONFLICT DO UPDATE SET title = excluded.title, terms = excluded.terms, "
        "regrade = excluded.regrade, begun_at = excluded.begun_at",
        (storable(title), terms_json.written(terms), regrade, now()),
    )


def _kept(connection: sqlite3.Connection, handed_in: Content | None) -> str | None:
    """Keep the bytes, once, and return their SHA-256; None where there are none."""
    if handed_in is None:
        return None
    content = packed(handed_in)
    sha256 = hashlib.sha256(content).hexdigest()
    if not connection.execute("SELECT 1 FROM source WHERE sha256 = ?", (sha256,)).fetchone():
        connection.execute(
            "INSERT INTO source VALUES (?, ?, ?)", (sha256, len(content), zlib.compress(content))
        )
    return sha256
