"""Lay out what katas prove of their answer keys, and what an independent solver says of them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from graders.katas import kata_named
from graders.katas.kata import Kata, Proof
from graders.katas.lab import Oracle
from graders.lab.verifying.part import Part
from graders.lab.verifying.pieces import IN_TURN, Executor, Piece, Tell
from graders.model.suite import Case, members_of


def proofs_part(kata: Kata[Any], cases: Iterable[Case], executor: Executor = IN_TURN) -> Part:
    """Let a kata prove each of its cases and members; whatever does not hold is a problem."""
    table, members = kata.proofs, members_of(cases)
    pieces = [Piece(case.id, partial(_proved, kata.name, case.task)) for case in members]
    rows, problems = [], []
    proofs = executor.all(f"{kata.name}: {table.name}", pieces)
    for case, proof in zip(members, proofs, strict=True):
        rows.append((case.id, *proof.cells, "yes" if proof.holds else "no"))
        problems += [f"{case.id}: {problem}" for problem in proof.problems]
    columns = ("case", *table.columns, table.holds)
    return Part(table.name, table.title, columns, tuple(rows), tuple(problems))


def oracle_part(oracle: Oracle[Any], cases: Iterable[Case], executor: Executor = IN_TURN) -> Part:
    """Ask an oracle about every case and member; a disagreement is a problem."""
    members = members_of(cases)
    pieces = [Piece(case.id, partial(_asked, oracle, case.task)) for case in members]
    rows, problems = [], []
    for case, wrong in zip(members, executor.all(oracle.name, pieces), strict=True):
        rows.append((case.id, "no" if wrong else "yes"))
        problems += [f"{case.id}: {line}" for line in wrong]
    title = f"Answer keys, against {oracle.name}"
    return Part("oracle", title, ("case", "agrees"), tuple(rows), tuple(problems))


def _proved(kata: str, task: object, tell: Tell) -> Proof:
    return kata_named(kata).prove(task)


def _asked(oracle: Oracle[Any], task: object, tell: Tell) -> tuple[str, ...]:
    return tuple(oracle.disagreements(task))
