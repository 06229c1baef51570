"""What is stored of the shipped positions is there for each of them, proved, and used."""

from __future__ import annotations

import pytest

from graders.katas.best_move import explain as explaining
from graders.katas.best_move import show as showing
from graders.katas.best_move.known_values import FILE, known_values
from graders.katas.best_move.prove import Bitbully
from graders.katas.best_move.show import evaluate_columns
from graders.katas.best_move.task import BestMoveTask, variants
from graders.model.explanation import Column
from solutions.prover import Position
from tests.katas.best_move.stored_values import shipped_positions, solved, text

TASKS = shipped_positions()
FEW = 3_000
"""Nodes a position, by which exact search settles three of its columns and more."""


@pytest.mark.thorough
@pytest.mark.skipif(not Bitbully().is_installed(), reason="the extra oracle is not installed")
def test_the_independent_solver_finds_what_is_stored() -> None:
    assert FILE.read_text(encoding="utf-8") == text(solved())


def test_every_column_is_stored_with_a_line_to_its_end() -> None:
    for task in TASKS:
        check_lines(task)


def check_lines(task: BestMoveTask) -> None:
    position = Position.from_moves(task.moves)
    known = known_values(task)
    assert list(known) == sorted(position.legal_columns())
    for col, each in known.items():
        after = position
        for ply in each.line:
            assert not after.lost
            after = after.play(ply)
        assert after.lost == (each.column.value != "draw")
        assert each.line[:1] in ((), (col,))
        assert len(each.line) == (each.column.plies or 0)
        assert (each.column.value == "loss") == (len(each.line) % 2 == 0 and bool(each.line))


def test_exact_search_of_our_own_contradicts_none_of_it() -> None:
    settled = 0
    for task in TASKS:
        for found in evaluate_columns(Position.from_moves(task.moves), FEW):
            known = known_values(task)[found.column].column
            if found.value is not None:
                assert (found.column, found.value) == (known.column, known.value)
            if found.plies is not None:
                assert found.plies == known.plies
            settled += found.value is not None
            assert found.value is not None or (known.plies or 99) > found.safe_plies
    assert settled > 3 * len(TASKS)


def test_a_variant_has_the_same_values_turned_round() -> None:
    task = BestMoveTask("3632406063", (6,))
    mirror, swap, both = (each.task for each in variants(task))
    of_each = {col: each.column.plies for col, each in known_values(task).items()}
    assert {col: each.column.plies for col, each in known_values(swap).items()} == of_each
    for turned in (mirror, both):
        known = known_values(turned)
        assert {6 - col: each.column.plies for col, each in known.items()} == of_each
        assert known[3].line == tuple(6 - col for col in known_values(task)[3].line)


def test_no_search_is_made_for_a_shipped_position(monkeypatch: pytest.MonkeyPatch) -> None:
    class Forbidden:
        def __init__(self, **_limits: object) -> None:
            self.node_limit = 0

    monkeypatch.setattr(explaining, "Prover", Forbidden)
    monkeypatch.setattr(showing, "Prover", Forbidden)
    task = next(task for task in TASKS if task.moves == "3632406063")
    facts = explaining.explain(task, 3)
    assert facts.played == Column(3, "loss", 32)
    assert [line.plies for line in facts.lines] == [9, 32]
    assert showing.show(task, 1).steps


def test_nothing_is_known_of_any_other_position() -> None:
    assert known_values(BestMoveTask("", (3,))) == {}
