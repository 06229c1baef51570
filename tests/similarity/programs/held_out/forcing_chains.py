"""Look for chains of forcing moves: each move threatens four, so the reply is known.

Moves that let the other side start one are rejected; open cells that complete a four do the rest.
"""

from kata.board import COLS, ROWS, Board

STEPS = 6
ALLOWANCE = 900
AXES = ((0, 1), (1, 0), (1, 1), (1, -1))


class Meter:
    """Count the positions looked at, so that a run always takes the same amount of work."""

    def __init__(self, limit):
        self.left = limit

    def tick(self):
        self.left -= 1
        return self.left >= 0


def run_length(board, row, col, step, player):
    length = 0
    r, c = row + step[0], col + step[1]
    while 0 <= r < ROWS and 0 <= c < COLS and board.get_cell(r, c) is player:
        length += 1
        r, c = r + step[0], c + step[1]
    return length


def completes(board, row, col, player):
    for dr, dc in AXES:
        both = run_length(board, row, col, (dr, dc), player)
        both += run_length(board, row, col, (-dr, -dc), player)
        if both >= 3:
            return True
    return False


def strikes(board, player):
    return [c for c in board.valid_moves() if completes(board, board.column_height(c), c, player)]


def chain_start(board, steps, meter):
    """Return the column that starts a won chain for the side to move, or None."""
    attacker = board.current_player
    defender = attacker.opponent
    now = strikes(board, attacker)
    if now:
        return now[0]
    if steps == 0 or not meter.tick():
        return None
    forced = strikes(board, defender)
    if len(forced) > 1:
        return None
    for col in forced or board.valid_moves():
        board.drop_disc(col)
        threats = strikes(board, attacker)
        won = False
        if threats and not strikes(board, defender):
            won = len(threats) > 1
            if not won:
                board.drop_disc(threats[0])
                won = chain_start(board, steps - 1, meter) is not None
                board.undo_move()
        board.undo_move()
        if won:
            return col
    return None


def refuted(board, col, steps):
    board.drop_disc(col)
    answer = chain_start(board, steps, Meter(ALLOWANCE // 7))
    board.undo_move()
    return answer is not None


def outlook(board, col):
    """Weigh the cells that complete a four later on; cells low in their column count more."""
    me = board.current_player
    total = 6 - 2 * abs(col - COLS // 2)
    board.drop_disc(col)
    for c in range(COLS):
        base = board.column_height(c)
        for r in range(base, ROWS):
            if completes(board, r, c, me):
                total += 30 - 4 * (r - base)
            if completes(board, r, c, me.opponent):
                total -= 33 - 4 * (r - base)
        for r in range(base):
            owner = board.get_cell(r, c)
            links = sum(min(run_length(board, r, c, axis, owner), 2) for axis in AXES)
            total += links if owner is me else -links
    board.undo_move()
    return total


def find_best_move(board: Board) -> int:
    choice = chain_start(board, STEPS, Meter(ALLOWANCE))
    if choice is not None:
        return choice
    moves = strikes(board, board.current_player.opponent) or board.valid_moves()
    for steps in (STEPS, 1, 0):
        sound = [c for c in moves if not refuted(board, c, steps)]
        if sound:
            return max(sound, key=lambda c: outlook(board, c))
    return moves[0]
