"""The pictures of a benchmark: a file a table that grows, a line a column."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from graders.cli import main
from graders.katas.best_move.ladder.measure import Run
from graders.katas.best_move.ladder.runs import SOLUTIONS, Climbed
from graders.katas.best_move.ladder.tables import nodes_of_all, times_of_all
from graders.katas.ladder import Plan
from graders.model.tables import Figure, Report, Table, Unit
from graders.tools.bench.plots import draw
from kata.board import Board


def nodes(*counts: int) -> tuple[Figure, ...]:
    return tuple(Figure(count, Unit.NODES) for count in counts)


GROWS = Table(
    "3b. Nodes to search to a depth",
    ("depth", "naive", "/s", "with table"),
    (
        (4, *nodes(2749), Figure(3.5e5, Unit.RATE), *nodes(308)),
        (5, *nodes(18911), Figure(3.6e5, Unit.RATE), *nodes(819)),
        (6, None, None, *nodes(1631)),
    ),
    plotted=(1, 3),
)
PLAIN = Table("4. Each position", ("solution", "time"), (("naive", "wrong"),))
REPORT = Report((), (GROWS, PLAIN))


def test_only_a_table_that_says_what_grows_is_drawn(tmp_path: Path) -> None:
    assert draw(REPORT, tmp_path) == (tmp_path / "nodes-to-search-to-a-depth.svg",)
    assert [file.name for file in tmp_path.iterdir()] == ["nodes-to-search-to-a-depth.svg"]


def test_a_picture_names_its_columns_its_axes_and_its_table(tmp_path: Path) -> None:
    (file,) = draw(REPORT, tmp_path)
    texts = {found.text for found in ElementTree.parse(file).iter() if found.tag.endswith("text")}
    assert {"naive", "with table", "depth", "nodes", GROWS.title} <= texts
    assert "/s" not in texts


def test_the_same_figures_give_the_same_picture(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    (one,), (other,) = draw(REPORT, first), draw(REPORT, second)
    assert one.read_bytes() == other.read_bytes()


def test_a_column_of_the_ladder_is_drawn_for_each_solution() -> None:
    nothing: dict[str, tuple[Run, ...]] = dict.fromkeys(SOLUTIONS, ())
    climbed = Climbed(Board(), frozenset(), Plan(max_depth=4), nothing)
    for table in (times_of_all(climbed), nodes_of_all(climbed)):
        heads = [table.columns[column] for column in table.plotted]
        assert heads == ["naive", "alpha-beta", "deepening", "with table"]


@pytest.mark.parametrize("instead", ["--harness", "--fairness", "--operations"])
def test_other_benchmarks_are_not_drawn(instead: str, tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["bench", instead, "--plot", str(tmp_path)])
    assert done.exit_code == 2
    assert "--plot draws the tables of the reference solutions" in done.stderr
