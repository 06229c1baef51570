"""Count the nodes of a search and time it, to one depth, iteration by iteration, or on groups.

A node is one disc dropped. Nodes are counted by a board that counts, so that the solutions stay
the lessons that they are; times are taken apart from that on the plain board. They are CPU times
of this thread, which a search never leaves, so that other programs change them little.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from types import ModuleType
from typing import Any

import msgspec

from graders.katas.best_move.task import BestMoveTask
from graders.model.progress import Bar
from kata.board import Board

Search = Callable[[Board, int], int]
"""Find a best move on a board by looking a fixed number of plies ahead."""
Deepening = Callable[[Board, int], Iterator[tuple[int, int, int]]]
"""Search to depth 1, 2, ... at most the one given; yield depth, column and score after each."""
_NODES_A_LOOK = 512
_COST_OF_COUNTING = 1.6
"""A search takes up to this many times longer on the board that counts."""


class OverLimitError(Exception):
    """Say that a measurement takes longer than the limit."""


class CountingBoard(Board):
    """Count the discs dropped; raise `OverLimitError` out of a drop once the deadline is past.

    >>> board = CountingBoard.on(Board.from_moves("33"), deadline=float("inf"))
    >>> _ = board.drop_disc(0)
    >>> board.nodes
    1
    """

    nodes = 0
    _deadline = float("inf")

    @classmethod
    def on(cls, board: Board, deadline: float) -> CountingBoard:
        """Return a counting board with the discs of `board`; a deadline in `time.thread_time`."""
        twin = cls()
        twin.__dict__.update(board.copy().__dict__)
        twin._deadline = deadline
        return twin

    def drop_disc(self, col: int) -> int:
        """Count, then drop as any board does."""
        self.nodes += 1
        if self.nodes % _NODES_A_LOOK == 0 and time.thread_time() > self._deadline:
            raise OverLimitError
        return super().drop_disc(col)


class Counted(msgspec.Struct, frozen=True):
    """Hold what a search to one depth played, and its nodes; for deepening, of all depths to it."""

    depth: int
    column: int
    nodes: int


class SearchRun(msgspec.Struct, frozen=True):
    """Hold what a search to one depth played and cost; for deepening, all depths up to it.

    `times` are the seconds of every repeat.
    """

    depth: int
    column: int
    nodes: int
    times: tuple[float, ...]

    @property
    def seconds(self) -> float:
        """Return the median of the times.

        >>> SearchRun(6, 3, 1200, (0.4, 0.2, 0.3)).seconds
        0.3
        """
        return statistics.median(self.times)

    @property
    def least(self) -> float:
        """Return the least of the times, which the machine disturbed least."""
        return min(self.times)

    @property
    def rate(self) -> float:
        """Return the nodes a second in the least of the times.

        >>> SearchRun(6, 3, 1200, (0.4, 0.2, 0.3)).rate
        6000.0
        """
        return self.nodes / self.least if self.least else float("inf")


def fixed_depth(
    search: Search, board: Board, depth: int, *, limit_s: float, repeat: int
) -> SearchRun | None:
    """Measure one search; None where it takes longer than `limit_s`."""
    counted = count_fixed(search, board, depth, limit_s)
    if counted is None:
        return None
    runs = timed(
        [counted], lambda _: [search_seconds(search, board, depth)], limit_s=limit_s, repeat=repeat
    )
    return runs[0] if runs else None


def deepening(
    deepen: Deepening, board: Board, max_depth: int, *, limit_s: float, repeat: int
) -> tuple[SearchRun, ...]:
    """Measure every iteration that ends within `limit_s`.

    Seconds and nodes of a depth include the depths before it.
    """
    counted = count_deepening(deepen, board, max_depth, limit_s)
    return timed(
        counted, lambda deepest: stamps(deepen, board, deepest), limit_s=limit_s, repeat=repeat
    )


Pass = Callable[[int], Sequence[float]]
"""Search to every depth that is measured, the deepest given; return the seconds of each depth."""


def timed(
    counted: Sequence[Counted], one_pass: Pass, *, limit_s: float, repeat: int
) -> tuple[SearchRun, ...]:
    """Time what was counted, `repeat` passes one after the other."""
    measured = Measured(counted, one_pass, limit_s)
    for _ in range(repeat):
        measured.take()
    return measured.runs()


class Measured:
    """Time what was counted pass by pass, so that several can take turns.

    One pass over the limit is proof enough that a depth takes too long: it is left out then.
    """

    def __init__(self, counted: Sequence[Counted], one_pass: Pass, limit_s: float) -> None:
        self._counted, self._pass, self._limit_s = list(counted), one_pass, limit_s
        self._passes: list[Sequence[float]] = []

    def take(self) -> None:
        """Take the times once more."""
        if not self._counted:
            return
        seconds = self._pass(self._counted[-1].depth)
        if not self._passes:
            self._counted = [
                counted
                for counted, one in zip(self._counted, seconds, strict=True)
                if one <= self._limit_s
            ]
        self._passes.append(seconds)

    def runs(self) -> tuple[SearchRun, ...]:
        """Return the depths that were searched within the limit, with all their times."""
        found = (
            SearchRun(one.depth, one.column, one.nodes, tuple(each[at] for each in self._passes))
            for at, one in enumerate(self._counted)
        )
        return tuple(run for run in found if run.seconds <= self._limit_s)


def count_fixed(search: Search, board: Board, depth: int, limit_s: float) -> Counted | None:
    """Count the nodes of one search; None where that shows it to be over the limit."""
    counting = CountingBoard.on(board, _counting_deadline(limit_s))
    try:
        column = search(counting, depth)
    except OverLimitError:
        return None
    return Counted(depth, column, counting.nodes)


def count_deepening(
    deepen: Deepening, board: Board, max_depth: int, limit_s: float
) -> tuple[Counted, ...]:
    """Count the nodes of every iteration, as far as they do not show it to be over the limit."""
    counting = CountingBoard.on(board, _counting_deadline(limit_s))
    finished: list[Counted] = []
    try:
        for depth, column, _score in deepen(counting, max_depth):
            finished.append(Counted(depth, column, counting.nodes))
    except OverLimitError:
        pass
    return tuple(finished)


def search_seconds(search: Search, board: Board, depth: int) -> float:
    """Return the seconds of one search on a copy of `board`."""
    copy = board.copy()
    start = time.thread_time()
    search(copy, depth)
    return time.thread_time() - start


def stamps(deepen: Deepening, board: Board, max_depth: int) -> list[float]:
    """Return the seconds from the start to the end of each iteration, on a copy of `board`."""
    copy = board.copy()
    start = time.thread_time()
    return [time.thread_time() - start for _ in deepen(copy, max_depth)]


def _counting_deadline(limit_s: float) -> float:
    return time.thread_time() + _COST_OF_COUNTING * limit_s


class LimitedBoard(Board):
    """Count the discs dropped; raise `OverLimitError` out of a drop beyond `most_nodes`."""

    nodes = 0
    most_nodes = float("inf")

    @classmethod
    def of(cls, board: Board, most_nodes: float) -> LimitedBoard:
        """Return a board with the discs of `board`."""
        twin = cls()
        twin.__dict__.update(board.copy().__dict__)
        twin.most_nodes = most_nodes
        return twin

    def drop_disc(self, col: int) -> int:
        """Count, then drop as any board does."""
        if self.nodes >= self.most_nodes:
            raise OverLimitError
        self.nodes += 1
        return super().drop_disc(col)


MOST_NODES = 2_000_000
"""What takes more on a group is not measured on it."""
ENOUGH_NODES = 1_000_000
"""What takes more on a group is not measured on harder ones."""
FULL_DEPTH = 42


class SearchTask(msgspec.Struct, frozen=True):
    """Hold a position, and how many plies deep it is searched at most."""

    task: BestMoveTask
    depth: int

    def board(self) -> Board:
        """Return the position as a board of its own."""
        return self.task.board()


class PositionGroup(msgspec.Struct, frozen=True):
    """Hold positions that are measured together, under one name."""

    name: str
    positions: tuple[SearchTask, ...]


EMPTY_DEPTH = 9
_EMPTY = SearchTask(BestMoveTask("", ()), EMPTY_DEPTH)
ENDINGS = (
    "635466211460203365556145",
    "346044004400222640361516",
    "344514504443233606621623",
    "540465202203324221400443",
    "466400021630103106411242",
    "202546020022054326016444",
)
"""The first six of random games in which nobody wins for certain within twelve plies.

No win was passed by in them, and none left open that could be blocked: three are lost, two drawn
and one is won for the side to move.
"""


def groups_of(tasks: Mapping[str, BestMoveTask]) -> tuple[PositionGroup, ...]:
    """Sort the positions that the lessons are measured on into groups, the hardest last."""
    easy = [f"phase3/mate-in-{plies}#*" for plies in (3, 5, 7)]
    return (
        PositionGroup(f"empty board, {EMPTY_DEPTH} plies", (_EMPTY,)),
        PositionGroup("mates in 3 to 7", _searched(tasks, easy)),
        PositionGroup("mates in 9", _searched(tasks, ["phase3/mate-in-9#*"])),
        PositionGroup("mates in 11", _searched(tasks, ["phase4/mate-in-11-*"])),
        PositionGroup(
            "endings, to the end",
            tuple(SearchTask(BestMoveTask(moves, ()), FULL_DEPTH) for moves in ENDINGS),
        ),
    )


def _searched(tasks: Mapping[str, BestMoveTask], globs: Iterable[str]) -> tuple[SearchTask, ...]:
    return tuple(
        SearchTask(task, task.mate_in or FULL_DEPTH)
        for glob in globs
        for case_id, task in tasks.items()
        if fnmatchcase(case_id, glob)
    )


class Efforts(msgspec.Struct):
    """Hold what a search came to, by the name of the group: its nodes, and the times of each run.

    A group that takes more than `MOST_NODES` is not in it, nor is any after one that takes more
    than `ENOUGH_NODES`.
    """

    nodes: dict[str, int] = msgspec.field(default_factory=dict)
    times: dict[str, list[float]] = msgspec.field(default_factory=dict)

    def seconds(self, groups: Iterable[str]) -> float:
        """Return the least of the times of each group, summed up."""
        return sum(min(self.times[name]) for name in groups)


def efforts_of(
    searches: Mapping[str, Deepening], groups: Sequence[PositionGroup], repeat: int, bar: Bar
) -> Mapping[str, Efforts]:
    """Count every search on every group, then time all of them in turns, `repeat` times."""
    found: dict[str, Efforts] = {}
    for name, deepen in searches.items():
        bar.now(f"{name}, counting")
        found[name] = _counted(deepen, groups)
        bar.advance()
    for _ in range(repeat):
        for name, deepen in searches.items():
            bar.now(name)
            for group in groups:
                if group.name in found[name].nodes:
                    found[name].times.setdefault(group.name, []).append(
                        group_seconds(deepen, group)
                    )
            bar.advance()
    return found


def group_nodes(deepen: Deepening, group: PositionGroup, most: float = MOST_NODES) -> int | None:
    """Return how many discs a search drops on a group, None where it is more than `most`."""
    total = 0
    for each in group.positions:
        board = LimitedBoard.of(each.board(), most - total)
        try:
            _until_decided(deepen, board, each.depth)
        except OverLimitError:
            return None
        total += board.nodes
    return total


def group_seconds(deepen: Deepening, group: PositionGroup) -> float:
    """Return the seconds of CPU time that a search takes on a group."""
    boards = [(each.board(), each.depth) for each in group.positions]
    start = time.thread_time()
    for board, depth in boards:
        _until_decided(deepen, board, depth)
    return time.thread_time() - start


def _counted(deepen: Deepening, groups: Sequence[PositionGroup]) -> Efforts:
    found = Efforts()
    for group in groups:
        count = group_nodes(deepen, group)
        if count is None:
            break
        found.nodes[group.name] = count
        if count > ENOUGH_NODES:
            break
    return found


def _until_decided(deepen: Deepening, board: Board, depth: int) -> None:
    for _depth, _column, score in deepen(board, depth):
        if score != 0:
            return


class Reuse(msgspec.Struct, frozen=True):
    """Hold how often a position was found in the table, by when its entry was kept.

    `deep_enough` are those of an `earlier` iteration that had looked as deep as was asked for now.
    """

    same: int = 0
    earlier: int = 0
    deep_enough: int = 0

    def __add__(self, other: Reuse) -> Reuse:
        return Reuse(
            self.same + other.same,
            self.earlier + other.earlier,
            self.deep_enough + other.deep_enough,
        )


def reuse_in(lesson: ModuleType, positions: Iterable[SearchTask]) -> Reuse:
    """Deepen as the lesson does, with its table under observation."""
    return sum((_on(lesson, position) for position in positions), Reuse())


def _on(lesson: ModuleType, position: SearchTask) -> Reuse:
    search = lesson.Search(position.board())
    search.table = table = _Watched(len(position.task.moves))
    for depth in range(1, position.depth + 1):
        table.iteration = depth
        if search.score(depth, -lesson.WIN, lesson.WIN) != 0:
            break
    return Reuse(table.same, table.earlier, table.deep_enough)


class _Watched(dict[Any, tuple[int, str, int, int]]):
    """Be a table that knows in which iteration each entry was kept."""

    def __init__(self, discs: int) -> None:
        super().__init__()
        self.iteration = self.same = self.earlier = self.deep_enough = 0
        self._discs = discs  # of the position that is searched
        self._kept: dict[Any, int] = {}

    def __setitem__(self, key: Any, entry: tuple[int, str, int, int]) -> None:
        self._kept[key] = self.iteration
        super().__setitem__(key, entry)

    def get(self, key: Any, default: Any = None) -> Any:
        if key not in self:
            return default
        if self._kept[key] == self.iteration:
            self.same += 1
        else:
            self.earlier += 1
            self.deep_enough += self[key][0] >= self._asked(key)
        return self[key]

    def _asked(self, key: Any) -> int:
        """Return how deep a position is searched in this iteration: each disc is one bit of it."""
        discs = (key[0] if isinstance(key, tuple) else key).bit_count()
        return self.iteration - int(discs - self._discs)
