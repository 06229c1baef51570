"""Write a scorecard as one JSON document, for programs."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import ClassVar

import msgspec

from graders.model.scorecard import Result, Scorecard
from graders.reports.report import Report

VERSION = 1


class JsonReport(Report):
    """Write the document at the end, on one line of its own."""

    name: ClassVar[str] = "json"

    def finish(self, scorecard: Scorecard) -> None:
        """Write the document."""
        json.dump(document(scorecard, hints=self.hints), self.stream, allow_nan=False)
        self.stream.write("\n")


def document(scorecard: Scorecard, *, hints: bool = True) -> dict[str, object]:
    """Return the scorecard as what JSON can carry.

    `holds` is there only when variants were asked for, `ladder` only where the submission has a
    standing and `hints` are wanted, `attempts` only in a case that was run again.
    """
    whole: dict[str, object] = {
        "version": VERSION,
        "submission": scorecard.submission,
        "kata": scorecard.kata,
        "isolation": scorecard.isolation,
        "score": scorecard.score,
        "max_score": scorecard.max_score,
        "complete": scorecard.complete,
        "cases": [_case(result) for result in scorecard.results],
    }
    if scorecard.holds is not None:
        whole["holds"] = scorecard.holds
    if hints and scorecard.standing is not None:
        whole["ladder"] = asdict(scorecard.standing)
    return whole


def _case(result: Result) -> dict[str, object]:
    case: dict[str, object] = {
        "id": result.id,
        "verdict": result.verdict.value,
        "answer": result.answer,
        "points": result.points,
        "max_points": result.max_points,
        "wall_s": round(result.wall_s, 4),
        "cpu_s": round(result.cpu_s, 4),
        "cap_s": result.cap_s,
        "message": result.message,
        "stdout": result.stdout,
        "stderr": result.stderr,
        "warnings": list(result.warnings),
    }
    if result.explanation is not None:
        case["explanation"] = msgspec.to_builtins(result.explanation)
    if result.traceback:
        case["traceback"] = result.traceback
    if result.attempts:
        case["rerun_because"] = result.rerun_because
        case["attempts"] = [asdict(attempt) for attempt in result.attempts]
    return case


REPORT = JsonReport
