"""The pictures of a benchmark: a file for each table and chart that has one, a line a name."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from graders.cli import main
from graders.katas.best_move.ladder import comparison
from graders.katas.best_move.ladder.comparison import (
    DEEPENING,
    SOLUTIONS,
    WITH_TABLE,
    LadderRuns,
    iterations,
    nodes_of_all,
    times_of_all,
)
from graders.katas.best_move.ladder.measure import SearchRun
from graders.katas.lab import LadderPlan
from graders.lab.bench import batches, fairness, outcomes
from graders.lab.bench.batches import Steadiness
from graders.lab.bench.fairness import Observation, Program
from graders.lab.bench.render import draw
from graders.model.scorecard import Result
from graders.model.tables import BenchReport, Chart, Curve, Flaw, Picture, Point, Table
from graders.model.verdict import Verdict

GROWS = Picture(
    "nodes-by-depth",
    "Nodes by depth",
    "depth",
    "nodes",
    (
        Curve("naive", (Point(4, 2749, Flaw.WRONG), Point(5, 18911))),
        Curve("naive, as published", (Point(4, 3000),), beside="naive"),
        Curve("with table", (Point(4, 308), Point(5, 819, Flaw.LATE))),
    ),
    levels=((9000, "the cap"),),
)
SHARES = Picture(
    "accepted",
    "Accepted",
    "share",
    "%",
    (Curve("with table", (Point(0.5, 100), Point(1.5, 0))),),
    ticks=((0.5, "half"), (1.5, "more")),
    walls=((1.0, "all of it"),),
    logarithmic=False,
)
REPORT = BenchReport(
    (),
    (
        Table("1. Nodes", ("depth",), ((4,),), picture=GROWS),
        Table("2. Not drawn", ("solution", "time"), (("naive", "wrong"),)),
        Chart("3. Accepted", (), picture=SHARES),
    ),
)


def texts(file: Path) -> set[str | None]:
    return {found.text for found in ElementTree.parse(file).iter() if found.tag.endswith("text")}


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ...]:
    return draw(REPORT, tmp_path_factory.mktemp("drawn"))


@pytest.mark.thorough
def test_only_what_has_a_picture_is_drawn(drawn: tuple[Path, ...]) -> None:
    folder = drawn[0].parent
    assert drawn == (folder / "nodes-by-depth.svg", folder / "accepted.svg")
    assert sorted(folder.iterdir()) == sorted(drawn)


def test_a_picture_names_its_lines_its_axes_and_its_flaws(drawn: tuple[Path, ...]) -> None:
    by_depth, accepted = drawn
    lines = {"naive", "naive, as published", "with table"}
    flaws = {str(flaw) for flaw in Flaw if flaw}
    assert {*lines, *flaws, "depth", "Nodes by depth", "the cap"} <= texts(by_depth)
    assert {"1,000", "10,000"} <= texts(by_depth)
    assert {"with table", "half", "more", "all of it", "%"} <= texts(accepted)
    assert not flaws & texts(accepted)


def test_the_same_figures_give_the_same_picture(drawn: tuple[Path, ...], tmp_path: Path) -> None:
    for one, other in zip(drawn, draw(REPORT, tmp_path), strict=True):
        assert one.read_bytes() == other.read_bytes()


def test_a_picture_asks_for_nothing(drawn: tuple[Path, ...]) -> None:
    for file in drawn:
        addresses = [
            value
            for found in ElementTree.parse(file).iter()
            for name, value in found.attrib.items()
            if name.endswith("href") and not value.startswith("#")
        ]
        assert not addresses
        assert "@import" not in file.read_text() and "@font-face" not in file.read_text()


def run(depth: int, seconds: float, column: int = 3) -> SearchRun:
    return SearchRun(depth, column, depth * 100, (seconds,))


def climbed(right: int = 3) -> LadderRuns:
    runs = {name: (run(3, 0.1), run(4, 0.5), run(5, 2.0, column=2)) for name in SOLUTIONS}
    return LadderRuns(frozenset({right}), LadderPlan(max_depth=5), runs)


def picture_of(part: Table | Chart) -> Picture:
    assert part.picture is not None
    return part.picture


def test_the_ladder_is_drawn_from_the_depth_of_its_tables_on_with_wrong_moves_marked() -> None:
    for table in (times_of_all(climbed()), nodes_of_all(climbed())):
        ours = [line for line in picture_of(table).lines if not line.beside]
        assert [line.name for line in ours] == list(SOLUTIONS)
        for line in ours:
            assert [point.across for point in line.points] == [4, 5]
            assert [point.flaw for point in line.points] == [Flaw.NONE, Flaw.WRONG]


def test_the_published_times_stand_beside_ours() -> None:
    beside = [line for line in picture_of(times_of_all(climbed())).lines if line.beside]
    assert [line.beside for line in beside] == list(SOLUTIONS)
    for line in beside:
        there = {point.across: point.up for point in line.points}
        assert there == comparison.PUBLISHED_SECONDS[line.beside]


def test_an_iteration_is_drawn_by_itself() -> None:
    lines = picture_of(iterations(climbed())).lines
    assert [line.name for line in lines] == [DEEPENING, WITH_TABLE]
    for line in lines:
        assert [point.up for point in line.points] == pytest.approx([0.1, 0.4, 1.5])


def result(case: str, verdict: Verdict, seconds: float) -> Result:
    return Result(case, verdict, 0, 1, cap_s=2.0, wall_s=seconds)


def test_an_outcome_is_drawn_at_its_time_and_what_was_late_at_the_cap() -> None:
    case, other = "phase3/mate-in-3", "phase3/mate-in-9"
    picture = outcomes.outcome_picture(
        {
            "quick": [(result(case, Verdict.ACCEPTED, 0.1), result(other, Verdict.ACCEPTED, 0.5))],
            "slow": [
                (
                    result(case, Verdict.WRONG_ANSWER, 0.3),
                    result(other, Verdict.TIME_LIMIT_EXCEEDED, 2.1),
                )
            ],
            "broken": [
                (result(case, Verdict.RUNTIME_ERROR, 0.1), result(other, Verdict.ACCEPTED, 1.0))
            ],
        }
    )
    quick, slow, broken = (line.points for line in picture.lines)
    assert quick == (Point(0, 0.1), Point(1, 0.5))
    assert slow == (Point(0, 0.3, Flaw.WRONG), Point(1, 2.0, Flaw.LATE))
    assert broken == (Point(1, 1.0),)
    assert picture.ticks == ((0, "mate in 3"), (1, "mate in 9"))
    assert picture.levels == ((2.0, "cap 2 s"),)


def test_verdicts_under_load_are_drawn_by_the_share_of_the_cap() -> None:
    ok, late = Verdict.ACCEPTED, Verdict.TIME_LIMIT_EXCEEDED
    programs = [Program("over", "", 1.3), Program("within", "", 0.8), Program("crashing", "")]
    idle = {
        "over": [Observation(late, late)],
        "within": [Observation(ok, ok)],
        "crashing": [Observation(Verdict.RUNTIME_ERROR, Verdict.RUNTIME_ERROR)],
    }
    busy = {**idle, "within": [Observation(late, ok), Observation(ok, ok)]}
    picture = fairness.fairness_picture(programs, idle, busy)
    assert {line.name: line.points for line in picture.lines} == {
        "idle": (Point(0.8, 100), Point(1.3, 0)),
        "busy, no case run again": (Point(0.8, 50), Point(1.3, 0)),
        "busy, with the re-run rule": (Point(0.8, 100), Point(1.3, 0)),
    }


def test_verdicts_side_by_side_are_drawn_by_the_share_that_one_job_uses() -> None:
    ok, late = Verdict.ACCEPTED, Verdict.TIME_LIMIT_EXCEEDED
    found = [
        Steadiness("near", "a/b", 0.95, ok, 10, 2),
        Steadiness("within", "a/b", 0.6, Verdict.WRONG_ANSWER, 10, 0),
        Steadiness("over", "a/b", 1.3, late, 10, 0),
        Steadiness("beyond", "a/b", None, late, 10, 0),
    ]
    in_time, too_late = (line.points for line in batches.stability_picture(found, 2).lines)
    assert in_time == (Point(0.6, 100), Point(0.95, 80))
    assert too_late == (Point(1.3, 100),)


@pytest.mark.parametrize("instead", ["--harness", "--operations"])
def test_what_has_no_picture_is_not_drawn(instead: str, tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["bench", instead, "--plot", str(tmp_path)])
    assert done.exit_code == 2
    assert f"{instead} has no picture" in done.stderr
