"""Say of a game what exact search proves within a budget of nodes: what was there and missed."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace

import solutions
from graders.katas.best_move.evidence import finding_texts
from graders.katas.best_move.show import steps_of
from graders.katas.best_move.task import request_for
from graders.katas.playing import Forecast, Lapse, Opening, Playing, Review
from graders.model.arena import MoveLoss
from graders.model.explanation import Step, Value
from graders.model.installation import ABOVE
from graders.model.request import Request
from kata.board import Board, Player
from solutions.bitboard import CENTRE_FIRST
from solutions.prover import CELLS, FOREVER, OutOfBudgetError, Position, Prover

HINT_NODES = 60_000
"""How many positions a hint may look at: about a second."""
PLY_NODES, LEAST_PLY_NODES = 40_000, 4_000
GAME_NODES = 320_000
"""How many a review may look at, at most and at least for a ply, and in all: some five seconds."""
LOSSES_NODES = 160_000
"""How many it may take to say what each move of a game lost: some two seconds."""
SOON = (1, 3, 5)
"""Plies within which everybody is asked to see a win, and a loss a ply later."""
OPENINGS = ABOVE / "positions" / "best_move" / "openings.txt"
"""The openings of `kata arena`, each proved: `tests/katas/best_move/arena_book.py` writes them."""
_VALUES: Mapping[int, Value] = {1: "win", 0: "draw", -1: "loss"}


class BestMovePlaying(Playing):
    usual = "alpha_beta"
    cap_s = 2.0

    def __init__(self, expects: str) -> None:
        self._expects = expects
        folder = Path(solutions.__file__).parent
        self.rungs = {name: folder / f"{name}.py" for name in finding_texts().rungs}

    def request(self, moves: str, first: str) -> Request:
        return request_for(moves, first, self._expects)

    def openings(self) -> tuple[Opening, ...]:
        return openings()

    def forecast(self, moves: str, first: str) -> Forecast:
        """Return the soonest win, or what loses, or the exact value: the first to be had."""
        return forecast(_position(moves, first), Prover(node_limit=HINT_NODES))

    def reply(self, moves: str, first: str, found: Forecast) -> int:
        """Return the best column that is known, of several the one nearest the centre."""
        return reply(_position(moves, first), found, Prover(node_limit=HINT_NODES))

    def review(self, moves: str, first: str, begin: int = 0) -> Review:
        """Go through the game from its end: what is proved late helps earlier."""
        return review(moves, first, begin)

    def losses(self, moves: str, first: str, begin: int = 0) -> tuple[MoveLoss, ...]:
        return losses(moves, first, begin)

    def steps(self, moves: str, first: str, begin: int) -> tuple[Step, ...]:
        return steps_of(Board.from_moves(moves[:begin], Player(first)), [*map(int, moves[begin:])])


def forecast(position: Position, prover: Prover) -> Forecast:
    """Look further ply by ply as long as the budget lasts, then for the exact value."""
    legal = position.legal_columns()
    losing: set[int] = set()
    found = Forecast()
    try:
        for plies in range(1, CELLS + 1 - position.discs, 2):
            if prover.win_in(position, plies):
                best = tuple(c for c in legal if prover.column_wins_in(position, c, plies))
                return Forecast("win", plies, best, tuple(sorted(losing)), plies - 1)
            found = replace(found, quiet_plies=plies)
            losing |= {c for c in legal if prover.win_in(position.play(c), plies)}
            found = replace(found, losing=tuple(sorted(losing)))
            if len(losing) == len(legal):
                return replace(found, value="loss", plies=plies + 1)
        value = prover.score(position)
        best = tuple(c for c in legal if -prover.score(position.play(c)) == value)
        return replace(found, value=_VALUES[value], best=best)
    except OutOfBudgetError:
        return found


def reply(position: Position, found: Forecast, prover: Prover) -> int:
    """Return a best column, else one that is not known to lose or that loses late."""
    order = [column for column in CENTRE_FIRST if column in position.legal_columns()]
    if found.best:
        return next(column for column in order if column in found.best)
    safe = [column for column in order if column not in found.losing]
    if safe:
        return safe[0]
    late, longest = order[0], 0
    try:
        for column in order:
            plies = prover.mate_in(position.play(column)) or FOREVER
            if plies > longest:
                late, longest = column, plies
    except OutOfBudgetError:
        return late
    return late


def review(moves: str, first: str, begin: int = 0) -> Review:
    """Return every move from index `begin` on that is proved to have given something away."""
    prover = Prover()
    lapses: list[Lapse] = []
    unknown: list[int] = []
    for index in reversed(range(begin, len(moves))):
        left = max(0, GAME_NODES - prover.nodes)
        before, column = _position(moves[:index], first), int(moves[index])
        try:
            prover.node_limit = prover.nodes + min(left, PLY_NODES)
            lapse = _lapse(prover, before, column, index + 1)
        except OutOfBudgetError:
            prover.node_limit = prover.nodes + LEAST_PLY_NODES
            lapse = _lapse_soon(prover, before, column, index + 1)
            if lapse is None:
                unknown.append(index + 1)
        if lapse is not None:
            lapses.append(lapse)
    return Review(tuple(reversed(lapses)), tuple(reversed(unknown)))


def _lapse(prover: Prover, before: Position, column: int, ply: int) -> Lapse | None:
    """Return what one move gave away; raise `OutOfBudgetError` where its value is not found."""
    after = before.play(column)
    if after.lost:
        return None
    soon = next((plies for plies in SOON if prover.win_in(before, plies)), None)
    had = 1 if soon else prover.score(before)
    left = -1 if had == -1 else _left(prover, after, had)
    if left == had:
        return None
    best = _best(prover, before, had, soon)
    had_plies = soon or (_plies(prover, before) if had == 1 else None)
    left_plies = _plies(prover, after) if left == -1 else None
    return Lapse(
        ply,
        column,
        _VALUES[had],
        best,
        had_plies,
        _VALUES[left],
        None if left_plies is None else left_plies + 1,
    )


def _lapse_soon(prover: Prover, before: Position, column: int, ply: int) -> Lapse | None:
    """Return a short win that was passed by, or a short loss that another column puts off."""
    after, legal = before.play(column), before.legal_columns()
    try:
        for plies in SOON:
            if prover.win_in(before, plies):
                if prover.column_wins_in(before, column, SOON[-1]):
                    return None
                best = tuple(c for c in legal if prover.column_wins_in(before, c, plies))
                return Lapse(ply, column, "win", best, plies, within=SOON[-1])
            if prover.win_in(after, plies):
                safe = tuple(c for c in legal if not prover.win_in(before.play(c), SOON[-1]))
                within = SOON[-1] + 1
                lapse = Lapse(ply, column, None, safe, None, "loss", plies + 1, within)
                return lapse if safe else None
    except OutOfBudgetError:
        return None
    return None


def _left(prover: Prover, after: Position, had: int) -> int:
    """Return what a position is worth to the side that has just moved, who had `had`."""
    if any(prover.win_in(after, plies) for plies in SOON):
        return -1
    if had == 1 and prover.loses_in(after, CELLS):
        return 1
    return -prover.score(after)


def _best(prover: Prover, before: Position, had: int, soon: int | None) -> tuple[int, ...]:
    """Return the columns that keep what there was, the soonest wins where these are known."""
    legal = before.legal_columns()
    if soon:
        return tuple(c for c in legal if prover.column_wins_in(before, c, soon))
    return tuple(c for c in legal if -prover.score(before.play(c)) == had)


def _plies(prover: Prover, position: Position) -> int | None:
    """Return in how many plies a position that is won is won, None where that takes too long."""
    try:
        return prover.mate_in(position)
    except OutOfBudgetError:
        return None


def losses(moves: str, first: str, begin: int = 0) -> tuple[MoveLoss, ...]:
    """Go through the game from its end, where values are cheap and serve those before them."""
    prover = Prover()
    lost: list[MoveLoss] = []
    after = _value(prover, _position(moves, first), None) if begin < len(moves) else None
    for index in reversed(range(begin, len(moves))):
        before = _value(prover, _position(moves[:index], first), after)
        settled = None not in (before, after)
        lost.append(MoveLoss(index + 1, (before or 0) + (after or 0) if settled else None))
        after = before
    return tuple(reversed(lost))


def _value(prover: Prover, position: Position, after: int | None) -> int | None:
    """Return what a position is worth to the side to move, None where its nodes do not do.

    One of its columns leads to a position that is worth `after` to the other side, so it is worth
    no less than the opposite of that.
    """
    if after == -1:
        return 1
    left = max(LOSSES_NODES - prover.nodes, LEAST_PLY_NODES)
    prover.node_limit = prover.nodes + min(left, PLY_NODES)
    try:
        if after == 0:
            return int(any(prover.win_in(position, plies) for plies in (*SOON, FOREVER)))
        return prover.score(position)
    except OutOfBudgetError:
        return None


def _position(moves: str, first: str) -> Position:
    return Position.from_board(Board.from_moves(moves, Player(first)))


@functools.cache
def openings() -> tuple[Opening, ...]:
    lines = OPENINGS.read_text(encoding="ascii").splitlines()
    return tuple(_opening(line) for line in lines if line and not line.startswith("#"))


def _opening(line: str) -> Opening:
    moves, value, *numbers = line.split()
    if value == "draw":
        return Opening(moves)
    return Opening(moves, "RED" if value == "RED" else "YELLOW", int(numbers[0]))
