# Strategy:
#   1. look for a row of threats which the other player must answer and that ends in a win
#   2. if he has a threat himself, block it
#   3. don't play a field after which he has such a row of threats
#   4. take the field that is worth the most
#
# A field is the number 10 * column + row.

from kata.board import Board

DEPTH_ATTACK = 8
DEPTH_DEFENSE = 6
COLUMN_ORDER = [3, 2, 4, 1, 5, 0, 6]

MY_VALUE = {0: 1, 1: 4, 2: 10, 3: 10}
OPP_VALUE = {0: 1, 1: 3, 2: 8, 3: 8}

# for every field the groups of 3 other fields which make a 4 together with it
GROUPS = {}
for col in range(7):
    for row in range(6):
        GROUPS[10 * col + row] = []
for field in GROUPS:
    for step in (10, 1, 11, 9):
        line = [field, field + step, field + 2 * step, field + 3 * step]
        if all(f in GROUPS for f in line):
            for f in line:
                GROUPS[f].append({g for g in line if g != f})


def playable(a, b):
    fields = []
    for col in COLUMN_ORDER:
        for field in range(10 * col, 10 * col + 6):
            if field not in a and field not in b:
                fields.append(field)
                break
    return fields


def wins(a, b):
    """fields where the owner of the discs a can win immediately"""
    result = []
    for field in playable(a, b):
        for group in GROUPS[field]:
            if group.issubset(a):
                result.append(field)
                break
    return result


def attack(a, b, depth):
    """first field of a winning row of threats, -1 if there is none"""
    direct = wins(a, b)
    if len(direct) > 0:
        return direct[0]
    if depth == 0:
        return -1
    forced = wins(b, a)
    if len(forced) > 1:
        return -1
    if len(forced) == 1:
        options = forced
    else:
        options = playable(a, b)
    for field in options:
        new_a = a | {field}
        threats = wins(new_a, b)
        # no threat, or he wins before me
        if len(threats) == 0 or len(wins(b, new_a)) > 0:
            continue
        if len(threats) > 1:
            return field
        if attack(new_a, b | {threats[0]}, depth - 1) != -1:
            return field
    return -1


def value_of(field, a, b):
    value = 0
    for group in GROUPS[field]:
        own = len(group & a)
        other = len(group & b)
        if other == 0:
            value += MY_VALUE[own]
        if own == 0:
            value += OPP_VALUE[other]
    return value


def find_best_move(board: Board) -> int:
    a = set()
    b = set()
    for col in range(7):
        for row in range(6):
            disc = board.get_cell(row, col)
            if disc is None:
                break
            if disc == board.current_player:
                a.add(10 * col + row)
            else:
                b.add(10 * col + row)

    field = attack(a, b, DEPTH_ATTACK)
    if field != -1:
        return field // 10

    must_block = wins(b, a)
    if must_block:
        return must_block[0] // 10

    options = playable(a, b)
    good = [f for f in options if attack(b, a | {f}, DEPTH_DEFENSE) == -1]
    if not good:
        good = [f for f in options if not wins(b, a | {f})]
    if not good:
        good = options

    best_field = None
    best_value = 0
    for field in good:
        new_a = a | {field}
        best_answer = 0
        for answer in playable(new_a, b):
            best_answer = max(best_answer, value_of(answer, b, new_a))
        value = 2 * value_of(field, a, b) - best_answer
        if best_field is None or value > best_value:
            best_field = field
            best_value = value
    return best_field // 10
