"""Win by force if you can, otherwise do not get forced, otherwise build.

A *check* is a disc that threatens to complete a four next turn; the opponent has exactly one sane
answer. Sequences of checks are therefore narrow, and can be followed very deep for little money.
"""
from __future__ import annotations

from typing import FrozenSet, Iterator, List, Optional, Tuple

from kata.board import Board

Cell = Tuple[int, int]  # (column, row)
Discs = FrozenSet[Cell]

MAX_CHECKS = 8


def all_fours() -> Iterator[Discs]:
    for x in range(7):
        for y in range(6):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                four = frozenset((x + i * dx, y + i * dy) for i in range(4))
                if all(0 <= a < 7 and 0 <= b < 6 for a, b in four):
                    yield four


FOURS: List[Discs] = list(all_fours())
FOURS_AT = {(x, y): [f - {(x, y)} for f in FOURS if (x, y) in f] for x in range(7) for y in range(6)}


def landing_cells(mine: Discs, yours: Discs) -> List[Cell]:
    taken = mine | yours
    cells = []
    for x in (3, 2, 4, 1, 5, 0, 6):
        y = 0
        while (x, y) in taken:
            y += 1
        if y < 6:
            cells.append((x, y))
    return cells


def completes(cell: Cell, discs: Discs) -> bool:
    return any(rest <= discs for rest in FOURS_AT[cell])


def winning_cells(mine: Discs, yours: Discs) -> List[Cell]:
    return [cell for cell in landing_cells(mine, yours) if completes(cell, mine)]


def forced_win(mine: Discs, yours: Discs, checks: int = MAX_CHECKS) -> Optional[Cell]:
    """Return a cell from which I win by checks alone, or None."""
    now = winning_cells(mine, yours)
    if now:
        return now[0]
    if checks == 0:
        return None
    must = winning_cells(yours, mine)
    if len(must) > 1:
        return None
    for cell in must or landing_cells(mine, yours):
        after = mine | {cell}
        threats = winning_cells(after, yours)
        if not threats:
            continue
        answer = threats[0]
        if winning_cells(yours, after):
            continue
        if len(threats) > 1 or forced_win(after, yours | {answer}, checks - 1):
            return cell
    return None


def potential(cell: Cell, mine: Discs, yours: Discs) -> int:
    """What this cell does for me, plus what it would have done for you."""
    total = 0
    for rest in FOURS_AT[cell]:
        if not rest & yours:
            total += (1, 4, 10)[min(2, len(rest & mine))]
        if not rest & mine:
            total += (1, 3, 8)[min(2, len(rest & yours))]
    return total


def find_best_move(board: Board) -> int:
    mine, yours = set(), set()
    for x in range(7):
        for y in range(board.column_height(x)):
            (mine if board.get_cell(y, x) is board.current_player else yours).add((x, y))
    me, you = frozenset(mine), frozenset(yours)

    win = forced_win(me, you)
    if win:
        return win[0]
    cells = landing_cells(me, you)
    danger = winning_cells(you, me)
    if danger:
        return danger[0][0]
    safe = [c for c in cells if forced_win(you, me | {c}, MAX_CHECKS - 2) is None]
    alive = [c for c in cells if not winning_cells(you, me | {c})]

    def appeal(cell: Cell) -> int:
        reply = max((potential(c, you, me | {cell}) for c in landing_cells(me | {cell}, you)), default=0)
        return 2 * potential(cell, me, you) - reply

    return max(safe or alive or cells, key=appeal)[0]
