"""Play the column after which most cells would complete four: threats counted, nothing searched.

Sight: none, beyond a four that it completes itself. It blocks nothing and looks at no reply, and
yet it finds many a mate, as the way to a mate leads over threats. Of columns that come to the
same the first counts, left to right or from the centre outwards: `order` is `left` or `centre`.
"""

from kata.board import COLS, ROWS, Board

ORDERS = {"left": (0, 1, 2, 3, 4, 5, 6), "centre": (3, 2, 4, 1, 5, 0, 6)}
WHOLE_BOARD = sum(0b111111 << 7 * col for col in range(COLS))


def find_best_move(board: Board, order: str = "left") -> int:
    """Return the first column of those with most open threes; four in a row beats them all."""
    own = taken = 0
    for col in range(COLS):
        for row in range(board.column_height(col)):
            taken |= 1 << 7 * col + row
            if board.get_cell(row, col) is board.current_player:
                own |= 1 << 7 * col + row
    here = threats(own)

    def open_threes(col: int) -> int:
        disc = 1 << 7 * col + board.column_height(col)
        if disc & here:
            return ROWS * COLS
        return (threats(own | disc) & WHOLE_BOARD & ~(taken | disc)).bit_count()

    legal = board.valid_moves()
    return max((col for col in ORDERS[order] if col in legal), key=open_threes)


def threats(discs: int) -> int:
    """Return the cells, taken or not, that would complete four of `discs`.

    Bit `7 * column + row` is a cell; the seventh bit of a column stays empty.
    """
    found = (discs & discs >> 1 & discs >> 2) << 3
    for step in (6, 7, 8):
        pairs = discs & discs >> step
        found |= (pairs << 2 * step & discs >> step) | (pairs >> step & discs << step)
        triples = pairs & pairs >> step
        found |= triples << 3 * step | triples >> step
    return found
