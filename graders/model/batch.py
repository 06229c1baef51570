"""The submissions of a batch, and what became of each."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from graders.model.scorecard import VERSION, Document, Scorecard, schema_of
from graders.model.submission import Content
from graders.model.verdict import Verdict


class Source(msgspec.Struct, frozen=True):
    """One submission as it was found, before anything is known of it but its bytes.

    `path` is how reports name it. `content` are the bytes of a file, or the files of a folder. It
    is None where it could not be read, and `unreadable`
    then says why: whoever handed it in is told so by a scorecard like any other. `kata` is that
    of a manifest, None where the file or the suites have to tell.
    """

    candidate: str
    path: str
    content: Content | None
    kata: str | None = None
    unreadable: str = ""


class Entry(msgspec.Struct, frozen=True):
    """One submission of a batch and what became of it.

    `scorecard` is None where there is none yet, or none could be had; `why_not` then says why, and
    is empty while nobody has tried. `tries` is how often it was handed out; where the grader failed
    on it each time it is `set_aside`, and nobody tries any more. `content` is None where it could
    not be read.
    """

    candidate: str
    path: str
    sha256: str | None
    content: Content | None
    scorecard: Scorecard | None = None
    why_not: str = ""
    tries: int = 1
    set_aside: bool = False

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

    `likenesses` are pairs of them, by their place in `entries`; None where nobody looked.
    """

    entries: tuple[Entry, ...]
    title: str = ""
    likenesses: tuple[Pair, ...] | None = None

    @property
    def expected(self) -> int:
        """Return how many submissions were to be graded."""
        return len(self.entries)

    @property
    def received(self) -> int:
        """Return how many have a scorecard that stands."""
        return sum(entry.is_received for entry in self.entries)


__all__ = ["VERSION", "BatchDocument", "LikenessDocument", "SubmissionDocument", "batch_schema"]


class SubmissionDocument(msgspec.Struct, frozen=True, omit_defaults=True):
    """Describe one submission.

    `sha256` is null where the file could not be read; `rung` where the scorecard has no `ladder`.
    Where there is no scorecard, everything from `kata` on is null. `why_not` is there only where
    there is none, or where the grader itself failed on a case: the submission counts as expected
    and not as received, and the same command grades it again.
    """

    candidate: str
    path: str
    sha256: str | None
    kata: str | None
    score: int | None
    max_score: int | None
    rung: str | None
    scorecard: Document | None
    why_not: str = ""


class LikenessDocument(msgspec.Struct, frozen=True):
    """Describe two submissions that resemble one another: a hint, never a verdict.

    `first` and `second` are places in `submissions`, from 0. `share` is from 0 to 1. `passages`
    are the lines that say the same, counted from 1, the last included, the longest passage first.
    """

    first: int
    second: int
    share: float
    passages: tuple[Passage, ...]


class BatchDocument(msgspec.Struct, frozen=True, omit_defaults=True):
    """Describe the JSON of a batch, version 3.

    `expected` counts the submissions, `received` those with a scorecard on which the grader did
    not fail. They are in the order of their candidates. `likenesses` is there only where they
    were looked for.
    """

    version: Literal[3]
    expected: int
    received: int
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

    `before` is None where it has no result that counts, `after` where it could not be graded
    again, and `why_not` then says why.
    """

    candidate: str
    path: str
    before: Grade | None
    after: Grade | None
    verdicts: tuple[OtherVerdict, ...] = ()
    why_not: str = ""

    @property
    def changes(self) -> bool:
        """Tell whether anything of it would change."""
        return self.after is not None and (self.before != self.after or bool(self.verdicts))


class Rejudged(msgspec.Struct, frozen=True):
    """All submissions of a batch, in its order."""

    submissions: tuple[Rejudgement, ...]

    @property
    def changing(self) -> tuple[Rejudgement, ...]:
        """Return those of which something would change."""
        return tuple(each for each in self.submissions if each.changes)

    @property
    def not_graded(self) -> tuple[Rejudgement, ...]:
        """Return those that could not be graded again."""
        return tuple(each for each in self.submissions if each.after is None)


class Passage(msgspec.Struct, frozen=True):
    """The lines of two submissions that say the same, counted from 1, the last included.

    Of a folder they are counted through all of its files, in the order of their names.
    """

    first_from: int
    first_to: int
    second_from: int
    second_to: int


class Pair(msgspec.Struct, frozen=True):
    """Two submissions of a batch, by their place in it, and what they share.

    `share` is from 0 to 1, the greater of two: how much of the smaller one's words is in the other
    too, and how much of what is made of what is the same in both. What everybody was given is
    nobody's own. `passages` are the longest first.
    """

    first: int
    second: int
    share: float
    passages: tuple[Passage, ...] = ()
