#!/usr/bin/env python3
# The board is one line of text, threats are found with regular expressions, and the
# positions to look at next wait in a queue: the least surprising line of play goes first.
import heapq
import re

from kata.board import Board

BUDGET = 2600        # positions
DEPTH_TAX = 9        # what a ply costs in the queue
SPREAD = 4           # how much of the gap to the best sibling counts
MATE = 100000

# 7 columns of 6 characters, each closed by '/': 1 is up, 7 is right, 8 and 6 are the diagonals
GAPS = (0, 6, 7, 5)
WHO = {"x": "o", "o": "x"}


def four(ch):
    return re.compile("|".join(f"{ch}(?:.{{{g}}}{ch}){{3}}" for g in GAPS))


def holes(ch, count):
    """Lines of `count` discs and otherwise empty cells, as look-aheads so that they may overlap."""
    found = []
    for g in GAPS:
        for mask in range(16):
            if bin(mask).count("1") == count and not (g == 0 and mask not in (1, 3, 7)):
                cells = [ch if mask >> i & 1 else "-" for i in range(4)]
                found.append(("." * g).join(cells))
    return re.compile("(?=" + "|".join(found) + ")")


FOUR = {ch: four(ch) for ch in "xo"}
THREE = {ch: holes(ch, 3) for ch in "xo"}
TWO = {ch: holes(ch, 2) for ch in "xo"}


def score(text, ch):
    """Value for `ch`, who is to move."""
    foe = WHO[ch]
    total = 40 * len(THREE[ch].findall(text)) - 36 * len(THREE[foe].findall(text))
    total += 6 * len(TWO[ch].findall(text)) - 6 * len(TWO[foe].findall(text))
    return total + 5 * (text[21:27].count(ch) - text[21:27].count(foe))


def followers(text, ch):
    for col in (3, 2, 4, 1, 5, 0, 6):
        spot = text.find("-", 7 * col, 7 * col + 6)
        if spot >= 0:
            yield col, text[:spot] + ch + text[spot + 1:]


def find_best_move(board: Board) -> int:
    me = board.current_player
    cell = {None: "-", me: "x", me.opponent: "o"}
    text = "/".join("".join(cell[board.get_cell(r, c)] for r in range(6)) for c in range(7)) + "/"

    # one record per position: text, side to move, value for that side, children, move, depth
    log = [[text, "x", 0, [], None, 0]]
    queue = [(0, 0)]
    while queue and len(log) < BUDGET:
        cost, pid = heapq.heappop(queue)
        text, ch, _, kids, _, depth = log[pid]
        fresh = []
        for col, line in followers(text, ch):
            if FOUR[ch].search(line):
                val, done = -MATE + depth, True
            elif "-" not in line:
                val, done = 0, True
            else:
                val, done = score(line, WHO[ch]), False
            log.append([line, WHO[ch], val, [], col, depth + 1])
            kids.append(len(log) - 1)
            fresh.append((val, len(log) - 1, done))
            if val <= -MATE + depth:
                break
        low = min(val for val, _, _ in fresh)
        if low <= -MATE + depth:
            continue
        for val, kid, done in fresh:
            if not done:
                heapq.heappush(queue, (cost + DEPTH_TAX + (val - low) // SPREAD, kid))

    # children always come after their parent in the log, so one pass from the end is enough
    for rec in reversed(log):
        if rec[3]:
            rec[2] = max(-log[kid][2] for kid in rec[3])
    return log[max(log[0][3], key=lambda kid: -log[kid][2])][4]
