"""Win, block, give no threat away, and otherwise follow up: the rules of the zugzwang, no search.

Sight: one ply for its own four and one for the other side's. Otherwise it takes a cell on an even
row, counted from one: who claims all of them keeps every even threat, and answers each disc by one
on top of it. With `claims` `parity` who moved first takes odd rows instead, where its own threats
are good. Of several cells the one nearest to the centre counts.
"""

from kata.board import COLS, ROWS, Board, Player


def find_best_move(board: Board, claims: str = "even") -> int:
    """Return a column that wins at once, or that blocks, or else one that follows up."""
    me, legal = board.current_player, board.valid_moves()
    for player in (me, me.opponent):
        for col in legal:
            if completes_four(board, col, board.column_height(col), player):
                return col
    discs = sum(board.column_height(col) for col in range(COLS))
    wanted = 0 if claims == "parity" and discs % 2 == 0 else 1

    def habit(col: int) -> tuple[bool, bool, int]:
        row = board.column_height(col)
        gives = row + 1 < ROWS and completes_four(board, col, row + 1, me.opponent)
        return gives, row % 2 != wanted, abs(col - COLS // 2)

    return min(legal, key=habit)


def completes_four(board: Board, col: int, row: int, player: Player) -> bool:
    """Tell whether a disc of `player` on a free cell makes four, whoever is to move."""
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
