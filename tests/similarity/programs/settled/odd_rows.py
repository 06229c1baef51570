"""Likes threats on rows of its own parity; alpha-beta of four plies on lists of columns."""

HEIGHT = 6


def read(board):
    stacks = [[] for _ in range(7)]
    for index, stack in enumerate(stacks):
        row = 0
        while row < HEIGHT and board.get_cell(row, index) is not None:
            stack.append(+1 if board.get_cell(row, index) is board.current_player else -1)
            row += 1
    return stacks


def peek(stacks, x, y):
    if x < 0 or x > 6 or y < 0 or y >= len(stacks[x]):
        return None
    return stacks[x][y]


def completes(stacks, x, y, side):
    """Tell whether a disc of this side at this place would stand in four."""
    for dx, dy in [(0, -1), (1, 0), (1, 1), (1, -1)]:
        left = right = 0
        while left < 3 and peek(stacks, x - (left + 1) * dx, y - (left + 1) * dy) == side:
            left += 1
        while right < 3 and peek(stacks, x + (right + 1) * dx, y + (right + 1) * dy) == side:
            right += 1
        if left + right >= 3:
            return True
    return False


def threats(stacks, side):
    points = 0
    for x in range(7):
        for y in range(len(stacks[x]), HEIGHT):
            if completes(stacks, x, y, side):
                points += 9 - y if y % 2 == (0 if side > 0 else 1) else 3
    return points


def negamax(stacks, side, depth, alpha, beta):
    if depth == 0:
        return threats(stacks, side) - threats(stacks, -side)
    playable = [x for x in range(7) if len(stacks[x]) < HEIGHT]
    if not playable:
        return 0
    for x in playable:
        if completes(stacks, x, len(stacks[x]), side):
            return 500 + depth
    for x in playable:
        stacks[x].append(side)
        alpha = max(alpha, -negamax(stacks, -side, depth - 1, -beta, -alpha))
        stacks[x].pop()
        if alpha >= beta:
            return alpha
    return alpha


def find_best_move(board):
    stacks = read(board)
    leader, lead = None, -10**9
    for x in [3, 2, 4, 1, 5, 0, 6]:
        if len(stacks[x]) == HEIGHT:
            continue
        if completes(stacks, x, len(stacks[x]), 1):
            return x
        stacks[x].append(1)
        points = -negamax(stacks, -1, 3, -(10**9), -lead)
        stacks[x].pop()
        if points > lead:
            leader, lead = x, points
    return leader
