"""Hold what an interviewer can ask about a submission, and the rows of a rubric: data, in YAML.

A kata's own questions are in `interview.yaml` in its folder; what is the same for all of them, the
rubric and what to ask of a file that came to no answer, is in the file of that name in this room.
Questions are found by names that a scorecard has: the rung and the mistakes of its standing, else
the topic of its hints.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import msgspec

FILE = "interview.yaml"

Known = Literal["suites", "variants", "times", "board", "endings"]
"""What of a scorecard fills a row of the rubric."""


class InterviewError(ValueError):
    """Say what is wrong with a file of questions."""


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold a question, and what a good answer to it has."""

    ask: str
    listen_for: str


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold a row of the rubric: a machine fills one that is `known`, a person the others."""

    row: str
    look_for: str
    known: Known | None = None


class Interview(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Hold the questions by rung, by mistake and by topic, and the rubric."""

    rungs: Mapping[str, tuple[Question, ...]] = {}
    faults: Mapping[str, tuple[Question, ...]] = {}
    topics: Mapping[str, tuple[Question, ...]] = {}
    rubric: tuple[Row, ...] = ()


def general() -> Interview:
    """Return what is the same for every kata."""
    return _read(Path(__file__).with_name(FILE))


def interview_in(folder: Path) -> Interview:
    """Return the questions of a kata's folder, with what is the same for every kata."""
    own, others = _read(folder / FILE), general()
    return Interview(
        rungs={**others.rungs, **own.rungs},
        faults={**others.faults, **own.faults},
        topics={**others.topics, **own.topics},
        rubric=(*others.rubric, *own.rubric),
    )


def parse(text: bytes) -> Interview:
    """Read the YAML of such a file strictly; raise `InterviewError` for what is wrong with it.

    >>> parse(b"topics: {rows: [{ask: Which?, listen_for: The top.}]}").topics["rows"][0].ask
    'Which?'
    >>> parse(b"rung: {}")
    Traceback (most recent call last):
    graders.katas.interview.InterviewError: Object contains unknown field `rung`
    """
    try:
        found = msgspec.yaml.decode(text, type=Interview)
    except msgspec.ValidationError as error:
        raise InterviewError(str(error)) from None
    except msgspec.DecodeError as error:
        raise InterviewError(f"it is not YAML: {' '.join(str(error).split())}") from None
    for questions in (*found.rungs.values(), *found.faults.values(), *found.topics.values()):
        if not questions or not all(each.ask and each.listen_for for each in questions):
            raise InterviewError("each name needs a question, with what to listen for")
    return found


@functools.cache
def _read(path: Path) -> Interview:
    try:
        return parse(path.read_bytes())
    except InterviewError as error:
        raise InterviewError(f"{path}: {error}") from None
