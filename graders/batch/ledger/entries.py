"""Read a batch out of a ledger: its submissions, what became of each, the terms."""

from __future__ import annotations

import hashlib
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from msgspec.structs import replace

from graders.batch.job import MOST_TRIES, Terms, unpacked
from graders.batch.ledger import terms_json
from graders.batch.ledger.errors import LedgerError, damaged, shown
from graders.batch.ledger.gradings import has_failed
from graders.batch.ledger.schema import OF_FOLDER, State
from graders.model.batch import Batch, Entry, Source
from graders.model.scorecard import Scorecard, ScorecardError
from graders.model.submission import Content, unpacked_files
from graders.model.text import on_one_line

_INTERRUPTED = "it was handed out, and the run ended before it came back"

_HandedIn = tuple[str, str, str | None, bytes | None, str, str | None, str]
_Graded = tuple[
    str, str, str | None, bytes | None, str, State | None, bytes | None, str | None, int
]


def batch_in(connection: sqlite3.Connection, path: Path, *, proposed: bool) -> Batch:
    """Return the batch as it stands, or as a rejudge proposes it."""
    title, terms = (_batch_row(connection, path, column) for column in ("title", "terms"))
    with _terms_of(path):
        terms_json.check(terms)
    under = "proposed" if proposed else "under"
    rows = connection.execute(
        "SELECT candidate, path, submission.sha256, compressed, suffix, state, scorecard, why_not, "
        "coalesce(tries, 0) FROM submission "
        "LEFT JOIN source ON source.sha256 = submission.sha256 "
        "LEFT JOIN grading ON grading.submission = submission.id "
        f"AND grading.conditions = submission.{under} "
        "WHERE place IS NOT NULL ORDER BY place"
    )
    entries = tuple(
        _entry(msgspec.convert(row, _Graded), path, may_be_set_aside=not proposed) for row in rows
    )
    return Batch(entries, title)


def _entry(row: _Graded, path: Path, *, may_be_set_aside: bool) -> Entry:
    candidate, name, sha256, data, suffix, state, card, why_not, tries = row
    said = _INTERRUPTED if state == State.OPEN else why_not or ""
    set_aside = may_be_set_aside and tries >= MOST_TRIES and has_failed(state, said)
    return Entry(
        candidate=candidate,
        path=name,
        sha256=sha256,
        content=_content_of(data, sha256, suffix, path),
        scorecard=_card_of(state, card, name, path),
        why_not=f"set aside after {tries} tries: {said}" if set_aside else said,
        tries=tries,
        set_aside=set_aside,
    )


def sources_in(connection: sqlite3.Connection, path: Path) -> tuple[Source, ...]:
    """Return the batch as it was handed in last, from what is kept of it."""
    _batch_row(connection, path, "title")
    rows = connection.execute(
        "SELECT candidate, path, submission.sha256, compressed, suffix, kata, unreadable "
        "FROM submission LEFT JOIN source ON source.sha256 = submission.sha256 "
        "WHERE place IS NOT NULL ORDER BY place"
    )
    return tuple(
        Source(candidate, name, _content_of(data, sha256, suffix, path), kata, unreadable)
        for candidate, name, sha256, data, suffix, kata, unreadable in (
            msgspec.convert(row, _HandedIn) for row in rows
        )
    )


def terms_in(connection: sqlite3.Connection, path: Path) -> Terms:
    """Return the terms of the batch, with its suites as their files are now."""
    with _terms_of(path):
        return terms_json.read(_batch_row(connection, path, "terms"))


@contextmanager
def _terms_of(path: Path) -> Iterator[None]:
    try:
        yield
    except msgspec.MsgspecError as error:
        raise damaged(path, f"the terms of its batch, {error}") from None


def _batch_row(connection: sqlite3.Connection, path: Path, column: str) -> str:
    found = connection.execute(f"SELECT {column} FROM batch").fetchone()
    if found is None:
        raise LedgerError(f"{shown(path)} is empty: nothing was graded into it yet")
    return str(found[0])


def _card_of(state: str | None, data: bytes | None, name: str, path: Path) -> Scorecard | None:
    """Return the scorecard, under the name that the file has now; None where none counts."""
    if data is None or state == State.AGAIN:
        return None
    try:
        card = unpacked(data)
    except (ScorecardError, zlib.error) as error:
        raise damaged(path, f"the scorecard of {on_one_line(name)}, {error}") from None
    return replace(card, submission=replace(card.submission, path=on_one_line(name)))


def _content_of(data: bytes | None, sha256: str | None, suffix: str, path: Path) -> Content | None:
    """Return what was handed in; None where it could not be read."""
    if sha256 is None or data is None:
        return None
    try:
        content = zlib.decompress(data)
    except zlib.error as error:
        raise damaged(path, f"the file {sha256}, {error}") from None
    if hashlib.sha256(content).hexdigest() != sha256:
        raise damaged(path, f"the file {sha256} has other bytes")
    try:
        return unpacked_files(content) if suffix == OF_FOLDER else content
    except ValueError as error:
        raise damaged(path, f"the folder {sha256}, {error}") from None
