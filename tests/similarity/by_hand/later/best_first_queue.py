"""Looks further where it looks good."""

from heapq import heappop, heappush

WORTH = [0, 1, 2, 4, 2, 1, 0]
STEPS = 400


def position_after(board, path):
    copied = board.copy()
    for column in path:
        copied.drop_disc(column)
    return copied


def estimate(position, us):
    champion = position.check_winner()
    if champion == us:
        return 1e6
    if champion is not None:
        return -1e6
    points = 0
    for column in range(7):
        row = position.column_height(column) - 1
        while row >= 0:
            sign = 1 if position.get_cell(row, column) == us else -1
            points += sign * WORTH[column]
            row -= 1
    return points


def new_entry(path, above, points):
    return {"path": path, "above": above, "points": points, "below": []}


def priority(entry):
    return 10 * len(entry["path"]) - abs(entry["points"]) % 97


def refresh(entry):
    if entry is None:
        return
    if len(entry["below"]) > 0:
        points = [each["points"] for each in entry["below"]]
        choose = min if len(entry["path"]) % 2 else max
        entry["points"] = choose(points)
    refresh(entry["above"])


def find_best_move(board):
    us = board.current_player
    start = new_entry([], None, 0)
    number = 0
    waiting = [(0, number, start)]
    steps = 0
    while waiting:
        if steps >= STEPS:
            break
        entry = heappop(waiting)[2]
        position = position_after(board, entry["path"])
        if position.check_winner() is not None:
            continue
        steps += 1
        for column in position.valid_moves():
            points = estimate(position_after(position, [column]), us)
            below = new_entry(entry["path"] + [column], entry, points)
            entry["below"].append(below)
            number += 1
            heappush(waiting, (priority(below), number, below))
        refresh(entry)
    top = None
    for entry in start["below"]:
        if top is None or entry["points"] > top["points"]:
            top = entry
    return top["path"][0]
