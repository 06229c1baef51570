"""What a person notes on a submission, which no verdict and no point ever depends on."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from graders.model.verdict import Verdict

MOST_BYTES = 8_000_000  # of a file of notes
LONGEST_TEXT, LONGEST_GRADE, LONGEST_REMARK = 20_000, 100, 2_000
HIGHEST_CHOICE = 4
_NAME = Meta(min_length=1, max_length=1_000)
_REMARK = Meta(max_length=LONGEST_REMARK)


class Override(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A case as a person judges it, and why."""

    case: Annotated[str, _NAME]
    verdict: Verdict
    reason: Annotated[str, Meta(min_length=1, max_length=LONGEST_REMARK)]


class RubricEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A row of the rubric as a person filled it in: a choice from 1 to 4, a remark, or both."""

    row: Annotated[str, _NAME]
    choice: Annotated[int, Meta(ge=1, le=HIGHEST_CHOICE)] | None = None
    remark: Annotated[str, _REMARK] = ""


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """All that was noted on one submission.

    The `grade` is whatever its reader uses: a number, a letter, a word. `written_at` is the clock
    of the browser, UTC; of two notes the one that was written later counts.
    """

    written_at: Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")]
    text: Annotated[str, Meta(max_length=LONGEST_TEXT)] = ""
    grade: Annotated[str, Meta(max_length=LONGEST_GRADE)] = ""
    overrides: Annotated[tuple[Override, ...], Meta(max_length=1_000)] = ()
    rubric: Annotated[tuple[RubricEntry, ...], Meta(max_length=100)] = ()

    @property
    def is_empty(self) -> bool:
        return not (self.text or self.grade or self.overrides or self.rubric)


class NoteOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A note and whose it is: a candidate's name as pages show it, and what they handed in."""

    candidate: Annotated[str, Meta(max_length=1_000)]
    sha256: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    note: Note


class NotesDocument(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Describe a file of notes, as pages save it and `kata notes` takes and prints it."""

    made_by: Literal["kata report"]
    version: Literal[1]
    notes: Annotated[tuple[NoteOn, ...], Meta(max_length=20_000)]


class TakenNotes(msgspec.Struct, frozen=True):
    """What was new in a file of notes, how many it had that are known, and how many are outdated.

    An outdated one was written before the one that the ledger has.
    """

    new: tuple[Note, ...]
    known: int = 0
    outdated: int = 0
