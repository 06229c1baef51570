"""Explain a script: the first step that came back wrong, the board before it, all of it as calls.

`explain` finds the facts, `tell` and `show` put them into listings and pictures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graders.katas.driven.check import (
    Miss,
    Reading,
    answer_text,
    apply_step,
    calls_of,
    expected_text,
    method_called,
    step_text,
)
from graders.katas.driven.task import ScriptTask, Step
from graders.katas.rules import Rules
from graders.model.explanation import (
    Exhibit,
    Listing,
    Mark,
    Part,
    Picture,
    StepExplanation,
    StepTaken,
)
from graders.model.outcome import Event
from graders.model.submission import DRIVER
from graders.model.value import answer_in_words

STEPS_BEFORE, STEPS_AFTER = 6, 2
"""How many steps around the one that differs are shown."""
MOST_STEPS = 80
"""Of a longer case only the beginning is listed."""
MOST_LINES = 24
"""A case that takes more lines of Python is not written out."""
_WIDTH = 72
_LETTERS = str.maketrans("12", "XO")
_PLAYERS = "X player 1, O player 2"


def explain(reading: Reading, found: Miss, called: Mapping[str, str]) -> StepExplanation:
    """Return the first step that differs, those around it, and the board just before it."""
    task = reading.task
    rows, cols, k = task.size
    answered = _answered(reading, found.step)
    got = list(found.got) if isinstance(found.got, tuple) else found.got
    near = _near(task, found.step)
    return StepExplanation(
        rows=rows,
        cols=cols,
        k=k,
        step=found.step + 1,
        steps=len(task.steps),
        operation=_operation(task, found.step, called),
        expected=expected_text(task.steps[found.step]),
        got=got if answered else None,
        answered=answered,
        drawing=board_before(task, found.step).drawing(),
        around=tuple(_taken(reading, number, found, called) for number in near),
        method=method_called(calls_of(task.steps[found.step])[-1][0], called),
    )


def _taken(reading: Reading, number: int, found: Miss, called: Mapping[str, str]) -> StepTaken:
    task, calls = reading.task, reading.calls.get(number, [])
    step = task.steps[number]
    came: object = answer_text(step, calls) if calls else None
    if number == found.step:
        came = "another board" if isinstance(found.got, tuple) else found.got
    elif step.word == "board" and calls:
        came = "a board"
    said = (step_text(task, number, called),)
    answered = _answered(reading, number)
    return StepTaken(number + 1, said, expected_text(step), came if answered else None, answered)


def _answered(reading: Reading, number: int) -> bool:
    calls = reading.calls.get(number, [])
    return bool(calls) and all(each.event in (Event.REPLIED, Event.RAISED) for each in calls)


def board_before(task: ScriptTask, number: int) -> Rules:
    """Return the game of a step as it is by the rules just before that step."""
    rules = Rules(*task.size)
    for step in task.steps[:number]:
        if step.thing == task.steps[number].thing:
            apply_step(rules, step)
    return rules


def _operation(task: ScriptTask, number: int, called: Mapping[str, str]) -> tuple[str | int, ...]:
    """Return a step as it is called, then the column of a move where there is such a column."""
    step = task.steps[number]
    column = step.arguments[-1] if step.word in ("move", "place") else None
    on_it = type(column) is int and 0 <= column < task.size[1]
    said = step_text(task, number, called)
    return (said, column) if on_it and isinstance(column, int) else (said,)


def _near(task: ScriptTask, at: int) -> list[int]:
    """Return the numbers of the steps around one, of the same game where there are many."""
    few = len(task.things) <= 3
    same = [n for n, step in enumerate(task.steps) if few or step.thing == task.steps[at].thing]
    here = same.index(at)
    return same[max(0, here - STEPS_BEFORE) : here + STEPS_AFTER + 1]


def tell(facts: StepExplanation) -> tuple[Part, ...]:
    """Return the steps around the first that differs, the board by the rules, and the one shown.

    The players are letters in the drawing, as its columns are numbers. A line that wins is in
    brackets, and so is each cell in which a board that was shown differs.
    """
    parts: list[Part] = [
        Listing(
            ("step", "called", "expected", "got"),
            tuple(map(_row, facts.around)),
            at=next(row for row, each in enumerate(facts.around) if each.step == facts.step),
        )
    ]
    shown = [str(row) for row in facts.got] if isinstance(facts.got, list) else []
    if not shown and all(set(row) == {"."} for row in facts.drawing):
        return (*parts, f"Before step {facts.step} the board is empty.")
    column = facts.operation[1] if len(facts.operation) > 1 else None
    marks = ((column, Mark.STEP),) if isinstance(column, int) else ()
    caption = f"the board {'at' if shown else 'just before'} step {facts.step}, {_PLAYERS}"
    parts.append(board_picture(facts.drawing, facts.k, caption, marks))
    if shown and [len(row) for row in shown] == [facts.cols] * facts.rows:
        differ = frozenset(
            (row, col)
            for row in range(facts.rows)
            for col in range(facts.cols)
            if shown[row][col] != facts.drawing[row][col]
        )
        letters = tuple(row.translate(_LETTERS) for row in shown)
        parts.append(Picture(letters, "the board that was shown instead", highlighted=differ))
    return tuple(parts)


def _row(taken: StepTaken) -> tuple[str, ...]:
    got = str(taken.got) if taken.answered and taken.got is not None else ""
    return (str(taken.step), str(taken.operation[0]), str(taken.expected), got)


def board_picture(
    drawing: Sequence[str], k: int, caption: str, marks: tuple[tuple[int, Mark], ...] = ()
) -> Picture:
    """Draw a board of `1`, `2` and `.` in letters, with the line that wins in brackets."""
    rules = Rules(len(drawing), len(drawing[0]), k)
    for row, cells in enumerate(reversed(drawing)):
        rules.discs.update({(row, col): int(cell) for col, cell in enumerate(cells) if cell != "."})
    line = frozenset((len(drawing) - 1 - row, column) for row, column in rules.line())
    letters = tuple(row.translate(_LETTERS) for row in drawing)
    return Picture(letters, caption, marks=marks, highlighted=line)


def show(task: ScriptTask, called: Mapping[str, str], *, spoilers: bool = True) -> Exhibit:
    """Return the steps of a case, with `spoilers` what must come of each, and the last board."""
    columns = ("step", "called", "comes to") if spoilers else ("step", "called")
    rows = []
    for number, step in enumerate(task.steps[:MOST_STEPS]):
        row = (str(number + 1), step_text(task, number, called))
        rows.append((*row, expected_text(step)) if spoilers else row)
    parts: list[Part] = [Listing(columns, tuple(rows), "the steps")]
    more = len(task.steps) - len(rows)
    if more:
        parts.append(f"… and {more:,} more steps, {len(task.steps):,} in all.")
    if spoilers and len(task.things) == 1:
        rules = board_before(task, len(task.steps) - 1)
        apply_step(rules, task.steps[-1])
        if rules.discs:
            caption = f"the board in the end, {_PLAYERS}"
            parts.append(board_picture(rules.drawing(), task.size[2], caption))
    question = f"{_size(task)}: {case_summary(task)}."
    return Exhibit((question,), tuple(parts)) if spoilers else Exhibit((question, *parts))


def _size(task: ScriptTask) -> str:
    rows, cols, k = task.size
    return f"{rows} rows, {cols} columns, {k} in a line win"


def case_summary(task: ScriptTask) -> str:
    """Return in a few words what a case asks for."""
    moves = sum(step.word in ("move", "place") for step in task.steps)
    names = {"winner": "the winner", "state": "the state", "board": "the board", "turn": "the turn"}
    asked = [name for word, name in names.items() if any(s.word == word for s in task.steps)]
    games = [f"{len(task.things):,} games"] if len(task.things) > 1 else []
    counted = [f"{moves:,} move{'s' if moves != 1 else ''}"] if moves else []
    return ", ".join([*games, *counted, *asked]) or "the parts of a design"


def driver_calls(task: ScriptTask) -> str:
    """Write a case as calls of a driver, moves that follow each other in one loop.

    Nothing for a long one. Of what is expected it holds nothing.
    """
    if task.recipe is not None:
        return ""
    arguments = ", ".join(map(str, task.size))
    lines = [f"{thing} = {DRIVER}({arguments})" for thing in task.things]
    waiting: list[Step] = []
    for step in (*task.steps, None):
        follows = waiting and step is not None and step.thing == waiting[-1].thing
        if waiting and not (follows and step is not None and step.word == "move"):
            lines += _moves(waiting)
            waiting = []
        if step is not None and step.word == "move":
            waiting.append(step)
        elif step is not None:
            lines += [f"print({_written(step.thing, part, of)})" for part, of in calls_of(step)]
    fits = len(lines) <= MOST_LINES and all(len(line) <= _WIDTH for line in lines)
    return "\n".join(lines) if fits else ""


def _moves(steps: Sequence[Step]) -> list[str]:
    if len(steps) < 3:
        return [_written(step.thing, "move", step.arguments) for step in steps]
    pairs = ", ".join(f"({', '.join(map(answer_in_words, step.arguments))})" for step in steps)
    head = f"for player, column in ({pairs}):"
    if len(head) > _WIDTH:
        columns = ", ".join(answer_in_words(step.arguments[1]) for step in steps)
        first = steps[0].arguments[0]
        alternate = [step.arguments[0] for step in steps] == [
            first if at % 2 == 0 else 3 - int(str(first)) for at in range(len(steps))
        ]
        head = f"for at, column in enumerate(({columns})):"
        player = "1 + at % 2" if first == 1 else "2 - at % 2"
        return [head, f"    {steps[0].thing}.move({player}, column)"] if alternate else [head * 2]
    return [head, f"    {steps[0].thing}.move(player, column)"]


def _written(thing: str, part: str, arguments: Sequence[object]) -> str:
    return f"{thing}.{part}({', '.join(map(answer_in_words, arguments))})"
