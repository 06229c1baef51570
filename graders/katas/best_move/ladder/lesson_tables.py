"""Lay out what the rungs and the further lessons come to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from graders.katas.best_move.ladder.efforts import ENOUGH_NODES, MOST_NODES, Efforts, Group
from graders.katas.best_move.ladder.reuse import Reuse
from graders.model.tables import DASH, Cell, Figure, Table, Unit
from solutions.lessons import Lesson


class RungLine(msgspec.Struct, frozen=True):
    """Hold what a rung came to on so many positions, and how deep it looked, in words."""

    name: str
    depth: str
    right: int
    positions: int
    nodes: int
    seconds: float


class BookLine(msgspec.Struct, frozen=True):
    """Hold what a program came to on the positions of the book: its nodes, and what agreed."""

    name: str
    nodes: int
    agreed: int
    positions: int


def rungs_table(lines: Sequence[RungLine]) -> Table:
    """Lay out the five rungs on the same positions."""
    return Table(
        "12. The rungs on the mates of phase 3",
        ("rung", "looks", "right", "nodes", "CPU time"),
        tuple(
            (
                line.name,
                line.depth,
                f"{line.right} of {line.positions}",
                Figure(line.nodes, Unit.NODES),
                Figure(line.seconds, Unit.SECONDS),
            )
            for line in lines
        ),
        "A node is a disc dropped; in bitboard.py, which drops none, a position of the attacker.",
    )


def nodes_table(groups: Sequence[Group], found: Mapping[str, Efforts]) -> Table:
    """Lay out the nodes of each search on each group."""
    return Table(
        "13. Nodes of each lesson",
        ("lesson", *(group.name for group in groups)),
        tuple(
            (short(name), *(_nodes(effort, group) for group in groups))
            for name, effort in found.items()
        ),
        f"{DASH}: more than {MOST_NODES:,} nodes, or harder than one of more than "
        f"{ENOUGH_NODES:,}. Positions: " + "; ".join(_of_group(group) for group in groups) + ".",
    )


def effects_table(
    groups: Sequence[Group], lessons: Sequence[Lesson], found: Mapping[str, Efforts], repeat: int
) -> Table:
    """Lay out what each lesson takes of what its base takes."""
    runs = "one run" if repeat == 1 else f"the least of {repeat} runs, taking turns"
    return Table(
        "14. What each change is worth: nodes and CPU time, its base's being 1",
        ("lesson", "base", *(group.name for group in groups), "CPU time", "seconds"),
        tuple(
            (
                short(lesson.name),
                short(lesson.base),
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
    """Lay out what tables remember from one iteration to the next."""
    return Table(
        "15. Positions found in the table, on the mates in 9",
        ("lesson", "kept in the same iteration", "in an earlier one", "of these, deep enough"),
        tuple((short(name), *_reuse(reuse)) for name, reuse in lines.items()),
        "Deep enough: the entry had looked as many plies ahead as was asked for now.",
    )


def book_table(lines: Sequence[BookLine], depth: int) -> Table:
    """Lay out what the book saves in its own positions."""
    return Table(
        "16. The positions of the book",
        ("lesson", "nodes", "plays the column of the book"),
        tuple(
            (
                short(line.name),
                Figure(line.nodes, Unit.NODES),
                f"{line.agreed} of {line.positions}",
            )
            for line in lines
        ),
        f"Without the book, each was searched {depth} plies deep.",
    )


def short(module: str) -> str:
    """Return the name of a module without its package.

    >>> short("solutions.lessons.mtdf")
    'mtdf'
    """
    return module.rpartition(".")[2]


def _of_group(group: Group) -> str:
    moves = ", ".join(each.task.moves or "none" for each in group.positions)
    return f"{group.name}: {moves}"


def _nodes(effort: Efforts, group: Group) -> Cell:
    return Figure(effort.nodes[group.name], Unit.NODES) if group.name in effort.nodes else None


def _ratio(lesson: Lesson, group: Group, found: Mapping[str, Efforts]) -> Cell:
    own, base = found[lesson.name].nodes, found[lesson.base].nodes
    if group.name not in own or group.name not in base:
        return None
    return Figure(own[group.name] / base[group.name], Unit.TIMES)


def _times(
    lesson: Lesson, groups: Sequence[Group], found: Mapping[str, Efforts]
) -> tuple[Cell, ...]:
    own, base = found[lesson.name], found[lesson.base]
    both = [group.name for group in groups if group.name in own.times and group.name in base.times]
    if not both:
        return None, None
    return (
        Figure(own.seconds(both) / base.seconds(both), Unit.TIMES),
        Figure(own.seconds(both), Unit.SECONDS),
    )


def _reuse(reuse: Reuse) -> tuple[Cell, ...]:
    return tuple(
        Figure(count, Unit.NODES) for count in (reuse.same, reuse.earlier, reuse.deep_enough)
    )
