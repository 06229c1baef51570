"""The submissions of a batch, and what became of each."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from graders.model.notes import Note
from graders.model.scorecard import VERSION, Document, Scorecard, schema_of
from graders.model.submission import Content
from graders.model.verdict import Verdict


class HandIn(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a submission came in, as far as its place or a manifest says so.

    `layout` is the platform whose export it was in, empty for none. `original` is the file's name
    as its author had it. Attempts count from 1; `earlier` are the paths of those that do not
    count. `submitted` is when, as the platform writes it. `columns` are those of a manifest that
    mean nothing to us, each with what stands in it. All texts are on one line, as they are shown.
    """

    layout: str = ""
    original: str = ""
    attempt: int | None = None
    earlier: tuple[str, ...] = ()
    late: bool = False
    submitted: str = ""
    columns: tuple[tuple[str, str], ...] = ()


class Source(msgspec.Struct, frozen=True):
    """One submission as it was found, before anything is known of it but its bytes.

    `path` is how reports name it. `content` are the bytes of a file, or the files of a folder. It
    is None where it could not be read, and `unreadable` then says why: nothing of it is handed out.
    `kata` is that of a manifest, None where the file or the suites have to tell.
    """

    candidate: str
    path: str
    content: Content | None
    kata: str | None = None
    unreadable: str = ""
    hand_in: HandIn = HandIn()


class Entry(msgspec.Struct, frozen=True):
    """One submission of a batch and what became of it.

    A scorecard is only of bytes that were run. Where there are none such, for the submission's own
    fault, `refused` says why, there is no scorecard, and nobody tries again. `why_not` says how the
    grader failed, and is empty while nobody has tried; `tries` is how often it was handed out, and
    where the grader failed each time it is `set_aside`. `content` is None where it could not be
    read. `note` is what a person noted on it, beside the scorecard.
    """

    candidate: str
    path: str
    sha256: str | None
    content: Content | None
    scorecard: Scorecard | None = None
    why_not: str = ""
    tries: int = 1
    set_aside: bool = False
    hand_in: HandIn = HandIn()
    note: Note | None = None
    refused: str = ""

    @property
    def why_ungraded(self) -> str:
        return self.refused or self.why_not

    @property
    def is_received(self) -> bool:
        """Tell whether it has a scorecard on which the grader itself did not fail."""
        return self.scorecard is not None and not self.scorecard.grader_errors

    @property
    def kata(self) -> str | None:
        """Return the kata that it was graded by; None where it was not."""
        return None if self.scorecard is None else self.scorecard.kata

    @property
    def rung(self) -> str | None:
        """Return the rung of the ladder on which it stands; None where that is not known."""
        assessment = None if self.scorecard is None else self.scorecard.assessment
        return None if assessment is None else assessment.rung or None


class Batch(msgspec.Struct, frozen=True):
    """The submissions of a batch in the order of their candidates.

    `likenesses` are pairs of them, by their place in `entries`; None where nobody looked. `unread`
    are the places of those that were compared only byte for byte. `key` tells the batch from every
    other one, for as long as there is its ledger.
    """

    entries: tuple[Entry, ...]
    title: str = ""
    likenesses: tuple[Pair, ...] | None = None
    unread: tuple[int, ...] = ()
    key: str = ""

    @property
    def expected(self) -> int:
        return len(self.entries)

    @property
    def received(self) -> int:
        return sum(entry.is_received for entry in self.entries)

    @property
    def refused(self) -> tuple[Entry, ...]:
        """Return those of which nothing was run, for a fault of their own."""
        return tuple(entry for entry in self.entries if entry.refused)

    @property
    def missing(self) -> int:
        """Return how many have neither, for a fault of ours or because nobody has tried yet."""
        return self.expected - self.received - len(self.refused)


__all__ = ["VERSION", "BatchDocument", "LikenessDocument", "SubmissionDocument", "batch_schema"]


class SubmissionDocument(msgspec.Struct, frozen=True, omit_defaults=True):
    """Describe one submission.

    `sha256` is null where the file could not be read; `rung` where the scorecard has no `ladder`.
    It is `graded` where it has a scorecard on which the grader did not fail. The others have
    `why_not`; where that is their own fault they are `refused`, and nothing of them was run. The
    rest the same command grades again. Where there is no scorecard, everything from `kata` to
    `scorecard` is null. `hand_in` is there only where something is known of how it came in, `notes`
    where a person noted something.
    """

    candidate: str
    path: str
    sha256: str | None
    kata: str | None
    score: int | None
    max_score: int | None
    rung: str | None
    scorecard: Document | None
    graded: bool
    refused: bool = False
    why_not: str = ""
    hand_in: HandIn = HandIn()
    notes: Note | None = None


class LikenessDocument(msgspec.Struct, frozen=True):
    """Describe two submissions that resemble one another: a hint, never a verdict.

    `first` and `second` are places in `submissions`, from 0. `share` is from 0 to 1. `passages`
    are the lines that say the same, counted from 1, the last included, the longest passage first.
    `play` is null where it is not known what both played on quiet positions.
    """

    first: int
    second: int
    share: float
    passages: tuple[Passage, ...]
    play: SamePlay | None


class BatchDocument(msgspec.Struct, frozen=True, omit_defaults=True):
    """Describe the JSON of a batch, version 3.

    `expected` counts the submissions, `received` those that are `graded`, `not_graded` those that
    are `refused`: where these two are fewer than `expected`, the others are missing for no fault of
    theirs. They are in the order of their candidates. `likenesses` is there only where they were
    looked for.
    """

    version: Literal[3]
    expected: int
    received: int
    not_graded: int
    submissions: tuple[SubmissionDocument, ...]
    likenesses: tuple[LikenessDocument, ...] | None = None


def batch_schema() -> dict[str, Any]:
    """Return the JSON Schema of a batch, made from the types above."""
    return schema_of(BatchDocument)


class Grade(msgspec.Struct, frozen=True):
    """How a submission does: its points, and its rung of the ladder where that is known."""

    score: int
    max_score: int
    rung: str | None = None


class OtherVerdict(msgspec.Struct, frozen=True):
    """A case that is judged otherwise; None where it is in one of the two runs only."""

    case: str
    before: Verdict | None
    after: Verdict | None


class Rejudgement(msgspec.Struct, frozen=True):
    """One submission, how it stands and how it would.

    `before` is None where it has no result that counts, `after` where there is none now: `refused`
    then says why nothing of it is run, for its own fault, or else `why_not` how that failed.
    """

    candidate: str
    path: str
    before: Grade | None
    after: Grade | None
    verdicts: tuple[OtherVerdict, ...] = ()
    why_not: str = ""
    refused: str = ""

    @property
    def is_missing(self) -> bool:
        """Tell whether it could not be graded again, for no fault of its own."""
        return self.after is None and not self.refused

    @property
    def changes(self) -> bool:
        return not self.is_missing and (self.before != self.after or bool(self.verdicts))


class Rejudged(msgspec.Struct, frozen=True):
    """All submissions of a batch, in its order."""

    submissions: tuple[Rejudgement, ...]

    @property
    def changing(self) -> tuple[Rejudgement, ...]:
        return tuple(each for each in self.submissions if each.changes)

    @property
    def missing(self) -> tuple[Rejudgement, ...]:
        return tuple(each for each in self.submissions if each.is_missing)


class Passage(msgspec.Struct, frozen=True):
    """The lines of two submissions that say the same, counted from 1, the last included.

    Of a folder they are counted through all of its files, in the order of their names.
    """

    first_from: int
    first_to: int
    second_from: int
    second_to: int


class SamePlay(msgspec.Struct, frozen=True):
    """On how many of the quiet positions that both answered two programs played the `same`.

    Where that is nearly all of them, so many `others` of the batch play like one of the two. It is
    `telling` where they are few.
    """

    same: int
    of: int
    others: int = 0
    telling: bool = False


class Pair(msgspec.Struct, frozen=True):
    """Two submissions of a batch, by their place in it, and what they share.

    `share` is from 0 to 1, the greater of two: how much of the smaller one's words is in the other
    too, and how much of what is made of what is the same in both. What everybody was given is
    nobody's own. `passages` are the longest first. `play` is None where moves are not known of
    both.
    """

    first: int
    second: int
    share: float
    passages: tuple[Passage, ...] = ()
    play: SamePlay | None = None

    @property
    def order(self) -> tuple[float, float, int, int]:
        """Return a key that puts pairs first of which there is most to say."""
        telling = self.play is not None and self.play.telling
        return (-max(self.share, telling), -self.share, self.first, self.second)
