"""Write `results.json` of a test runner of Exercism, version 3 of its interface.

From exercism.org/docs/building/tooling/test-runners/interface: the statuses; `error` at the top
only where no test was run, with a message; the tests in the order of the suite; a message of at
most 65,535 characters, fewer where they take several bytes (so it is bytes that are counted); at
most 500 characters of what the solution printed, and the sentence for where there was more; exit
code 0 whatever the tests say. `task_id` is the number of the suite: each is one task. The first
failure is what a student is shown, so that is where the hint goes. The file is in ASCII.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from graders.model.scorecard import Scorecard
from graders.reports.format import Report
from graders.reports.safe_text import (
    CaseOutcome,
    CaseText,
    case_texts,
    cut,
    cut_to_bytes,
    not_loaded,
    safe,
)

VERSION = 3
MOST_MESSAGE = 65_535
MOST_OUTPUT = 500
OUTPUT_WAS_CUT = "\nOutput was truncated. Please limit to 500 chars"
MESSAGE_WAS_CUT = f"\n… (cut: a message takes at most {MOST_MESSAGE:,} bytes)"
_STATUS = {
    CaseOutcome.PASSED: "pass",
    CaseOutcome.FAILED: "fail",
    CaseOutcome.BROKE: "error",
    None: "error",
}


class ExercismReport(Report):
    exits_0_on_failures: ClassVar[bool] = True

    def finish(self, scorecard: Scorecard) -> None:
        card = self.tellable(scorecard)
        cases = () if self.heading is None else self.heading.cases
        order = {case.id: number for number, case in enumerate(cases)}
        told = case_texts(card, with_output=False)
        tests = sorted(told, key=lambda test: order.get(test.id, len(order)))
        self.stream.write(json.dumps(_document(card, tests), indent=2) + "\n")


def _document(card: Scorecard, tests: Sequence[CaseText]) -> Mapping[str, Any]:
    broken = not_loaded(card) or ("" if card.results else "no test was run")
    if broken:
        message = cut_to_bytes(broken, MOST_MESSAGE, MESSAGE_WAS_CUT)
        return {"version": VERSION, "status": "error", "message": message, "tests": []}
    passed = all(test.outcome is CaseOutcome.PASSED for test in tests)
    return {
        "version": VERSION,
        "status": "pass" if passed else "fail",
        "message": None,
        "tests": list(_tests(tests, _hint(card))),
    }


def _hint(card: Scorecard) -> str:
    hint = "" if card.assessment is None else safe(card.assessment.hint)
    return f"\n\nNext: {hint}" if hint else ""


def _tests(tests: Sequence[CaseText], hint: str) -> Iterator[Mapping[str, Any]]:
    tasks = list(dict.fromkeys(test.suite for test in tests))
    missed = 0
    for test in tests:
        message = None
        if test.outcome is not CaseOutcome.PASSED:
            missed += 1
            text = test.text + (hint if missed == 1 else "")
            message = cut_to_bytes(text, MOST_MESSAGE, MESSAGE_WAS_CUT)
        yield {
            "name": test.id,
            "status": _STATUS[test.outcome],
            "message": message,
            "output": cut(test.printed, MOST_OUTPUT, OUTPUT_WAS_CUT) or None,
            "test_code": test.code or None,
            "task_id": tasks.index(test.suite) + 1,
        }


REPORT = ExercismReport
