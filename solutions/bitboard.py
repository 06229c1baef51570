"""Play and prove Connect Four on two integers: the fifth rung.

Idea: a position is two integers, the discs of the side to move and all discs. Bit
`7 * column + row` is a cell, row 0 at the bottom; each column has a seventh bit that no disc
ever takes, so that lines cannot run over the edge:

     6 13 20 27 34 41 48   <- always 0
     5 12 19 26 33 40 47
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42
     columns 0 to 6

One question is searched, and every other answer is made of it: does the attacker win within n
plies? With n as large as the rest of the game the answer is the exact value.

    _attack(own, taken, n) -> True   the side to move completes four within n plies, n odd;
                           -> False  it does not, whatever it plays;
                              it must have no four at hand.
    _cornered(own, taken, n) is the same question from the other chair, n even: True when the
                              other side wins within n plies whatever the side to move replies.

Only replies that do not lose at once are searched. The attacker tries moves that build most
open threes first, then the centre; the defender first keeps every column even, because
whoever answers in the same column gets all cells of the even rows. A table keeps, per
position, the n that is proved to win and the n that is proved to fail: bounds, not scores.
Mirror images share an entry as long as one can still arise.

Cost: about a millisecond for a mate in 9, seconds for the exact value twelve discs into a
game, and far too much for the empty board: hence the budget.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from kata.board import Board, Player

ROWS, COLS = 6, 7
BOTTOM = sum(1 << 7 * col for col in range(COLS))
CELLS = BOTTOM * 0b111111
SECOND_MOVER_ROWS = BOTTOM * 0b101010
FIRST_MOVER_ROWS = BOTTOM * 0b010101
CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)
FOREVER = 99
CLOCK_EVERY = 1000  # nodes between two looks at the clock
MATES_UNTIL_S, EVERYTHING_UNTIL_S = 0.8, 1.4  # seconds that `find_best_move` gives itself


class OutOfBudget(Exception):  # noqa: N818  # not an error: the answer costs more than was offered
    """Say that the node limit or the deadline came before the answer."""


def column_mask(col: int) -> int:
    """Return the bits of the cells of `col`."""
    return 0b111111 << 7 * col


def threats(discs: int) -> int:
    """Return the cells that would complete four of `discs`, some of them already taken."""
    found = (discs & discs >> 1 & discs >> 2) << 3
    for step in (7, 6, 8):
        pairs = discs & discs >> step
        if pairs:
            triples = pairs & pairs >> step
            found |= (pairs << 2 * step & discs >> step) | (pairs >> step & discs << step)
            found |= triples << 3 * step | triples >> step
    return found


def has_four(discs: int) -> bool:
    """Tell whether `discs` hold four in a row."""
    for step in (1, 6, 7, 8):
        pairs = discs & discs >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


def mirrored(key: int) -> int:
    """Swap the columns left to right.

    >>> mirrored(column_mask(0) | column_mask(4)) == column_mask(6) | column_mask(2)
    True
    """
    swapped = key & 127 << 21
    for col in (0, 1, 2):
        apart = 7 * (6 - 2 * col)
        swapped |= (key & 127 << 7 * col) << apart | key >> apart & 127 << 7 * col
    return swapped


@dataclass(frozen=True)
class Position:
    """Hold a position: the discs of the side to move, all discs, and whose turn it is.

    >>> position = Position.from_moves("0032334033")
    >>> position.to_move, position.discs, position.legal_columns()
    ('R', 10, (0, 1, 2, 3, 4, 5, 6))
    """

    own: int = 0
    taken: int = 0
    to_move: str = "R"

    @classmethod
    def from_moves(cls, moves: str, first: str = "R") -> Position:
        """Play `moves`, column digits from the empty board; raise `ValueError` as `Board` does."""
        return cls.from_board(Board.from_moves(moves, Player(first)))

    @classmethod
    def from_board(cls, board: Board) -> Position:
        """Read a board through its public calls; it stays as it is."""
        own = taken = 0
        for col in range(COLS):
            for row in range(board.column_height(col)):
                cell = 1 << 7 * col + row
                taken |= cell
                if board.get_cell(row, col) is board.current_player:
                    own |= cell
        return cls(own, taken, board.current_player.value)

    @property
    def discs(self) -> int:
        """Return how many discs lie on the board."""
        return self.taken.bit_count()

    @property
    def lost(self) -> bool:
        """Tell whether the side that just moved has four."""
        return has_four(self.own ^ self.taken)

    def legal_columns(self) -> tuple[int, ...]:
        """Return the columns with room, left to right; none once the game is won."""
        if self.lost:
            return ()
        return tuple(col for col in range(COLS) if not self.taken >> 7 * col + ROWS - 1 & 1)

    def play(self, col: int) -> Position:
        """Return the position after a disc in `col`; raise `ValueError` where none can go."""
        if col not in self.legal_columns():
            raise ValueError(f"column {col!r} cannot be played: {self}")
        taken = self.taken | self.taken + (1 << 7 * col) & column_mask(col)
        return Position(self.own ^ self.taken, taken, "Y" if self.to_move == "R" else "R")


class Solver:
    """Answer exact questions within a budget; what it learns serves its later answers."""

    def __init__(self, node_limit: int | None = None, deadline: float | None = None) -> None:
        """Allow `node_limit` nodes in all, until `deadline` (seconds of `time.monotonic()`).

        Whichever comes first raises `OutOfBudget` from any method; the object stays usable
        with a new `deadline` or `node_limit`.
        """
        self.node_limit = node_limit
        self.deadline = deadline
        self.nodes = 0
        self._next_look = 0
        self._folds = False
        self._wins: dict[int, int] = {}
        self._fails: dict[int, int] = {}

    def win_in(self, position: Position, plies: int) -> bool:
        """Tell whether the side to move completes four within `plies` plies, whatever comes."""
        own, taken = position.own, position.taken
        if plies < 1 or position.lost:
            return False
        if threats(own) & taken + BOTTOM & CELLS & ~taken:
            return True
        longest = 41 - position.discs | 1  # odd; at least what is left of the game
        self._folds = not mirrored(own) & (own ^ taken)
        return self._attack(own, taken, min(plies - 1 | 1, longest)) if plies > 2 else False

    def mate_in(self, position: Position, at_most: int = 41) -> int | None:
        """Return the plies to the fastest forced win of the side to move, None if there is none."""
        at_most = min(at_most, 42 - position.discs)
        for plies in range(1, at_most + 1, 2):
            if plies == 13 and not self.win_in(position, at_most):
                return None
            if self.win_in(position, plies):
                return plies
        return None

    distance = mate_in

    def loss_in(self, position: Position) -> int | None:
        """Return the plies until the side to move is mated (0: it is), None if it is not lost."""
        if position.lost:
            return 0
        replies = [self.mate_in(position.play(col)) for col in position.legal_columns()]
        known = [reply for reply in replies if reply is not None]
        if not replies or len(known) < len(replies) or self.win_in(position, 1):
            return None
        return 1 + max(known)

    def column_wins_in(self, position: Position, col: int, plies: int) -> bool:
        """Tell whether `col` wins for the side to move within `plies` plies, its own included."""
        if col not in position.legal_columns() or plies < 1:
            return False
        after = position.play(col)
        return after.lost or self._loses_in(after, plies - 1)

    def winning_columns(self, position: Position) -> frozenset[int]:
        """Return every column that wins at all, however long it takes."""
        legal = position.legal_columns()
        return frozenset(col for col in legal if self.column_wins_in(position, col, FOREVER))

    def score(self, position: Position) -> int:
        """Return the value of the game for the side to move: +1, 0 or -1."""
        if self.win_in(position, FOREVER):
            return 1
        return -1 if position.lost or self._loses_in(position, FOREVER) else 0

    def column_values(self, position: Position) -> dict[int, int]:
        """Return the value of each legal column for the side that plays it: +1, 0 or -1."""
        return {col: -self.score(position.play(col)) for col in position.legal_columns()}

    def best_line(self, position: Position) -> tuple[int, ...]:
        """Return a line of best play to its end: the winner is quick, the loser holds out."""
        line: list[int] = []
        while legal := position.legal_columns():
            col = self._best_column(position, legal)
            line.append(col)
            position = position.play(col)
        return tuple(line)

    def _best_column(self, position: Position, legal: tuple[int, ...]) -> int:
        in_order = [col for col in CENTRE_FIRST if col in legal]
        plies = self.mate_in(position)
        if plies is not None:
            return next(col for col in in_order if self.column_wins_in(position, col, plies))
        after = {col: self.mate_in(position.play(col)) for col in in_order}
        return max(in_order, key=lambda col: after[col] or FOREVER)

    def _loses_in(self, position: Position, plies: int) -> bool:
        own, taken = position.own, position.taken
        if plies < 2 or self.win_in(position, 1):
            return False
        other = own ^ taken
        self._folds = not mirrored(own) & other
        longest = 42 - position.discs & ~1
        return self._cornered(own, taken, min(plies & ~1, longest))

    def _attack(self, own: int, taken: int, plies: int) -> bool:
        self.nodes += 1
        if self.nodes >= self._next_look:
            self._look_at_the_budget()
        other = own ^ taken
        free = CELLS ^ taken
        landing = taken + BOTTOM & free
        feared = threats(other) & free
        moves = feared & landing or landing
        if moves is not landing and moves & moves - 1:
            return False
        moves &= ~(feared >> 1)
        if not moves:
            return False
        if not landing & SECOND_MOVER_ROWS and not has_four(own | free & FIRST_MOVER_ROWS):
            return False
        key = own + taken
        if plies > 3:
            if self._folds:
                key = min(key, mirrored(key + BOTTOM) - BOTTOM)
            if self._fails.get(key, 0) >= plies:
                return False
            if self._wins.get(key, FOREVER) <= plies:
                return True
        for move in _in_order(own, moves, free):
            if self._cornered(other, taken | move, plies - 1):
                if plies > 3:
                    self._wins[key] = plies
                return True
        if plies > 3:
            self._fails[key] = plies
        return False

    def _cornered(self, own: int, taken: int, plies: int) -> bool:
        other = own ^ taken
        free = CELLS ^ taken
        landing = taken + BOTTOM & free
        feared = threats(other) & free
        forced = feared & landing
        moves = (forced or landing) & ~(feared >> 1)
        if not moves or forced & forced - 1:
            return landing != 0
        if plies == 2:
            return False
        if forced:
            return self._attack(other, taken | forced, plies - 1)
        return all(
            self._attack(other, taken | move, plies - 1) for move in _in_order(own, moves, free)
        )

    def _look_at_the_budget(self) -> None:
        if self.node_limit is not None and self.nodes > self.node_limit:
            raise OutOfBudget(f"no answer within {self.node_limit} nodes")
        if self.deadline is not None and time.monotonic() >= self.deadline:
            raise OutOfBudget(f"no answer before the deadline; {self.nodes} nodes were searched")
        self._next_look = self.nodes + CLOCK_EVERY
        if self.node_limit is not None:
            self._next_look = min(self._next_look, self.node_limit + 1)


def find_best_move(board: Board) -> int:
    """Return the best column for the side to move, within about 1.5 s.

    The fastest forced win if one is found; otherwise the columns that are shown to lose drop
    out, deeper and deeper; what is left is settled by exact value as far as the time goes.
    """
    position, started = Position.from_board(board), time.monotonic()
    left = [col for col in CENTRE_FIRST if col in position.legal_columns()]
    solver = Solver(deadline=started + MATES_UNTIL_S)
    with suppress(OutOfBudget):
        for plies in range(1, 43 - position.discs, 2):
            for col in left:
                if solver.column_wins_in(position, col, plies):
                    return col
            safe = []
            for col in left:
                if not solver.win_in(position.play(col), plies):
                    safe.append(col)
            left = safe or left[:1]
            if len(left) == 1:
                break
    if len(left) == 1:
        return left[0]
    solver.deadline, values = started + EVERYTHING_UNTIL_S, {}
    with suppress(OutOfBudget):
        for col in left:
            values[col] = -solver.score(position.play(col))
            if values[col] == 1:
                break
    return max(left, key=lambda col: values.get(col, -0.5))


def _in_order(own: int, moves: int, free: int) -> Iterator[int]:
    if not moves & moves - 1:
        yield moves
        return
    ranked = []
    for rank, col in enumerate(CENTRE_FIRST):
        move = moves & column_mask(col)
        if move:
            ranked.append((-(threats(own | move) & free).bit_count(), rank, move))
    ranked.sort()
    for _, _, move in ranked:
        yield move
