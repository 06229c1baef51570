"""Win now, or think."""


def play(board, column, then):
    board.drop_disc(column)
    result = then(board)
    board.undo_move()
    return result


def think(board, left, us):
    w = board.check_winner()
    if w is us:
        return depth_bonus(left)
    if w is not None:
        return -depth_bonus(left)
    if board.is_full():
        return 0
    if left <= 0:
        return 0
    best = None
    ours = board.current_player is us
    for column in board.valid_moves():
        got = play(board, column, lambda after: think(after, left - 1, us))
        if best is None or (ours and got > best) or (not ours and got < best):
            best = got
    return best


def depth_bonus(left):
    return left + 10


def find_best_move(board):
    us = board.current_player
    options = board.valid_moves()
    for column in options:
        if play(board, column, lambda after: after.check_winner()) is us:
            return column
    top, pick = -1000, None
    for column in options:
        got = play(board, column, lambda after: think(after, 4, us))
        if top < got:
            top, pick = got, column
    return pick
