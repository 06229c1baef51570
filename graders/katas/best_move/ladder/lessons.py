"""Measure the rungs and what single changes to them are worth: tables 12 to 16."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module

import msgspec

from graders.katas.best_move.ladder.measure import (
    ENOUGH_NODES,
    MOST_NODES,
    CountingBoard,
    Deepening,
    Efforts,
    PositionGroup,
    Reuse,
    efforts_of,
    groups_of,
    reuse_in,
    search_until_decided,
    to_one_depth,
)
from graders.katas.best_move.ladder.rungs import DEPTHS
from graders.katas.best_move.task import BestMoveTask
from graders.model.progress import Bar
from graders.model.tables import DASH, Cell, Figure, Table, Unit
from kata.board import Board
from solutions import bitboard, iterative_deepening, transposition
from solutions.lessons import DEEPENING, LESSONS, TABLE, Lesson, depth_in_key, opening_book

BOOK_DEPTH = 8
"""How deep the table's search looks at the positions of the book, without it."""


class RungResult(msgspec.Struct, frozen=True):
    column: int
    nodes: int
    seconds: float  # of CPU time


RungSearch = Callable[[BestMoveTask], RungResult]


class Rung(msgspec.Struct, frozen=True):
    name: str
    depth: str  # how deep it looks, in words
    search: RungSearch


class MateLessons:
    """Measure the rungs on the mates of phase 3, and each lesson on positions of three kinds."""

    suites: tuple[str, ...] = ("phase3", "phase4")
    repeat = 1

    def steps(self, repeat: int) -> int:
        return len(rungs()) + (1 + repeat) * len(searches()) + 2

    def parts(self, tasks: Mapping[str, BestMoveTask], repeat: int, bar: Bar) -> Sequence[Table]:
        groups = groups_of(tasks)
        mates = [task for case_id, task in tasks.items() if case_id.startswith("phase3/")]
        rung_rows = [rung_row(rung, mates, bar) for rung in rungs()]
        found = efforts_of(searches(), groups, repeat, bar)
        bar.now("what a table remembers")
        reuse = reuse_lines(next(group for group in groups if group.name == "mates in 9"))
        bar.advance()
        bar.now("the book")
        book = book_rows()
        bar.advance()
        return (
            rungs_table(rung_rows),
            nodes_table(groups, found),
            effects_table(groups, LESSONS, found, repeat),
            reuse_table(reuse),
            book_table(book, BOOK_DEPTH),
        )


def searches() -> Mapping[str, Deepening]:
    """Return every search that is measured, by module: plain deepening, then the lessons."""
    names = [DEEPENING, *(each.name for each in LESSONS if each.searches)]
    return {name: import_module(name).deepen for name in names}


def rungs() -> tuple[Rung, ...]:
    """Return the five rungs, the lowest first."""
    fixed = {name: DEPTHS[name] for name in ("naive.py", "alpha_beta.py")}
    return (
        *(
            Rung(name, f"{depth} plies", _on_a_board(to_one_depth(search, depth)))
            for name, (search, depth) in fixed.items()
        ),
        Rung("iterative_deepening.py", "to the mate", _on_a_board(iterative_deepening.deepen)),
        Rung("transposition.py", "to the mate", _on_a_board(transposition.deepen)),
        Rung("bitboard.py", "to the mate", _exact),
    )


def rung_row(rung: Rung, tasks: Sequence[BestMoveTask], bar: Bar) -> tuple[Cell, ...]:
    """Ask a rung about every position, and sum up."""
    bar.now(rung.name)
    found = [rung.search(task) for task in tasks]
    bar.advance()
    right = sum(each.column in task.accept for each, task in zip(found, tasks, strict=True))
    nodes = Figure(sum(each.nodes for each in found), Unit.NODES)
    seconds = Figure(sum(each.seconds for each in found), Unit.SECONDS)
    return rung.name, rung.depth, f"{right} of {len(tasks)}", nodes, seconds


def reuse_lines(group: PositionGroup) -> Mapping[str, Reuse]:
    """Return what the tables keyed by position, and by position and depth, remember."""
    lessons = (transposition, depth_in_key)
    return {lesson.__name__: reuse_in(lesson, group.positions) for lesson in lessons}


def book_rows() -> tuple[tuple[Cell, ...], ...]:
    """Search every position of the book without it, and count where it says the same."""
    entries = opening_book.BOOK.split()
    total = agreed = 0
    for entry in entries:
        board = CountingBoard.on(Board.from_moves(entry[:-1]))
        column = search_until_decided(transposition.deepen, board, BOOK_DEPTH)
        agreed += column == int(entry[-1])
        total += board.nodes
    every = f"{len(entries)} of {len(entries)}"
    return (
        (short_name(TABLE), Figure(total, Unit.NODES), f"{agreed} of {len(entries)}"),
        (short_name(opening_book.__name__), Figure(0, Unit.NODES), every),
    )


def _on_a_board(deepen: Deepening) -> RungSearch:
    def search(task: BestMoveTask) -> RungResult:
        depth, counting, plain = task.mate_in or 1, CountingBoard.on(task.board()), task.board()
        column = search_until_decided(deepen, counting, depth)
        start = time.thread_time()
        search_until_decided(deepen, plain, depth)
        return RungResult(column, counting.nodes, time.thread_time() - start)

    return search


def _exact(task: BestMoveTask) -> RungResult:
    """Ask the fifth rung's search which column mates soonest; its nodes are its own."""
    position = bitboard.Position.from_board(task.board())
    start = time.thread_time()
    search = bitboard.Search()
    column = next(
        col
        for plies in range(1, bitboard.CELLS, 2)
        for col in bitboard.CENTRE_FIRST
        if col in position.legal_columns() and search.column_wins_in(position, col, plies)
    )
    return RungResult(column, search.nodes, time.thread_time() - start)


def rungs_table(rows: Iterable[tuple[Cell, ...]]) -> Table:
    return Table(
        "12. The rungs on the mates of phase 3",
        ("rung", "looks", "right", "nodes", "CPU time"),
        tuple(rows),
        "A node is a disc dropped; in bitboard.py, which drops none, a position of the attacker.",
    )


def nodes_table(groups: Sequence[PositionGroup], found: Mapping[str, Efforts]) -> Table:
    return Table(
        "13. Nodes of each lesson",
        ("lesson", *(group.name for group in groups)),
        tuple(
            (short_name(name), *(_nodes(effort, group) for group in groups))
            for name, effort in found.items()
        ),
        f"{DASH}: more than {MOST_NODES:,} nodes, or harder than one of more than "
        f"{ENOUGH_NODES:,}. Positions: " + "; ".join(_of_group(group) for group in groups) + ".",
    )


def effects_table(
    groups: Sequence[PositionGroup],
    lessons: Sequence[Lesson],
    found: Mapping[str, Efforts],
    repeat: int,
) -> Table:
    runs = "one run" if repeat == 1 else f"the least of {repeat} runs, taking turns"
    return Table(
        "14. What each change is worth: nodes and CPU time, its base's being 1",
        ("lesson", "base", *(group.name for group in groups), "CPU time", "seconds"),
        tuple(
            (
                short_name(lesson.name),
                short_name(lesson.base),
                *(_ratio(lesson, group, found) for group in groups),
                *_times(lesson, groups, found),
            )
            for lesson in lessons
            if lesson.searches
        ),
        f"Below 1 it saves. CPU time over all groups that both were measured on, {runs}; seconds "
        "are the lesson's own.",
    )


def reuse_table(lines: Mapping[str, Reuse]) -> Table:
    return Table(
        "15. Positions found in the table, on the mates in 9",
        ("lesson", "kept in the same iteration", "in an earlier one", "of these, deep enough"),
        tuple(
            (
                short_name(name),
                *(Figure(count, Unit.NODES) for count in msgspec.structs.astuple(reuse)),
            )
            for name, reuse in lines.items()
        ),
        "Deep enough: the entry had looked as many plies ahead as was asked for now.",
    )


def book_table(rows: Iterable[tuple[Cell, ...]], depth: int) -> Table:
    return Table(
        "16. The positions of the book",
        ("lesson", "nodes", "plays the column of the book"),
        tuple(rows),
        f"Without the book, each was searched {depth} plies deep.",
    )


def short_name(module: str) -> str:
    """Return the name of a module without its package.

    >>> short_name("solutions.lessons.mtdf")
    'mtdf'
    """
    return module.rpartition(".")[2]


def _of_group(group: PositionGroup) -> str:
    moves = ", ".join(each.task.moves or "none" for each in group.positions)
    return f"{group.name}: {moves}"


def _nodes(effort: Efforts, group: PositionGroup) -> Cell:
    return Figure(effort.nodes[group.name], Unit.NODES) if group.name in effort.nodes else None


def _ratio(lesson: Lesson, group: PositionGroup, found: Mapping[str, Efforts]) -> Cell:
    own, base = found[lesson.name].nodes, found[lesson.base].nodes
    if group.name not in own or group.name not in base:
        return None
    return Figure(own[group.name] / base[group.name], Unit.TIMES)


def _times(
    lesson: Lesson, groups: Sequence[PositionGroup], found: Mapping[str, Efforts]
) -> tuple[Cell, ...]:
    own, base = found[lesson.name], found[lesson.base]
    both = [group.name for group in groups if group.name in own.times and group.name in base.times]
    if not both:
        return None, None
    return (
        Figure(own.seconds(both) / base.seconds(both), Unit.TIMES),
        Figure(own.seconds(both), Unit.SECONDS),
    )
