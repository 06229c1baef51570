"""Prove the answer key of a best-move case by exact search, and hold it against another solver.

That is bitbully, which shares no code with ours. Beside them: whether the moves that lead to a
position are such as people play.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import time
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from graders.katas.best_move.task import BestMoveTask
from graders.katas.kata import Proof, ProofTable
from solutions.prover import CELLS, OutOfBudgetError, Position, Prover

BUDGET_S = 60.0
"""Seconds one case may take to prove; the shipped ones take milliseconds to seconds."""
TABLE = ProofTable(
    "keys", "Answer keys, by exact search", ("goal", "right columns", "mate in", "nodes")
)


class Settled(msgspec.Struct, frozen=True):
    """What exact search says of a position, and every sentence in which its key is wrong."""

    right: tuple[int, ...]
    distance: int | None
    problems: tuple[str, ...]
    nodes: int = 0


def prove(task: BestMoveTask) -> Proof:
    """Prove one case and lay out what was found, in the columns of `TABLE`."""
    found = settle(task)
    cells = (
        task.goal,
        " ".join(map(str, found.right)),
        "-" if found.distance is None else str(found.distance),
        f"{found.nodes:,}",
    )
    return Proof(cells, found.problems)


def settle(task: BestMoveTask, budget_s: float = BUDGET_S) -> Settled:
    """Find the right columns, the distance, and whether anything shallower tells them.

    A case that cannot be settled within `budget_s` seconds is a problem too.
    """
    position = Position.from_moves(task.moves, first=task.first)
    prover = Prover(deadline=time.monotonic() + budget_s)
    search = {"win": _win, "block": _block, "draw": _draw}[task.goal]
    try:
        right, distance, problems = search(position, task, prover)
    except OutOfBudgetError:
        return Settled((), None, (f"not proved within {budget_s:g} s",), prover.nodes)
    if right != tuple(sorted(task.accept)):
        problems = (*problems, f"accept is {list(task.accept)}, but the proof gives {list(right)}")
    return Settled(right, distance, problems, prover.nodes)


def winning_line(task: BestMoveTask) -> tuple[int, ...]:
    """Return a win of best play on both sides, the same on every machine, however long it takes.

    >>> winning_line(BestMoveTask("245023324564", (3,), mate_in=5))
    (3, 2, 4, 3, 1)
    """
    return Prover().best_line(Position.from_moves(task.moves, first=task.first))


_Found = tuple[tuple[int, ...], int | None, tuple[str, ...]]


def _win(position: Position, task: BestMoveTask, prover: Prover) -> _Found:
    distance = prover.mate_in(position)
    problems = []
    if distance is None:
        problems.append("the side to move does not win")
    elif task.mate_in is not None and distance != task.mate_in:
        problems.append(f"mate_in is {task.mate_in}, but the proof gives {distance}")
    if task.quiet and distance is not None:
        problems += _loud_moves(position, distance, prover)
    right = tuple(sorted(prover.winning_columns(position))) if distance is not None else ()
    if task.line and distance is not None:
        problems += line_faults(position, task.line, distance, prover)
    return right, distance, tuple(problems)


def line_faults(
    position: Position, line: tuple[int, ...], distance: int, prover: Prover
) -> list[str]:
    """Return where a line leaves best play: its winner is slow, or its loser gives in early."""
    if len(line) != distance:
        return [f"line has {len(line)} plies, but the proof gives {distance}"]
    for ply, col in enumerate(line, start=1):
        left = distance - ply
        after = position.play(col)
        if ply % 2 and not prover.loses_in(after, left):
            return [f"line, ply {ply}: column {col} does not win within {left + 1} plies"]
        if ply % 2 == 0 and left > 2 and prover.win_in(after, left - 2):
            return [f"line, ply {ply}: column {col} loses sooner than it has to"]
        position = after
    return []


def _loud_moves(position: Position, distance: int, prover: Prover) -> list[str]:
    """Return the moves that a search shallower than the mate would already see lose."""
    return [
        f"not quiet: column {col} loses within {distance - 1} plies"
        for col in position.legal_columns()
        if distance > 2 and prover.win_in(position.play(col), distance - 2)
    ]


def _block(position: Position, task: BestMoveTask, prover: Prover) -> _Found:
    if prover.win_in(position, 1):
        return (), None, ("the side to move wins at once, so nothing has to be blocked",)
    right = tuple(
        col for col in position.legal_columns() if not prover.win_in(position.play(col), 1)
    )
    return right, None, ()


def _draw(position: Position, task: BestMoveTask, prover: Prover) -> _Found:
    values = prover.column_values(position)
    if max(values.values()) > 0:
        return (), prover.mate_in(position), ("the side to move wins",)
    return tuple(sorted(col for col, value in values.items() if value == 0)), None, ()


class Oversight(msgspec.Struct, frozen=True):
    """The move, counted from 1, that passed a win by, or left the other side one.

    It is `overlooked` where the mover could have completed four, and `unblocked` where the other
    side could do so afterwards, although another move would have left it nothing of the kind.
    """

    ply: int
    kind: Literal["overlooked", "unblocked"]


def oversight(moves: str) -> Oversight | None:
    """Return the first oversight in the moves that lead to a position; None: it is natural.

    >>> oversight("0032334033")
    >>> oversight("010102")
    Oversight(ply=6, kind='unblocked')
    """
    position, prover = Position(), Prover()
    for ply, digit in enumerate(moves, start=1):
        if prover.win_in(position, 1):
            return Oversight(ply, "overlooked")
        after = {col: position.play(col) for col in position.legal_columns()}
        harmless = [col for col, then in after.items() if not prover.win_in(then, 1)]
        if harmless and int(digit) not in harmless:
            return Oversight(ply, "unblocked")
        position = after[int(digit)]
    return None


class Bitbully:
    """Ask bitbully for the value of every column of a position.

    Its score for the side to move is 22 less the discs that the winner has when the game is
    won; 0 is a draw, and a negative score is the other side's.
    """

    name = "bitbully"

    def is_installed(self) -> bool:
        return importlib.util.find_spec("bitbully") is not None

    def scores(self, moves: str) -> Mapping[int, int]:
        package, solver = _loaded()
        board = package.Board()
        for digit in moves:
            board.play(int(digit))
        scores: dict[int, int] = solver.score_all_moves(board)
        return scores

    def disagreements(self, task: BestMoveTask) -> tuple[str, ...]:
        return disagreements(task, self.scores(task.moves))


@functools.cache
def _loaded() -> tuple[Any, Any]:
    package = importlib.import_module("bitbully")
    return package, package.BitBully()


def mate_in(score: int, discs: int) -> int | None:
    """Return the plies to the win that a positive score stands for, None for any other.

    >>> mate_in(10, discs=14), mate_in(0, discs=14)
    (9, None)
    """
    return 2 * (CELLS // 2 + 1 - score - discs // 2) - 1 if score > 0 else None


def disagreements(task: BestMoveTask, scores: Mapping[int, int]) -> tuple[str, ...]:
    """Return, in words, where the oracle's scores say something else than the answer key."""
    best = max(scores.values())
    if task.goal == "block":
        lost_at_once = -(CELLS // 2 - (len(task.moves) + 1) // 2)
        right = {col for col, score in scores.items() if score > lost_at_once}
    elif task.goal == "draw":
        right = {col for col, score in scores.items() if score == 0} if best == 0 else set()
    else:
        right = {col for col, score in scores.items() if score > 0}
    found = []
    if right != set(task.accept):
        found.append(f"accept is {sorted(task.accept)}, the oracle has {sorted(right)}")
    distance = mate_in(best, len(task.moves))
    if task.goal == "win" and task.mate_in is not None and distance != task.mate_in:
        found.append(f"mate_in is {task.mate_in}, the oracle has {distance}")
    return tuple(found)
