from kata.board import Board


def find_best_move(board: Board) -> int:
    me = board.current_player
    opponent = me.opponent

    # 1. can I win right now?
    for col in board.valid_moves():
        if wins(board, col, me):
            return col

    # 2. does the opponent threaten to win?
    for col in board.valid_moves():
        if wins(board, col, opponent):
            return col

    # 3. take the column closest to the middle
    return min(board.valid_moves(), key=lambda c: abs(c - 3))


def wins(board, col, player):
    row = board.column_height(col)
    for dr, dc in [(0, 1), (1, 0), (1, 1), (1, -1)]:
        count = 1
        for sign in (1, -1):
            r, c = row + sign * dr, col + sign * dc
            while 0 <= r < 6 and 0 <= c < 7 and board.get_cell(r, c) == player:
                count += 1
                r += sign * dr
                c += sign * dc
        if count >= 4:
            return True
    return False
