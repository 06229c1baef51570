"""Win if you can, block if you must, and otherwise play by habit: no search, and two good rules.

Sight: one ply for its own four and one for the other side's. Otherwise it plays the free column
nearest to the centre, the one nearest to an edge, or any: `otherwise` is `centre`, `edge` or
`random`, which a `seed` decides.
"""

from random import Random

from kata.board import COLS, Board, Player

MIDDLE = COLS // 2


def find_best_move(board: Board, otherwise: str = "centre", seed: int = 0) -> int:
    """Return a column that wins at once, or that blocks, or else the one of the habit."""
    me, legal = board.current_player, board.valid_moves()
    for player in (me, me.opponent):
        for col in legal:
            if completes_four(board, col, player):
                return col
    if otherwise == "random":
        return legal[int(Random(seed).random() * len(legal))]
    centre_first = sorted(legal, key=lambda col: abs(col - MIDDLE))
    return centre_first[0 if otherwise == "centre" else -1]


def completes_four(board: Board, col: int, player: Player) -> bool:
    """Tell whether a disc of `player` in `col` makes four, whoever is to move."""
    row = board.column_height(col)
    for d_row, d_col in ((0, 1), (1, 0), (1, 1), (1, -1)):
        beside = 0
        for step in (1, -1):
            r, c = row + step * d_row, col + step * d_col
            while 0 <= c < COLS and 0 <= r < board.column_height(c):
                if board.get_cell(r, c) is not player:
                    break
                beside, r, c = beside + 1, r + step * d_row, c + step * d_col
        if beside >= 3:
            return True
    return False
