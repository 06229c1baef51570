"""Utility AI like the one I use for NPCs: every column is an "action", every drive
looks at it and says how much it wants it (0..1), weights come from the current mood."""
import math

from kata.board import Board

MOODS = {
    #            kill  guard bait  pincer spoil hub  room  roof
    "bold":     (900., 400., -300., 40.,  18.,  14., 6.,  -3.),
    "careful":  (900., 450., -350., 26.,  34.,  9.,  4.,  -1.),
    "cornered": (900., 500., -380., 20.,  45.,  5.,  8.,  2.),
}


def ease_in(x):
    return x * x


def ease_out(x):
    return 1 - (1 - x) ** 2


def bell(x, mid, width):
    return math.exp(-((x - mid) / width) ** 2)


def peek(board, row, col, who):
    if 0 <= row < 6 and 0 <= col < 7:
        return board.get_cell(row, col) is who
    return False


def rays(board, row, col, who):
    """Length of the chain through (row, col) in 4 directions, the cell itself not looked at."""
    out = []
    for dr, dc in ((0, 1), (1, 0), (1, 1), (-1, 1)):
        n = 1
        for sign in (1, -1):
            k = 1
            while peek(board, row + sign * k * dr, col + sign * k * dc, who):
                n += 1
                k += 1
        out.append(min(n, 4))
    return out


def hot_spots(board, who):
    """Empty cells where `who` would make four, whether reachable now or later."""
    spots = []
    for col in range(7):
        for row in range(board.column_height(col), 6):
            if max(rays(board, row, col, who)) == 4:
                spots.append((row, col))
    return spots


def elbow_room(board, row, col):
    free = 0
    for dr in (-1, 0, 1):
        for dc in (-1, 0, 1):
            r, c = row + dr, col + dc
            if 0 <= r < 6 and 0 <= c < 7 and board.get_cell(r, c) is None:
                free += 1
    return free / 8


def pick_mood(board, me, foe):
    diff = len(hot_spots(board, me)) - len(hot_spots(board, foe))
    if diff < 0:
        return "cornered"
    discs = sum(board.column_height(c) for c in range(7))
    return "bold" if discs < 14 or diff > 1 else "careful"


def desire(board, col, mood):
    me = board.current_player
    foe = me.opponent
    row = board.column_height(col)
    mine = rays(board, row, col, me)
    theirs = rays(board, row, col, foe)
    room = elbow_room(board, row, col)
    foe_before = len(hot_spots(board, foe))
    board.drop_disc(col)
    bait = row < 5 and max(rays(board, row + 1, col, foe)) == 4
    wasted = row < 5 and max(rays(board, row + 1, col, me)) == 4
    spots = hot_spots(board, me)
    now = [s for s in spots if s[0] == board.column_height(s[1])]
    foe_after = len(hot_spots(board, foe))
    board.undo_move()
    wants = (
        1.0 if max(mine) == 4 else 0.0,
        1.0 if max(theirs) == 4 else 0.0,
        1.0 if bait else 0.15 if wasted and len(now) < 2 else 0.0,
        min(1.0, 0.25 * len(spots) + (2.0 if len(now) > 1 else 0.0))
        + ease_in(sum(n - 1 for n in mine) / 12),
        ease_out(min(1.0, sum(n - 1 for n in theirs) / 8)) + 0.3 * (foe_before - foe_after),
        bell(col, 3, 2.2),
        ease_out(room),
        row / 5,
    )
    return sum(w * x for w, x in zip(MOODS[mood], wants))


def find_best_move(board: Board) -> int:
    me = board.current_player
    mood = pick_mood(board, me, me.opponent)
    return max(board.valid_moves(), key=lambda c: (desire(board, c, mood), -abs(c - 3)))
