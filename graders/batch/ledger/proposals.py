"""Hold what a rejudge proposes beside what counts, and let it count or drop it."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from graders.batch.ledger import terms_json
from graders.batch.ledger.errors import LedgerError
from graders.batch.ledger.taking_in import Known
from graders.model.batch import Source

_OF_BATCH = "SELECT id, {} FROM submission WHERE place IS NOT NULL"


def write_proposal(connection: sqlite3.Connection, sources: Sequence[Source], known: Known) -> None:
    """Write under which conditions the batch is to be graded beside those that count.

    Raises `LedgerError` where these count already, and where there is another proposal.
    """
    rows = connection.execute(
        "SELECT id, under, proposed FROM submission WHERE place IS NOT NULL ORDER BY place"
    ).fetchall()
    new = [known.of(source.kata) for source in sources]
    if new == [under for _, under, _ in rows]:
        raise LedgerError(
            "nothing is to be graded again: the batch was graded under these very conditions; "
            "name other suites or limits (kata batch --regrade GLOB grades again under the same)"
        )
    if any(old not in (None, wanted) for (_, _, old), wanted in zip(rows, new, strict=True)):
        raise LedgerError(
            "there is a proposal under other conditions: kata rejudge LEDGER with --apply makes "
            "it count, with --discard drops it"
        )
    connection.executemany(
        "UPDATE submission SET proposed = ? WHERE id = ?",
        [(wanted, number) for (number, _, _), wanted in zip(rows, new, strict=True)],
    )
    connection.execute("UPDATE batch SET proposed = ?", (terms_json.written(known.terms),))


def apply_proposal(connection: sqlite3.Connection, *, left: int) -> None:
    """Let the proposal count; raise `LedgerError` for none, or with so many not graded yet."""
    _check_there_is_one(connection)
    if left:
        raise LedgerError(
            f"{left} of the submissions {'is' if left == 1 else 'are'} not graded under the "
            "proposal: give the same kata rejudge as before, then --apply; or --discard it"
        )
    connection.execute(
        "UPDATE grading SET proposal = 0 "
        f"WHERE (submission, conditions) IN ({_OF_BATCH.format('proposed')})"
    )
    connection.execute("UPDATE submission SET under = proposed WHERE place IS NOT NULL")
    connection.execute("UPDATE batch SET terms = proposed, regrade = NULL")
    _forget(connection)


def discard_proposal(connection: sqlite3.Connection) -> None:
    """Drop the proposal and what was graded for it; raise `LedgerError` where there is none."""
    _check_there_is_one(connection)
    _forget(connection)


def _check_there_is_one(connection: sqlite3.Connection) -> None:
    found = connection.execute("SELECT proposed FROM batch").fetchone()
    if found is None or found[0] is None:
        raise LedgerError(
            "nothing is proposed: kata rejudge LEDGER with --suite or --cap proposes something"
        )


def _forget(connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM grading WHERE proposal")
    connection.execute("UPDATE submission SET proposed = NULL")
    connection.execute("UPDATE batch SET proposed = NULL")
