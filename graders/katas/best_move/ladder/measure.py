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
from msgspec.structs import replace

from graders.katas.best_move.task import BestMoveTask
from graders.model.progress import Bar
from kata.board import Board

Search = Callable[[Board, int], int]
"""Find a best move on a board by looking a fixed number of plies ahead."""
Deepening = Callable[[Board, int], Iterator[tuple[int, int, int]]]
"""Search to depth 1, 2, ... at most the one given; yield depth, column and score after each."""
Pass = Callable[[int], Sequence[float]]
"""Search to every depth that is measured, the deepest given; return the seconds of each depth."""
_NODES_A_LOOK = 512
_COST_OF_COUNTING = 1.6
"""A search takes up to this many times longer on the board that counts."""


class OverLimitError(Exception):
    """A search takes more nodes or more time than it may."""


class CountingBoard(Board):
    """Count the discs dropped; raise `OverLimitError` out of a drop that is one too many or late.

    >>> board = CountingBoard.on(Board.from_moves("33"))
    >>> _ = board.drop_disc(0)
    >>> board.nodes
    1
    """

    nodes = 0
    _most_nodes = _deadline = float("inf")

    @classmethod
    def on(
        cls, board: Board, *, most_nodes: float = float("inf"), deadline: float = float("inf")
    ) -> CountingBoard:
        twin = cls()
        twin.__dict__.update(board.copy().__dict__)
        twin._most_nodes, twin._deadline = most_nodes, deadline
        return twin

    def drop_disc(self, col: int) -> int:
        if self.nodes >= self._most_nodes:
            raise OverLimitError
        self.nodes += 1
        if self.nodes % _NODES_A_LOOK == 0 and time.thread_time() > self._deadline:
            raise OverLimitError
        return super().drop_disc(col)


class SearchRun(msgspec.Struct, frozen=True):
    """What a search to one depth played and cost; for deepening, all depths up to it.

    `times` are the seconds of every repeat.

    >>> run = SearchRun(6, 3, 1200, (0.4, 0.2, 0.3))
    >>> run.seconds, run.least, run.rate
    (0.3, 0.2, 6000.0)
    """

    depth: int
    column: int
    nodes: int
    times: tuple[float, ...] = ()

    @property
    def seconds(self) -> float:
        return statistics.median(self.times)

    @property
    def least(self) -> float:
        return min(self.times)

    @property
    def rate(self) -> float:
        """Nodes a second in the least of the times, which the machine disturbed least."""
        return self.nodes / self.least if self.least else float("inf")


class Measured:
    """Time what was counted pass by pass, so that several searches can take turns."""

    def __init__(self, counted: Iterable[SearchRun], one_pass: Pass, limit_s: float) -> None:
        self._runs, self._pass, self._limit_s = list(counted), one_pass, limit_s

    def take(self) -> None:
        if self._runs:
            seconds = self._pass(self._runs[-1].depth)
            self._runs = [
                replace(run, times=(*run.times, one))
                for run, one in zip(self._runs, seconds, strict=True)
                # The first pass over the limit is proof enough that a depth takes too long.
                if run.times or one <= self._limit_s
            ]

    def runs(self) -> tuple[SearchRun, ...]:
        return tuple(run for run in self._runs if run.seconds <= self._limit_s)


def measured_to_depths(search: Search, board: Board, max_depth: int, limit_s: float) -> Measured:
    """Count searches to depth 1, 2, ..., each by itself, until one is over the limit."""

    def counted() -> Iterator[SearchRun]:
        for depth in range(1, max_depth + 1):
            counting = _counting(board, limit_s)
            try:
                column = search(counting, depth)
            except OverLimitError:
                return
            yield SearchRun(depth, column, counting.nodes)

    def seconds(depth: int) -> float:
        copy = board.copy()
        start = time.thread_time()
        search(copy, depth)
        return time.thread_time() - start

    def one_pass(deepest: int) -> list[float]:
        return [seconds(depth) for depth in range(1, deepest + 1)]

    return Measured(counted(), one_pass, limit_s)


def measured_deepening(deepen: Deepening, board: Board, max_depth: int, limit_s: float) -> Measured:
    """Count every iteration that ends within the limit, all from one start.

    Seconds and nodes of a depth include the depths before it.
    """

    def counted() -> Iterator[SearchRun]:
        counting = _counting(board, limit_s)
        try:
            for depth, column, _score in deepen(counting, max_depth):
                yield SearchRun(depth, column, counting.nodes)
        except OverLimitError:
            return

    def one_pass(deepest: int) -> list[float]:
        copy = board.copy()
        start = time.thread_time()
        return [time.thread_time() - start for _ in deepen(copy, deepest)]

    return Measured(counted(), one_pass, limit_s)


def _counting(board: Board, limit_s: float) -> CountingBoard:
    deadline = time.thread_time() + _COST_OF_COUNTING * limit_s
    return CountingBoard.on(board, deadline=deadline)


MOST_NODES = 2_000_000
"""What takes more on a group is not measured on it."""
ENOUGH_NODES = 1_000_000
"""What takes more on a group is not measured on harder ones."""
FULL_DEPTH = 42


class SearchTask(msgspec.Struct, frozen=True):
    """A position, and how many plies deep it is searched at most."""

    task: BestMoveTask
    depth: int


class PositionGroup(msgspec.Struct, frozen=True):
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
        # The third of YELLOW's is left out: few lessons would come to its end.
        PositionGroup("mates in 11", _searched(tasks, ["*/mate-in-11-red-*", "*-11-yellow-[12]"])),
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
    """What a search came to, by the name of the group: its nodes, and the times of each run.

    A group that takes more than `MOST_NODES` is not in it, nor is any after one that takes more
    than `ENOUGH_NODES`.
    """

    nodes: dict[str, int] = msgspec.field(default_factory=dict)
    times: dict[str, list[float]] = msgspec.field(default_factory=dict)

    def seconds(self, groups: Iterable[str]) -> float:
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


def to_one_depth(search: Search, depth: int) -> Deepening:
    """Make of a search of fixed depth one that begins with that depth, and is decided then."""

    def deepen(board: Board, _max_depth: int) -> Iterator[tuple[int, int, int]]:
        yield depth, search(board, depth), 1

    return deepen


def search_until_decided(deepen: Deepening, board: Board, depth: int) -> int:
    """Return the column of the first depth that sees who wins, or else of the last."""
    found = -1
    for _depth, column, score in deepen(board, depth):
        found = column
        if score != 0:
            break
    return found


def group_nodes(deepen: Deepening, group: PositionGroup, most: float = MOST_NODES) -> int | None:
    """Return how many discs a search drops on a group, None where it is more than `most`."""
    total = 0
    for each in group.positions:
        board = CountingBoard.on(each.task.board(), most_nodes=most - total)
        try:
            search_until_decided(deepen, board, each.depth)
        except OverLimitError:
            return None
        total += board.nodes
    return total


def group_seconds(deepen: Deepening, group: PositionGroup) -> float:
    """Return the seconds of CPU time that a search takes on a group."""
    boards = [(each.task.board(), each.depth) for each in group.positions]
    start = time.thread_time()
    for board, depth in boards:
        search_until_decided(deepen, board, depth)
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


class Reuse(msgspec.Struct):
    """How often a position was found in the table, by when its entry was kept.

    `deep_enough` are those of an `earlier` iteration that had looked as deep as was asked for now.
    """

    same: int = 0
    earlier: int = 0
    deep_enough: int = 0


def reuse_in(lesson: ModuleType, positions: Iterable[SearchTask]) -> Reuse:
    """Deepen as the lesson does, with its table under observation."""
    reuse = Reuse()
    for position in positions:
        search = lesson.Search(position.task.board())
        search.table = table = _WatchedTable(len(position.task.moves), reuse)
        for depth in range(1, position.depth + 1):
            table.iteration = depth
            if search.score(depth, -lesson.WIN, lesson.WIN) != 0:
                break
    return reuse


class _WatchedTable(dict[Any, tuple[int, str, int, int]]):
    def __init__(self, discs: int, reuse: Reuse) -> None:
        super().__init__()
        self.iteration = 0
        self._discs = discs  # of the position that is searched
        self._reuse = reuse
        self._kept: dict[Any, int] = {}  # in which iteration

    def __setitem__(self, key: Any, entry: tuple[int, str, int, int]) -> None:
        self._kept[key] = self.iteration
        super().__setitem__(key, entry)

    def get(self, key: Any, default: Any = None) -> Any:
        if key not in self:
            return default
        if self._kept[key] == self.iteration:
            self._reuse.same += 1
        else:
            # Each disc is one bit of the key, and each took one ply of this iteration.
            discs = (key[0] if isinstance(key, tuple) else key).bit_count()
            self._reuse.earlier += 1
            self._reuse.deep_enough += self[key][0] >= self.iteration - (discs - self._discs)
        return self[key]
