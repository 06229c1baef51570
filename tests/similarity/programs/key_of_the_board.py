"""Alpha-beta on the board that was given, with a dictionary of exact scores by a key of letters."""

seen = {}


def key_of(board):
    parts = []
    for col in range(7):
        height = board.column_height(col)
        parts.append("".join(str(board.get_cell(row, col))[-3] for row in range(height)))
    return "|".join(parts) + str(board.current_player)


def search(board, depth, alpha, beta):
    won = board.check_winner()
    if won:
        return -(10 + depth)
    if board.is_full() or depth <= 0:
        return 0
    key = (key_of(board), depth)
    if key in seen:
        return seen[key]
    exact, top = True, -100
    for move in sorted(board.valid_moves(), key=lambda m: (m - 3) ** 2):
        board.drop_disc(move)
        result = -search(board, depth - 1, -beta, -max(alpha, top))
        board.undo_move()
        top = max(top, result)
        if top >= beta:
            exact = False
            break
    if exact and top > alpha:
        seen[key] = top
    return top


def find_best_move(board):
    seen.clear()
    answers = []
    for move in board.valid_moves():
        board.drop_disc(move)
        answers.append((-search(board, 4, -100, 100), -abs(move - 3), move))
        board.undo_move()
    answers.sort(reverse=True)
    return answers[0][2]
