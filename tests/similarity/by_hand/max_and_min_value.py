"""Plays with pruning, five plies."""

BIG = 10**6
DEPTH = 5


def over(position, d):
    if d == DEPTH:
        return True
    return position.is_full() or position.check_winner() is not None


def judge(position, us):
    winner = position.check_winner()
    if winner == us:
        return 1
    if winner is not None:
        return -1
    return 0


def next_positions(position):
    """Give every reply, the middle first."""
    columns = list(position.valid_moves())
    columns.sort(key=lambda col: abs(col - 3))
    replies = []
    for col in columns:
        twin = position.copy()
        twin.drop_disc(col)
        replies.append((col, twin))
    return replies


def best_for_us(position, us, lo, hi, d):
    if over(position, d):
        return (judge(position, us), None)
    top = -BIG
    pick = None
    for col, twin in next_positions(position):
        reply = best_for_them(twin, us, lo, hi, d + 1)[0]
        if top < reply:
            pick = col
            top = reply
            if top > lo:
                lo = top
        if not top < hi:
            break
    return (top, pick)


def best_for_them(position, us, lo, hi, d):
    if over(position, d):
        return (judge(position, us), None)
    bottom = BIG
    pick = None
    for col, twin in next_positions(position):
        reply = best_for_us(twin, us, lo, hi, d + 1)[0]
        if bottom > reply:
            pick = col
            bottom = reply
            if bottom < hi:
                hi = bottom
        if not bottom > lo:
            break
    return (bottom, pick)


def find_best_move(board):
    us = board.current_player
    answer = best_for_us(board, us, -BIG, BIG, 0)
    return answer[1]
