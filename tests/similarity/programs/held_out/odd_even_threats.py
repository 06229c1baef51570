# Looks a few plies ahead, then counts "threats": empty squares which would finish four.
# From the books: the first player profits from threats on odd rows (1st, 3rd, 5th),
# the second player from threats on even rows, because of who is forced to fill them
# when only one column is left.

from kata.board import Board, ROWS, COLS

PLIES = 5
INFINITY = 10 ** 6
DIRS = [(0, 1), (1, 0), (1, 1), (1, -1)]


def whoStarted(board):
    discs = sum(board.column_height(c) for c in range(COLS))
    if discs % 2 == 0:
        return board.current_player
    return board.current_player.opponent


def cellOrNone(board, row, col):
    if 0 <= row < ROWS and 0 <= col < COLS:
        return board.get_cell(row, col)
    return None


def isThreat(board, row, col, player):
    for dRow, dCol in DIRS:
        inLine = 0
        for sign in (1, -1):
            step = 1
            while step < 4 and cellOrNone(board, row + sign * step * dRow, col + sign * step * dCol) is player:
                inLine += 1
                step += 1
        if inLine >= 3:
            return True
    return False


def evaluate(board, starter):
    """Positive is good for the starter."""
    second = starter.opponent
    score = 0
    for col in range(COLS):
        blockedStarter = False
        blockedSecond = False
        height = board.column_height(col)
        for row in range(height, ROWS):
            a = isThreat(board, row, col, starter)
            b = isThreat(board, row, col, second)
            oddRow = row % 2 == 0      # row 0 is the 1st row
            closeness = ROWS - row
            if a and not blockedStarter:
                score += (40 if oddRow else 12) + closeness
            if b and not blockedSecond:
                score -= (12 if oddRow else 30) + closeness
            # whatever is above a square nobody wants to prepare is worth nothing
            if a:
                blockedSecond = True
            if b:
                blockedStarter = True
        for row in range(height):
            value = 3 - abs(3 - col)
            if row in (1, 2, 3):
                value += 1
            if board.get_cell(row, col) is starter:
                score += value
            else:
                score -= value
    return score


def negamax(board, plies, alpha, beta, starter):
    if board.check_winner() is not None:
        return -(INFINITY + plies)
    if board.is_full():
        return 0
    if plies == 0:
        score = evaluate(board, starter)
        return score if board.current_player is starter else -score
    best = -2 * INFINITY
    for col in sorted(board.valid_moves(), key=lambda c: abs(c - 3)):
        board.drop_disc(col)
        score = -negamax(board, plies - 1, -beta, -alpha, starter)
        board.undo_move()
        if score > best:
            best = score
        if best > alpha:
            alpha = best
        if alpha >= beta:
            break
    return best


def find_best_move(board: Board) -> int:
    starter = whoStarted(board)
    bestCol = -1
    bestScore = -3 * INFINITY
    for col in sorted(board.valid_moves(), key=lambda c: abs(c - 3)):
        board.drop_disc(col)
        score = -negamax(board, PLIES - 1, -2 * INFINITY, -bestScore, starter)
        board.undo_move()
        if score > bestScore:
            bestScore = score
            bestCol = col
    return bestCol
