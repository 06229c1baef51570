from kata.board import Board

MAX_DEPTH = 4
WIN_SCORE = 1000000

# precompute all possible fours as sets of (row, col)
ALL_FOURS = []
for row in range(6):
    for col in range(7):
        if col <= 3:
            ALL_FOURS.append({(row, col), (row, col + 1), (row, col + 2), (row, col + 3)})
        if row <= 2:
            ALL_FOURS.append({(row, col), (row + 1, col), (row + 2, col), (row + 3, col)})
        if row <= 2 and col <= 3:
            ALL_FOURS.append({(row, col), (row + 1, col + 1), (row + 2, col + 2), (row + 3, col + 3)})
        if row <= 2 and col >= 3:
            ALL_FOURS.append({(row, col), (row + 1, col - 1), (row + 2, col - 2), (row + 3, col - 3)})


def has_four(discs, last):
    for four in ALL_FOURS:
        if last in four and four.issubset(discs):
            return True
    return False


def free_row(mine, yours, col):
    row = 0
    while row < 6 and ((row, col) in mine or (row, col) in yours):
        row += 1
    return row


def evaluate(mine, yours):
    """Compare the fours that are still possible for both players."""
    score = 0
    for four in ALL_FOURS:
        a = len(four & mine)
        b = len(four & yours)
        if b == 0:
            score += 3 ** a - 1
        if a == 0:
            score -= 3 ** b - 1
    return score


def negamax(mine, yours, depth, seen):
    """Return (score, column) for the player who owns the discs `mine` and has to move."""
    if len(mine) + len(yours) == 42:
        return 0, None
    if depth == 0:
        return evaluate(mine, yours), None
    key = (frozenset(mine), frozenset(yours), depth)
    if key in seen:
        return seen[key]
    best_score = -2 * WIN_SCORE
    best_col = None
    for col in [3, 4, 2, 5, 1, 6, 0]:
        row = free_row(mine, yours, col)
        if row == 6:
            continue
        mine.add((row, col))
        if has_four(mine, (row, col)):
            score = WIN_SCORE + depth
        else:
            score = -negamax(yours, mine, depth - 1, seen)[0]
        mine.remove((row, col))
        if score > best_score:
            best_score = score
            best_col = col
    seen[key] = (best_score, best_col)
    return best_score, best_col


def find_best_move(board: Board) -> int:
    mine = set()
    yours = set()
    for row in range(6):
        for col in range(7):
            disc = board.get_cell(row, col)
            if disc == board.current_player:
                mine.add((row, col))
            elif disc is not None:
                yours.add((row, col))
    return negamax(mine, yours, MAX_DEPTH, {})[1]
