"""Read a batch out of a ledger, and write what became of each submission into its row.

What is written is part of the caller's transaction.
"""

from __future__ import annotations

import hashlib
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from msgspec.structs import replace

from graders.batch import conditions
from graders.batch.job import MOST_TRIES, BatchTerms, GradedJob, unpack_scorecard
from graders.batch.ledger.database import (
    OF_FOLDER,
    LedgerError,
    State,
    damage_error,
    shown_path,
)
from graders.batch.ledger.notes import Whose, read_notes
from graders.model.batch import Batch, Entry, HandIn, Source
from graders.model.notes import Note
from graders.model.scorecard import Scorecard, ScorecardError
from graders.model.submission import Content, unpacked_files
from graders.model.text import on_one_line
from graders.model.verdict import Verdict

_Found = tuple[int, int, str | None, State | None, int, str]
_INTERRUPTED = "it was handed out, and has not come back"
_HandedIn = tuple[str, str, str | None, bytes | None, str, str | None, str, str]


class _Graded(msgspec.Struct, frozen=True, array_like=True):
    candidate: str
    path: str
    sha256: str | None
    compressed: bytes | None
    suffix: str
    hand_in: str
    unreadable: str
    state: State | None
    scorecard: bytes | None
    why_not: str | None
    tries: int


def read_batch(connection: sqlite3.Connection, path: Path, *, proposed: bool) -> Batch:
    title, terms, begun_at = (
        _batch_row(connection, path, column) for column in ("title", "terms", "begun_at")
    )
    with _terms_of(path):
        conditions.check_terms_json(terms)
    under = "proposed" if proposed else "under"
    rows = connection.execute(
        "SELECT candidate, path, submission.sha256, compressed, suffix, hand_in, unreadable, "
        "state, scorecard, why_not, coalesce(tries, 0) FROM submission "
        "LEFT JOIN source ON source.sha256 = submission.sha256 "
        "LEFT JOIN grading ON grading.submission = submission.id "
        f"AND grading.conditions = submission.{under} "
        "WHERE place IS NOT NULL ORDER BY place"
    )
    notes = read_notes(connection)
    entries = tuple(
        _entry_of_row(msgspec.convert(row, _Graded), path, notes, may_be_set_aside=not proposed)
        for row in rows
    )
    return Batch(entries, title, key=_key(connection, begun_at))


def _key(connection: sqlite3.Connection, begun_at: str) -> str:
    """Return what tells a ledger from others, whatever it is called and whatever is added to it."""
    first = connection.execute("SELECT candidate, sha256 FROM submission ORDER BY id LIMIT 1")
    return hashlib.sha256(repr((begun_at, first.fetchone())).encode()).hexdigest()[:16]


def read_sources(connection: sqlite3.Connection, path: Path) -> tuple[Source, ...]:
    """Return the batch as it was handed in last, from what is kept of it."""
    _batch_row(connection, path, "title")
    rows = connection.execute(
        "SELECT candidate, path, submission.sha256, compressed, suffix, kata, unreadable, hand_in "
        "FROM submission LEFT JOIN source ON source.sha256 = submission.sha256 "
        "WHERE place IS NOT NULL ORDER BY place"
    )
    return tuple(
        Source(
            candidate,
            name,
            _content_of(data, sha256, suffix, path),
            kata,
            unreadable,
            msgspec.json.decode(hand_in, type=HandIn),
        )
        for candidate, name, sha256, data, suffix, kata, unreadable, hand_in in (
            msgspec.convert(row, _HandedIn) for row in rows
        )
    )


def read_terms(connection: sqlite3.Connection, path: Path) -> BatchTerms:
    """Return the terms of the batch, with its suites as they were."""
    with _terms_of(path):
        return conditions.terms_from_json(_batch_row(connection, path, "terms"))


def _batch_row(connection: sqlite3.Connection, path: Path, column: str) -> str:
    found = connection.execute(f"SELECT {column} FROM batch").fetchone()
    if found is None:
        raise LedgerError(f"{shown_path(path)} is empty: nothing was graded into it yet")
    return str(found[0])


@contextmanager
def _terms_of(path: Path) -> Iterator[None]:
    try:
        yield
    except msgspec.MsgspecError as error:
        raise damage_error(path, f"the terms of its batch, {error}") from None


def _entry_of_row(
    row: _Graded, path: Path, notes: dict[Whose, Note], *, may_be_set_aside: bool
) -> Entry:
    state, tries = row.state, row.tries
    said = _INTERRUPTED if state == State.OPEN else row.why_not or ""
    refused = row.unreadable or (said if state == State.DONE and row.scorecard is None else "")
    set_aside = may_be_set_aside and tries >= MOST_TRIES and _has_failed(state, said)
    return Entry(
        candidate=row.candidate,
        path=row.path,
        sha256=row.sha256,
        content=_content_of(row.compressed, row.sha256, row.suffix, path),
        scorecard=_card_of(state, row.scorecard, row.path, path),
        why_not="" if refused else f"set aside after {tries} tries: {said}" if set_aside else said,
        tries=tries,
        set_aside=set_aside,
        hand_in=msgspec.json.decode(row.hand_in, type=HandIn),
        note=notes.get((row.candidate, row.sha256 or "")),
        refused=refused,
    )


def _card_of(state: str | None, data: bytes | None, name: str, path: Path) -> Scorecard | None:
    if data is None or state == State.AGAIN:
        return None
    try:
        card = unpack_scorecard(data)
    except (ScorecardError, zlib.error) as error:
        raise damage_error(path, f"the scorecard of {on_one_line(name)}, {error}") from None
    return replace(card, submission=replace(card.submission, path=on_one_line(name)))


def _content_of(data: bytes | None, sha256: str | None, suffix: str, path: Path) -> Content | None:
    if sha256 is None or data is None:
        return None
    try:
        content = zlib.decompress(data)
    except zlib.error as error:
        raise damage_error(path, f"the file {sha256}, {error}") from None
    if hashlib.sha256(content).hexdigest() != sha256:
        raise damage_error(path, f"the file {sha256} has other bytes")
    try:
        return unpacked_files(content) if suffix == OF_FOLDER else content
    except ValueError as error:
        raise damage_error(path, f"the folder {sha256}, {error}") from None


class GradingRow(msgspec.Struct, frozen=True):
    """Which grading is meant by the number of a job, and how it stood at the beginning.

    `state` is None where it was never handed out. A `proposal` is made for a rejudge. `why_not` is
    how it failed, if it did, or why it is refused.
    """

    submission: int
    conditions: int
    sha256: str | None
    state: State | None
    tries: int
    proposal: bool
    why_not: str = ""

    @property
    def is_refused(self) -> bool:
        return self.state is State.DONE and bool(self.why_not)

    @property
    def times_in_vain(self) -> int:
        return self.tries if self.state in (State.OPEN, State.FAULT) else 0

    @property
    def times_failed(self) -> int:
        """Return how often it was handed out where the grader failed in the end.

        Each rejudge is asked for anew, so none of it counts there.
        """
        return self.tries if _has_failed(self.state, self.why_not) and not self.proposal else 0


def read_gradings(connection: sqlite3.Connection, *, proposing: bool) -> list[GradingRow]:
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
        GradingRow(submission, conditions, sha256, state, tries, proposing, why_not)
        for submission, conditions, sha256, state, tries, why_not in (
            msgspec.convert(row, _Found) for row in found
        )
    ]


def _has_failed(state: State | None, why_not: str) -> bool:
    return state is State.FAULT or (state is State.AGAIN and bool(why_not))


def checked_scorecard(graded: GradedJob, row: GradingRow) -> Scorecard:
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


def count_try(connection: sqlite3.Connection, row: GradingRow) -> None:
    """Count that it is handed out."""
    connection.execute(
        "INSERT INTO grading (submission, conditions, state, tries, proposal) "
        "VALUES (?, ?, ?, 1, ?) "
        "ON CONFLICT (submission, conditions) DO UPDATE SET tries = tries + 1",
        (row.submission, row.conditions, State.OPEN, row.proposal),
    )


def put_card(
    connection: sqlite3.Connection,
    row: GradingRow,
    data: bytes,
    card: Scorecard,
    *,
    to_repeat: bool,
) -> None:
    """Put a scorecard in its place; one on which the grader failed, only where there is no other.

    With `to_repeat` it stands until there is another.
    """
    if errors := card.grader_errors:  # a worse card never takes the place of a better one
        first = next(each for each in card.results if each.verdict is Verdict.GRADER_ERROR)
        said = first.message.strip().splitlines()[-1:]  # of a traceback what was raised
        why = f"the grader itself failed on {errors} case{'s' if errors > 1 else ''}"
        why = ": ".join((why, *said))
        if not _noted_beside(connection, row, why):
            _put(connection, row, State.FAULT, why_not=why, data=data, card=card)
        return
    state = State.DOUBTFUL if to_repeat else State.DONE
    _put(connection, row, state, data=data, card=card)


def put_refusal(connection: sqlite3.Connection, row: GradingRow, why: str) -> None:
    """Put down why nothing of it was run, for its own fault: no more is to be done of it."""
    _put(connection, row, State.DONE, why_not=why)


def put_fault(connection: sqlite3.Connection, row: GradingRow, why: str) -> None:
    """Put down why there is no scorecard; one that there is stays."""
    if not _noted_beside(connection, row, why):
        _put(connection, row, State.FAULT, why_not=why)


def _noted_beside(connection: sqlite3.Connection, row: GradingRow, why: str) -> bool:
    changed = connection.execute(
        "UPDATE grading SET why_not = ?, recorded_at = ? "
        "WHERE submission = ? AND conditions = ? AND state IN (?, ?)",
        (storable(why), utc_now(), row.submission, row.conditions, State.DOUBTFUL, State.AGAIN),
    )
    return changed.rowcount > 0


def _put(
    connection: sqlite3.Connection,
    row: GradingRow,
    state: State,
    *,
    why_not: str = "",
    data: bytes | None = None,
    card: Scorecard | None = None,
) -> None:
    assessment = card.assessment if card else None
    found = {
        "state": state,
        "scorecard": data,
        "kata": card.kata if card else None,
        "score": card.score if card else None,
        "max_score": card.max_score if card else None,
        "rung": (assessment.rung or None) if assessment else None,
        "why_not": storable(why_not),
        "recorded_at": utc_now(),
    }
    names = ", ".join(found)
    connection.execute(
        f"INSERT INTO grading (submission, conditions, tries, proposal, {names}) "
        f"VALUES (?, ?, 1, ?{', ?' * len(found)}) ON CONFLICT (submission, conditions) "
        f"DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in found)}",
        (row.submission, row.conditions, row.proposal, *found.values()),
    )


def utc_now() -> str:
    """Return the time of now, UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def storable(text: str) -> str:
    r"""Return a text as SQLite can hold it: what is no Unicode, as in a file's name, written out.

    >>> storable("ä.py"), storable("\udcff.py")
    ('ä.py', '\\udcff.py')
    """
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
