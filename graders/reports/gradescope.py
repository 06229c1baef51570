"""Write `results.json` for Gradescope: a test for each case, and what a student may see of it.

The fields, what `visibility` and `output_format` may be and that hidden tests hide the total are
those of gradescope-autograders.readthedocs.io/en/latest/specs/ (leaderboards: …/leaderboards/).
Everything is of the format `text`, in which nothing is rendered, so that no student's text is ever
markup. Cases of a suite that is not shipped with the project are nobody's but the teacher's: they
are `after_published`, and neither the sums nor the leaderboard that a student sees count them.
The file is in ASCII.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from graders.model.scorecard import Result, Scorecard
from graders.model.text import on_one_line
from graders.reports.format import Report
from graders.reports.layout import as_text
from graders.reports.safe_text import CaseOutcome, CaseText, case_texts, cut, not_loaded, safe
from graders.reports.score import count, in_lines, score_lines, shown_assessment
from graders.reports.spoilers import private_suites

MOST_OUTPUT = 65_536  # how many characters a test may tell; nothing says where Gradescope stops
HIDDEN = "after_published"
VISIBLE = "visible"
_TEXT = "text"


class GradescopeReport(Report):
    def finish(self, scorecard: Scorecard) -> None:
        card = self.tellable(scorecard)
        hidden = hidden_suites(card)
        document = {
            "score": card.score,
            "execution_time": round(card.duration_s, 3),
            "output": _output(card, hidden),
            "output_format": _TEXT,
            "test_output_format": _TEXT,
            "test_name_format": _TEXT,
            "visibility": VISIBLE,
            "stdout_visibility": "hidden",
            "extra_data": _extra(card),
            "tests": _tests(case_texts(card, with_output=True), hidden),
            "leaderboard": _leaderboard(card, hidden),
        }
        self.stream.write(json.dumps(document, indent=2) + "\n")


def hidden_suites(card: Scorecard) -> frozenset[str]:
    """Return the names of the suites whose cases a student is not to see yet.

    A suite is seen where its bytes are those of one that is shipped. A file of which nothing could
    be called has results of no suite, and those are seen.
    """
    used = () if card.provenance is None else card.provenance.suites
    seen = {suite.name for suite in used} - private_suites(used)
    named = {result.suite for result in card.results if result.cap_s or "/" in result.id}
    return frozenset({*named, *(case.suite for case in card.not_run if case.cap_s)} - seen)


def _output(card: Scorecard, hidden: Collection[str]) -> str:
    if wrong := not_loaded(card):
        return cut(wrong, MOST_OUTPUT)
    if hidden:
        seen = [result for result in card.results if result.suite not in hidden]
        cases = len(card.results) + len(card.not_run) - len(seen)
        said = [f"{count(cases, 'more case')} will be shown when the grades are published."]
        if seen:
            said.insert(0, _points(seen))
        return "\n".join(said)
    said = list(as_text(score_lines(card, 80)))
    assessment = shown_assessment(card)
    if assessment is not None:
        said += ["", *in_lines(assessment)]
    return cut(safe("\n".join(said)), MOST_OUTPUT)


def _points(seen: Sequence[Result]) -> str:
    won = sum(result.points for result in seen)
    most = sum(result.max_points for result in seen)
    return f"{won} of {most} points in the cases shown."


def _tests(tests: Sequence[CaseText], hidden: Collection[str]) -> list[dict[str, Any]]:
    suites = list(dict.fromkeys(test.suite for test in tests))
    numbers = dict.fromkeys(suites, 0)
    written: list[dict[str, Any]] = []
    for test in tests:
        numbers[test.suite] += 1
        written.append(
            {
                "name": test.id,
                "name_format": _TEXT,
                "number": f"{suites.index(test.suite) + 1}.{numbers[test.suite]}",
                "score": test.points,
                "max_score": test.max_points,
                "status": "passed" if test.outcome is CaseOutcome.PASSED else "failed",
                "output": cut(test.text, MOST_OUTPUT),
                "output_format": _TEXT,
                "tags": [test.suite, test.verdict],
                "visibility": HIDDEN if test.suite in hidden else VISIBLE,
            }
        )
    return written


def _leaderboard(card: Scorecard, hidden: Collection[str]) -> list[Mapping[str, Any]]:
    """Return what a class may compare: points, and the case that came nearest to its cap."""
    seen = [result for result in card.results if result.suite not in hidden]
    if not seen:
        return []
    slowest = max((each.counted_s / each.cap_s for each in seen if each.cap_s), default=0.0)
    return [
        {"name": "Points", "value": sum(result.points for result in seen), "order": "desc"},
        {"name": "Slowest case, share of its cap", "value": round(slowest, 3), "order": "asc"},
    ]


def _extra(card: Scorecard) -> Mapping[str, Any]:
    made = card.provenance
    return {
        "kata": on_one_line(card.kata),
        "isolation": on_one_line(card.isolation),
        "sha256": card.submission.sha256,
        "complete": card.complete,
        "grader_errors": card.grader_errors,
        "started_at": on_one_line(card.started_at),
        "grader": None if made is None else on_one_line(made.grader),
        "suites": []
        if made is None
        else [
            {"name": on_one_line(suite.name), "version": suite.version, "sha256": suite.sha256}
            for suite in made.suites
        ],
    }


REPORT = GradescopeReport
