"""A weight for each place from a table in a forum; one function for the top side, one for the low."""

TABLE = [
    [3, 4, 5, 7, 5, 4, 3],
    [4, 6, 8, 10, 8, 6, 4],
    [5, 8, 11, 13, 11, 8, 5],
    [5, 8, 11, 13, 11, 8, 5],
    [4, 6, 8, 10, 8, 6, 4],
    [3, 4, 5, 7, 5, 4, 3],
]
UTILITY = 138


def evaluate(board, hero):
    total = 0
    for i in range(6):
        for j in range(7):
            piece = board.get_cell(i, j)
            if piece == hero:
                total += TABLE[i][j]
            elif piece is not None:
                total -= TABLE[i][j]
    return UTILITY + total


def maximize(board, hero, alpha, beta, plies):
    if board.check_winner() is not None:
        return None, -5000 - plies
    if plies == 0 or board.is_full():
        return None, evaluate(board, hero)
    choice, highest = None, -10000
    for j in board.valid_moves():
        board.drop_disc(j)
        _, utility = minimize(board, hero, alpha, beta, plies - 1)
        board.undo_move()
        if utility > highest:
            choice, highest = j, utility
        if highest >= beta:
            break
        if highest > alpha:
            alpha = highest
    return choice, highest


def minimize(board, hero, alpha, beta, plies):
    if board.check_winner() is not None:
        return None, 5000 + plies
    if plies == 0 or board.is_full():
        return None, evaluate(board, hero)
    choice, lowest = None, 10000
    for j in board.valid_moves():
        board.drop_disc(j)
        _, utility = maximize(board, hero, alpha, beta, plies - 1)
        board.undo_move()
        if utility < lowest:
            choice, lowest = j, utility
        if lowest <= alpha:
            break
        if lowest < beta:
            beta = lowest
    return choice, lowest


def find_best_move(board):
    choice, _ = maximize(board, board.current_player, -10000, 10000, 4)
    return choice
