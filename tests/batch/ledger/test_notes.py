"""Notes in a ledger: taken whole or not at all, the latest counts, and no result changes."""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from graders.batch.ledger.database import LedgerError
from graders.batch.ledger.ledger import Ledger
from graders.model.batch import Batch
from graders.model.notes import Note, NoteOn, Override, TakenNotes
from graders.model.verdict import Verdict
from tests.batch.ledger.handed_in import run, source, sources

EARLY, LATE = "2026-01-01T10:00:00.000Z", "2026-01-01T11:00:00.000Z"
GRADE = Note(EARLY, grade="B")
OVERRIDE = Override("phase3/one", Verdict.ACCEPTED, "the board was printed wrongly")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a ledger in which Ann and Bob were graded."""
    run(tmp_path / "class.ledger", *sources("ann", "bob"))
    return tmp_path / "class.ledger"


def on(candidate: str, note: Note, code: str = "") -> NoteOn:
    content = source(candidate, code).content
    assert isinstance(content, bytes)
    return NoteOn(candidate, hashlib.sha256(content).hexdigest(), note)


def take(path: Path, *notes: NoteOn) -> TakenNotes:
    with Ledger.open(path) as ledger:
        return ledger.take_notes(notes)


def noted(path: Path) -> dict[str, Note | None]:
    return {entry.candidate: entry.note for entry in Ledger.read(path).entries}


def rows(path: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT candidate, json FROM note ORDER BY id").fetchall()


def without_notes(batch: Batch) -> Batch:
    return replace(batch, entries=tuple(replace(each, note=None) for each in batch.entries))


def test_a_note_stands_beside_a_result_that_stays_what_it_was(path: Path) -> None:
    before = Ledger.read(path)
    note = replace(GRADE, overrides=(OVERRIDE,))
    assert take(path, on("ann", note)) == TakenNotes((note,))
    assert noted(path) == {"ann": note, "bob": None}
    assert without_notes(Ledger.read(path)) == before


def test_the_same_notes_again_change_nothing(path: Path) -> None:
    notes = (on("ann", GRADE), on("bob", replace(GRADE, text="asked well")))
    take(path, *notes)
    assert take(path, *notes) == TakenNotes((), known=2)
    assert len(rows(path)) == 2


def test_the_note_that_was_written_later_counts_whichever_is_taken_first(path: Path) -> None:
    newer = Note(LATE, grade="A")
    take(path, on("ann", GRADE), on("bob", newer))
    assert take(path, on("ann", newer), on("bob", GRADE)) == TakenNotes((newer,), outdated=1)
    assert noted(path) == {"ann": newer, "bob": newer}
    assert [who for who, _ in rows(path)] == ["ann", "bob", "ann"], "the older one stays"


def test_what_was_cleared_is_cleared_and_an_empty_note_alone_is_none(path: Path) -> None:
    take(path, on("ann", GRADE))
    cleared = Note(LATE)
    assert take(path, on("ann", cleared), on("bob", cleared)) == TakenNotes((cleared,), known=1)
    assert noted(path) == {"ann": cleared, "bob": None}


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        (on("eve", GRADE), "eve"),
        (on("ann", GRADE, code="# another file\n"), "the file .{12}… by ann"),
        (
            on("ann", replace(GRADE, overrides=(replace(OVERRIDE, case="no/such"),))),
            "the case no/such of ann",
        ),
    ],
)
def test_where_one_note_is_on_nothing_that_is_there_none_is_taken(
    path: Path, wrong: NoteOn, named: str
) -> None:
    with pytest.raises(
        LedgerError, match=f"nothing was taken, as the ledger does not have {named}"
    ):
        take(path, on("bob", GRADE), wrong)
    assert noted(path) == {"ann": None, "bob": None}


def test_somebody_who_is_gone_from_the_batch_is_known_and_comes_back_with_the_note(
    path: Path,
) -> None:
    run(path, source("ann"))
    assert take(path, on("bob", GRADE)).new == (GRADE,)
    assert noted(path) == {"ann": None}
    run(path, *sources("ann", "bob"))
    assert noted(path)["bob"] == GRADE


def test_the_key_of_a_batch_stays_whatever_is_added_and_is_that_of_no_other(
    path: Path, tmp_path: Path
) -> None:
    key = Ledger.read(path).key
    run(path, *sources("aaron", "ann", "bob"))
    assert Ledger.read(path).key == key
    run(tmp_path / "other.ledger", *sources("bob", "ann"))
    assert Ledger.read(tmp_path / "other.ledger").key != key
