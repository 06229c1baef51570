"""Play Connect Four on two integers: the fifth rung.

Idea: a position is two integers, the discs of the side to move and all discs. Bit
`7 * column + row` is a cell, row 0 at the bottom. No disc ever takes the seventh bit of a
column, so that lines cannot run over the edge:

     6 13 20 27 34 41 48   <- always 0
     5 12 19 26 33 40 47
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42

The search answers a single question, and everything else follows from it: does the attacker win
within n plies? If n covers the rest of the game, that is the exact value. When either function
is called, the side to move has no four available. `mine` holds the free cells that would
complete four for it, `feared` those that would for the other side:

    _attack(own, taken, mine, feared, n)    n odd:  True if the side to move completes four within
                                                    n plies, whatever comes; False if it cannot.
    _cornered(own, taken, mine, feared, n)  n even: True if the other side does, whatever is
                                                    replied.

Only moves that do not lose at once are tried: those that build most threats first, then the
centre. Threats are not searched for again in each position. They are passed on from move to
move, `mine` and `feared`, and what a disc adds to them depends only on the discs of its side in
the lines through its cell: `ADDED` remembers that, once seen, for every later position.

A table holds, per position, the n proved to win and the n proved to fail: bounds, not scores.
Mirror images share an entry while both can still arise. And some positions need no search:
while an even number of cells is free, whoever is not to move may answer each disc on top of it,
in rows 1, 3 and 5. See `_follow_up_holds` and `_follow_up_wins`. While an odd number is free, a
threat in row 2 or 4 lets them do the same: see `_odd_threat_wins`.

Cost: a millisecond for a mate in 9, half a second for exact values twelve discs into a game.
Where it breaks: exact values near the empty board take hours, hence the deadline. What else can
be proved with this search, within a given number of nodes, is in `prover.py`.
"""

from __future__ import annotations

import functools
import operator
import time
from contextlib import suppress
from dataclasses import dataclass

from kata.board import COLS, ROWS, Board, Player

CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)
CELLS = ROWS * COLS
FOREVER = 99  # plies: more than any game has

BOTTOM = sum(1 << 7 * col for col in range(COLS))
COLUMNS = tuple(0b111111 << 7 * col for col in range(COLS))
WHOLE_BOARD = BOTTOM * 0b111111
REPLY_ROWS = BOTTOM * 0b101010
ATTACK_ROWS = BOTTOM * 0b010101

SHAPES = ((7, 0x204081), (8, 0x1010101), (6, 0x208208), (1, 0b1111))  # level, slanting, up
LINES = tuple(
    line << cell for _, line in SHAPES for cell in range(49) if not (line << cell) & ~WHOLE_BOARD
)
OPEN_LINE = (1, 2, 5, 12, 999)  # what a line is worth that holds 0 to 4 discs of one side only
THREAT, THREAT_IN_STEP = 4, 10  # the rows that a side gets if the other follows up count more

SHORT_MATES, SHORT_FIRST_BELOW = (3, 5, 7, 9), 16  # plies; discs

MATES_UNTIL_S = 0.6  # seconds into a call: look for mates, step by step
ALL_UNTIL_S = 1.6  # then, until here, for exact values
FIRST_TURN_S = 0.05  # of one column, as long as no value is known
CLOCK_EVERY = 1000  # nodes between two looks at the clock
TABLE_LIMIT = 3_000_000  # entries
ADDED_LIMIT = 10_000  # entries a cell: in all some tens of megabytes

# The four that was seen last by each rule of parity, and by whoever else asks.
_HOLDS, _WINS, _ODD, _ANY = ([1 << CELLS + COLS] for _ in range(4))


def find_best_move(board: Board) -> int:
    """Return the best column for the side to move, within about 1.7 s.

    The fastest forced win if one is found. Columns shown to lose drop out meanwhile; those left
    are told apart by exact value as far as the time goes, and by their outlook beyond that.
    """
    position, started = Position.from_board(board), time.monotonic()
    if not position.legal_columns():
        raise ValueError(f"the game is over\n{board}")
    contest = Contest(position)
    contest.deepen(started + MATES_UNTIL_S)
    contest.settle(started + ALL_UNTIL_S)
    if contest.decisive:  # known to be won or lost: in how many plies?
        contest.deepen(started + ALL_UNTIL_S)
    return contest.left[0]


class Contest:
    """Narrow down the columns of one position: `left` holds those that may be best, best first."""

    def __init__(self, position: Position) -> None:
        """Start with every legal column, the best outlook first, and nothing proved."""
        self.after = {col: position.play(col) for col in position.legal_columns()}
        self.left = sorted(
            (col for col in CENTRE_FIRST if col in self.after),
            key=lambda col: outlook(self.after[col]),
        )
        self.lowest = dict.fromkeys(self.left, -1)
        self.highest = dict.fromkeys(self.left, 1)
        self._search = Search()
        self._depths = range(1, CELLS + 1 - position.discs, 2)

    @property
    def decisive(self) -> bool:
        """Tell whether more than one column is left of a game that is won, or lost, for sure."""
        won, lost = self._sure() == 1, max(self.highest[col] for col in self.left) == -1
        return len(self.left) > 1 and (won or lost)

    def deepen(self, until: float) -> None:
        """Look for the soonest win and drop the soonest losses, two plies further each time."""
        self._search.deadline = until
        with suppress(OutOfBudgetError):
            for plies in self._depths:
                for col in self.left:
                    if self._search.loses_in(self.after[col], plies - 1):
                        self.left = [col]
                        return
                safe = [col for col in self.left if not self._loses(col, plies)]
                self.left = safe or self.left[:1]
                if len(self.left) == 1:
                    return
                self._depths = self._depths[1:]

    def settle(self, until: float) -> None:
        """Ask of each column whether it wins, then whether it loses, in turns of growing length.

        A question that is not answered in its turn finds its work in the table at the next.
        """
        turn_s = FIRST_TURN_S
        while (questions := self._open()) and time.monotonic() < until:
            for col, of_a_win in questions:
                if (col, of_a_win) in self._open():
                    self._search.deadline = min(until, time.monotonic() + turn_s)
                    with suppress(OutOfBudgetError):
                        self._ask(col, of_a_win)
            turn_s *= 2
        # An unfinished column counts as much as a proved draw: its outlook decides.
        self.left = [col for col in self.left if self.highest[col] >= self._sure()]
        self.left.sort(key=lambda col: -self.lowest[col] - self.highest[col])

    def _open(self) -> list[tuple[int, bool]]:
        """Return (column, whether it is asked for a win) of what may still change the choice."""
        sure = self._sure()
        rivals = [col for col in self.left if self.highest[col] > sure]
        if len(self.left) == 1:
            return []
        if sure < 0 and len(rivals) == 1:  # the others lose: if it does too, the slowest counts
            return [(col, False) for col in rivals]
        wins = [(col, True) for col in rivals if self.highest[col] == 1]
        return wins + [(col, False) for col in rivals if self.lowest[col] == -1]

    def _sure(self) -> int:
        return max(self.lowest[col] for col in self.left)

    def _ask(self, col: int, of_a_win: bool) -> None:
        if of_a_win and self._search.loses_in(self.after[col], FOREVER):
            self.lowest[col] = 1
        elif of_a_win:
            self.highest[col] = min(self.highest[col], 0)
        elif self._search.win_in(self.after[col], FOREVER):
            self.highest[col] = -1
        else:
            self.lowest[col] = 0

    def _loses(self, col: int, plies: int) -> bool:
        return self.lowest[col] < 0 and self._search.win_in(self.after[col], plies)


class OutOfBudgetError(Exception):
    """Say that the deadline, or a limit of nodes, came before the answer."""


@dataclass(frozen=True)
class Position:
    """Hold the discs of the side to move, all discs, and whose turn it is (`R` or `Y`).

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
                taken |= 1 << 7 * col + row
                if board.get_cell(row, col) is board.current_player:
                    own |= 1 << 7 * col + row
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
        room = 0 if self.lost else WHOLE_BOARD & ~self.taken
        return tuple(col for col in range(COLS) if room & COLUMNS[col])

    def play(self, col: int) -> Position:
        """Return the position after a disc in `col`; raise `ValueError` where none can go."""
        if col not in self.legal_columns():
            raise ValueError(f"column {col!r} cannot be played: {self}")
        # Adding the column's lowest bit carries through its discs into its first free cell.
        landed = (self.taken + (1 << 7 * col)) & COLUMNS[col]
        turn = "Y" if self.to_move == "R" else "R"
        return Position(self.own ^ self.taken, self.taken | landed, turn)


class Search:
    """Answer whether a side wins within so many plies; what it learns serves its later answers."""

    def __init__(self, deadline: float | None = None) -> None:
        """Search until `deadline`, in seconds of `time.monotonic()`.

        Past it `OutOfBudgetError` is raised; with a new `deadline` the work goes on.
        """
        self.deadline = deadline
        self.nodes = 0
        self._next_look = 0
        # The same in all positions of one question:
        self._folds = False  # whether mirror images can still arise
        self._to_the_end = False  # whether the plies cover the rest of the game
        self._even = False  # whether the attacker is to move while an even number of cells is free
        self._wins: dict[int, int] = {}
        self._fails: dict[int, int] = {}

    def win_in(self, position: Position, plies: int) -> bool:
        """Tell whether the side to move completes four within `plies` plies, whatever comes."""
        own, taken = position.own, position.taken
        if plies < 1 or position.lost:
            return False
        landing = (taken + BOTTOM) & WHOLE_BOARD & ~taken
        mine = _threats(own, taken)
        if mine & landing:
            return True
        # A win comes after an odd number of plies: round down, and to what the game has left.
        plies = min((plies - 1) | 1, (CELLS - 1 - position.discs) | 1)
        self._set_out(position, plies)
        return plies > 2 and self._attack(own, taken, mine, _threats(own ^ taken, taken), plies)

    def loses_in(self, position: Position, plies: int) -> bool:
        """Tell whether the side to move is mated within `plies` plies, whatever it plays."""
        if plies < 2 or position.lost or self.win_in(position, 1):
            return position.lost and plies >= 0
        return self._is_cornered(position, plies)

    def column_wins_in(self, position: Position, col: int, plies: int) -> bool:
        """Tell whether `col` wins for the side to move within `plies` plies, its own included."""
        return col in position.legal_columns() and self.loses_in(position.play(col), plies - 1)

    def score(self, position: Position) -> int:
        """Return the value of the game for the side to move: +1, 0 or -1."""
        # On an emptier board a short mate is found long before a long one: ask for it first.
        for plies in SHORT_MATES if position.discs < SHORT_FIRST_BELOW else ():
            if self.win_in(position, plies):
                return 1
            if self.loses_in(position, plies + 1):
                return -1
        if self.win_in(position, FOREVER):
            return 1
        return -1 if position.lost or self._is_cornered(position, FOREVER) else 0

    def _is_cornered(self, position: Position, plies: int) -> bool:
        """Tell whether the side to move is mated within `plies` plies; it has no four at hand."""
        own, taken = position.own, position.taken
        # A loss comes after an even number of plies: round down, and to what the game has left.
        plies = min(plies, CELLS - position.discs) & ~1
        self._set_out(position, plies)
        mine, feared = _threats(own, taken), _threats(own ^ taken, taken)
        return self._cornered(own, taken, mine, feared, plies)

    def _set_out(self, position: Position, plies: int) -> None:
        free, even = CELLS - position.discs, (position.discs + plies) & 1
        self._folds = not mirrored(position.own) & (position.own ^ position.taken)
        self._even, self._to_the_end = even == 1, plies >= free - even

    def _attack(self, own: int, taken: int, mine: int, feared: int, plies: int) -> bool:
        self.nodes += 1
        if self.nodes >= self._next_look:
            self._look_at_the_budget()
        other, free = own ^ taken, WHOLE_BOARD ^ taken
        landing = (taken + BOTTOM) & free
        forced = feared & landing
        moves = (forced or landing) & ~(feared >> 1)  # never below a cell that the other fills
        if not moves or forced & (forced - 1):
            return False  # nothing is safe, or two cells would have to be blocked at once
        held = (
            _follow_up_holds(own, feared, free, landing)
            if self._even
            else _odd_threat_wins(own, feared, free, landing)
        )
        if held:
            return False
        if not moves & (moves - 1):
            reach, _, added = ADDED[moves]
            free ^= moves
            seen = (mine | added[own & reach]) & free
            return self._cornered(other, taken | moves, feared & free, seen, plies - 1)
        if plies == 3:
            ranked = _most_threats_first(own, mine, moves, landing, free)
            return ranked is None or any(
                not (landing + move) & WHOLE_BOARD & ~(seen >> 1) for _, move, seen in ranked
            )
        key = own + taken
        if self._folds:
            key = min(key, mirrored(key + BOTTOM) - BOTTOM)
        if self._fails.get(key, 0) >= plies:
            return False
        if self._wins.get(key, FOREVER) <= plies:
            return True
        ranked = _most_threats_first(own, mine, moves, landing, free)
        if ranked is None:
            self._wins[key] = 3
            return True
        for _, move, seen in ranked:
            if self._cornered(other, taken | move, feared & ~move, seen, plies - 1):
                self._wins[key] = plies
                return True
        self._fails[key] = plies
        return False

    def _cornered(self, own: int, taken: int, mine: int, feared: int, plies: int) -> bool:
        other, free = own ^ taken, WHOLE_BOARD ^ taken
        landing = (taken + BOTTOM) & free
        forced = feared & landing
        moves = (forced or landing) & ~(feared >> 1)
        if not moves or forced & (forced - 1):
            return landing != 0  # on a full board nobody wins any more
        if plies <= 2:
            return False
        if not moves & (moves - 1):
            reach, _, added = ADDED[moves]
            free ^= moves
            seen = (mine | added[own & reach]) & free
            return self._attack(other, taken | moves, feared & free, seen, plies - 1)
        if self._to_the_end:
            wins = _odd_threat_wins if self._even else _follow_up_wins
            if wins(own, feared, free, landing):
                return True
        ranked = _most_threats_first(own, mine, moves, landing, free)
        if ranked is None:
            return False
        if plies > 4:
            fails, key = self._fails, other + taken
            for _, move, _ in ranked:
                if fails.get(key + move, 0) >= plies - 1:
                    return False
        for _, move, seen in ranked:  # `all` would cost a frame for each ply
            if not self._attack(other, taken | move, feared & ~move, seen, plies - 1):
                return False
        return True

    def _look_at_the_budget(self) -> None:
        """Raise `OutOfBudgetError` if the search may not go on; forget, if the table is full."""
        if self.deadline is not None and time.monotonic() >= self.deadline:
            raise OutOfBudgetError(f"no answer before the deadline, after {self.nodes} nodes")
        self._next_look = self.nodes + CLOCK_EVERY
        if len(self._fails) + len(self._wins) > TABLE_LIMIT:
            self._fails, self._wins = {}, {}


def threats(discs: int) -> int:
    """Return the cells that would complete four of `discs`, some of them already taken.

    Some may lie beyond the board, which `WHOLE_BOARD` masks.
    """
    found = (discs & discs >> 1 & discs >> 2) << 3
    for step in (7, 6, 8):
        # A cell counts if its neighbours that way are taken: three of a side, or two and one.
        before, after = discs << step, discs >> step
        found |= before & before << step & (before << 2 * step | after)
        found |= after & after >> step & (after >> 2 * step | before)
    return found


def has_four(discs: int, last: list[int] = _ANY) -> bool:
    """Tell whether `discs` hold four in a row, and keep it in `last`: the next board may, too."""
    if not last[0] & ~discs:
        return True
    for step, line in SHAPES:
        pairs = discs & discs >> step
        starts = pairs & pairs >> 2 * step
        if starts:
            last[0] = (starts & -starts) * line
            return True
    return False


def outlook(position: Position) -> int:
    """Return how good a position looks for the side to move, by open lines and threats."""
    own, free = position.own, WHOLE_BOARD & ~position.taken
    other = own ^ position.taken
    rows = (ATTACK_ROWS, REPLY_ROWS)[position.discs & 1]
    total = 0
    for sign, mine, theirs, step in ((1, own, other, rows), (-1, other, own, ~rows)):
        lines = sum(OPEN_LINE[(line & mine).bit_count()] for line in LINES if not line & theirs)
        cells = threats(mine) & free
        good = (cells & step).bit_count()
        total += sign * (lines + THREAT_IN_STEP * good + THREAT * (cells.bit_count() - good))
    return total


def mirrored(key: int) -> int:
    """Swap the columns left to right."""
    swapped = key & 127 << 21
    for col, apart in ((0, 42), (7, 28), (14, 14)):
        swapped |= (key & 127 << col) << apart | key >> apart & 127 << col
    return swapped


def _threats(discs: int, taken: int) -> int:
    """Return the free cells that would complete four of `discs`."""
    return threats(discs) & WHOLE_BOARD & ~taken


def _follow_up_holds(own: int, feared: int, free: int, landing: int) -> bool:
    """Tell whether `own`, to move with an even number of cells free, can never complete four.

    The other side answers on top of each disc. Where a column has an odd number of free cells,
    its lowest may go to either: there is an even number of such columns, and a disc in one is
    answered in another. So `own` gets, at most, those cells and the rows 0, 2 and 4.
    """
    gets = own | _left_over(feared, free, landing) | landing & REPLY_ROWS
    return not has_four(gets, _HOLDS)


def _follow_up_wins(own: int, feared: int, free: int, landing: int) -> bool:
    """Tell whether `own`, to move with an even number of cells free, loses to a follow-up.

    It does if the rows 1, 3 and 5, without the cells that may go to either, hold the other side's
    four, and if what `own` gets holds none.
    """
    gets = own ^ WHOLE_BOARD ^ free | free & REPLY_ROWS & ~landing
    return has_four(gets, _WINS) and _follow_up_holds(own, feared, free, landing)


def _odd_threat_wins(own: int, feared: int, free: int, landing: int) -> bool:
    """Tell whether `own`, to move with an odd number of cells free, loses to an odd threat.

    A threat in row 2 or 4, in a column with an odd number of free cells, wins for whoever follows
    up: in the end `own` must play below it. In the other columns `own` gets what a follow-up leaves
    it, in this one, below the threat, the rows 1 and 3. It is lost if that holds no four.
    """
    odd = landing & REPLY_ROWS
    left = feared & ATTACK_ROWS & (odd << 1 | odd << 3)
    gets = own | odd | left >> 1
    while left:
        cell = left & -left
        left ^= cell
        column = COLUMNS[cell.bit_length() // 7]
        if not has_four(gets | _left_over(feared, free & ~column, landing), _ODD):
            return True
    return False


def _left_over(feared: int, free: int, landing: int) -> int:
    """Return the rows 0, 2 and 4, but no cell that a follow-up wins before it can be taken."""
    ends = feared & REPLY_ROWS & ~landing
    return free & ATTACK_ROWS & ~(ends << 1 | ends << 3)


class _Added(dict[int, int]):
    """Hold the threats that a disc on one cell makes, by the discs of its side within its reach."""

    def __init__(self, cell: int) -> None:
        super().__init__()
        self._cell = cell

    def __missing__(self, near: int) -> int:
        if len(self) >= ADDED_LIMIT:
            self.clear()
        self[near] = made = threats(near | self._cell) & WHOLE_BOARD
        return made


ADDED = {
    cell: (functools.reduce(operator.or_, (line for line in LINES if line & cell)) ^ cell, place,
           _Added(cell))
    for place, col in enumerate(CENTRE_FIRST)
    for cell in (1 << 7 * col + row for row in range(ROWS))
}  # fmt: skip
"""By cell: the others of all lines through it, its column's place in the order, what it adds."""


def _most_threats_first(
    own: int, mine: int, moves: int, landing: int, free: int
) -> list[tuple[int, int, int]] | None:
    """Return (rank, move, what it threatens) of each of `moves`, the best rank first.

    None if one of them threatens more than can be blocked: it completes four two plies later.
    """
    ranked = []
    while moves:
        move = moves & -moves
        moves ^= move
        reach, place, added = ADDED[move]
        seen = (mine | added[own & reach]) & (free ^ move)
        forced = seen & (landing + move)  # the cell above the move is the next to land on
        if forced and (forced & (forced - 1) or forced & seen >> 1):
            return None
        ranked.append((place - 8 * seen.bit_count(), move, seen))
    ranked.sort()
    return ranked
