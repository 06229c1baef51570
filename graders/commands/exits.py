"""Name the exit codes of the `kata` command."""

from __future__ import annotations

from graders.scorecard import Scorecard
from graders.verdict import Verdict

OK = 0
NOT_ACCEPTED = 1
USAGE = 2
GRADER_ERROR = 3
INTERRUPTED = 130
TERMINATED = 143


def exit_code(scorecard: Scorecard) -> int:
    """Return the exit code that says how a submission did; our own fault goes before theirs.

    >>> exit_code(Scorecard("a.py", "best_move", "limits", ()))
    0
    """
    verdicts = {result.verdict for result in scorecard.results if not result.variant}
    if any(result.verdict is Verdict.GRADER_ERROR for result in scorecard.results):
        return GRADER_ERROR
    return OK if verdicts <= {Verdict.ACCEPTED} else NOT_ACCEPTED
