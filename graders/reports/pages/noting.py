"""Prepare the form in which a person notes something on a submission, as the ledger has it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from graders.model.batch import Entry
from graders.model.notes import (
    HIGHEST_CHOICE,
    LONGEST_GRADE,
    LONGEST_REMARK,
    LONGEST_TEXT,
    Note,
    RubricEntry,
)
from graders.model.text import on_one_line
from graders.model.verdict import Verdict
from graders.reports.noted import NOT_RUN, verdicts_in_words

NOTES_STYLE, NOTES_FORM = "notes.css", "notes.html.j2"
FORM_SCRIPTS, INDEX_SCRIPTS = ("notes.js", "notes_form.js"), ("notes.js", "notes_index.js")


class Noting(msgspec.Struct, frozen=True):
    """The form on one page.

    The browser keeps what is filled in by `batch`, candidate and SHA-256: pages that lie in files
    share what it keeps.
    """

    batch: str
    candidate: str
    sha256: str
    cases: tuple[tuple[str, str], ...]
    note: Note | None = None
    longest_text: int = LONGEST_TEXT
    longest_grade: int = LONGEST_GRADE
    longest_remark: int = LONGEST_REMARK
    highest: int = HIGHEST_CHOICE

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        return tuple(verdict for verdict in Verdict if verdict is not Verdict.GRADER_ERROR)

    @property
    def rubric(self) -> Mapping[str, RubricEntry]:
        return {each.row: each for each in (self.note.rubric if self.note else ())}

    def by_grader(self, case: str) -> str:
        return dict(self.cases).get(case, NOT_RUN)


def noting_of(entry: Entry, batch: str) -> Noting | None:
    """Return the form for a submission of the batch with that key; None where no file was read."""
    if entry.sha256 is None:
        return None
    cases = tuple(verdicts_in_words(entry).items())
    return Noting(batch, on_one_line(entry.candidate), entry.sha256, cases, entry.note)
