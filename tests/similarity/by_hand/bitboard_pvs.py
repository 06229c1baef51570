"""
Connect Four engine.

Iterative deepening principal variation search with a transposition table.
The board is stored in two integers, 7 bits per column (6 cells + 1 spare bit on top),
bit number = 7 * column + row.
"""
from time import perf_counter

from kata.board import Board

COLUMN_BITS = 7
TIME_LIMIT = 1.5
WIN = 10_000
INFINITY = 10**6
IS_EXACT = 0
IS_LOWER = 1
IS_UPPER = 2

COLUMN_ORDER = [3, 2, 4, 1, 5, 0, 6]
COLUMN_MASK = [0x3F << (col * COLUMN_BITS) for col in range(7)]
BOTTOM_ROW = sum(1 << (col * COLUMN_BITS) for col in range(7))
ALL_CELLS = BOTTOM_ROW * 0x3F
ODD_ROWS = BOTTOM_ROW * 0x15
EVEN_ROWS = ALL_CELLS ^ ODD_ROWS
MIDDLE = COLUMN_MASK[3]
NEXT_TO_MIDDLE = COLUMN_MASK[2] | COLUMN_MASK[4]

table = {}
node_count = 0
deadline = 0.0


class TimeoutReached(Exception):
    pass


def board_to_bitboards(board):
    """Returns (stones of the player to move, stones of the opponent)."""
    mine = 0
    opp = 0
    for col in range(7):
        for row in range(board.column_height(col)):
            bit = 1 << (col * COLUMN_BITS + row)
            if board.get_cell(row, col) is board.current_player:
                mine |= bit
            else:
                opp |= bit
    return mine, opp


def get_threats(stones, filled):
    """All free cells where the owner of `stones` would get four in a row."""
    # vertical
    result = (stones << 1) & (stones << 2) & (stones << 3)
    # diagonal, horizontal, other diagonal
    for shift in (6, 7, 8):
        left = (stones << shift) & (stones << 2 * shift)
        result |= left & (stones << 3 * shift)
        result |= left & (stones >> shift)
        right = (stones >> shift) & (stones >> 2 * shift)
        result |= right & (stones >> 3 * shift)
        result |= right & (stones << shift)
    return result & (ALL_CELLS ^ filled)


def evaluate(mine, opp, my_threats, opp_threats, i_started):
    if i_started:
        my_rows, opp_rows = ODD_ROWS, EVEN_ROWS
    else:
        my_rows, opp_rows = EVEN_ROWS, ODD_ROWS
    score = 12 * (my_threats.bit_count() - opp_threats.bit_count())
    # threats on the rows that matter at the end are worth more
    score += 20 * ((my_threats & my_rows).bit_count() - (opp_threats & opp_rows).bit_count())
    score += 4 * ((mine & MIDDLE).bit_count() - (opp & MIDDLE).bit_count())
    score += 2 * ((mine & NEXT_TO_MIDDLE).bit_count() - (opp & NEXT_TO_MIDDLE).bit_count())
    return score


def pvs(mine, opp, depth, alpha, beta):
    global node_count
    node_count += 1
    if node_count % 512 == 0 and perf_counter() > deadline:
        raise TimeoutReached

    filled = mine | opp
    count = filled.bit_count()
    playable = (filled + BOTTOM_ROW) & ALL_CELLS
    if playable == 0:
        return 0  # board is full

    # can I win right now?
    my_threats = get_threats(mine, filled)
    if my_threats & playable:
        return WIN - (count + 1)

    # do I have to block?
    opp_threats = get_threats(opp, filled)
    forced = opp_threats & playable
    if forced:
        if forced & (forced - 1):
            # two threats at once, lost
            return -(WIN - (count + 2))
        playable = forced
    # don't play below a cell where the opponent wins
    playable &= ~(opp_threats >> 1)
    if playable == 0:
        return -(WIN - (count + 2))
    if count == 41:
        return 0

    if forced:
        depth += 1
    if depth <= 0:
        return evaluate(mine, opp, my_threats, opp_threats, count % 2 == 0)

    # look in the table
    key = mine | (filled + BOTTOM_ROW) << 49
    table_move = 0
    entry = table.get(key)
    if entry:
        entry_depth, bound, entry_value, table_move = entry
        if entry_depth >= depth or (abs(entry_value) > WIN - 100 and bound == IS_EXACT):
            if bound == IS_EXACT:
                return entry_value
            if bound == IS_LOWER and entry_value >= beta:
                return entry_value
            if bound == IS_UPPER and entry_value <= alpha:
                return entry_value

    # order the moves: table move, then the ones that make most threats
    ordered = []
    for index, col in enumerate(COLUMN_ORDER):
        move = playable & COLUMN_MASK[col]
        if not move:
            continue
        if move == table_move:
            priority = -99
        else:
            priority = index - 4 * get_threats(mine | move, filled | move).bit_count()
        ordered.append((priority, move))
    ordered.sort()

    old_alpha = alpha
    best_value = -INFINITY
    best_move = 0
    first = True
    for _, move in ordered:
        if first:
            value = -pvs(opp, mine | move, depth - 1, -beta, -alpha)
            first = False
        else:
            # null window, then again with the full one if needed
            value = -pvs(opp, mine | move, depth - 1, -alpha - 1, -alpha)
            if alpha < value < beta:
                value = -pvs(opp, mine | move, depth - 1, -beta, -value)
        if value > best_value:
            best_value = value
            best_move = move
        alpha = max(alpha, value)
        if alpha >= beta:
            break

    if best_value >= beta:
        bound = IS_LOWER
    elif best_value <= old_alpha:
        bound = IS_UPPER
    else:
        bound = IS_EXACT
    table[key] = (depth, bound, best_value, best_move)
    return best_value


def find_best_move(board: Board) -> int:
    global node_count, deadline
    deadline = perf_counter() + TIME_LIMIT
    node_count = 0
    table.clear()

    mine, opp = board_to_bitboards(board)
    filled = mine | opp
    playable = (filled + BOTTOM_ROW) & ALL_CELLS
    columns = [col for col in COLUMN_ORDER if playable & COLUMN_MASK[col]]

    # win or block immediately
    for stones in (mine, opp):
        hits = get_threats(stones, filled) & playable
        for col in columns:
            if hits & COLUMN_MASK[col]:
                return col

    best_col = columns[0]
    max_depth = 42 - filled.bit_count()
    for depth in range(2, max_depth + 1):
        values = {}
        alpha = -INFINITY
        try:
            for col in columns:
                move = playable & COLUMN_MASK[col]
                values[col] = -pvs(opp, mine | move, depth - 1, -INFINITY, -alpha)
                alpha = max(alpha, values[col])
        except TimeoutReached:
            if values:
                best_col = max(values, key=values.get)
            break
        columns.sort(key=lambda col: values[col], reverse=True)
        best_col = columns[0]
        if abs(values[best_col]) > WIN - 100:
            break  # solved
    return best_col
