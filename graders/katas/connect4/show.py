"""Show a case: its steps, the board that they lead to and, where wanted, what must come of each."""

from __future__ import annotations

from graders.katas.connect4.check import in_words
from graders.katas.connect4.explain import board_before, expected_in_words
from graders.katas.connect4.task import PLAYED, Connect4Task
from graders.katas.connect4.ways import Ways
from graders.katas.connect4.words import about, picture
from graders.model.exhibit import Exhibit
from graders.model.listing import Listing, Part

MOST_STEPS = 80
"""Of a longer case only the beginning is listed."""


def show(task: Connect4Task, ways: Ways, *, spoilers: bool = True) -> Exhibit:
    """Return the steps of a case, with `spoilers` what must come of each, and the last board."""
    columns = ("step", "called", "comes to") if spoilers else ("step", "called")
    rows = []
    for number, step in enumerate(task.steps[:MOST_STEPS]):
        row = (str(number + 1), in_words(task, number, ways))
        rows.append((*row, expected_in_words(step)) if spoilers else row)
    parts: list[Part] = [Listing(columns, tuple(rows), "the steps")]
    more = len(task.steps) - len(rows)
    if more:
        parts.append(f"… and {more:,} more steps, {len(task.steps):,} in all.")
    if spoilers and task.games == 1:
        last = len(task.steps) - 1
        game = board_before(task, last)
        if task.steps[last].expected == PLAYED:
            game.play(task.steps[last].arguments[0])
        parts.append(picture(game.rows(), "the board in the end, X player 1, O player 2"))
    question = f"A new game on 7 x 7: {about(task)}."
    return Exhibit((question,), tuple(parts)) if spoilers else Exhibit((question, *parts))
