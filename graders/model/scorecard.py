"""Hold the result of one case and the scorecard of one submission."""

from __future__ import annotations

from dataclasses import dataclass

from graders.model.explanation import Explanation
from graders.model.outcome import Doubt
from graders.model.verdict import Verdict


@dataclass(frozen=True)
class Attempt:
    """Hold the times and the verdict of one run of a case that was run more than once."""

    verdict: Verdict
    wall_s: float
    cpu_s: float


@dataclass(frozen=True)
class Result:
    """Hold verdict and evidence for one case.

    `answer` is what the submission returned, as JSON can carry it; `task` is what the kata's
    case holds. `warnings` stand beside the verdict and change nothing. `attempts` is empty
    unless the case was run again because its time was in doubt; `doubt` then says why, as data, and
    `rerun_because` in words.
    `traceback` is the submission's own, paths shortened, where an exception came out of it.
    """

    id: str
    verdict: Verdict
    points: int
    max_points: int
    cap_s: float
    answer: object = None
    message: str = ""
    wall_s: float = 0.0
    cpu_s: float = 0.0
    stdout: str = ""
    stderr: str = ""
    warnings: tuple[str, ...] = ()
    explanation: Explanation | None = None
    attempts: tuple[Attempt, ...] = ()
    rerun_because: str = ""
    doubt: Doubt | None = None
    traceback: str = ""
    task: object = None

    @property
    def suite(self) -> str:
        """Return the part of the id before the slash, the name of the suite."""
        return self.id.split("/", 1)[0]

    @property
    def variant(self) -> str:
        """Return the part of the id after the tilde; empty for a case as the suite has it.

        >>> Result("phase3/mate-in-9~mirror", Verdict.ACCEPTED, 0, 0, 2.0).variant
        'mirror'
        """
        return self.id.partition("~")[2]

    @property
    def original(self) -> str:
        """Return the id without the variant."""
        return self.id.partition("~")[0]

    @property
    def accepted(self) -> bool:
        """Tell whether the verdict is `accepted`."""
        return self.verdict is Verdict.ACCEPTED


@dataclass(frozen=True)
class Standing:
    """Hold where on the ladder a submission stands, from what evidence, and one hint."""

    rung: str
    evidence: str
    hint: str


@dataclass(frozen=True)
class Scorecard:
    """Hold all results of one submission.

    `holds` tells whether it holds under mirror and colour swap (None where not asked), `lost`
    names the variants that it misses although it has the case itself.
    `complete` is False when the run was interrupted; `results` is then what was graded so far.
    """

    submission: str
    kata: str
    isolation: str
    results: tuple[Result, ...]
    standing: Standing | None = None
    holds: bool | None = None
    lost: tuple[str, ...] = ()
    complete: bool = True

    @property
    def score(self) -> int:
        """Return the points won."""
        return sum(result.points for result in self.results)

    @property
    def max_score(self) -> int:
        """Return the points there were to win."""
        return sum(result.max_points for result in self.results)

    @property
    def grader_errors(self) -> int:
        """Return on how many cases the grader itself failed."""
        return sum(result.verdict is Verdict.GRADER_ERROR for result in self.results)
