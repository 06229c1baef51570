"""Search a few plies, forced replies for free, and estimate who wins the race of the threats.

Sight: `depth` plies where `nodes` suffice for them. A reply that is forced costs no depth, so many
a longer mate is seen too; nothing is claimed of those. With none in sight the column of the best
estimate is played. Both estimates come from the theory of zugzwang: when all other cells are
filled, somebody has to play under a threat, and on which row it lies decides who.

    odd_even    threats of who moved first on odd rows, those of the other side on even ones; the
                lower counts for more, and one above a threat of the other side's for nothing
    filled_up   who wins if both fill the board, neither giving a threat away until nothing else
                is left, and no new threats come

It deepens ply by ply to `depth`, and ends with the last whole depth if `nodes` do not suffice. The
board is kept in two integers, the discs of the side to move and those of the other; bit
`7 * column + row` is a cell.
"""

from collections.abc import Callable

from kata.board import COLS, Board

BOTTOM = sum(1 << 7 * col for col in range(COLS))
WHOLE_BOARD = BOTTOM * 0b111111
COLUMNS = tuple(0b111111 << 7 * col for col in (3, 2, 4, 1, 5, 0, 6))
ODD_ROWS = BOTTOM * 0b010101  # counted from one, as the theory does
EVEN_ROWS = BOTTOM * 0b101010
WIN = 1_000_000
ENDED = 10_000
"""What `filled_up` gives a side that wins the race."""

Estimate = Callable[[int, int], int]


class OutOfNodes(Exception):  # noqa: N818  # it ends a search, and nothing is wrong
    """Says that a search has had its nodes."""


def find_best_move(
    board: Board, depth: int = 4, estimate: str = "odd_even", nodes: int = 1200
) -> int:
    """Return the column of the best value, the one nearest to the centre where several have it."""
    own = other = 0
    for col in range(COLS):
        for row in range(board.column_height(col)):
            if board.get_cell(row, col) is board.current_player:
                own |= 1 << 7 * col + row
            else:
                other |= 1 << 7 * col + row
    moves = _worth_a_look(own, other)
    if len(moves) == 1:
        return (moves[0].bit_length() - 1) // 7
    search = Search(ESTIMATES[estimate], nodes)
    try:
        for plies in range(1, depth + 1):
            best = search.best(own, other, moves, plies)
            moves.sort(key=lambda move: move != best)  # the best first, next time
    except OutOfNodes:
        pass
    return (moves[0].bit_length() - 1) // 7


def _worth_a_look(own: int, other: int) -> list[int]:
    """Return the moves, the centre first: one that wins, or that blocks, or all that lose later."""
    landing = (own | other) + BOTTOM & WHOLE_BOARD
    theirs = threats(other)
    forced = landing & threats(own) or landing & theirs or landing & ~(theirs >> 1) or landing
    return [forced & column for column in COLUMNS if forced & column]


class Search:
    """Alpha-beta within so many nodes; a sooner win counts for more."""

    def __init__(self, estimate: Estimate, nodes: int) -> None:
        """Begin with all `nodes` left."""
        self._estimate = estimate
        self._nodes = nodes

    def best(self, own: int, other: int, moves: list[int], plies: int) -> int:
        """Return the first of the moves that is worth most so many plies on."""
        best, highest = moves[0], -2 * WIN
        for move in moves:
            value = -self._value(other, own | move, plies - 1, -2 * WIN, -highest)
            if value > highest:
                best, highest = move, value
        return best

    def _value(self, own: int, other: int, depth: int, alpha: int, beta: int) -> int:
        self._nodes -= 1
        if self._nodes < 0:
            raise OutOfNodes
        discs = own | other
        mine, theirs = threats(own), threats(other)
        landing = discs + BOTTOM & WHOLE_BOARD
        if not landing:
            return 0
        if landing & mine:
            return WIN - discs.bit_count() - 1
        must = landing & theirs
        if must & must - 1:
            return discs.bit_count() + 2 - WIN
        if not must:
            landing &= ~(theirs >> 1)
            if not landing:
                return discs.bit_count() + 2 - WIN
            if depth == 0:
                return self._estimate(own, other)
            depth -= 1
        best = -2 * WIN
        for column in COLUMNS:
            move = (must or landing) & column
            if move:
                value = -self._value(other, own | move, depth, -beta, -alpha)
                if value > best:
                    best = value
                    alpha = max(alpha, value)
                    if alpha >= beta:
                        break
        return best


def odd_even(own: int, other: int) -> int:
    """Estimate by the rows that the threats of each side lie on."""
    discs = own | other
    free = WHOLE_BOARD ^ discs
    moved_first = discs.bit_count() % 2 == 0
    first, second = (own, other) if moved_first else (other, own)
    of_first, of_second = threats(first) & free, threats(second) & free
    odd, even = of_first & ODD_ROWS, of_second & EVEN_ROWS
    value = of_first.bit_count() - of_second.bit_count()
    odds_ahead = 0
    for column in COLUMNS:
        good, bad = odd & column, even & column
        lowest, counter = good & -good, bad & -bad
        if lowest and (not counter or lowest < counter):
            odds_ahead += 1
            value += 20 + 8 * _rows_above(lowest)
        elif counter:
            value -= 12 + 8 * _rows_above(counter)
        odds_ahead -= bool(of_second & column & ODD_ROWS)
    # Nobody's threat: who moved second can follow up to the end. An odd one turns that round.
    value += 60 if odds_ahead > 0 else -10
    return value if moved_first else -value


def _rows_above(cell: int) -> int:
    return 6 - cell.bit_length() % 7


def filled_up(own: int, other: int) -> int:
    """Estimate by who wins if the board is filled up, and neither gives way before it must."""
    mine, theirs = threats(own), threats(other)
    landing = (own | other) + BOTTOM & WHOLE_BOARD
    free = WHOLE_BOARD ^ own ^ other
    few = (mine & free).bit_count() - (theirs & free).bit_count()
    sign, worth = 1, ENDED
    while landing:
        if landing & mine:
            return sign * worth + few
        # To block; else neither under their threat nor under an own one; else give that one up.
        kept = landing & ~(theirs >> 1)
        moves = landing & theirs or kept & ~(mine >> 1) or kept
        if not moves:
            return few - sign * worth
        move = moves & -moves
        landing ^= move | move << 1 & WHOLE_BOARD
        mine, theirs, sign, worth = theirs, mine, -sign, worth - 100
    return few


ESTIMATES: dict[str, Estimate] = {"odd_even": odd_even, "filled_up": filled_up}


def threats(discs: int) -> int:
    """Return the cells of the board, taken or not, that would complete four of `discs`."""
    found = (discs & discs >> 1 & discs >> 2) << 3
    for step in (6, 7, 8):
        pairs = discs & discs >> step
        if pairs:
            found |= (pairs << 2 * step & discs >> step) | (pairs >> step & discs << step)
            triples = pairs & pairs >> step
            found |= triples << 3 * step | triples >> step
    return found & WHOLE_BOARD
