"""Read what one case of the operations kata holds: the size of a game and a script.

A small script is written out in its suite, one line a step, `drop 0 1 -> 5`, so that a person
can check it. A large one is made from a few parameters; the same parameters make the same
script on every Python, because nothing is drawn but `random.Random(seed).random()`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice, repeat

import msgspec

from graders.katas.fields import CASE_FIELDS, read_fields
from graders.katas.kata import TaskError
from graders.model.value import answer_in_words
from solutions import operations as reference

LARGEST_K = 1_000_000
_RETURNS = {
    "drop": ("error:game_over", "error:out_of_range", "error:wrong_turn", "error:column_full"),
    "status": ("inProgress", "draw", "win"),
    "reset": ("OK",),
    "": ("error:invalid_operation",),
}


class ScriptTask(msgspec.Struct, frozen=True, dict=True):
    """A game's size and a script: written out in `steps`, or made from `recipe`.

    `operations` and `expected` are made when they are first asked for.
    """

    rows: int
    cols: int
    k: int
    steps: tuple[tuple[Operation, Returned], ...] = ()
    recipe: tuple[tuple[str, object], ...] = ()

    @cached_property
    def operations(self) -> tuple[Operation, ...]:
        if self.recipe:
            return generate(dict(self.recipe), self.rows, self.cols, self.k)
        return tuple(operation for operation, _ in self.steps)

    @cached_property
    def expected(self) -> tuple[Returned, ...]:
        if self.recipe:
            operations = list(self.operations)
            return tuple(reference.solution(self.rows, self.cols, self.k, operations))
        return tuple(returned for _, returned in self.steps)


class _Fields(msgspec.Struct, frozen=True):
    rows: int
    cols: int
    k: int
    steps: list[str] | None = None
    generate: dict[str, object] | None = None


def read_task(fields: Mapping[str, object]) -> ScriptTask:
    """Check one case: the game's size, and its steps or what to generate them from."""
    read = read_fields(_Fields, fields, CASE_FIELDS)
    for field, value in (("rows", read.rows), ("cols", read.cols)):
        if not 1 <= value <= LARGEST_SIDE:
            raise TaskError(field, f"should be 1 to {LARGEST_SIDE}, but is {value}")
    if not 1 <= read.k <= LARGEST_K:
        raise TaskError("k", f"should be 1 to {LARGEST_K}, but is {read.k}")
    if (read.steps is None) == (read.generate is None):
        raise TaskError("steps", "a case has either steps or generate")
    if read.generate is not None:
        recipe = _checked_recipe(read.generate, read)
        return ScriptTask(read.rows, read.cols, read.k, recipe=recipe)
    steps = _parsed(read.steps or [], read)
    return ScriptTask(read.rows, read.cols, read.k, steps=steps)


def _checked_recipe(params: Mapping[str, object], read: _Fields) -> tuple[tuple[str, object], ...]:
    """Check the parameters on a script of one operation: the whole one is made when needed."""
    count = params.get("operations")
    if type(count) is not int or not 1 <= count <= MOST_OPERATIONS:
        raise TaskError("generate", f"operations: should be 1 to {MOST_OPERATIONS}")
    try:
        generate({**params, "operations": 1}, read.rows, read.cols, read.k)
    except ValueError as error:
        raise TaskError("generate", str(error)) from None
    return tuple(params.items())


def _parsed(steps: Sequence[str], size: _Fields) -> tuple[tuple[Operation, Returned], ...]:
    if not 1 <= len(steps) <= MOST_OPERATIONS:
        raise TaskError("steps", f"should be 1 to {MOST_OPERATIONS}, but there are {len(steps)}")
    parsed = []
    for number, step in enumerate(steps, start=1):
        try:
            operation, returned = parse_step(step)
            _check_possible(operation, returned, size)
            parsed.append((operation, returned))
        except ValueError as error:
            raise TaskError(f"steps, item {number}", str(error)) from None
    return tuple(parsed)


def _check_possible(operation: Operation, returned: Returned, size: _Fields) -> None:
    """Refuse what no state of the game returns; `kata verify` looks at the state as well."""
    kind = operation[0] if operation[0] in _RETURNS else ""
    if not isinstance(returned, int):
        word = returned if isinstance(returned, str) else returned[0]
        if word not in _RETURNS[str(kind)]:
            raise ValueError(
                f"{operation_text(operation)} never returns {answer_in_words(returned)}"
            )
        return
    if kind != "drop":
        raise ValueError(f"{operation_text(operation)} never returns a row")
    if returned >= size.rows:
        raise ValueError(f"there is no row {returned}: rows are 0-{size.rows - 1}")
    if operation[1] not in range(size.cols):
        raise ValueError(f"there is no column {operation[1]}: columns are 0-{size.cols - 1}")


Operation = tuple[str | int, ...]
Returned = int | str | tuple[str, int]
MOST_OPERATIONS = 100_000
LARGEST_SIDE = 200
WORDS_RETURNED = (
    "OK",
    "inProgress",
    "draw",
    "error:game_over",
    "error:out_of_range",
    "error:wrong_turn",
    "error:column_full",
    "error:invalid_operation",
)
_ARROW = " -> "
_INTEGER = re.compile(r"-?[0-9]{1,18}")
_NOT_OPERATIONS: tuple[Operation, ...] = (("undo",), ("Drop", 0, 1), ("states",), ("resets",))


def parse_step(step: str) -> tuple[Operation, Returned]:
    """Return the operation of one written step and what it must return.

    Raises `ValueError` that says what is wrong with the step.

    >>> parse_step("drop 0 1 -> 5")
    (('drop', 0, 1), 5)
    >>> parse_step("status -> win 1")
    (('status',), ('win', 1))
    """
    operation, arrow, returned = step.partition(_ARROW)
    if not arrow:
        raise ValueError(f"{step!r} is not a step; write it as 'drop 0 1 -> 5'")
    words = tuple(_word(word) for word in operation.split())
    if not words or not isinstance(words[0], str):
        raise ValueError(f"{step!r} names no operation before the arrow")
    if words[0] == "drop" and not _is_drop(words):
        raise ValueError(f"{step!r}: a drop has a column and a player, as in 'drop 0 1 -> 5'")
    if words[0] in ("status", "reset") and len(words) > 1:
        raise ValueError(f"{step!r}: {words[0]} takes no arguments")
    return words, _parse_returned(returned.strip(), step)


def operation_text(operation: Operation) -> str:
    """Return an operation as a person reads it.

    >>> operation_text(("drop", 0, 1)), operation_text(("status",))
    ('drop in column 0 by player 1', 'status')
    """
    if len(operation) == 3 and operation[0] == "drop":
        return f"drop in column {operation[1]} by player {operation[2]}"
    return " ".join(str(word) for word in operation)


def generate(params: Mapping[str, object], rows: int, cols: int, k: int) -> tuple[Operation, ...]:
    """Make the script that `params` describe for a board of `rows` by `cols`, `k` to win.

    `script` names the kind, `operations` is its length (1 to 100,000) and `seed` seeds the random
    choices. Besides: `fill` takes `statuses`, the share of them; `lines` and `pairs` take `games`
    and `discs`, dropped in each game (one game and a full board by default), and `pairs` takes
    `statuses` too; `status` takes `discs`, dropped before the first status; `resets` takes
    `resets`, the share of them; `full` takes `columns`, how many are filled.

    Raises `ValueError` that names the parameter.

    >>> generate({"script": "status", "operations": 3, "seed": 1, "discs": 1}, 6, 1, 4)
    (('drop', 0, 1), ('status',), ('status',))
    """
    _check_board(rows, cols, k)
    kind = params.get("script")
    if kind is None:
        raise ValueError(f"script: is missing, should be one of {', '.join(_KINDS)}")
    if not isinstance(kind, str) or kind not in _KINDS:
        raise ValueError(f"script: is {kind!r}, not one of {', '.join(_KINDS)}")
    make, own = _KINDS[kind]
    for name in params:
        if name not in ("script", "operations", "seed", *own):
            raise ValueError(f"{name}: is not a parameter of a {kind} script")
    operations = _whole(params, "operations", 1, MOST_OPERATIONS)
    writer = _Writer(rows, cols, _whole(params, "seed", 0, 2**32 - 1))
    return tuple(islice(make(writer, params), operations))


_Maker = Callable[["_Writer", Mapping[str, object]], Iterator[Operation]]


class _Writer:
    """Write operations, keeping track of the columns' heights and of the turn only."""

    def __init__(self, rows: int, cols: int, seed: int) -> None:
        self.rows, self.cols = rows, cols
        self._random = random.Random(seed).random
        self._start()

    def _start(self) -> None:
        self.turn = 1
        self._heights = [0] * self.cols
        self._open = list(range(self.cols))

    @property
    def is_full(self) -> bool:
        return not self._open

    def chance(self, share: float) -> bool:
        return self._random() < share

    def below(self, limit: int) -> int:
        return int(self._random() * limit)

    def drop(self, col: int) -> Operation:
        operation = ("drop", col, self.turn)
        if self._heights[col] < self.rows:
            self._heights[col] += 1
            self.turn = 3 - self.turn
            if self._heights[col] == self.rows:
                self._open.remove(col)
        return operation

    def drop_somewhere(self) -> Operation:
        """Drop where there is room; on a full board anywhere, which the game refuses."""
        if self._open:
            return self.drop(self._open[self.below(len(self._open))])
        return self.drop(self.below(self.cols))

    def reset(self) -> Operation:
        self._start()
        return ("reset",)


def _fill(writer: _Writer, params: Mapping[str, object]) -> Iterator[Operation]:
    """Drop at random until the board is full, and go on; ask for the status now and then."""
    statuses = _share(params, "statuses", 0.0)
    while True:
        yield ("status",) if writer.chance(statuses) else writer.drop_somewhere()


def _lines(writer: _Writer, params: Mapping[str, object]) -> Iterator[Operation]:
    """Give each side one half of the board, row by row, so that lines of one colour grow long."""
    for discs in _games(writer, params):
        yield writer.reset()
        yield from islice(_halves(writer), discs)
    while True:
        yield ("status",)


def _games(writer: _Writer, params: Mapping[str, object]) -> Iterable[int]:
    board = writer.rows * writer.cols
    discs = _whole(params, "discs", 1, board, default=board)
    return repeat(discs, _whole(params, "games", 1, MOST_OPERATIONS, default=1))


def _halves(writer: _Writer) -> Iterator[Operation]:
    half = writer.cols // 2
    left, right = list(range(half)), list(range(writer.cols - half, writer.cols))
    first, second = (left, right) if writer.chance(0.5) else (right, left)
    for _ in range(writer.rows):
        for mine, yours in zip(first, second, strict=True):
            yield writer.drop(mine)
            yield writer.drop(yours)
    while not writer.is_full:
        yield writer.drop_somewhere()


def _pairs(writer: _Writer, params: Mapping[str, object]) -> Iterator[Operation]:
    """Drop discs so that nobody ever has three in a row, with a status now and then."""
    statuses = _share(params, "statuses", 0.0)
    for discs in _games(writer, params):
        yield writer.reset()
        for disc in islice(_in_pairs(writer), discs):
            while writer.chance(statuses):
                yield ("status",)
            yield disc
    while True:
        yield ("status",)


def _in_pairs(writer: _Writer) -> Iterator[Operation]:
    """Make each row of pairs, two discs of one side beside two of the other, and shift the next.

    The columns that are left over where four does not divide them are filled last, at random.
    """
    for row in range(writer.rows):
        for left in range(0, writer.cols - 3, 4):
            mine, yours = (left, left + 2) if row % 2 == 0 else (left + 2, left)
            for col in (mine, yours, mine + 1, yours + 1):
                yield writer.drop(col)
    while not writer.is_full:
        yield writer.drop_somewhere()


def _status(writer: _Writer, params: Mapping[str, object]) -> Iterator[Operation]:
    """Drop some discs at random, then ask for nothing but the status."""
    for _ in range(_whole(params, "discs", 0, writer.rows * writer.cols)):
        yield writer.drop_somewhere()
    while True:
        yield ("status",)


def _resets(writer: _Writer, params: Mapping[str, object]) -> Iterator[Operation]:
    """Drop at random with resets in between, and a status for every tenth other operation."""
    resets = _share(params, "resets")
    while True:
        if writer.chance(resets):
            yield writer.reset()
        else:
            yield ("status",) if writer.chance(0.1) else writer.drop_somewhere()


def _errors(writer: _Writer, _params: Mapping[str, object]) -> Iterator[Operation]:
    full = writer.below(writer.cols)
    for _ in range(writer.rows):
        yield writer.drop(full)
    while True:
        beyond = (writer.cols + writer.below(1000), -1 - writer.below(1000))
        yield (
            ("drop", beyond[writer.below(2)], writer.turn),
            ("drop", writer.below(writer.cols), 3 - writer.turn),
            ("drop", full, writer.turn),
            _NOT_OPERATIONS[writer.below(len(_NOT_OPERATIONS))],
        )[writer.below(4)]


def _full(writer: _Writer, params: Mapping[str, object]) -> Iterator[Operation]:
    """Fill some columns to the top, then drop into nothing but those: there is no room."""
    columns = range(_whole(params, "columns", 1, writer.cols))
    for col in columns:
        for _ in range(writer.rows):
            yield writer.drop(col)
    while True:
        yield writer.drop(columns[writer.below(len(columns))])


_KINDS: dict[str, tuple[_Maker, tuple[str, ...]]] = {
    "fill": (_fill, ("statuses",)),
    "lines": (_lines, ("discs", "games")),
    "pairs": (_pairs, ("discs", "games", "statuses")),
    "status": (_status, ("discs",)),
    "resets": (_resets, ("resets",)),
    "errors": (_errors, ()),
    "full": (_full, ("columns",)),
}


def _word(word: str) -> str | int:
    return int(word) if _INTEGER.fullmatch(word) else word


def _is_drop(words: Operation) -> bool:
    return len(words) == 3 and all(isinstance(word, int) for word in words[1:])


def _parse_returned(text: str, step: str) -> Returned:
    words = text.split()
    if text in WORDS_RETURNED:
        return text
    if len(words) == 1 and isinstance(row := _word(text), int) and row >= 0:
        return row
    if len(words) == 2 and words[0] == "win" and words[1] in ("1", "2"):
        return ("win", int(words[1]))
    raise ValueError(
        f"{step!r} returns {text!r}, which no operation does: write a row, 'win 1', 'win 2' "
        f"or one of {', '.join(WORDS_RETURNED)}"
    )


def _check_board(rows: int, cols: int, k: int) -> None:
    for name, side in (("rows", rows), ("cols", cols)):
        if not 1 <= side <= LARGEST_SIDE:
            raise ValueError(f"{name}: is {side}, not 1 to {LARGEST_SIDE}")
    if k < 1:
        raise ValueError(f"k: is {k}, not at least 1")


def _whole(
    params: Mapping[str, object], name: str, least: int, most: int, default: int | None = None
) -> int:
    value = params.get(name, default)
    if value is None:
        raise ValueError(f"{name}: is missing")
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"{name}: is {value!r}, not a whole number from {least} to {most}")
    return value


def _share(params: Mapping[str, object], name: str, default: float | None = None) -> float:
    value = params.get(name, default)
    if value is None:
        raise ValueError(f"{name}: is missing")
    if type(value) not in (int, float) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise ValueError(f"{name}: is {value!r}, not a share from 0 to 1")
    return float(value)
