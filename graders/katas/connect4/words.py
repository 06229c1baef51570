"""Tell the facts about a step in a listing and pictures; write a case as Python."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence

from graders.katas.connect4.brute_force import SIDE, Game
from graders.katas.connect4.task import GAMES, Action, Connect4Task, Step
from graders.model.explanation import StepExplanation, StepTaken
from graders.model.listing import Listing, Part
from graders.model.picture import Mark, Picture

MOST_LINES = 24
"""A case that takes more lines of Python is not written out."""

_LETTERS = str.maketrans("12", "XO")
_PLAYERS = "X player 1, O player 2"
_WIDTH = 72
_SHORT = {"first": "game", "second": "second", "third": "third"}


def tell(facts: StepExplanation) -> tuple[Part, ...]:
    """Return the steps around the first that differs, the board by the rules, and the one shown.

    The players are letters in the drawing, as its columns are numbers. A line of four is in
    brackets, and so is each cell in which a board that was shown differs.
    """
    parts: list[Part] = [_steps(facts)]
    shown = facts.got if isinstance(facts.got, list) else None
    column = facts.operation[1] if len(facts.operation) > 1 else None
    caption = f"the board {'at' if shown else 'just before'} step {facts.step}, {_PLAYERS}"
    if not shown and all(set(row) == {"."} for row in facts.drawing):
        return (*parts, f"Before step {facts.step} the board is empty.")
    marks = ((column, Mark.STEP),) if isinstance(column, int) else ()
    parts.append(picture(facts.drawing, caption, marks))
    if shown and _is_a_board(shown):
        differ = frozenset(
            (row, col)
            for row in range(SIDE)
            for col in range(SIDE)
            if shown[row][col] != facts.drawing[row][col]
        )
        rows = tuple(row.translate(_LETTERS) for row in shown)
        parts.append(Picture(rows, "the board that was shown instead", highlighted=differ))
    return tuple(parts)


def picture(rows: Sequence[str], caption: str, marks: tuple[tuple[int, Mark], ...] = ()) -> Picture:
    """Draw a board of `1`, `2` and `.` in letters, with the line that wins in brackets."""
    letters = tuple(row.translate(_LETTERS) for row in rows)
    return Picture(letters, caption, marks=marks, highlighted=frozenset(_game(rows).line()))


def _game(rows: Sequence[str]) -> Game:
    game = Game()
    for row, cells in enumerate(rows):
        for col, cell in enumerate(cells):
            if cell in "12":
                game.discs[row, col] = int(cell)
    return game


def _is_a_board(shown: Sequence[object]) -> bool:
    return len(shown) == SIDE and all(isinstance(row, str) and len(row) == SIDE for row in shown)


def _steps(facts: StepExplanation) -> Listing:
    return Listing(
        ("step", "called", "expected", "got"),
        tuple(_row(taken) for taken in facts.around),
        at=next(row for row, taken in enumerate(facts.around) if taken.step == facts.step),
    )


def _row(taken: StepTaken) -> tuple[str, ...]:
    got = str(taken.got) if taken.answered else ""
    return (str(taken.step), str(taken.operation[0]), str(taken.expected), got)


def in_python(task: Connect4Task) -> str:
    """Write a case as Python, moves that follow each other in one loop; nothing for a long one.

    >>> moves = [Step(Action.PLAY, "played", (column,)) for column in (3, 3, 4)]
    >>> print(in_python(Connect4Task((*moves, Step(Action.WINNER, "nobody")))))
    game = Connect4()
    for col in (3, 3, 4):
        game.play(col)
    print(game.check_winner())
    """
    if task.recipe is not None:
        return ""
    lines = [f"{_name(game)} = Connect4()" for game in range(task.games)]
    for steps in _runs(task.steps):
        lines.extend(_written(steps))
    return "\n".join(lines) if len(lines) <= MOST_LINES else ""


def _name(game: int) -> str:
    return _SHORT[GAMES[game]]


def _runs(steps: Iterable[Step]) -> Iterator[list[Step]]:
    """Yield the steps, moves of one game that are played one after the other together."""
    run: list[Step] = []
    for step in steps:
        plays = step.action is Action.PLAY and step.expected == "played"
        if run and plays and run[-1].game == step.game:
            run.append(step)
            continue
        if run:
            yield run
            run = []
        if plays:
            run = [step]
        else:
            yield [step]
    if run:
        yield run


def _written(steps: Sequence[Step]) -> list[str]:
    step = steps[0]
    name = _name(step.game)
    if step.action is Action.WINNER:
        return [f"print({name}.check_winner())"]
    if step.action is Action.BOARD:
        return [f"{name}.print()"]
    if len(steps) < 3:
        return [f"{name}.play({', '.join(map(repr, each.arguments))})" for each in steps]
    columns = ", ".join(repr(each.arguments[0]) for each in steps)
    head = f"for col in ({columns}):"
    if len(head) > _WIDTH:
        inside = textwrap.wrap(columns, _WIDTH - 6)
        return [
            "for col in (",
            *(f"    {line}" for line in inside),
            "):",
            f"    {name}.play(col)",
        ]
    return [head, f"    {name}.play(col)"]


def about(task: Connect4Task) -> str:
    """Return in a few words what a case asks for.

    >>> about(Connect4Task((Step(Action.PLAY, "played", (3,)), Step(Action.BOARD, "///1///"))))
    '1 move, the board'
    """
    moves = sum(step.action is Action.PLAY for step in task.steps)
    asked = [
        words
        for action, words in ((Action.WINNER, "the winner"), (Action.BOARD, "the board"))
        if any(step.action is action for step in task.steps)
    ]
    games = [f"{task.games:,} games"] if task.games > 1 else []
    return ", ".join([*games, f"{moves:,} move{'s' if moves != 1 else ''}", *asked])
