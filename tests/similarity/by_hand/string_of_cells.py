"""Positions as text."""

STEPS = ((1, 4, 0, 6), (7, 7, 0, 3), (8, 4, 0, 3), (6, 7, 3, 3))


def quads():
    found = []
    for step, right, left, rows in STEPS:
        for r in range(rows):
            for c in range(left, right):
                first = 7 * r + c
                found.append([first + step * k for k in range(4)])
    return found


QUADS = quads()


def encode(board):
    letters = []
    for n in range(42):
        cell = board.get_cell(n // 7, n % 7)
        if cell is None:
            letters.append(" ")
        elif cell == board.current_player:
            letters.append("a")
        else:
            letters.append("b")
    return "".join(letters)


def put(position, column, who):
    place = column
    while position[place] != " ":
        place += 7
    return position[:place] + who + position[place + 1 :]


def has_line(position, who):
    for quad in QUADS:
        count = 0
        for n in quad:
            if position[n] == who:
                count += 1
        if count == 4:
            return True
    return False


def assess(position, who, rival, left):
    if has_line(position, rival):
        return -(left + 1)
    columns = []
    for column in range(7):
        if position[35 + column] == " ":
            columns.append(column)
    if left == 0 or len(columns) == 0:
        return 0
    return max(-assess(put(position, column, who), rival, who, left - 1) for column in columns)


def find_best_move(board):
    position = encode(board)
    pick, lowest = None, 1000
    for column in [3, 2, 4, 1, 5, 0, 6]:
        if position[35 + column] != " ":
            continue
        mark = assess(put(position, column, "a"), "b", "a", 3)
        if mark < lowest:
            lowest = mark
            pick = column
    return pick
