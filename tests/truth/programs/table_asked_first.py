EXACT, AT_LEAST, AT_MOST = range(3)
ORDER = (3, 2, 4, 1, 5, 0, 6)


def to_key(board):
    return tuple(tuple(board.get_cell(row, col) for col in range(7)) for row in range(6))


def find_best_move(board):
    table = {}
    move = None
    for depth in range(1, 8):
        score, move = alpha_beta(board, depth, -1000, 1000, table)
        if score > 0:
            break
    return move


def alpha_beta(board, depth, alpha, beta, table):
    key = to_key(board)
    if key in table and table[key][0] >= depth:
        _, kind, score, move = table[key]
        if (
            kind == EXACT
            or (kind == AT_LEAST and score >= beta)
            or (kind == AT_MOST and score <= alpha)
        ):
            return score, move

    if board.check_winner() is not None:
        # the fewer discs, the earlier the loss
        return -100 + sum(map(board.column_height, range(7))), None
    if depth == 0 or board.is_full():
        return 0, None

    first = table[key][3] if key in table else None
    columns = sorted(board.valid_moves(), key=lambda col: (col != first, ORDER.index(col)))
    best, best_move, low = -1000, None, alpha
    for col in columns:
        board.drop_disc(col)
        score = -alpha_beta(board, depth - 1, -beta, -low, table)[0]
        board.undo_move()
        if score > best:
            best, best_move = score, col
        low = max(low, best)
        if low >= beta:
            break
    kind = AT_LEAST if best >= beta else AT_MOST if best <= alpha else EXACT
    table[key] = (depth, kind, best, best_move)
    return best, best_move
