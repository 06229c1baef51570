"""Hold what the history remembers: one graded run in short, one hint taken."""

from __future__ import annotations

import hashlib
import os
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from graders.model.scorecard import Result, Scorecard
from graders.model.submission import Content, sha256_of
from graders.model.verdict import Verdict

LONGEST_MESSAGE = 160
"""How many characters are kept of why a case was missed."""
ALL_CASES = ("*",)


class CaseRun(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Hold one case of a run; `message` is the first line of why it was missed."""

    id: str
    verdict: str
    points: int
    max_points: int
    wall_s: float
    message: str = ""

    @property
    def accepted(self) -> bool:
        """Tell whether the verdict is `accepted`."""
        return self.verdict == Verdict.ACCEPTED


class Entry(msgspec.Struct, frozen=True, tag="run", omit_defaults=True, gc=False):
    """Hold one graded run: of which file, when, and what came of each case.

    `at` is UTC, as in `2026-11-22T09:30:00.125Z`. `file` is the whole path, links followed, and
    `sha256` that of what was graded. `rung` is empty where the run gives none. `complete` is False
    where the run was interrupted; `whole` where it was not of all shipped cases under their own
    caps, so that its score says nothing about the file as a whole. `hint` is what its standing says
    comes next, and `topic` the entry of the kata's advice that it is from.
    """

    at: str
    file: str
    sha256: str
    kata: str
    score: int
    max_score: int
    rung: str = ""
    complete: bool = True
    whole: bool = True
    cases: tuple[CaseRun, ...] = ()
    topic: str = ""
    hint: str = ""

    @property
    def failed(self) -> tuple[str, ...]:
        """Return the ids of the cases that were graded and not accepted, in order."""
        return tuple(case.id for case in self.cases if not case.accepted)


class HintTaken(msgspec.Struct, frozen=True, tag="hint", gc=False):
    """Hold one hint that was shown: about which topic, and how many steps deep it went."""

    at: str
    file: str
    kata: str
    topic: str
    step: int


def entry_of(
    path: Path, source: Content | None, scorecard: Scorecard, *, shipped: bool = True
) -> Entry:
    """Return what is remembered of a run of the file at `path`.

    `source` is what was graded; where it is None, the scorecard has to say its hash. `shipped`
    tells that it was graded on the shipped suites and none that somebody named.
    """
    return Entry(
        at=scorecard.started_at or now(),
        file=whole_name(path),
        sha256=scorecard.submission.sha256 or "" if source is None else sha256_of(source),
        kata=scorecard.kata,
        score=scorecard.score,
        max_score=scorecard.max_score,
        rung=scorecard.standing.rung if scorecard.standing else "",
        complete=scorecard.complete,
        whole=shipped and scorecard.complete and _has_all_cases(scorecard),
        cases=tuple(map(_case_run, scorecard.results)),
        topic=scorecard.standing.topic if scorecard.standing else "",
        hint=scorecard.standing.hint if scorecard.standing else "",
    )


def _has_all_cases(scorecard: Scorecard) -> bool:
    """Tell whether no case was left out or had another cap; unless it says, none was."""
    if scorecard.provenance is None:
        return True
    options = scorecard.provenance.options
    return options.cases == ALL_CASES and options.cap_s is None


def _case_run(result: Result) -> CaseRun:
    return CaseRun(
        result.id,
        str(result.verdict),
        result.points,
        result.max_points,
        round(result.wall_s, 4),
        "" if result.accepted else result.message.partition("\n")[0][:LONGEST_MESSAGE],
    )


def digest(source: bytes) -> str:
    """Return the SHA-256 of a source, by which it is found again."""
    return hashlib.sha256(source).hexdigest()


def whole_name(path: Path) -> str:
    """Return the whole path of a file, links followed, as text that JSON can carry."""
    return os.path.realpath(path).encode("utf-8", "backslashreplace").decode()


def now() -> str:
    """Return the time as an entry writes it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
