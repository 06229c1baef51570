"""The whole board is a string of 42 letters, new for every move; plain negamax of four plies."""

LINES = []
for start in range(42):
    r, c = divmod(start, 7)
    if c <= 3:
        LINES.append((start, start + 1, start + 2, start + 3))
    if r <= 2:
        LINES.append((start, start + 7, start + 14, start + 21))
    if c <= 3 and r <= 2:
        LINES.append((start, start + 8, start + 16, start + 24))
    if c >= 3 and r <= 2:
        LINES.append((start, start + 6, start + 12, start + 18))


def to_text(board):
    text = ""
    for row in range(6):
        for col in range(7):
            owner = board.get_cell(row, col)
            text += "." if owner is None else "m" if owner == board.current_player else "t"
    return text


def landing(text, col):
    return text[col::7].find(".") * 7 + col


def four(text, letter):
    return any(all(text[i] == letter for i in line) for line in LINES)


def value(text, mine, theirs, plies):
    if four(text, theirs):
        return -plies - 1
    open_columns = [col for col in range(7) if text[35 + col] == "."]
    if plies == 0 or not open_columns:
        return 0
    worst = 99
    for col in open_columns:
        spot = landing(text, col)
        worst = min(worst, value(text[:spot] + mine + text[spot + 1 :], theirs, mine, plies - 1))
    return -worst


def find_best_move(board):
    text = to_text(board)
    ranked = []
    for col in (3, 2, 4, 1, 5, 0, 6):
        if text[35 + col] == ".":
            spot = landing(text, col)
            ranked.append((value(text[:spot] + "m" + text[spot + 1 :], "t", "m", 3), len(ranked), col))
    return min(ranked)[2]
