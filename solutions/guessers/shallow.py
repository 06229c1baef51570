"""Search a few plies, then estimate: minimax with an evaluation, the commonest program of all.

Sight: `depth` plies. A win within them is seen, and so proved; with none in sight the column of
the best estimate is played, and that is a guess. `evaluation` is one of three that are often met:

    lines    of each four cells in a row: 5 for three own discs and a free cell, 2 for two, -4 for
             three of the other side; and 3 for each own disc in the centre column
    threes   free cells that would complete four, those of the other side deducted
    centre   lines of four through each own disc, those through the other side's deducted

Of columns of one value the first is played, left to right or from the centre outwards: `order`
is `left` or `centre`. With depth 6 and `left` it sees what the naive lesson sees, with depth 8
and `centre` what the lesson on alpha-beta sees. The board is kept in two integers, the discs of
the side to move and those of the other; bit `7 * column + row` is a cell.
"""

from collections.abc import Callable
from functools import lru_cache

from kata.board import COLS, ROWS, Board

ORDERS = {"left": (0, 1, 2, 3, 4, 5, 6), "centre": (3, 2, 4, 1, 5, 0, 6)}
BOTTOM = sum(1 << 7 * col for col in range(COLS))
WHOLE_BOARD = BOTTOM * 0b111111
CENTRE_COLUMN = 0b111111 << 21
COLUMNS = tuple(0b111111 << 7 * col for col in ORDERS["centre"])
STEPS = (1, 6, 7, 8)
WIN = 1_000_000

Evaluation = Callable[[int, int], int]


def find_best_move(
    board: Board, depth: int = 4, evaluation: str = "lines", order: str = "left"
) -> int:
    """Return the first column of the best value that so deep a search gives."""
    own = other = 0
    for col in range(COLS):
        for row in range(board.column_height(col)):
            if board.get_cell(row, col) is board.current_player:
                own |= 1 << 7 * col + row
            else:
                other |= 1 << 7 * col + row
    best = best_columns(own, other, depth, evaluation)
    return next(col for col in ORDERS[order] if col in best)


@lru_cache(maxsize=8)  # the same position is asked about in one order and in the other
def best_columns(own: int, other: int, depth: int, evaluation: str) -> tuple[int, ...]:
    """Return every column of the best value, searched `depth` plies deep."""
    value_of = _search(_for_the_side_to_move(EVALUATIONS[evaluation], depth))
    best: list[int] = []
    highest = -2 * WIN
    landing = (own | other) + BOTTOM & WHOLE_BOARD
    for col, column in zip(ORDERS["centre"], COLUMNS, strict=True):
        move = landing & column
        if not move:
            continue
        # The window reaches one below the best so far, so that as good a column shows too.
        value = -value_of(other, own | move, depth - 1, -2 * WIN, 1 - highest)
        if value > highest:
            highest, best = value, []
        if value == highest:
            best.append(col)
    return tuple(best)


def _for_the_side_to_move(mine: Evaluation, depth: int) -> Evaluation:
    """Turn an estimate for who began the search into one for who is to move at its leaves."""
    if depth % 2 == 0:
        return mine
    return lambda own, other: -mine(other, own)


def _search(evaluate: Evaluation) -> Callable[[int, int, int, int, int], int]:
    """Return the alpha-beta search that estimates its leaves so; a sooner win counts for more."""

    def value_of(own: int, other: int, depth: int, alpha: int, beta: int) -> int:
        if _has_four(other):
            return -WIN - depth
        landing = (own | other) + BOTTOM & WHOLE_BOARD
        if not landing:
            return 0
        if depth == 0:
            return evaluate(own, other)
        best = -2 * WIN
        for column in COLUMNS:
            move = landing & column
            if move:
                value = -value_of(other, own | move, depth - 1, -beta, -alpha)
                if value > best:
                    best = value
                    alpha = max(alpha, value)
                    if alpha >= beta:
                        break
        return best

    return value_of


def _has_four(discs: int) -> bool:
    for step in STEPS:
        pairs = discs & discs >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


def lines(own: int, other: int) -> int:
    """Estimate by what each four cells in a row hold."""
    value = 3 * (own & CENTRE_COLUMN).bit_count()
    free = WHOLE_BOARD ^ own ^ other
    for step in STEPS:
        threes, twos = _threes_and_twos(own, free, step)
        value += 5 * threes + 2 * twos - 4 * _threes_and_twos(other, free, step)[0]
    return value


def _threes_and_twos(discs: int, free: int, step: int) -> tuple[int, int]:
    """Count the lines in one direction of three discs, or two, whose other cells are free."""
    discs_2, free_2 = discs >> step, free >> step
    both, mixed, none = discs & discs_2, (discs & free_2) | (free & discs_2), free & free_2
    both_2, mixed_2, none_2 = both >> 2 * step, mixed >> 2 * step, none >> 2 * step
    threes = (both & mixed_2) | (mixed & both_2)
    twos = (both & none_2) | (none & both_2) | (mixed & mixed_2)
    return threes.bit_count(), twos.bit_count()


def threes(own: int, other: int) -> int:
    """Estimate by the free cells that would complete four."""
    free = WHOLE_BOARD ^ own ^ other
    return (_threats(own) & free).bit_count() - (_threats(other) & free).bit_count()


def _threats(discs: int) -> int:
    found = (discs & discs >> 1 & discs >> 2) << 3
    for step in (6, 7, 8):
        pairs = discs & discs >> step
        if pairs:
            found |= (pairs << 2 * step & discs >> step) | (pairs >> step & discs << step)
            triples = pairs & pairs >> step
            found |= triples << 3 * step | triples >> step
    return found


def centre(own: int, other: int) -> int:
    """Estimate by how many lines of four pass through the discs."""
    return sum(
        ((own & digit).bit_count() - (other & digit).bit_count()) << place
        for place, digit in enumerate(_LINES_THROUGH)
    )


def _lines_through(row: int, col: int) -> int:
    """Count the lines of four that a cell belongs to."""
    ends = (
        ((row + start * d_row, col + start * d_col), (row + last * d_row, col + last * d_col))
        for d_row, d_col in ((0, 1), (1, 0), (1, 1), (1, -1))
        for start, last in ((-3, 0), (-2, 1), (-1, 2), (0, 3))
    )
    return sum(all(0 <= r < ROWS and 0 <= c < COLS for r, c in line) for line in ends)


_LINES_THROUGH = tuple(
    sum(
        1 << 7 * col + row
        for col in range(COLS)
        for row in range(ROWS)
        if _lines_through(row, col) >> place & 1
    )
    for place in range(4)
)
"""The cells by the binary digits of how many lines pass through them: 3 in a corner, 13 at most."""

EVALUATIONS: dict[str, Evaluation] = {"lines": lines, "threes": threes, "centre": centre}
