"""Tell the facts about a step in sentences, a listing and a picture; write a script as calls."""

from __future__ import annotations

from collections.abc import Mapping

from graders.katas.game_design.check import Miss
from graders.katas.game_design.script import discs_on, rows_of
from graders.katas.game_design.task import DesignTask, expected_in_words, in_words
from graders.model.exhibit import Exhibit
from graders.model.explanation import StepExplanation, StepTaken
from graders.model.listing import Listing, Part
from graders.model.outcome import Outcome
from graders.model.picture import Mark, Picture
from graders.model.session import (
    Call,
    Construct,
    Earlier,
    Look,
    Members,
    Session,
    Step,
    needed,
)
from graders.model.value import as_json
from graders.model.value import in_words as value_in_words

STEPS_BEFORE = 5
MOST_STEPS = 60
MOST_LINES = 24
_WIDTH = 72
_LETTERS = str.maketrans("12", "XO")


def explain(task: DesignTask, found: Miss | Outcome | None) -> StepExplanation | None:
    """Return the first step that is not as expected, and the board just before it.

    The discs on the board are taken from what is expected.
    """
    if not isinstance(found, Miss):
        return None
    at = found.step
    return StepExplanation(
        rows=task.rows,
        cols=task.cols,
        k=task.k,
        step=at + 1,
        steps=len(task.steps),
        operation=_operation(task, at),
        expected=expected_in_words(task.steps[at]),
        got=_got(found),
        answered=found.outcome is not None,
        drawing=rows_of(discs_on(task.steps[at].thing, task.steps[:at]), task.rows, task.cols),
        around=tuple(
            StepTaken(
                number + 1,
                _operation(task, number),
                expected_in_words(task.steps[number]),
                _got(found) if number == at else "as expected",
                number != at or found.outcome is not None,
            )
            for number in range(max(0, at - STEPS_BEFORE), at + 1)
        ),
    )


def _operation(task: DesignTask, number: int) -> tuple[str | int, ...]:
    step = task.steps[number]
    if step.word in ("move", "place"):
        return (in_words(step), step.arguments[1])
    return (in_words(step),)


def _got(found: Miss) -> object:
    return "an exception" if found.came.raised else as_json(found.came.value)


def tell(facts: StepExplanation) -> tuple[Part, ...]:
    """Return the steps up to the one that differs, and the board just before it.

    The players are letters in the drawing, as its columns are numbers.
    """
    parts: list[Part] = [
        Listing(
            ("step", "call", "expected", "got"),
            tuple(
                (str(each.step), str(each.operation[0]), str(each.expected), _short(each))
                for each in facts.around
            ),
            at=len(facts.around) - 1,
        )
    ]
    if all(set(row) == {"."} for row in facts.drawing):
        return (*parts, f"Before step {facts.step} the board is empty.")
    column = facts.operation[1] if len(facts.operation) > 1 else None
    on_it = isinstance(column, int) and 0 <= column < facts.cols
    picture = Picture(
        tuple(row.translate(_LETTERS) for row in facts.drawing),
        caption=f"the board just before step {facts.step}, X player 1, O player 2",
        marks=((column, Mark.STEP),) if on_it and isinstance(column, int) else (),
    )
    return (*parts, picture)


def _short(taken: StepTaken) -> str:
    if not taken.answered:
        return "it cannot be asked"
    return taken.got if isinstance(taken.got, str) else value_in_words(taken.got)


def show(task: DesignTask, *, spoilers: bool = True) -> Exhibit:
    """Return the size of the game and the steps, with `spoilers` what has to come of each."""
    size = f"{task.rows} rows, {task.cols} columns: {task.k} in a row win."
    columns = ("step", "call", "expected") if spoilers else ("step", "call")
    rows = []
    for number, step in enumerate(task.steps[:MOST_STEPS], start=1):
        row = (str(number), in_words(step))
        rows.append((*row, expected_in_words(step)) if spoilers else row)
    parts: list[Part] = [Listing(columns, tuple(rows), "the steps")]
    more = len(task.steps) - len(rows)
    if more:
        parts.append(f"… and {more} more steps, {len(task.steps)} in all.")
    return Exhibit((size,), tuple(parts)) if spoilers else Exhibit((size, *parts))


def in_python(session: Session) -> str:
    """Write the steps of a session as Python; nothing where that would be long.

    >>> steps = Construct("Game"), Call("turn", (), Earlier(0)), Look("name", Earlier(1))
    >>> print(in_python(Session(steps)))
    game = Game()
    game.turn().name
    """
    written: dict[int, str] = {}
    lines: list[str] = []
    for number, step in enumerate(session.steps):
        text = _call(step, written)
        uses = [other for other in session.steps[number + 1 :] if Earlier(number) in needed(other)]
        if isinstance(step, Construct) or (len(uses) > 1 and isinstance(step, Call)):
            name = _named(step, written)
            lines.append(f"{name} = {text}")
            written[number] = name
        elif uses:
            written[number] = text
        else:
            lines.append(text)
    short = len(lines) <= MOST_LINES and all(len(line) <= _WIDTH for line in lines)
    return "\n".join(lines) if short else ""


def _named(step: Step, written: Mapping[int, str]) -> str:
    base = step.class_name.lower() if isinstance(step, Construct) else "game"
    count = sum(name.rstrip("0123456789") == base for name in written.values())
    return f"{base}{count + 1}" if count else base


def _call(step: Step, written: Mapping[int, str]) -> str:
    if isinstance(step, Members):
        return "dir()"
    on = "" if isinstance(step, Construct) or step.on is None else f"{written[step.on.step]}."
    if isinstance(step, Look):
        return f"{on}{step.name}"
    arguments = ", ".join(_argument(value, written) for value in step.arguments)
    if isinstance(step, Call) and step.function == "__getitem__":
        return f"{on[:-1]}[{arguments}]"
    return f"{on}{step.class_name if isinstance(step, Construct) else step.function}({arguments})"


def _argument(value: object, written: Mapping[int, str]) -> str:
    if isinstance(value, Earlier):
        return written[value.step]
    if isinstance(value, list):
        return f"[{', '.join(_argument(item, written) for item in value)}]"
    return repr(value)
