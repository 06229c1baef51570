"""Negamax on a flat list of cells, depth after depth up to seven, with a history of good cells."""

LINES = [
    [(row + i * up) * 7 + col + i * right for i in range(4)]
    for row in range(6)
    for col in range(7)
    for up, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    if row + 3 * up < 6 and 0 <= col + 3 * right < 7
]
THROUGH = [[line for line in LINES if cell in line] for cell in range(42)]


def find_best_move(board):
    me = board.current_player
    cells, heights = [0] * 42, [board.column_height(col) for col in range(7)]
    for col in range(7):
        for row in range(heights[col]):
            cells[row * 7 + col] = 1 if board.get_cell(row, col) == me else -1
    good = [0] * 42

    def wins(cell, side):
        return any(sum(cells[each] for each in line) == 3 * side for line in THROUGH[cell])

    def negamax(side, depth, a, b):
        moves = [col for col in range(7) if heights[col] < 6]
        moves.sort(key=lambda col: -good[heights[col] * 7 + col])
        for col in moves:
            if wins(heights[col] * 7 + col, side):
                return 100 + depth
        if depth == 1 or not moves:
            return 0
        for col in moves:
            cell = heights[col] * 7 + col
            cells[cell] = side
            heights[col] += 1
            value = -negamax(-side, depth - 1, -b, -a)
            cells[cell] = 0
            heights[col] -= 1
            if value >= b:
                good[cell] += depth * depth
                return value
            a = max(a, value)
        return a

    best = 3
    for depth in range(1, 8):
        a, top = -10000, None
        columns = [col for col in range(7) if heights[col] < 6]
        for col in sorted(columns, key=lambda col: (col != best, abs(col - 3))):
            cell = heights[col] * 7 + col
            if wins(cell, 1):
                return col
            value = 0
            if depth > 1:
                cells[cell] = 1
                heights[col] += 1
                value = -negamax(-1, depth - 1, -10000, -a)
                cells[cell] = 0
                heights[col] -= 1
            if value > a:
                a, top = value, col
        best = top
        if a > 50:
            break
    return best
