"""From which to which speed of a machine the ladder's verdicts hold, and what is too little."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from graders.katas.outlook import Outlook, Range
from graders.lab.verifying.declared import Declaration
from graders.lab.verifying.margins import (
    FASTEST,
    REQUIRED,
    Margin,
    RungMargins,
    margins_part,
    range_in_words,
)
from graders.lab.verifying.parts import InTurn, Unwatched
from graders.lab.verifying.runs import Run
from graders.model.provenance import Submitted
from graders.model.scorecard import Result, Scorecard
from graders.model.suite import Case
from graders.model.verdict import Verdict

EASY = Case("deep/easy", 1, 2.0, "easy")
BOTH = Case(
    "deep/both",
    1,
    2.0,
    None,
    group=(Case("deep/both#1", 0, 2.0, "first"), Case("deep/both#2", 0, 2.0, "second")),
)
CASES = (EASY, BOTH)
MISSED = Outlook(((0.0, False), (FASTEST, None)))


def found_from(speed: float) -> Outlook:
    return Outlook(((0.0, False), (speed, True)))


@dataclass
class Made:
    """Be a ladder of made-up searches: on each task, an outlook for each name."""

    outlooks: Mapping[str, Mapping[str, Outlook]]
    rungs: tuple[str, ...] = ("low.py", "high.py")
    rates: Mapping[str, float] = field(
        default_factory=lambda: dict.fromkeys(("low.py", "deep"), 1000.0)
    )
    too_deep: tuple[str, ...] = ()
    conceded: Mapping[str, float] = field(default_factory=dict)
    suite: str = "deep"
    asked: list[tuple[str, str]] = field(default_factory=list)

    def outlook(self, name: str, task: str, cap_s: float, *, fastest: float) -> Outlook:
        self.asked.append((name, task))
        assert fastest == FASTEST
        return self.outlooks[name][task]


def run_of(
    rung: str, declared: Mapping[str, Sequence[Verdict]], decided_by: str = "", wall_s: float = 0.1
) -> Run:
    accepted = Verdict.ACCEPTED
    members = tuple(
        Result(member.id, accepted, 0, 0, 2.0, wall_s=wall_s) for member in BOTH.members
    )
    results = (
        Result(EASY.id, accepted, 1, 1, 2.0, wall_s=0.1),
        Result(BOTH.id, accepted, 1, 1, 2.0, members=members, decided_by=decided_by),
    )
    card = Scorecard(Submitted(rung), "made", "limits", results)
    return Run(Declaration(Path(rung), {k: tuple(v) for k, v in declared.items()}), card)


LOW = run_of(
    "low.py",
    {
        EASY.id: (Verdict.ACCEPTED,),
        BOTH.id: (Verdict.WRONG_ANSWER, Verdict.TIME_LIMIT_EXCEEDED),
    },
    decided_by="deep/both#2",
)
HIGH = run_of("high.py", {"deep/*": (Verdict.ACCEPTED,)})


def part(ladder: Made, *runs: Run) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    made = margins_part(ladder, CASES, runs)  # type: ignore[arg-type]
    assert made.columns == ("rung", "nodes a second", "easy", "both", "all of it")
    assert not made.warnings
    return made.rows, made.problems


def test_a_group_stays_missed_with_one_member_that_does() -> None:
    ladder = Made({"low.py": {"easy": found_from(0.01), "first": found_from(0), "second": MISSED}})
    rows, problems = part(ladder, LOW)
    assert rows == (
        (
            "low.py",
            "1,000",
            "accepted from 1/100",
            "missed to more than 10",
            "from 1/100 to more than 10",
        ),
    )
    assert problems == ()


def test_the_member_that_decided_is_looked_at_first_and_may_be_enough() -> None:
    ladder = Made({"low.py": {"easy": found_from(0.01), "first": MISSED, "second": MISSED}})
    part(ladder, LOW)
    assert ladder.asked == [("low.py", "easy"), ("low.py", "second")]


def test_a_verdict_that_flips_too_soon_is_a_problem_in_both_directions() -> None:
    ladder = Made(
        {"low.py": {"easy": found_from(0.2), "first": found_from(2.0), "second": found_from(2.7)}}
    )
    rows, problems = part(ladder, LOW)
    assert rows[0][2:] == ("accepted from 1/5", "missed to 2.7", "from 1/5 to 2.7")
    assert problems == (
        "deep/easy: low.py is accepted only at speeds from 1/5; it has to be from 1/8 to 8",
        "deep/both: low.py is missed only at speeds to 2.7; it has to be from 1/8 to 8",
    )


def test_a_group_is_accepted_from_the_speed_on_at_which_all_its_members_are() -> None:
    declared = run_of("low.py", {"deep/*": (Verdict.ACCEPTED,)})
    ladder = Made(
        {"low.py": {"easy": found_from(0), "first": found_from(0.1), "second": found_from(0.05)}}
    )
    rows, problems = part(ladder, declared)
    assert rows[0][2:] == ("accepted always", "accepted from 1/10", "from 1/10")
    assert problems == ()


def test_a_verdict_that_does_not_even_hold_at_speed_1_is_a_problem() -> None:
    ladder = Made({"low.py": {"easy": MISSED, "first": MISSED, "second": MISSED}})
    rows, problems = part(ladder, LOW)
    assert (rows[0][2], rows[0][-1]) == ("not accepted", "does not hold")
    assert problems == ("deep/easy: low.py is not accepted at speed 1",)


def test_where_both_verdicts_are_allowed_nothing_is_asked() -> None:
    either = run_of("low.py", {"deep/*": (Verdict.ACCEPTED, Verdict.WRONG_ANSWER)})
    ladder = Made({"low.py": {}})
    rows, problems = part(ladder, either)
    assert (rows[0], problems) == (("low.py", "1,000", "-", "-", "always"), ())


def test_of_a_rung_whose_nodes_are_not_counted_the_times_of_the_run_tell() -> None:
    rows, problems = part(Made({}), HIGH)
    assert rows == (("high.py", "-", "accepted from 1/20", "accepted from 1/20", "from 1/20"),)
    assert problems == ()
    _, problems = part(Made({}), run_of("high.py", {"deep/*": (Verdict.ACCEPTED,)}, wall_s=0.5))
    assert [problem.split(":")[0] for problem in problems] == [BOTH.id]


def test_a_search_that_is_too_deep_has_to_miss_one_case_whatever_the_machine() -> None:
    never = {"easy": found_from(0), "first": found_from(0), "second": MISSED}
    rows, problems = part(Made({"deep": never}, too_deep=("deep",)))
    assert rows == (("deep", "1,000", "-", "missed to more than 10", "to more than 10"),)
    assert problems == ()
    soon = {"easy": found_from(1.8), "first": found_from(1.5), "second": found_from(0.5)}
    rows, problems = part(Made({"deep": soon}, too_deep=("deep",)))
    assert rows == (("deep", "1,000", "missed to 1.8", "-", "to 1.8"),)
    assert problems[0].startswith("deep/easy: deep is missed only at speeds to 1.8")
    always = dict.fromkeys(soon, found_from(0.1))
    _, problems = part(Made({"deep": always}, too_deep=("deep",)))
    assert problems == ("deep/both: deep is not missed at speed 1",)


def test_what_is_conceded_is_told_as_a_warning_and_what_is_less_is_a_problem() -> None:
    soon = {"easy": found_from(0), "first": found_from(3.0), "second": found_from(0)}
    ladder = Made({"deep": soon}, too_deep=("deep",), conceded={"deep": 2.5})
    made = margins_part(ladder, CASES, [])  # type: ignore[arg-type]
    assert made.problems == ()
    assert made.warnings == (
        "deep/both: deep is missed only at speeds to 3; no position was found that holds to 8",
    )
    ladder = Made({"deep": soon}, too_deep=("deep",), conceded={"deep": 3.5})
    made = margins_part(ladder, CASES, [])  # type: ignore[arg-type]
    assert made.warnings == ()
    assert made.problems[0].endswith("it has to be from 1/8 to 3.5")


def test_nothing_is_conceded_of_what_is_accepted() -> None:
    late = {"easy": found_from(0.5), "first": MISSED, "second": MISSED}
    ladder = Made({"low.py": late}, conceded={"low.py": 2.0})
    made = margins_part(ladder, CASES, [LOW])  # type: ignore[arg-type]
    assert made.warnings == ()
    assert [problem.split(":")[0] for problem in made.problems] == [EASY.id]


def test_whoever_watches_is_told_of_every_case_of_every_search() -> None:
    told: list[str] = []

    class Watching(Unwatched):
        def now(self, number: int, what: str) -> None:
            told.append(f"{number}: {what}")

    def watch(part: str, pieces: int) -> AbstractContextManager[Watching]:
        told.append(f"{part}: {pieces}")
        return nullcontext(Watching())

    ladder = Made(
        {
            "low.py": {"easy": found_from(0), "first": MISSED, "second": MISSED},
            "deep": dict.fromkeys(("easy", "first", "second"), found_from(2)),
        },
        too_deep=("deep",),
    )
    margins_part(ladder, CASES, [LOW, HIGH], InTurn(watch))  # type: ignore[arg-type]
    assert told == [
        "margins: 5",
        "0: low.py deep/easy",
        "1: low.py deep/both",
        "2: high.py deep/easy",
        "3: high.py deep/both",
        "4: deep",
        "4: deep deep/both",
        "4: deep deep/easy",
    ]


def test_ranges_are_told_as_factors() -> None:
    assert range_in_words(Range(0.0, math.inf)) == "always"
    assert range_in_words(Range(1 / 3160, 8.94)) == "from 1/3,160 to 8.9"
    assert RungMargins("x", (Margin("a/b", True, None),)).whole is None
    assert FASTEST >= REQUIRED
