"""Search."""

BIG = 10_000
MIDDLE_FIRST = [3, 2, 4, 1, 5, 0, 6]


def open_columns(board):
    valid = board.valid_moves()
    return list(filter(lambda column: column in valid, MIDDLE_FIRST))


def scout(board, left, low, high):
    """Look at one reply with hardly any window, and again where that was too narrow."""
    guess = -probe(board, left, -low - 1, -low)
    if guess > low and guess < high:
        return -probe(board, left, -high, -guess)
    return guess


def probe(board, left, low, high):
    if board.check_winner() is not None:
        return -(BIG + left)
    if board.is_full() or not left:
        return 0
    seen = 0
    for column in open_columns(board):
        board.drop_disc(column)
        if seen == 0:
            found = -probe(board, left - 1, -high, -low)
        else:
            found = scout(board, left - 1, low, high)
        board.undo_move()
        seen += 1
        low = found if found > low else low
        if not low < high:
            break
    return low


def find_best_move(board):
    columns = open_columns(board)
    pick = columns[0]
    record = -2 * BIG
    for column in columns:
        board.drop_disc(column)
        found = -probe(board, 5, -2 * BIG, -record)
        board.undo_move()
        if record < found:
            record = found
            pick = column
    return pick
