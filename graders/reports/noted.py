"""Put what a person noted on submissions beside what the grader found, for tables and programs."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from graders.model.batch import Batch, Entry
from graders.model.notes import Note, NoteOn, NotesDocument, TakenNotes
from graders.model.text import on_one_line
from graders.reports.layout import BLANK, Line, beginning_of, grid, line, wrapped
from graders.reports.score import count, in_people

NOT_RUN = "not run"
_LONGEST_NAME, _LONGEST_GRADE, _NARROWEST = 24, 16, 20


def noted(batch: Batch) -> tuple[tuple[Entry, Note], ...]:
    """Return the submissions that something is noted on, each with its note."""
    notes = ((entry, entry.note) for entry in batch.entries)
    return tuple((entry, note) for entry, note in notes if note and not note.is_empty)


def verdicts_in_words(entry: Entry) -> dict[str, str]:
    """Return what the grader made of each case, by the id that pages show."""
    if entry.scorecard is None:
        return {}
    left = {on_one_line(case.id): NOT_RUN for case in entry.scorecard.not_run}
    run = {on_one_line(each.id): each.verdict.in_words for each in entry.scorecard.results}
    return left | run


def overrides_in_words(entry: Entry) -> tuple[str, ...]:
    """Return each override beside the verdict of the grader, and why."""
    verdicts = verdicts_in_words(entry)
    return tuple(
        f"{each.case}: {each.verdict.in_words} by hand, "
        f"{verdicts.get(each.case, NOT_RUN)} by the grader: {each.reason}"
        for each in (entry.note.overrides if entry.note else ())
    )


def rubric_in_words(note: Note) -> tuple[str, ...]:
    """Return each row of the rubric that was filled in.

    >>> from graders.model.notes import RubricEntry
    >>> rubric_in_words(Note("", rubric=(RubricEntry("Tests", 3, "two"), RubricEntry("Naming", 2))))
    ('Tests: 3, two', 'Naming: 2')
    """
    return tuple(
        f"{each.row}: {', '.join(filter(None, (str(each.choice or ''), each.remark)))}"
        for each in note.rubric
    )


def taken_in_words(taken: TakenNotes) -> str:
    """Say what was new in a file of notes.

    >>> taken_in_words(TakenNotes((Note("", grade="B"), Note("", text="asked well")), known=1))
    'notes on 2 people: 1 grade, 0 overrides; 1 more was there already'
    >>> taken_in_words(TakenNotes((), outdated=2))
    'nothing new; 2 are older than what the ledger has'
    """
    grades = count(sum(bool(note.grade) for note in taken.new), "grade")
    overrides = count(sum(len(note.overrides) for note in taken.new), "override")
    who = in_people(len(taken.new))
    said = [f"notes on {who}: {grades}, {overrides}" if taken.new else "nothing new"]
    if taken.known:
        more = " more" if taken.new else ""
        said.append(f"{taken.known}{more} {_were(taken.known)} there already")
    if taken.outdated:
        said.append(
            f"{taken.outdated} {'is' if taken.outdated == 1 else 'are'} older than what the "
            "ledger has"
        )
    return "; ".join(said)


def _were(number: int) -> str:
    return "was" if number == 1 else "were"


def document(batch: Batch) -> bytes:
    """Return the notes of a batch as a file that `kata notes` takes."""
    notes = tuple(
        NoteOn(on_one_line(entry.candidate), entry.sha256 or "", note)
        for entry, note in noted(batch)
    )
    made = NotesDocument("kata report", 1, notes)
    return msgspec.json.format(msgspec.json.encode(made), indent=1) + b"\n"


def notes_lines(batch: Batch, width: int) -> Iterator[Line]:
    """Return the notes of a batch as a table, no wider than `width` where that can be."""
    found = noted(batch)
    if not found:
        yield line("Nothing is noted in this ledger.")
        return
    rows = [_row(entry, note) for entry, note in found]
    taken = sum(max(len(row[column]) for row in rows) for column in range(3))
    names = ("candidate", "score", "by hand", "notes")
    room = max(_NARROWEST, width - max(taken, sum(map(len, names[:3]))) - 2 * len(names))
    table = grid(names, rows, align=("left",) * 4, widths=(None, None, None, room))
    yield from map(line, table.splitlines())
    for entry, _ in found:
        for said in overrides_in_words(entry):
            yield BLANK
            name = beginning_of(on_one_line(entry.candidate), _LONGEST_NAME)
            yield from wrapped(on_one_line(f"{name}, {said}"), width, hanging=2)


def _row(entry: Entry, note: Note) -> tuple[str, ...]:
    card = entry.scorecard
    rest = "; ".join(filter(None, (" ".join(note.text.split()), *rubric_in_words(note))))
    return (
        beginning_of(on_one_line(entry.candidate), _LONGEST_NAME),
        f"{card.score}/{card.max_score}" if card else "",
        beginning_of(on_one_line(note.grade), _LONGEST_GRADE),
        on_one_line(rest),
    )
