"""Counts places and looks ahead."""

HALF = [[3, 4, 5, 7], [4, 6, 8, 10], [5, 8, 11, 13]]
FAR = 10000


def weight(row, column):
    return HALF[min(row, 5 - row)][min(column, 6 - column)]


def balance(board, us):
    points = 138
    for column in range(7):
        for row in range(6):
            disc = board.get_cell(row, column)
            if disc is None:
                continue
            points += weight(row, column) * (1 if disc == us else -1)
    return points


def result(board, us, left, sign):
    """Tell what the game is worth where it is over or far enough, else None."""
    if board.check_winner() is not None:
        return -sign * (5000 + left)
    if left == 0:
        return balance(board, us)
    return balance(board, us) if board.is_full() else None


def look(board, us, low, high, left, sign):
    known = result(board, us, left, sign)
    if known is not None:
        return known, None
    best, pick = -sign * FAR, None
    for column in board.valid_moves():
        board.drop_disc(column)
        points, _ = look(board, us, low, high, left - 1, -sign)
        board.undo_move()
        if sign * points > sign * best:
            best = points
            pick = column
        if sign > 0:
            if best >= high:
                return best, pick
            low = max(low, best)
        else:
            if best <= low:
                return best, pick
            high = min(high, best)
    return best, pick


def find_best_move(board):
    return look(board, board.current_player, -FAR, FAR, 4, 1)[1]
