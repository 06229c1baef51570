"""Time the search of the fifth rung beside another version of it, in turns, by CPU time.

    git show REVISION:solutions/bitboard.py > /tmp/other.py
    .venv/bin/python -m tests.solutions.compare /tmp/other.py [POSITIONS OF EACH CLASS [CLASS ...]]

The positions are drawn anew each time with a fixed seed, in the classes of the benchmark that
solvers of the game are usually compared on: by the discs on the board and the plies that best
play still lasts, which bitbully says (the extra `oracle`). `null_window.py` beside this file is
such another version: the published way, which takes minutes where the fifth rung takes seconds.
"""

from __future__ import annotations

import importlib.util
import random
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from tabulate import tabulate

from solutions import bitboard

SEED = 2026
CLASSES = {
    "end-easy": (range(29, 41), range(1, 14)),
    "middle-easy": (range(15, 29), range(1, 14)),
    "middle-medium": (range(15, 29), range(14, 28)),
    "begin-easy": (range(8, 15), range(1, 14)),
    "begin-medium": (range(8, 15), range(14, 28)),
}
"""Of each class: discs on the board, and plies to the end of the game."""
HEAD = ("class", "positions", "median ms", "other", "total s", "other", "nodes", "other",
        "entries", "other", "median speed-up", "wrong")  # fmt: skip


def drawn(name: str, count: int) -> Iterator[tuple[str, int]]:
    """Yield (moves, value for the side to move) of `count` positions without a win at hand."""
    import bitbully  # an extra, and this file is read where it is not installed

    discs, plies = CLASSES[name]
    chance, oracle = random.Random(f"{SEED} {name}"), bitbully.BitBully()
    while count:
        moves = _random_game(chance, chance.choice(discs))
        board: Any = bitbully.Board.from_moves([int(col) for col in moves])
        if board.is_game_over() or board.can_win_next():
            continue
        best = max(oracle.score_all_moves(board).values())
        if (oracle.score_to_moves_left(best, board) if best else 42 - len(moves)) in plies:
            yield moves, (best > 0) - (best < 0)
            count -= 1


def _random_game(chance: random.Random, discs: int) -> str:
    position, moves = bitboard.Position(), ""
    while len(moves) < discs and (legal := position.legal_columns()):
        col = chance.choice(legal)
        position, moves = position.play(col), f"{moves}{col}"
    return moves


def measured(module: ModuleType, moves: str) -> tuple[int, float, int, int]:
    """Return the value of a position, the CPU seconds, the nodes and the entries it took."""
    position, search = module.Position.from_moves(moves), module.Search()
    started = time.thread_time()
    value = search.score(position)
    taken = time.thread_time() - started
    return value, taken, search.nodes, len(search._wins) + len(search._fails)


def row(name: str, other: ModuleType, count: int) -> tuple[object, ...]:
    """Measure one class with both, position by position, and lay out the result."""
    wrong, ours, theirs = 0, [], []
    for moves, value in drawn(name, count):
        ours.append(measured(bitboard, moves))
        theirs.append(measured(other, moves))
        wrong += (ours[-1][0], theirs[-1][0]) != (value, value)
    pairs = [(new[1], old[1]) for new, old in zip(ours, theirs, strict=True)]
    cells: list[object] = [name, len(pairs)]
    cells += [1000 * statistics.median(times) for times in zip(*pairs, strict=True)]
    for field in (1, 2, 3):
        cells += [sum(each[field] for each in runs) for runs in (ours, theirs)]
    return (*cells, statistics.median(old / new for new, old in pairs), wrong)


def main(file: str, count: str = "30", *names: str) -> None:
    """Print the table for the other version in `file`."""
    spec = importlib.util.spec_from_file_location("other_bitboard", Path(file))
    assert spec is not None
    assert spec.loader is not None
    other = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = other
    spec.loader.exec_module(other)
    rows = [row(name, other, int(count)) for name in names or CLASSES]
    sys.stdout.write(tabulate(rows, HEAD, floatfmt=".2f") + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
