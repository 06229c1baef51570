"""A line is played ply by ply, from the position to the four that ends it."""

from __future__ import annotations

from msgspec.structs import replace

from graders.katas import kata_named
from graders.katas.best_move.explain import explain
from graders.katas.best_move.kata import KATA
from graders.model.explanation import Line, Mark, PositionExplanation


def explained() -> PositionExplanation:
    task = KATA.set_up("061626", "RED")
    assert task is not None
    facts = explain(task, None)
    return replace(
        facts,
        goal="win",
        lines=(Line("win", (3,), 1), Line("refutation", (4, 6), 2)),
    )


def test_the_first_step_is_the_position_and_the_last_the_four() -> None:
    win, refutation = KATA.lines(explained())
    assert [step.head for step in win.steps] == ["now", "1 RED 3"]
    assert [step.picture.caption for step in refutation.steps] == [
        "now, RED to move",
        "ply 1 of 2, RED 4",
        "ply 2 of 2, YELLOW 6, four in a row",
    ]
    assert win.steps[0].picture.rows[-1] == "RRR...Y"
    assert win.steps[1].picture.highlighted == {(5, 0), (5, 1), (5, 2), (5, 3)}
    assert refutation.steps[1].picture.marks == ((4, Mark.STEP),)
    assert (win.title, refutation.title) == ("The winning line", "The refutation of column 4")
    assert not win.note


def test_a_line_that_was_not_found_to_its_end_says_so() -> None:
    facts = replace(explained(), lines=(Line("refutation", (4,), 6, complete=False),))
    (line,) = KATA.lines(facts)
    assert [step.picture.caption for step in line.steps] == [
        "now, RED to move",
        "ply 1 of 1, RED 4",
    ]
    assert line.note.startswith("How it goes on, to the four at ply 6, was not found")


def test_a_script_has_no_lines() -> None:
    assert kata_named("operations").lines(explained()) == ()
