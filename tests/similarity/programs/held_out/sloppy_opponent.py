"""
Expectation search. A human opponent doesn't always find the best reply, he finds
a decent one. So his replies are averaged, the better ones with more weight, except
that we assume he never misses a direct win.
"""
from kata.board import Board

OURS, HIS, NOBODY = 1, 2, 0
SURE_WIN = 500.0


def snapshot(board):
    # 9x8 grid with a border of 3s so that no bounds checks are needed
    g = [3] * 72
    for row in range(6):
        for col in range(7):
            cell = board.get_cell(row, col)
            if cell is None:
                v = NOBODY
            elif cell is board.current_player:
                v = OURS
            else:
                v = HIS
            g[(row + 1) * 9 + col + 1] = v
    return g


def spots(g):
    """The index where a disc would land, for each open column."""
    found = []
    for col in (4, 3, 5, 2, 6, 1, 7):
        at = 9 + col
        while g[at] in (OURS, HIS):
            at += 9
        if g[at] == NOBODY:
            found.append(at)
    return found


def measure(g, at, who):
    """
    Look along the four axes through `at` as if `who` had a disc there.
    Returns (wins, worth).
    """
    worth = 0.0
    for d in (1, 9, 10, 8):
        solid, room = 1, 1
        for s in (d, -d):
            p = at + s
            touching = True
            for _ in range(3):
                if g[p] == who:
                    room += 1
                    if touching:
                        solid += 1
                    else:
                        worth += 0.5
                elif g[p] == NOBODY:
                    room += 1
                    touching = False
                else:
                    break
                p += s
        if solid >= 4:
            return True, SURE_WIN
        if room >= 4:
            worth += solid ** 2 * 0.5 + 0.1 * room
    return False, worth


def expect(g, who, depth):
    """Expected profit for us, `who` to move."""
    foe = 3 - who
    choices = []
    for at in spots(g):
        wins, worth = measure(g, at, who)
        if wins:
            return (SURE_WIN + depth) if who == OURS else -(SURE_WIN + depth)
        _, denied = measure(g, at, foe)
        choices.append((worth + 0.8 * min(denied, 40.0), at))
    if not choices:
        return 0.0
    if depth == 0:
        lead = max(choices)[0]
        return lead if who == OURS else -lead
    results = []
    for worth, at in choices:
        g[at] = who
        results.append((worth, expect(g, foe, depth - 1)))
        g[at] = NOBODY
    if who == OURS:
        return max(r for _, r in results)
    mass = sum(w * w for w, _ in results)
    mean = sum(w * w * r for w, r in results) / mass
    return 0.6 * min(r for _, r in results) + 0.4 * mean


def find_best_move(board: Board) -> int:
    g = snapshot(board)
    ranking = []
    for at in spots(g):
        wins, worth = measure(g, at, OURS)
        if wins:
            return at % 9 - 1
        g[at] = OURS
        ranking.append((expect(g, HIS, 3) + 0.01 * worth, -abs(at % 9 - 4), at % 9 - 1))
        g[at] = NOBODY
    return max(ranking)[2]
