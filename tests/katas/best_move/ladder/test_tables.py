"""How the ladder's runs become tables 1 to 3 and chart 5."""

from __future__ import annotations

from graders.katas.best_move.ladder.measure import Run
from graders.katas.best_move.ladder.runs import (
    ALPHA_BETA,
    DEEPENING,
    NAIVE,
    WITH_TABLE,
    Climbed,
)
from graders.katas.best_move.ladder.tables import (
    iterations,
    naive_against_alpha_beta,
    naive_by_depth,
    nodes_of_all,
    times_of_all,
)
from graders.katas.ladder import Plan
from graders.model.tables import Table, in_words
from kata.board import Board

RIGHT, WRONG = 6, 3


def made_up_ladder() -> Climbed:
    """Naive ends at depth 5, alpha-beta at 6; one deepening at 6, one finds the win."""
    return Climbed(
        Board(),
        frozenset({RIGHT}),
        Plan(max_depth=7, limit_s=2.0, repeat=1),
        {
            NAIVE: tuple(Run(d, WRONG, 7**d, 0.001 * 7**d) for d in range(1, 6)),
            ALPHA_BETA: tuple(Run(d, WRONG, 3**d, 0.001 * 3**d) for d in range(1, 7)),
            DEEPENING: tuple(Run(d, WRONG, 4**d, 0.001 * d) for d in range(1, 7)),
            WITH_TABLE: (
                *(Run(d, WRONG, 2**d, 0.002 * d) for d in range(1, 6)),
                Run(6, RIGHT, 70, 0.02),
                Run(7, RIGHT, 90, 0.03),
            ),
        },
    )


def shown(table: Table) -> list[list[str]]:
    return [[in_words(cell) for cell in row] for row in table.rows]


def test_table_1_ends_with_the_first_depth_over_the_limit():
    rows = shown(naive_by_depth(made_up_ladder()))
    assert [row[0] for row in rows] == ["1", "2", "3", "4", "5", "6"]
    assert rows[-1][1:4] == ["—", "—", "—"]


def test_table_1_says_which_column_is_played_instead_of_the_win():
    rows = shown(naive_by_depth(made_up_ladder()))
    assert rows[3] == ["4", "2.40 s", "2,401", "no, plays 3", "42.0 ms"]


def test_table_1_states_the_limit():
    assert "longer than 2.00 s" in naive_by_depth(made_up_ladder()).note


def test_table_2_holds_the_depths_that_both_reach():
    rows = shown(naive_against_alpha_beta(made_up_ladder()))
    assert [row[0] for row in rows] == ["4", "5"]


def test_table_2_divides_times_and_nodes():
    rows = shown(naive_against_alpha_beta(made_up_ladder()))
    assert rows[0][3:] == ["29.6x", "2,401", "81", "29.6x", "22.1x"]


def test_table_3_marks_a_wrong_move_and_what_was_over_the_limit():
    rows = {row[0]: row[1:] for row in shown(nodes_of_all(made_up_ladder()))}
    assert rows[NAIVE] == ["2,401*", "16,807*", "—", "—"]
    assert rows[ALPHA_BETA] == ["81*", "243*", "729*", "—"]
    assert rows[DEEPENING] == ["256*", "1,024*", "4,096*", "—"]


def test_table_3_leaves_a_right_move_unmarked():
    rows = {row[0]: row[1:] for row in shown(nodes_of_all(made_up_ladder()))}
    assert rows[WITH_TABLE] == ["16*", "32*", "70", "90"]


def test_table_3_puts_the_published_times_below_ours():
    rows = shown(times_of_all(made_up_ladder()))
    assert rows[0] == [NAIVE, "2.40 s*", "16.8 s*", "—", "—"]
    assert rows[1] == ["published", "42.0 ms", "313 ms", "2.26 s", ""]
    assert rows[7] == ["published", "3.20 ms", "10.2 ms", "24.1 ms", "84.0 ms"]


def test_chart_5_shows_each_iteration_without_the_ones_before():
    with_table = iterations(made_up_ladder()).series[1]
    assert with_table.name == WITH_TABLE
    assert [str(figure) for _, figure in with_table.bars] == ["2.00 ms"] * 5 + ["10.0 ms"] * 2
