"""Why a verdict is what it is, as facts: sentences and pictures are made of them elsewhere.

An explanation goes into a scorecard and from there to JSON and back, so each of the two kinds
is a tagged structure: `{"type": "position", …}` or `{"type": "step", …}`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Literal

import msgspec

from graders.model.submission import Speech

Side = Literal["RED", "YELLOW"]
LineKind = Literal["win", "refutation"]
Value = Literal["win", "draw", "loss"]
Contradiction = Literal["accepted_does_not_win", "played_reaches_goal"]


class Column(msgspec.Struct, frozen=True):
    """What one column is worth to the side that plays it, None where it is not known.

    `plies` counts from the column's own disc to the four that ends the game; a draw has none.
    Where these were not found within the search's limit, the other side still cannot win within
    `safe_plies` plies after the column.
    """

    column: int
    value: Value | None = None
    plies: int | None = None
    safe_plies: int = 0


class Appraisal(msgspec.Struct, frozen=True):
    """What search says, in sentences, of an answer to a case that has no key.

    `keeps` tells whether no other answer is worth more; None where that was not found.
    """

    keeps: bool | None
    said: tuple[str, ...]


class Line(msgspec.Struct, frozen=True):
    """Hold best play from a position, one column a ply, the side to move first.

    A `win` begins with an accepted column, a `refutation` with the played one. The line takes
    `plies` plies to its four; unless it is `complete`, the end of `moves` was not found within the
    search's limit.
    """

    kind: LineKind
    moves: tuple[int, ...]
    plies: int
    complete: bool = True


class PositionExplanation(msgspec.Struct, frozen=True, tag="position"):
    """What there is to know about a position, its accepted columns and the played one.

    `moves` are column digits from the empty board, on which `first` moved first. `drawing` is the
    board of `R`, `Y` and `.`, the top row first. `played` is None where no column came that could
    be played. `mate_in` are the plies of the soonest win, as proved or else as the case states.
    `threat` tells that the other side would complete four on each accepted column.
    `contradiction` says in what the search and the answer key disagree. Without `searched` nothing
    was computed, and everything here is the answer key's. `node_limit` is how many positions the
    search could look at: a limit of nodes, never of time, so that every machine finds the same.
    """

    moves: str
    first: Side
    to_move: Side
    drawing: tuple[str, ...]
    goal: Literal["win", "block", "draw"]
    accept: tuple[Column, ...]
    played: Column | None = None
    mate_in: int | None = None
    lines: tuple[Line, ...] = ()
    threat: bool = False
    contradiction: Contradiction | None = None
    searched: bool = False
    node_limit: int | None = None


class StepTaken(msgspec.Struct, frozen=True):
    """One step of a script: what was called, what it should return and what it did.

    `step` counts from 1. `got` means nothing unless it was `answered`. What JSON cannot carry of it
    is `written` as the language of the submission does.
    """

    step: int
    operation: tuple[str | int, ...]
    expected: int | str | tuple[str, int]
    got: Any
    answered: bool
    written: str = ""


class StepExplanation(msgspec.Struct, frozen=True, tag="step"):
    """The first step of a script whose return is not the expected one.

    `step` counts from 1, of `steps`. `got` is the return as JSON can carry it, and means nothing
    unless it was `answered`: the list may end before the step. `drawing` is the board just before
    the step, of `1`, `2` and `.`, the top row first; of a large board a part, whose upper left
    cell is in `first_row` and `first_col`. `around` are the steps before and after it, in order
    and itself among them. What was returned is shown as the language of `speech` writes it.
    `method` is how the statement calls what the step asks of a class.
    """

    rows: int
    cols: int
    k: int
    step: int
    steps: int
    operation: tuple[str | int, ...]
    expected: int | str | tuple[str, int]
    got: Any
    answered: bool
    drawing: tuple[str, ...]
    first_row: int = 0
    first_col: int = 0
    around: tuple[StepTaken, ...] = ()
    speech: Speech = Speech.PYTHON
    method: str | msgspec.UnsetType = msgspec.UNSET


Explanation = PositionExplanation | StepExplanation


class Mark(StrEnum):
    """Why a column is pointed at."""

    PLAYED = "played"
    RIGHT = "right"
    STEP = "step"


class Picture(msgspec.Struct, frozen=True):
    """Rows of letters, the top one first, and what to point out in them.

    `.` is an empty cell; `R` and `X` are discs of one side, `Y` and `O` of the other, all of them
    letters, so that none looks like the number of a column. `marks` name columns by their number
    on the board, `highlighted` cells by row and column within the picture. The upper left cell is
    row `first_row` and column `first_col` of the board; unless the picture is `whole`, its rows
    are numbered too.
    """

    rows: tuple[str, ...]
    caption: str = ""
    marks: tuple[tuple[int, Mark], ...] = ()
    highlighted: frozenset[tuple[int, int]] = frozenset()
    first_row: int = 0
    first_col: int = 0
    whole: bool = True


class Listing(msgspec.Struct, frozen=True):
    """Rows of cells, each as many as there are columns; `at` is the row to look at."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    at: int | None = None


Part = str | Picture | Listing
"""What an explanation is told in: a sentence, a board, or rows side by side."""


class Step(msgspec.Struct, frozen=True):
    """One ply of a line, in a few words, and the board after it."""

    head: str
    picture: Picture


class Exhibit(msgspec.Struct, frozen=True):
    """A case as it is shown: nothing in `question` tells what is in `answer` and `steps`."""

    question: tuple[Part, ...]
    answer: tuple[Part, ...] = ()
    steps: tuple[Step, ...] = ()


class Played(msgspec.Struct, frozen=True):
    """A line as it is played, from the position on: the first step is before any ply.

    `note` says what is not known of it; it is empty where the line is whole. It begins with what
    was played, unless it `answers` the case.
    """

    title: str
    steps: tuple[Step, ...]
    note: str = ""
    answers: bool = False
