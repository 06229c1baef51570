"""Write what GitHub Classroom's autograding reads, and the summary of a job of GitHub Actions.

The result goes to the stream as `result=…`, a line for the file `GITHUB_OUTPUT`: JSON in base64
with the fields that github.com/classroom-resources/autograding-command-grader writes and
autograding-grading-reporter reads, which adds up the scores of the tests. The reporter is given it
in an environment variable, of which Linux allows 128 KiB, so long messages are shortened. What the
reporter prints, the runner reads for workflow commands (`::name::` at the beginning of a line,
`##[name]` anywhere: github.com/actions/runner, ActionCommand.cs); a space takes their meaning away.

The summary goes to the file that `GITHUB_STEP_SUMMARY` names, if any, after what is there already:
Markdown, of which a step has 1 MiB (docs.github.com, workflow commands, adding a job summary).
"""

from __future__ import annotations

import base64
import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from graders.model.scorecard import Scorecard
from graders.model.usage_error import UsageError
from graders.reports.format import Report
from graders.reports.markdown import fitted, of_card
from graders.reports.safe_text import CaseOutcome, CaseText, case_texts, cut, not_loaded

SUMMARY = "GITHUB_STEP_SUMMARY"  # the variable that names the file of the summary
MOST_RESULT = 96 * 1024  # how many characters the result takes, in base64
MOST_SUMMARY = 1024 * 1024  # how many bytes the summary of a step takes
_MESSAGES = (8_000, 2_000, 500, 120, 0)
"""How long a message may be; the first is taken with which the result is short enough."""
_STATUS = {
    CaseOutcome.PASSED: "pass",
    CaseOutcome.FAILED: "fail",
    CaseOutcome.BROKE: "error",
    None: "error",
}
_COMMAND = re.compile(r"^(\s*):(?=:)|##(?=\[)", re.MULTILINE)


class GithubReport(Report):
    def finish(self, scorecard: Scorecard) -> None:
        card = self.tellable(scorecard)
        self.stream.write(f"result={_encoded(card)}\n")
        if where := os.environ.get(SUMMARY):
            _append(Path(where), of_card(scorecard, self))


def without_commands(text: str) -> str:
    """Return text no line of which is a workflow command to the runner that prints it.

    >>> without_commands("a::b"), without_commands("  ::error::x"), without_commands("a ##[group]")
    ('a::b', '  : :error::x', 'a ## [group]')
    """
    return _COMMAND.sub(lambda found: f"{found[0]} ", text)


def _encoded(card: Scorecard) -> str:
    tests = case_texts(card, with_output=True)
    for most in _MESSAGES:
        written = _in_base64(_result(card, [_test(test, most) for test in tests]))
        if len(written) <= MOST_RESULT:
            return written
    return _in_base64(_result(card, list(_by_suite(tests))))


def _in_base64(document: Mapping[str, Any]) -> str:
    return base64.b64encode(json.dumps(document).encode("ascii")).decode("ascii")


def _result(card: Scorecard, tests: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    status = "pass" if tests and all(test["status"] == "pass" for test in tests) else "fail"
    if not_loaded(card) or card.grader_errors or not tests:
        status = "error"
    return {"version": 1, "status": status, "max_score": card.max_score, "tests": tests}


def _test(test: CaseText, most: int) -> Mapping[str, Any]:
    message = "" if test.outcome is CaseOutcome.PASSED else cut(test.text, most)
    return {
        "name": without_commands(test.id),
        "status": _STATUS[test.outcome],
        "score": test.points,
        "message": without_commands(message) or None,
        "test_code": without_commands(cut(test.code, most)),
        "filename": "",
        "line_no": 0,
        "duration": round(test.seconds, 3),
    }


def _by_suite(tests: Sequence[CaseText]) -> Iterator[Mapping[str, Any]]:
    for suite in dict.fromkeys(test.suite for test in tests):
        own = [test for test in tests if test.suite == suite]
        passed = sum(test.outcome is CaseOutcome.PASSED for test in own)
        whole = CaseText(
            suite,
            suite,
            "",
            CaseOutcome.PASSED if passed == len(own) else CaseOutcome.FAILED,
            sum(test.points for test in own),
            sum(test.max_points for test in own),
            sum(test.seconds for test in own),
            f"{passed} of {len(own)} cases accepted",
        )
        yield _test(whole, 100)


def _append(where: Path, sections: Iterator[str]) -> None:
    """Add the sections to a file, as far as a summary has room for them.

    Raises `UsageError` where it cannot be written.
    """
    try:
        with where.open("a", encoding="utf-8", newline="\n") as stream:
            room = MOST_SUMMARY - stream.tell()
            stream.write(fitted(sections, room, lambda text: len(text.encode("utf-8"))))
    except OSError as error:
        raise UsageError(
            f"cannot write the summary {where}: {error.strerror}; {SUMMARY} has to name a file"
        ) from None


REPORT = GithubReport
