"""Read what one case of the design kata holds: a size, and a script of steps."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from graders.katas.fields import CASE_FIELDS, read_fields
from graders.katas.game_design.script import (
    ON_A_BOARD,
    WORDS,
    YES,
    Asked,
    discs_on,
    parse_steps,
)
from graders.katas.kata import TaskError

ROWS, COLS, IN_A_ROW = 6, 7, 4
LARGEST_SIDE = 20
MOST_STEPS = 200


class DesignTask(msgspec.Struct, frozen=True):
    """Hold a size and the steps of a script, in order."""

    steps: tuple[Asked, ...]
    rows: int = ROWS
    cols: int = COLS
    k: int = IN_A_ROW

    @property
    def usual_size(self) -> bool:
        """Tell whether it is the size that every game has unless it is told another."""
        return (self.rows, self.cols, self.k) == (ROWS, COLS, IN_A_ROW)

    @property
    def words(self) -> frozenset[str]:
        """Return what is asked at all."""
        return frozenset(step.word for step in self.steps)


class _Fields(msgspec.Struct, frozen=True):
    steps: list[str]
    rows: int = ROWS
    cols: int = COLS
    k: int = IN_A_ROW


def read_task(fields: Mapping[str, object]) -> DesignTask:
    """Check one case: the size, and the steps."""
    read = read_fields(_Fields, fields, CASE_FIELDS)
    for field, value in (("rows", read.rows), ("cols", read.cols), ("k", read.k)):
        if not 1 <= value <= LARGEST_SIDE:
            raise TaskError(field, f"should be 1 to {LARGEST_SIDE}, but is {value}")
    try:
        steps = parse_steps(read.steps)
    except (ValueError, IndexError) as error:
        raise TaskError("steps", str(error)) from None
    if not 1 <= len(steps) <= MOST_STEPS:
        raise TaskError("steps", f"should be 1 to {MOST_STEPS}, but there are {len(steps)}")
    task = DesignTask(steps, read.rows, read.cols, read.k)
    _check_possible(task)
    return task


def _check_possible(task: DesignTask) -> None:
    """Refuse discs where there is no room; `kata verify` looks at all the rest."""
    for number, step in enumerate(task.steps, start=1):
        try:
            on_it = discs_on(step.thing, task.steps[:number])
        except ValueError as error:
            raise TaskError("steps", f"step {number}: {error}") from None
        for column in {disc.column for disc in on_it}:
            if not 0 <= column < task.cols:
                raise TaskError("steps", f"step {number}: there is no column {column}")
            if sum(disc.column == column for disc in on_it) > task.rows:
                raise TaskError("steps", f"step {number}: column {column} has no room")
        if step.word == "line" and (not on_it or on_it[-1].player != step.arguments[0]):
            raise TaskError("steps", f"step {number}: asks for a line of who did not move last")
        if step.word == "cell" and not _on_board(step, task):
            raise TaskError("steps", f"step {number}: there is no such cell")


def _on_board(step: Asked, task: DesignTask) -> bool:
    row, column = step.arguments
    return 0 <= row < task.rows and 0 <= column < task.cols


def in_words(step: Asked) -> str:
    """Write a step as a person reads it, in the names of the statement.

    >>> in_words(Asked("game", "move", (1, 3), YES))
    'game.make_move(player 1, 3)'
    """
    name, arguments = NAMES[step.word], WORDS[step.word][0].split()
    words = [
        f"player {value}" if what == "player" else str(value)
        for what, value in zip(arguments, step.arguments, strict=False)
    ]
    if arguments == ["columns"]:
        words = [f"[{', '.join(map(str, step.arguments))}]"]
    on = "bot" if step.word == "bot" else step.thing
    if step.word == "bot":
        words = [step.thing]
    if step.word == "name":
        return f"player {step.arguments[0]}.name"
    if step.word == "colours":
        return "player 1.colour, player 2.colour"
    return f"{on}.{name}({', '.join(words)})"


NAMES = {
    "move": "make_move",
    "turn": "get_current_player",
    "state": "get_game_state",
    "winner": "get_winner",
    "undo": "undo",
    "replay": "replay",
    "bot": "choose_column",
    "place": "place_disc",
    "can": "can_place",
    "full": "is_full",
    "line": "check_win",
    "cell": "get_cell",
    "name": "name",
    "colours": "colour",
}
"""The names of the statement for what each word asks."""

EXPECTED = {
    "1": "player 1",
    "2": "player 2",
    "playing": "in progress",
    "legal": "a legal column",
    "given": "the name that it was given",
    "differ": "two colours",
}


def expected_in_words(step: Asked) -> str:
    """Write what is expected of a step as a person reads it.

    >>> expected_in_words(Asked("game", "move", (1, 3), YES))
    'accepted'
    """
    if step.word in ("move", "place", "undo", "replay"):
        return "accepted" if step.expected == YES else "refused"
    if step.word in ON_A_BOARD and step.word != "cell":
        return "true" if step.expected == YES else "false"
    return EXPECTED.get(step.expected, step.expected)
