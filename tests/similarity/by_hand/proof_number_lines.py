# Connect Four: look for a forced win, and failing that for a move that allows none.
#
# The board is two integers of 48 bits, one per side: eight bits a row, bottom row lowest, the
# eighth bit of a row never set (a fence between the right edge and the left edge of the row above).
# Search trees are grown best-first. Every entry of a tree carries two efforts, seen by whoever is
# to move there:
#     get  - how much is still to be shown until the mover has what he wants
#     deny - how much is still to be shown until the other one has stopped him
# The hunter wants a win, the hunted wants anything else. As the roles swap with every ply, one
# rule does for both: get = least deny below, deny = all the get below.

from time import perf_counter as clock

HUNT = 0.95          # seconds to look for a win of our own
GUARD = 0.55         # seconds to look for the opponent's, all replies together
ROOM = 350_000       # entries a tree may have
NEVER = 1 << 40
STRIDES = (1, 7, 8, 9)
CELLS = sum(0x7F << 8 * y for y in range(6))


def gaps(discs):
    """Cells that make four with three of `discs` (taken cells are not sorted out)."""
    found = 0
    for s in STRIDES:
        above, below = discs >> s, discs << s
        found |= above & (discs >> 2 * s) & (below | discs >> 3 * s)
        found |= below & (discs << 2 * s) & (above | discs << 3 * s)
    return found & CELLS


def landings(discs):
    """Where the next disc of each column comes to lie."""
    return (discs << 8 | 0x7F) & ~discs & CELLS


def split(bits):
    """The single bits of `bits`, those nearest to the middle column first."""
    out = []
    for x in (3, 4, 2, 5, 1, 6, 0):
        one = bits & (0x010101010101 << x)
        if one:
            out.append(one)
    return out


def file_of(bit):
    return bit.bit_length() - 1 & 7


def first_guess(mover, waiter, hunting):
    """(get, deny) of a position nobody has looked into yet."""
    land = landings(mover | waiter)
    if gaps(mover) & land:
        return 0, NEVER
    if not land:
        return (NEVER, 0) if hunting else (0, NEVER)
    holes = gaps(waiter) & land
    if not holes:
        return 1, land.bit_count()
    return (NEVER, 0) if holes & (holes - 1) else (1, 1)


def grow(mover, waiter, hunting, deadline):
    """Search for what the mover wants.

    Answers (got it?, disc to play, entries made). The first is None if the clock or the room
    ran out before it was known; the disc means something only if the first is True.
    """
    here, there = [mover], [waiter]
    hunts = [hunting]
    parent, disc, kids = [-1], [0], [None]
    g, d = first_guess(mover, waiter, hunting)
    get, deny = [g], [d]

    at = 0
    while get[0] and deny[0]:
        if len(get) > ROOM or clock() > deadline:
            return None, 0, len(get)

        # down to the entry that would tell most
        while kids[at]:
            at = min(kids[at], key=deny.__getitem__)

        # its successors; a hole that has to be filled leaves no choice
        a, b, role = here[at], there[at], not hunts[at]
        land = landings(a | b)
        drops = split(gaps(b) & land or land)
        brood = range(len(get), len(get) + len(drops))
        for bit in drops:
            g, d = first_guess(b, a | bit, role)
            get.append(g)
            deny.append(d)
            here.append(b)
            there.append(a | bit)
            disc.append(bit)
        hunts += [role] * len(drops)
        parent += [at] * len(drops)
        kids += [None] * len(drops)
        kids[at] = brood

        # and up again, as far as anything changes
        while True:
            g = min(deny[k] for k in kids[at])
            d = min(NEVER, sum(get[k] for k in kids[at]))
            same = g == get[at] and d == deny[at]
            get[at], deny[at] = g, d
            if same or not at:
                break
            at = parent[at]

    if get[0]:
        return False, 0, len(get)
    bit = disc[min(kids[0], key=deny.__getitem__)] if kids[0] else 0
    return True, bit, len(get)


def fours():
    for start in range(48):
        for s in STRIDES:
            four = 1 << start | 1 << start + s | 1 << start + 2 * s | 1 << start + 3 * s
            if four & CELLS == four:
                yield four


FOURS = tuple(fours())


def prospects(us, them):
    """What the lines are worth that only one side has discs on."""
    score = 0
    for four in FOURS:
        ours, theirs = (us & four).bit_count(), (them & four).bit_count()
        if ours and not theirs:
            score += 4 ** ours
        elif theirs and not ours:
            score -= 4 ** theirs
    return score


def hold(us, them):
    """No win in sight: the disc after which the opponent has none either, or the longest one."""
    stop = clock() + GUARD
    options = split(landings(us | them))
    sound, doomed = {}, {}
    while options:
        bit = options.pop(0)
        now = clock()
        share = (stop - now) / (len(options) + 1)
        loses, _, effort = grow(them, us | bit, True, now + share)
        if loses:
            doomed[bit] = effort
        else:
            sound[bit] = prospects(us | bit, them)
    pool = sound or doomed
    return max(pool, key=pool.get)


def find_best_move(board):
    us = them = 0
    for x in range(7):
        for y in range(board.column_height(x)):
            if board.get_cell(y, x) == board.current_player:
                us |= 1 << 8 * y + x
            else:
                them |= 1 << 8 * y + x

    land = landings(us | them)
    urgent = gaps(us) & land or gaps(them) & land
    if urgent:
        return file_of(split(urgent)[0])
    won, bit, _ = grow(us, them, True, clock() + HUNT)
    return file_of(bit if won else hold(us, them))
