"""How the ladder's runs become tables 1 to 3 and chart 5."""

from __future__ import annotations

from graders.katas.best_move.ladder.comparison import (
    ALPHA_BETA,
    DEEPENING,
    NAIVE,
    WITH_TABLE,
    LadderRuns,
    as_published,
    iterations,
    naive_against_alpha_beta,
    naive_by_depth,
    nodes_of_all,
    times_of_all,
)
from graders.katas.best_move.ladder.measure import SearchRun
from graders.katas.lab import LadderPlan
from graders.model.tables import Table, cell_text

RIGHT, WRONG = 6, 3


def made_up_ladder() -> LadderRuns:
    """Naive ends at depth 5, alpha-beta at 6; one deepening at 6, one finds the win."""
    return LadderRuns(
        frozenset({RIGHT}),
        LadderPlan(max_depth=7, limit_s=2.0, repeat=1),
        {
            NAIVE: tuple(
                SearchRun(d, WRONG, 7**d, (0.002 * 7**d, 0.001 * 7**d)) for d in range(1, 6)
            ),
            ALPHA_BETA: tuple(SearchRun(d, WRONG, 3**d, (0.001 * 3**d,)) for d in range(1, 7)),
            DEEPENING: tuple(SearchRun(d, WRONG, 4**d, (0.001 * d,)) for d in range(1, 7)),
            WITH_TABLE: (
                *(SearchRun(d, WRONG, 2**d, (0.002 * d,)) for d in range(1, 6)),
                SearchRun(6, RIGHT, 70, (0.02,)),
                SearchRun(7, RIGHT, 90, (0.03,)),
            ),
        },
    )


def shown(table: Table) -> list[list[str]]:
    return [[cell_text(cell) for cell in row] for row in table.rows]


def of_depth(table: Table, depth: int) -> dict[str, list[str]]:
    """Return the two cells of each solution at a depth."""
    (row,) = [row for row in shown(table) if row[0] == str(depth)]
    return {
        name: row[1 + 2 * at : 3 + 2 * at]
        for at, name in enumerate((NAIVE, ALPHA_BETA, DEEPENING, WITH_TABLE))
    }


def test_table_1_ends_with_the_first_depth_over_the_limit():
    rows = shown(naive_by_depth(made_up_ladder()))
    assert [row[0] for row in rows] == ["1", "2", "3", "4", "5", "6"]
    assert rows[-1][1:] == ["—"] * 5


def test_table_1_says_what_a_depth_costs_and_which_column_is_played_instead_of_the_win():
    rows = shown(naive_by_depth(made_up_ladder()))
    assert rows[3] == ["4", "3.60 s", "2.40 s", "2,401", "1k", "no, plays 3"]


def test_table_1_states_the_limit():
    assert "longer than 2.00 s" in naive_by_depth(made_up_ladder()).note


def test_table_2_holds_the_depths_that_both_reach():
    rows = shown(naive_against_alpha_beta(made_up_ladder()))
    assert [row[0] for row in rows] == ["4", "5"]


def test_table_2_divides_the_least_times_and_the_nodes():
    rows = shown(naive_against_alpha_beta(made_up_ladder()))
    assert rows[0][3:] == ["29.6x", "2,401", "81", "29.6x"]


def test_table_3a_has_the_median_and_the_least_of_each_solution():
    table = times_of_all(made_up_ladder())
    assert table.columns[1:5] == (NAIVE, "least", ALPHA_BETA, "least")
    assert of_depth(table, 4)[NAIVE] == ["3.60 s*", "2.40 s"]


def test_table_3b_marks_a_wrong_move_and_what_was_over_the_limit():
    table = nodes_of_all(made_up_ladder())
    assert of_depth(table, 5)[NAIVE] == ["16,807*", "1k"]
    assert of_depth(table, 6)[NAIVE] == ["—", "—"]
    assert [of_depth(table, depth)[ALPHA_BETA][0] for depth in (4, 6, 7)] == ["81*", "729*", "—"]


def test_table_3b_leaves_a_right_move_unmarked():
    table = nodes_of_all(made_up_ladder())
    nodes = [of_depth(table, depth)[WITH_TABLE][0] for depth in (4, 5, 6, 7)]
    assert nodes == ["16*", "32*", "70", "90"]


def test_table_3c_holds_the_published_times_and_nothing_of_ours():
    rows = shown(as_published())
    assert rows[0] == ["4", "42.0 ms", "1.90 ms", "3.40 ms", "3.20 ms"]
    assert rows[-1] == ["10", "", "", "6.00 s", "1.62 s"]
    assert "another position" in as_published().note


def test_chart_5_shows_each_iteration_without_the_ones_before():
    with_table = iterations(made_up_ladder()).series[1]
    assert with_table.name == WITH_TABLE
    assert [str(figure) for _, figure in with_table.bars] == ["2.00 ms"] * 5 + ["10.0 ms"] * 2
