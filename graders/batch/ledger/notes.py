"""Take notes into a ledger, whole or not at all, and read those that count."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import msgspec

from graders.batch.job import unpack_scorecard
from graders.batch.ledger.database import LedgerError
from graders.model.notes import Note, NoteOn, TakenNotes
from graders.model.text import on_one_line

Whose = tuple[str, str]  # a candidate, and the SHA-256 of what they handed in
_MOST_NAMED = 5


def read_notes(connection: sqlite3.Connection) -> dict[Whose, Note]:
    """Return the latest note on each submission, the empty ones too."""
    rows = connection.execute("SELECT candidate, sha256, json FROM note ORDER BY id")
    return {(who, sha256): msgspec.json.decode(text, type=Note) for who, sha256, text in rows}


def take_notes(
    connection: sqlite3.Connection, notes: tuple[NoteOn, ...], taken_at: str
) -> TakenNotes:
    """Put down what is newer than what is there, within the caller's transaction.

    Raises `LedgerError` where a note is on nobody in the ledger, or on a case that they do not
    have. Somebody who is no longer part of the batch is known all the same.
    """
    by_shown_name = {
        (on_one_line(who), sha256): (who, sha256)
        for who, sha256 in connection.execute(
            "SELECT candidate, sha256 FROM submission WHERE sha256 IS NOT NULL"
        )
    }
    if unknown := list(_unknown(connection, notes, by_shown_name)):
        named = "; ".join(unknown[:_MOST_NAMED])
        more = f"; and {len(unknown) - _MOST_NAMED} more" if len(unknown) > _MOST_NAMED else ""
        raise LedgerError(f"nothing was taken, as the ledger does not have {named}{more}")
    there = read_notes(connection)
    new: list[Note] = []
    known = outdated = 0
    for each in notes:
        whose = by_shown_name[each.candidate, each.sha256]
        before = there.get(whose)
        if before == each.note or (before is None and each.note.is_empty):
            known += 1
        elif before is not None and before.written_at > each.note.written_at:
            outdated += 1
        else:
            text = msgspec.json.encode(each.note).decode()
            connection.execute(
                "INSERT INTO note (candidate, sha256, json, taken_at) VALUES (?, ?, ?, ?)",
                (*whose, text, taken_at),
            )
            there[whose] = each.note
            new.append(each.note)
    return TakenNotes(tuple(new), known, outdated)


def _unknown(
    connection: sqlite3.Connection, notes: tuple[NoteOn, ...], known: dict[Whose, Whose]
) -> Iterator[str]:
    names = {who for who, _ in known}
    for each in notes:
        name = on_one_line(each.candidate)
        whose = known.get((each.candidate, each.sha256))
        if whose is None:
            what = f"{each.sha256[:12]}… by {name}" if each.candidate in names else name
            yield f"the file {what}" if each.candidate in names else what
        elif each.note.overrides:
            cases = set(_cases(connection, whose))
            missing = [on_one_line(o.case) for o in each.note.overrides if o.case not in cases]
            yield from (f"the case {case} of {name}" for case in missing)


def _cases(connection: sqlite3.Connection, whose: Whose) -> Iterator[str]:
    """Return the cases of a submission, also those under conditions that do not count any more."""
    rows = connection.execute(
        "SELECT scorecard FROM grading JOIN submission ON submission.id = submission "
        "WHERE candidate = ? AND sha256 = ? AND scorecard IS NOT NULL",
        whose,
    )
    for (data,) in rows:
        yield from map(on_one_line, unpack_scorecard(data).case_ids)
