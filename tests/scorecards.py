"""Scorecards made by hand, for the reports to be tested on."""

from __future__ import annotations

from msgspec.structs import replace

from graders.model.explanation import Column, PositionExplanation
from graders.model.outcome import Doubt, DoubtKind
from graders.model.provenance import Submitted
from graders.model.scorecard import Assessment, Attempt, Finding, Result, Scorecard
from graders.model.verdict import Verdict

ACCEPTED = Result(
    "phase3/mate-in-3", Verdict.ACCEPTED, 1, 1, 2.0, answer=5, wall_s=0.0123, cpu_s=0.0119
)
WRONG = Result(
    "phase3/mate-in-9",
    Verdict.WRONG_ANSWER,
    0,
    1,
    2.0,
    answer=3,
    message="column 3 does not win, column 6 does",
    wall_s=0.5,
    cpu_s=0.49,
    stdout="thinking <b>hard</b>\n",
    stderr="[bold]not markup[/bold]\n",
    explanation=PositionExplanation(
        moves="06",
        first="RED",
        to_move="RED",
        drawing=(".......",) * 5 + ("R.....Y",),
        goal="draw",
        accept=(Column(6, "draw"),),
        played=Column(3, "loss", 8),
        searched=True,
    ),
)
LATE = Result(
    "phase3/mate-in-7",
    Verdict.TIME_LIMIT_EXCEEDED,
    0,
    1,
    2.0,
    message="no answer within the cap",
    wall_s=2.0,
    cpu_s=1.0,
    kept_off_s=0.25,
    warnings=("the board was not as it was before the call",),
    attempts=(
        Attempt(Verdict.WRONG_ANSWER, 2.0, 1.0, 0.5, answer=3),
        Attempt(Verdict.TIME_LIMIT_EXCEEDED, 2.1, 1.2, counts=True),
    ),
    rerun_because="the program was kept off its core for 0.50 s of a cap of 2 s",
    doubt=Doubt(DoubtKind.KEPT_WAITING, kept_off_s=0.5, cap_s=2.0),
)
OURS = Result("phase2/block", Verdict.GRADER_ERROR, 0, 1, 2.0, message="Traceback: ours")
SIGHT = Finding("answers", "sight", "sees every mate up to 5", cases=("phase3/mate-in-5",))
ASSESSMENT = Assessment(
    "alpha_beta", "behaves like alpha-beta", "Search depth 1, then 2.", findings=(SIGHT,)
)


def card(*results: Result, **more: object) -> Scorecard:
    """Return a scorecard of the results."""
    return Scorecard(Submitted("mine.py"), "best_move", "limits", results, **more)  # type: ignore[arg-type]


def without_times(card: Scorecard) -> Scorecard:
    """Return a scorecard as it would be again: without what the machine was doing."""
    made = replace(card.provenance, drop_undo_per_s=0) if card.provenance else None
    results = tuple(map(_untimed, card.results))
    return replace(card, results=results, provenance=made, started_at="", duration_s=0.0)


def _untimed(result: Result) -> Result:
    if result.members:  # a group has the facts of its slowest member, whichever that is
        decides = result.members[0].id if result.accepted else result.decided_by
        return replace(result, decided_by=decides).with_members(list(map(_untimed, result.members)))
    return replace(result, wall_s=0.0, cpu_s=0.0, kept_off_s=None)
