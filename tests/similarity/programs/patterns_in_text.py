"""Draws the board as text and lets regular expressions look for fours and for threes; three plies."""

import re

WON = re.compile(r"(?=([XO])(?:.{0}\1.{0}\1.{0}\1|.{7}\1.{7}\1.{7}\1|.{8}\1.{8}\1.{8}\1|.{6}\1.{6}\1.{6}\1))", re.S)
THREES = [re.compile(f"(?=X{gap}X{gap}X{gap}_|_{gap}X{gap}X{gap}X)", re.S) for gap in ("", ".{7}", ".{8}", ".{6}")]
SWAPPED = str.maketrans("XO", "OX")


def draw(board):
    rows = []
    for y in range(6):
        row = ""
        for x in range(7):
            owner = board.get_cell(y, x)
            row += {None: "_", board.current_player: "X"}.get(owner, "O")
        rows.append(row)
    return "\n".join(rows)


def drop(text, x, letter):
    y = [line[x] for line in text.split("\n")].index("_")
    spot = y * 8 + x
    return text[:spot] + letter + text[spot + 1 :]


def free(text):
    return [x for x in range(7) if text.split("\n")[5][x] == "_"]


def look(text):
    mine = sum(len(pattern.findall(text)) for pattern in THREES)
    other = text.translate(SWAPPED)
    return mine - sum(len(pattern.findall(other)) for pattern in THREES)


def minimax(text, plies, ours):
    found = WON.search(text)
    if found:
        return 1000 if found.group(1) == "X" else -1000
    if not plies or "_" not in text:
        return look(text)
    letter, pick = ("X", max) if ours else ("O", min)
    return pick(minimax(drop(text, x, letter), plies - 1, not ours) for x in free(text))


def find_best_move(board):
    text = draw(board)
    return max(free(text), key=lambda x: minimax(drop(text, x, "X"), 2, False))
