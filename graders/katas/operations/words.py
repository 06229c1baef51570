"""Tell the facts about a step in sentences and a picture."""

from __future__ import annotations

from graders.katas.operations.explain import column_of
from graders.model.explanation import StepExplanation
from graders.model.picture import Mark, Picture


def tell(facts: StepExplanation) -> tuple[str | Picture, ...]:
    """Return the board just before the step, its column marked, and what of it is drawn."""
    rows, cols = len(facts.drawing), len(facts.drawing[0])
    column = column_of(facts.operation, facts.cols)
    whole = (rows, cols) == (facts.rows, facts.cols)
    picture = Picture(
        facts.drawing,
        marks=((column, Mark.STEP),) if column is not None else (),
        first_row=facts.first_row,
        first_col=facts.first_col,
        whole=whole,
    )
    sentence = f"This is the board just before step {facts.step}."
    if whole:
        return picture, sentence
    last_row, last_col = facts.first_row + rows - 1, facts.first_col + cols - 1
    part = (
        f"Only rows {facts.first_row}-{last_row} and columns {facts.first_col}-{last_col} are "
        f"drawn of {facts.rows} rows and {facts.cols} columns; row 0 is the top."
    )
    return picture, sentence, part
