"""Measure how hard a position is: which guessers find it, and what it costs each rung to search.

Nodes are discs dropped: to the depth of its own by a rung that has one, and otherwise in all
depths from 1 to that at which the key shows, which is that of the mate or, where the goal is to
block or to draw, the one at which every other column is seen to lose. All of it is the same on
every machine.
"""

from __future__ import annotations

from graders.katas.best_move.guessers import Guesser, guessers
from graders.katas.best_move.ladder.comparison import (
    ALPHA_BETA,
    DEEPENED,
    DEEPENING,
    NAIVE,
    SHORT,
)
from graders.katas.best_move.ladder.measure import (
    OverLimitError,
    PositionGroup,
    SearchTask,
    group_nodes,
    to_one_depth,
)
from graders.katas.best_move.ladder.rungs import DEPTHS, SEARCHES
from graders.katas.best_move.task import BestMoveTask
from graders.model.suite import Hardness
from kata.board import COLS, ROWS
from solutions.iterative_deepening import CENTRE_FIRST, WIN
from solutions.prover import Position, Prover

MOST_COUNTED = 10_000_000
"""So many nodes a search is followed; a count that is greater is None."""
SEEDS = 5
"""How often a random guesser is asked: it counts by how often it finds the position."""


class MoveGauge:
    searches: tuple[str, ...] = (NAIVE, ALPHA_BETA, SHORT[DEEPENING], "table")
    about = (
        f"{NAIVE} looks {DEPTHS['naive.py'][1]} plies deep and {ALPHA_BETA} "
        f"{DEPTHS['alpha_beta.py'][1]}; deepening, with a table and without, goes on until the "
        "goal shows. A win 9 takes 9 plies."
    )
    most_nodes = MOST_COUNTED

    def measured(self, task: BestMoveTask) -> Hardness:
        panel = guessers()
        found_by = sum(_share(guesser, task) for guesser in panel)
        return Hardness(round(found_by, 2), len(panel), nodes_of_rungs(task))


def _share(guesser: Guesser, task: BestMoveTask) -> float:
    seeds = range(SEEDS if guesser.is_random else 1)
    return sum(guesser.finds(task, seed) for seed in seeds) / len(seeds)


def nodes_of_rungs(task: BestMoveTask) -> tuple[int | None, ...]:
    """Return the nodes of each rung in `SEARCHES`, None where they are more than `MOST_COUNTED`.

    >>> nodes_of_rungs(BestMoveTask("51525550314634335404430", (2,), mate_in=3))
    (21242, 767, 89, 86)
    """
    depth = telling_depth(task)
    group = PositionGroup("", (SearchTask(task, depth),))
    counts: list[int | None] = []
    for file, name in SEARCHES.items():
        if name == DEEPENING:
            counts.append(plain_nodes(task, depth))
        elif file in DEPTHS:
            counts.append(group_nodes(to_one_depth(*DEPTHS[file]), group, MOST_COUNTED))
        else:
            counts.append(group_nodes(DEEPENED[name], group, MOST_COUNTED))
    return tuple(counts)


def telling_depth(task: BestMoveTask) -> int:
    """Return the least depth at which a search sees why no other column reaches the goal.

    >>> telling_depth(BestMoveTask("", (3,), mate_in=41))
    41
    """
    if task.mate_in is not None:
        return task.mate_in
    position, prover = Position.from_moves(task.moves, first=task.first), Prover()
    if task.goal == "win":
        return prover.mate_in(position) or 0
    others = [col for col in position.legal_columns() if col not in task.accept]
    return max(((prover.mate_in(position.play(col)) or 0) + 1 for col in others), default=1)


_BOTTOM = sum(1 << 7 * col for col in range(COLS))
_CELLS = _BOTTOM * (2**ROWS - 1)
_COLUMNS = tuple((2**ROWS - 1) << 7 * col for col in CENTRE_FIRST)
"""Bit `7 * column + row` is a cell."""


def plain_nodes(task: BestMoveTask, depth: int, most: int = MOST_COUNTED) -> int | None:
    """Return the nodes of plain deepening, which on some mates are millions.

    So they are counted by the same search on two integers, which is five times as fast. It drops
    the same discs, as it looks at the columns in the same order and cuts where that cuts.
    """
    position = Position.from_moves(task.moves, first=task.first)
    nodes = deepest = 0

    def score_of(own: int, other: int, depth: int, alpha: int, beta: int) -> int:
        nonlocal nodes
        best = -WIN
        landing = (own | other) + _BOTTOM & _CELLS
        if not landing:
            return 0
        for column in _COLUMNS:
            move = landing & column
            if not move:
                continue
            nodes += 1
            discs = own | move
            if _has_four(discs):
                score = WIN - 1 - deepest + depth  # the sooner, the more
            elif depth == 1:
                score = 0
            else:
                if nodes > most:
                    raise OverLimitError
                score = -score_of(other, discs, depth - 1, -beta, -alpha)
            if score > best:
                best = score
                if score > alpha:
                    alpha = score
                    if alpha >= beta:
                        break
        return best

    own, other = position.own, position.taken ^ position.own
    try:
        for deepest in range(1, depth + 1):
            if score_of(own, other, deepest, -WIN, WIN):
                break
    except OverLimitError:
        return None
    return nodes if nodes <= most else None


def _has_four(discs: int) -> bool:
    for step in (1, 6, 7, 8):
        pairs = discs & discs >> step
        if pairs & pairs >> 2 * step:
            return True
    return False
