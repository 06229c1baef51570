"""Describe the JSON of a batch: its submissions in order, each with its scorecard."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from graders.model.likeness import Passage
from graders.model.scorecard import VERSION, Document, schema_of

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
