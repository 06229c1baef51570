"""Write what became of a submission into its row of a ledger, within the caller's transaction."""

from __future__ import annotations

import sqlite3
import zlib
from datetime import UTC, datetime

import msgspec

from graders.batch.job import Graded
from graders.batch.ledger.schema import State
from graders.model.scorecard import Scorecard, ScorecardError


class Row(msgspec.Struct, frozen=True):
    """Hold which grading is meant by the number of a job, and how it stood at the beginning.

    `state` is None where it was never handed out. A `proposal` is made for a rejudge. `why_not` is
    how it failed, if it did.
    """

    submission: int
    conditions: int
    sha256: str | None
    state: State | None
    tries: int
    proposal: bool
    why_not: str = ""

    @property
    def times_in_vain(self) -> int:
        """Return how often it was handed out where nothing came of it."""
        return self.tries if self.state in (State.OPEN, State.FAULT) else 0

    @property
    def times_failed(self) -> int:
        """Return how often it was handed out where the grader failed in the end.

        Each rejudge is asked for anew, so none of it counts there.
        """
        return self.tries if has_failed(self.state, self.why_not) and not self.proposal else 0


_Found = tuple[int, int, str | None, State | None, int, str]


def has_failed(state: State | None, why_not: str) -> bool:
    """Tell whether it is missing for a fault of the grader's."""
    return state is State.FAULT or (state is State.AGAIN and bool(why_not))


def rows_in(connection: sqlite3.Connection, *, proposing: bool) -> list[Row]:
    """Return the rows of the batch, by the numbers of its jobs."""
    under = "proposed" if proposing else "under"
    found = connection.execute(
        f"SELECT submission.id, submission.{under}, sha256, state, coalesce(tries, 0), "
        "coalesce(why_not, '') "
        "FROM submission LEFT JOIN grading ON grading.submission = submission.id "
        f"AND grading.conditions = submission.{under} "
        "WHERE place IS NOT NULL ORDER BY place"
    )
    return [
        Row(submission, conditions, sha256, state, tries, proposing, why_not)
        for submission, conditions, sha256, state, tries, why_not in (
            msgspec.convert(row, _Found) for row in found
        )
    ]


def checked(graded: Graded, row: Row) -> Scorecard:
    """Return the scorecard that came back.

    Raises `ScorecardError` for what is none, is that of another file, or was ended early: a worker
    can be on another machine.
    """
    try:
        card = graded.card
    except zlib.error as error:
        raise ScorecardError(f"what came back cannot be unpacked: {error}") from None
    if card.submission.sha256 not in (row.sha256, None):
        raise ScorecardError("what came back is the scorecard of another file")
    if not (card.complete or card.stopped_at_first):
        raise ScorecardError("it was interrupted")
    return card


def count_try(connection: sqlite3.Connection, row: Row) -> None:
    """Count that it is handed out."""
    connection.execute(
        "INSERT INTO grading (submission, conditions, state, tries, proposal) "
        "VALUES (?, ?, ?, 1, ?) "
        "ON CONFLICT (submission, conditions) DO UPDATE SET tries = tries + 1",
        (row.submission, row.conditions, State.OPEN, row.proposal),
    )


def put_card(
    connection: sqlite3.Connection, row: Row, data: bytes, card: Scorecard, *, to_repeat: bool
) -> None:
    """Put a scorecard in its place; one on which the grader failed, only where there is no other.

    With `to_repeat` it stands until there is another.
    """
    if errors := card.grader_errors:
        why = f"the grader itself failed on {errors} case{'s' if errors > 1 else ''}"
        if not _noted_beside(connection, row, why):
            _put(connection, row, State.FAULT, why_not=why, data=data, card=card)
        return
    state = State.DOUBTFUL if to_repeat else State.DONE
    _put(connection, row, state, data=data, card=card)


def put_fault(connection: sqlite3.Connection, row: Row, why: str) -> None:
    """Put down why there is no scorecard; one that there is stays."""
    if not _noted_beside(connection, row, why):
        _put(connection, row, State.FAULT, why_not=why)


def now() -> str:
    """Return the time of now, UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def storable(text: str) -> str:
    r"""Return a text as SQLite can hold it: what is no Unicode, as in a file's name, written out.

    >>> storable("ä.py"), storable("\udcff.py")
    ('ä.py', '\\udcff.py')
    """
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _noted_beside(connection: sqlite3.Connection, row: Row, why: str) -> bool:
    """Put down what went wrong beside a scorecard that stays; tell whether there is one."""
    changed = connection.execute(
        "UPDATE grading SET why_not = ?, recorded_at = ? "
        "WHERE submission = ? AND conditions = ? AND state IN (?, ?)",
        (storable(why), now(), row.submission, row.conditions, State.DOUBTFUL, State.AGAIN),
    )
    return changed.rowcount > 0


def _put(
    connection: sqlite3.Connection,
    row: Row,
    state: State,
    *,
    why_not: str = "",
    data: bytes | None = None,
    card: Scorecard | None = None,
) -> None:
    standing = card.standing if card else None
    found = {
        "state": state,
        "scorecard": data,
        "kata": card.kata if card else None,
        "score": card.score if card else None,
        "max_score": card.max_score if card else None,
        "rung": (standing.rung or None) if standing else None,
        "why_not": storable(why_not),
        "recorded_at": now(),
    }
    names = ", ".join(found)
    connection.execute(
        f"INSERT INTO grading (submission, conditions, tries, proposal, {names}) "
        f"VALUES (?, ?, 1, ?{', ?' * len(found)}) ON CONFLICT (submission, conditions) "
        f"DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in found)}",
        (row.submission, row.conditions, row.proposal, *found.values()),
    )
