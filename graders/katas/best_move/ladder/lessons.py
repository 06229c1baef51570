"""Offer the further lessons to `kata bench --lessons`, each beside what it changes."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module

import msgspec

from graders.katas.best_move.ladder.efforts import (
    Group,
    Searched,
    efforts_of,
    groups_of,
)
from graders.katas.best_move.ladder.ladder import DEPTHS
from graders.katas.best_move.ladder.lesson_tables import (
    BookLine,
    RungLine,
    book_table,
    effects_table,
    nodes_table,
    reuse_table,
    rungs_table,
)
from graders.katas.best_move.ladder.measure import CountingBoard, Deepening
from graders.katas.best_move.ladder.reuse import Reuse, reuse_in
from graders.katas.best_move.task import BestMoveTask
from graders.model.progress import Bar
from graders.model.tables import Table
from kata.board import Board
from solutions import bitboard, iterative_deepening, transposition
from solutions.lessons import DEEPENING, LESSONS, TABLE, depth_in_key, opening_book

BOOK_DEPTH = 8
"""How deep the table's search looks at the positions of the book, without it."""


class Looked(msgspec.Struct, frozen=True):
    """Hold what a search of one position came to: the seconds are of CPU time."""

    column: int
    nodes: int
    seconds: float


Looking = Callable[[BestMoveTask], Looked]
"""Search a position."""


class Rung(msgspec.Struct, frozen=True):
    """Hold a rung as it is measured: its name, how deep it looks in words, and how to ask it."""

    name: str
    depth: str
    look: Looking


class MateLessons:
    """Measure the rungs on the mates of phase 3, and each lesson on positions of three kinds."""

    suites: tuple[str, ...] = ("phase3", "phase4")
    repeat = 1

    def steps(self, repeat: int) -> int:
        """Return how many steps `parts` counts on a bar."""
        return len(rungs()) + (1 + repeat) * len(searches()) + 2

    def parts(self, tasks: Mapping[str, BestMoveTask], repeat: int, bar: Bar) -> Sequence[Table]:
        """Measure the rungs, the lessons, what a table remembers, and the book."""
        groups = groups_of(tasks)
        mates = [task for case_id, task in tasks.items() if case_id.startswith("phase3/")]
        lines = [rung_line(rung, mates, bar) for rung in rungs()]
        found = efforts_of(searches(), groups, repeat, bar)
        bar.now("what a table remembers")
        reuse = reuse_lines(next(group for group in groups if group.name == "mates in 9"))
        bar.advance()
        bar.now("the book")
        book = book_lines()
        bar.advance()
        return (
            rungs_table(lines),
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
    fixed = {name: depth for name, (_, depth) in DEPTHS.items()}
    return (
        Rung("naive.py", f"{fixed['naive.py']} plies", _at_depth("naive.py")),
        Rung("alpha_beta.py", f"{fixed['alpha_beta.py']} plies", _at_depth("alpha_beta.py")),
        Rung("iterative_deepening.py", "to the mate", _deepening(iterative_deepening.deepen)),
        Rung("transposition.py", "to the mate", _deepening(transposition.deepen)),
        Rung("bitboard.py", "to the mate", _exact),
    )


def rung_line(rung: Rung, tasks: Sequence[BestMoveTask], bar: Bar) -> RungLine:
    """Ask a rung about every position."""
    bar.now(rung.name)
    looked = [rung.look(task) for task in tasks]
    bar.advance()
    right = sum(each.column in task.accept for each, task in zip(looked, tasks, strict=True))
    nodes, seconds = sum(each.nodes for each in looked), sum(each.seconds for each in looked)
    return RungLine(rung.name, rung.depth, right, len(tasks), nodes, seconds)


def reuse_lines(group: Group) -> Mapping[str, Reuse]:
    """Return what the tables keyed by position, and by position and depth, remember."""
    lessons = (transposition, depth_in_key)
    return {lesson.__name__: reuse_in(lesson, group.positions) for lesson in lessons}


def book_lines() -> tuple[BookLine, ...]:
    """Search every position of the book without it, and count where it says the same."""
    entries = opening_book.BOOK.split()
    total = agreed = 0
    for entry in entries:
        task = BestMoveTask(entry[:-1], (int(entry[-1]),))
        column, nodes = _counted(transposition.deepen, Searched(task, BOOK_DEPTH))
        total += nodes
        agreed += column in task.accept
    return (
        BookLine(TABLE, total, agreed, len(entries)),
        BookLine(opening_book.__name__, 0, len(entries), len(entries)),
    )


def _at_depth(name: str) -> Looking:
    search, depth = DEPTHS[name]

    def look(task: BestMoveTask) -> Looked:
        board = CountingBoard.on(task.board(), float("inf"))
        column = search(board, depth)
        start = time.thread_time()
        search(task.board(), depth)
        return Looked(column, board.nodes, time.thread_time() - start)

    return look


def _deepening(deepen: Deepening) -> Looking:
    def look(task: BestMoveTask) -> Looked:
        position = Searched(task, task.mate_in or 1)
        column, nodes = _counted(deepen, position)
        start = time.thread_time()
        _column_of(deepen, position.board(), position.depth)
        return Looked(column, nodes, time.thread_time() - start)

    return look


def _counted(deepen: Deepening, position: Searched) -> tuple[int, int]:
    board = CountingBoard.on(position.board(), float("inf"))
    return _column_of(deepen, board, position.depth), board.nodes


def _column_of(deepen: Deepening, board: Board, depth: int) -> int:
    found = -1
    for _depth, column, score in deepen(board, depth):
        found = column
        if score != 0:
            break
    return found


def _exact(task: BestMoveTask) -> Looked:
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
    return Looked(column, search.nodes, time.thread_time() - start)
