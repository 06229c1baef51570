# Random play-outs with a generator of its own, so that every run gives the same answer.

ROWS, COLS = 6, 7
MODULUS = 2**31


class Lcg:
    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (1103515245 * self.state + 12345) % MODULUS
        return (self.state >> 16) % n


def find_best_move(board):
    dice = Lcg(2024)
    me = board.current_player
    columns = [
        ["me" if board.get_cell(r, c) is me else "you" for r in range(board.column_height(c))]
        for c in range(COLS)
    ]
    totals = {}
    for col in board.valid_moves():
        totals[col] = sum(rollout(columns, col, dice) for _ in range(50))
    return max(totals, key=totals.get)


def rollout(start, col, dice):
    columns = [c[:] for c in start]
    player = "me"
    while True:
        columns[col].append(player)
        if connects(columns, col, player):
            return 1 if player == "me" else -1
        player = "you" if player == "me" else "me"
        free = [c for c in range(COLS) if len(columns[c]) < ROWS]
        if not free:
            return 0
        col = free[dice.below(len(free))]


def connects(columns, col, player):
    row = len(columns[col]) - 1

    def owns(r, c):
        return 0 <= c < COLS and 0 <= r < len(columns[c]) and columns[c][r] == player

    for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
        length = 1
        for way in (1, -1):
            step = 1
            while owns(row + way * step * dr, col + way * step * dc):
                length += 1
                step += 1
        if length >= 4:
            return True
    return False
