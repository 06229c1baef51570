import copy

DEPTH = 4


def successors(board):
    """Yield every move with the board after it; the given board is never touched."""
    for move in sorted(board.valid_moves(), key=lambda m: abs(m - 3)):
        new_board = copy.deepcopy(board)
        new_board.drop_disc(move)
        yield move, new_board


def find_best_move(board):
    best_move, alpha, beta = None, float("-inf"), float("inf")
    for move, child in successors(board):
        value = min_value(child, DEPTH - 1, alpha, beta)
        if best_move is None or value > alpha:
            best_move, alpha = move, value
    return best_move


def max_value(board, depth, alpha, beta):
    if board.check_winner():
        return -10 - depth
    if depth == 0 or board.is_full():
        return 0
    value = float("-inf")
    for _, child in successors(board):
        value = max(value, min_value(child, depth - 1, alpha, beta))
        if value >= beta:
            return value
        alpha = max(alpha, value)
    return value


def min_value(board, depth, alpha, beta):
    if board.check_winner():
        return 10 + depth
    if depth == 0 or board.is_full():
        return 0
    value = float("inf")
    for _, child in successors(board):
        value = min(value, max_value(child, depth - 1, alpha, beta))
        if value <= alpha:
            return value
        beta = min(beta, value)
    return value
