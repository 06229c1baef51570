"""Prove the answer key of a best-move case by exact search."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from graders.katas.best_move.task import BestMoveTask
from graders.model.suite import Case
from graders.tools.verifying.part import Part
from solutions.prover import OutOfBudgetError, Position, Prover

BUDGET_S = 60.0
"""Seconds one case may take to prove; the shipped ones take milliseconds to seconds."""


@dataclass(frozen=True)
class Proof:
    """Hold what exact search says of a case, and every sentence in which its key is wrong."""

    id: str
    goal: str
    right: tuple[int, ...]
    distance: int | None
    problems: tuple[str, ...]
    nodes: int = 0


def prove(case_id: str, task: BestMoveTask, budget_s: float = BUDGET_S) -> Proof:
    """Prove one case: the right columns, the distance, and that nothing shallower tells them.

    A case that cannot be settled within `budget_s` seconds is a problem too: an answer key
    that nobody has proved is not a key.
    """
    position = Position.from_moves(task.moves, first=task.first)
    solver = Prover(deadline=time.monotonic() + budget_s)
    prover = {"win": _win, "block": _block, "draw": _draw}[task.goal]
    try:
        right, distance, problems = prover(position, task, solver)
    except OutOfBudgetError:
        too_long = f"not proved within {budget_s:g} s"
        return Proof(case_id, task.goal, (), None, (too_long,), solver.nodes)
    if right != tuple(sorted(task.accept)):
        problems = (*problems, f"accept is {list(task.accept)}, proved is {list(right)}")
    return Proof(case_id, task.goal, right, distance, problems, solver.nodes)


def proofs_part(
    cases: Iterable[Case], on_case: Callable[[str], None] = lambda case_id: None
) -> Part:
    """Prove every best-move case and lay the proofs out."""
    proofs = []
    for case in cases:
        on_case(case.id)
        if isinstance(case.task, BestMoveTask):
            proofs.append(prove(case.id, case.task))
    return Part(
        "keys",
        "Answer keys, by exact search",
        ("case", "goal", "right columns", "mate in", "nodes", "holds"),
        tuple(
            (
                proof.id,
                proof.goal,
                " ".join(map(str, proof.right)),
                "-" if proof.distance is None else str(proof.distance),
                f"{proof.nodes:,}",
                "no" if proof.problems else "yes",
            )
            for proof in proofs
        ),
        tuple(f"{proof.id}: {problem}" for proof in proofs for problem in proof.problems),
    )


_Found = tuple[tuple[int, ...], int | None, tuple[str, ...]]


def _win(position: Position, task: BestMoveTask, solver: Prover) -> _Found:
    distance = solver.mate_in(position)
    problems = []
    if distance is None:
        problems.append("the side to move does not win")
    elif task.mate_in is not None and distance != task.mate_in:
        problems.append(f"mate_in is {task.mate_in}, proved is {distance}")
    if task.quiet and distance is not None:
        problems += _loud_moves(position, distance, solver)
    right = tuple(sorted(solver.winning_columns(position))) if distance is not None else ()
    return right, distance, tuple(problems)


def _loud_moves(position: Position, distance: int, solver: Prover) -> list[str]:
    """Return the moves that a search shallower than the mate would already see lose."""
    return [
        f"not quiet: column {col} loses within {distance - 1} plies"
        for col in position.legal_columns()
        if distance > 2 and solver.win_in(position.play(col), distance - 2)
    ]


def _block(position: Position, task: BestMoveTask, solver: Prover) -> _Found:
    if solver.win_in(position, 1):
        return (), None, ("the side to move wins at once, so nothing has to be blocked",)
    right = tuple(
        col for col in position.legal_columns() if not solver.win_in(position.play(col), 1)
    )
    return right, None, ()


def _draw(position: Position, task: BestMoveTask, solver: Prover) -> _Found:
    values = solver.column_values(position)
    if max(values.values()) > 0:
        return (), solver.mate_in(position), ("the side to move wins",)
    return tuple(sorted(col for col, value in values.items() if value == 0)), None, ()
