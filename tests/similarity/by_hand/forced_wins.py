"""Finds wins that the opponent has no answer to."""


def with_move(board, column, question):
    board.drop_disc(column)
    answer = question()
    board.undo_move()
    return answer


def winning_column(board, n):
    if n > 0:
        for column in board.valid_moves():
            board.drop_disc(column)
            good = board.check_winner() is not None
            if not good:
                good = is_lost(board, n - 1)
            board.undo_move()
            if good:
                return column
    return None


def is_lost(board, n):
    if board.is_full():
        return False
    if n < 1:
        return False
    lost = True
    options = board.valid_moves()
    i = 0
    while lost and i < len(options):
        board.drop_disc(options[i])
        if board.check_winner() is not None:
            lost = False
        elif winning_column(board, n) is None:
            lost = False
        board.undo_move()
        i += 1
    return lost


def find_best_move(board):
    n = 1
    while n <= 3:
        column = winning_column(board, n)
        if column is not None:
            return column
        n += 1
    from_the_middle = [c for c in (3, 2, 4, 1, 5, 0, 6) if c in board.valid_moves()]
    for n in range(2, 0, -1):
        for column in from_the_middle:
            if with_move(board, column, lambda: winning_column(board, n)) is None:
                return column
    return from_the_middle[0]
