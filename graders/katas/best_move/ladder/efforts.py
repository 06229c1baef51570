"""Count and time searches that deepen, on groups of positions.

A search of a position ends with the first depth that sees who wins, or at the last depth that is
asked for. What takes too many nodes is left out, whatever the machine.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase

import msgspec

from graders.katas.best_move.ladder.measure import Deepening, OverLimitError
from graders.katas.best_move.ladder.speed import LimitedBoard
from graders.katas.best_move.task import BestMoveTask
from graders.model.progress import Bar
from kata.board import Board

MOST_NODES = 2_000_000
"""What takes more on a group is not measured on it."""
ENOUGH_NODES = 1_000_000
"""What takes more on a group is not measured on harder ones."""
TO_THE_END = 42


class Searched(msgspec.Struct, frozen=True):
    """Hold a position, and how many plies deep it is searched at most."""

    task: BestMoveTask
    depth: int

    def board(self) -> Board:
        """Return the position as a board of its own."""
        return self.task.board()


class Group(msgspec.Struct, frozen=True):
    """Hold positions that are measured together, under one name."""

    name: str
    positions: tuple[Searched, ...]


EMPTY_DEPTH = 9
_EMPTY = Searched(BestMoveTask("", ()), EMPTY_DEPTH)
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


def groups_of(tasks: Mapping[str, BestMoveTask]) -> tuple[Group, ...]:
    """Sort the positions that the lessons are measured on into groups, the hardest last."""
    easy = [f"phase3/mate-in-{plies}#*" for plies in (3, 5, 7)]
    return (
        Group(f"empty board, {EMPTY_DEPTH} plies", (_EMPTY,)),
        Group("mates in 3 to 7", _searched(tasks, easy)),
        Group("mates in 9", _searched(tasks, ["phase3/mate-in-9#*"])),
        Group("mates in 11", _searched(tasks, ["phase4/mate-in-11-*"])),
        Group(
            "endings, to the end",
            tuple(Searched(BestMoveTask(moves, ()), TO_THE_END) for moves in ENDINGS),
        ),
    )


def _searched(tasks: Mapping[str, BestMoveTask], globs: Iterable[str]) -> tuple[Searched, ...]:
    return tuple(
        Searched(task, task.mate_in or TO_THE_END)
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
    searches: Mapping[str, Deepening], groups: Sequence[Group], repeat: int, bar: Bar
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
                    found[name].times.setdefault(group.name, []).append(seconds(deepen, group))
            bar.advance()
    return found


def nodes(deepen: Deepening, group: Group, most: float = MOST_NODES) -> int | None:
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


def seconds(deepen: Deepening, group: Group) -> float:
    """Return the seconds of CPU time that a search takes on a group."""
    boards = [(each.board(), each.depth) for each in group.positions]
    start = time.thread_time()
    for board, depth in boards:
        _until_decided(deepen, board, depth)
    return time.thread_time() - start


def _counted(deepen: Deepening, groups: Sequence[Group]) -> Efforts:
    found = Efforts()
    for group in groups:
        count = nodes(deepen, group)
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
