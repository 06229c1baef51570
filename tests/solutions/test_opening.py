"""The opening book: every reply is answered, and where it ends the game is won."""

from __future__ import annotations

import re
from typing import Any

import pytest

from graders.suites.strict_yaml import trusted
from kata.board import Board, Player
from solutions.lessons.opening_book import BOOK, book_column, find_best_move
from solutions.opening import PLIES, Leaf, folded, prove, written
from solutions.prover import Position
from tests.opening_book import LESSON, PROOF, lesson_text, proof_text

PROVED = trusted(PROOF.read_text(encoding="utf-8"))
LEAVES: dict[str, int] = PROVED["leaves"]
FEW = 3_000
"""Nodes in which a leaf is proved at once: most are."""


def column(moves: str, first: Player = Player.RED) -> int | None:
    return book_column(Board.from_moves(moves, first))


def chosen(moves: str) -> int:
    col = column(moves)
    assert col is not None, f"the book has no answer after {moves!r}"
    return col


def mirror(moves: str) -> str:
    return "".join(str(6 - int(col)) for col in moves)


def test_the_book_is_what_was_proved() -> None:
    book = written(chosen)
    assert " ".join(book.entries) == " ".join(BOOK.split())
    assert book.leaves == tuple(LEAVES)
    assert (len(book.entries), len(book.leaves)) == (175, 650)
    lesson = LESSON.read_text(encoding="utf-8")
    assert lesson_text(lesson, book) == lesson


@pytest.mark.slow
@pytest.mark.parametrize("leaf", [leaf for leaf, nodes in LEAVES.items() if nodes > FEW])
def test_every_other_leaf_is_proved_anew(leaf: str) -> None:
    assert prove(leaf) == Leaf(leaf, won=True, nodes=LEAVES[leaf])


def test_the_nodes_add_up() -> None:
    assert PROVED["nodes"] == sum(LEAVES.values())


def test_a_leaf_that_is_not_won_is_not_written() -> None:
    book = written(lambda moves: 3, plies=2)
    leaves = [Leaf(moves, won=moves != "30", nodes=1) for moves in book.leaves]
    with pytest.raises(ValueError, match=r"not won: 30$"):
        proof_text(book, leaves, 1.0)


@pytest.mark.parametrize("entry", BOOK.split()[::25])
def test_is_found_mirrored_and_with_the_colours_swapped(entry: str) -> None:
    moves, col = entry[:-1], int(entry[-1])
    symmetric = Position.from_moves(moves) == Position.from_moves(mirror(moves))
    assert column(moves) == column(moves, Player.YELLOW) == col
    assert column(mirror(moves)) == (col if symmetric else 6 - col)


@pytest.mark.parametrize("moves", ["3", "303", "0", "03", "33323332"])
def test_knows_nothing_of_games_that_the_other_began_or_that_left_the_book(moves: str) -> None:
    assert column(moves) is None


def test_plays_by_the_book_without_a_search() -> None:
    class Untouched(Board):
        def drop_disc(self, col: int) -> int:
            raise AssertionError("searched")

    assert find_best_move(Untouched()) == 3


@pytest.mark.thorough
class TestEveryLeaf:
    def test_every_reply_to_every_move_of_the_book_is_in_the_book_or_a_leaf(self) -> None:
        leaves = {folded(Position.from_moves(leaf)) for leaf in LEAVES}
        games, answered = [""], 0
        while games:
            moves = games.pop()
            if len(moves) == PLIES:
                assert folded(Position.from_moves(moves)) in leaves, moves
                continue
            position = Position.from_moves(moves + str(chosen(moves)))
            answered += 1
            # A move of the book that completes four leaves no reply.
            games += [f"{moves}{chosen(moves)}{reply}" for reply in position.legal_columns()]
        assert answered == 1 + 7 + 7**2 + 7**3  # each order of moves, and each side of the mirror

    def test_most_leaves_are_proved_anew_in_the_same_nodes(self) -> None:
        quick = {leaf: nodes for leaf, nodes in LEAVES.items() if nodes <= FEW}
        assert len(quick) > 300
        proofs = [prove(leaf) for leaf in quick]
        assert [leaf.moves for leaf in proofs if not leaf.won] == []
        assert {leaf.moves: leaf.nodes for leaf in proofs} == quick

    def test_the_oracle_agrees_that_every_leaf_is_won(self) -> None:
        bitbully: Any = pytest.importorskip(
            "bitbully", reason="the extra `oracle` is not installed"
        )
        solver = bitbully.BitBully()
        for leaf in LEAVES:
            scores = solver.score_all_moves(bitbully.Board.from_moves([int(col) for col in leaf]))
            assert max(scores.values()) > 0, leaf


def test_the_lesson_says_where_the_proof_is() -> None:
    assert re.search(r"solutions/opening\.py.*opening_book\.yaml", LESSON.read_text(), re.DOTALL)
