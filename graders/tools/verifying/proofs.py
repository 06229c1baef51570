"""Lay out what katas prove of their answer keys, and what an independent solver says of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from graders.katas.kata import Kata
from graders.katas.oracle import Oracle
from graders.model.suite import Case, members_of
from graders.tools.verifying.part import Part

OnCase = Callable[[str], None]


def proofs_part(
    kata: Kata[Any], cases: Iterable[Case], on_case: OnCase = lambda case_id: None
) -> Part:
    """Let a kata prove each of its cases and members; whatever does not hold is a problem."""
    table = kata.proofs
    rows, problems = [], []
    for case in members_of(cases):
        on_case(case.id)
        proof = kata.prove(case.task)
        rows.append((case.id, *proof.cells, "yes" if proof.holds else "no"))
        problems += [f"{case.id}: {problem}" for problem in proof.problems]
    columns = ("case", *table.columns, table.holds)
    return Part(table.name, table.title, columns, tuple(rows), tuple(problems))


def oracle_part(
    oracle: Oracle[Any], cases: Iterable[Case], on_case: OnCase = lambda case_id: None
) -> Part:
    """Ask an oracle about every case and member; a disagreement is a problem."""
    rows, problems = [], []
    for case in members_of(cases):
        on_case(case.id)
        wrong = oracle.disagreements(case.task)
        rows.append((case.id, "no" if wrong else "yes"))
        problems += [f"{case.id}: {line}" for line in wrong]
    title = f"Answer keys, against {oracle.name}"
    return Part("oracle", title, ("case", "agrees"), tuple(rows), tuple(problems))
