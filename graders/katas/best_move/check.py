"""Judge the column that came back for a position."""

from __future__ import annotations

from graders.katas.answers import not_a_column
from graders.katas.best_move.messages import columns_text, goal_verb
from graders.katas.best_move.task import FUNCTION, BestMoveTask
from graders.katas.fields import quoted
from graders.model.submission import Speech, spelled
from graders.model.verdict import Judgement, Verdict
from kata.board import COLS, ROWS


def check(
    task: BestMoveTask,
    answer: object,
    speech: Speech = Speech.PYTHON,
    called: str = "",
    *,
    printed: bool = False,
) -> Judgement:
    """Accept exactly an int that is one of the columns in `accept`.

    `called` is the name of what was called in place of the function, as in an `Outcome`;
    `printed` tells that something was written to stdout.
    """
    if type(answer) is not int:
        message = not_a_column(answer, called or FUNCTION, speech, printed=printed)
        return Judgement(Verdict.INVALID_ANSWER, message)
    if not 0 <= answer < COLS:
        hint = ""
        if answer == COLS:
            hint = "; were they counted from 1?"
        elif answer == -1:
            hint = "; does -1 mean that no move was found? A column must be played"
        message = f"there is no column {quoted(answer)}: columns are 0-{COLS - 1}{hint}"
        return Judgement(Verdict.INVALID_ANSWER, message)
    if task.board().column_height(answer) == ROWS:
        room = f"board.{spelled('valid_moves', speech)}() lists the columns with room"
        if called:  # an agent or a program, which has an observation
            room = f"a column with room has a 0 in the top row, board[0] to board[{COLS - 1}]"
        return Judgement(Verdict.INVALID_ANSWER, f"column {answer} is full; {room}")
    if answer not in task.accept:
        purpose = goal_verb(task.goal, many=True)
        message = f"column {answer} does not {purpose}; {_right_in_words(task)}"
        return Judgement(Verdict.WRONG_ANSWER, message)
    return Judgement(Verdict.ACCEPTED)


def _right_in_words(task: BestMoveTask) -> str:
    many = len(task.accept) > 1
    verb = goal_verb(task.goal, many=many)
    soonest = "the soonest " if many else ""
    mate = f" ({soonest}in {task.mate_in} plies)" if (task.mate_in or 0) > 1 else ""
    return f"only {columns_text(task.accept)} {verb}{mate}"
