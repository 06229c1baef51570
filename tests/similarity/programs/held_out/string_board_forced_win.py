"""Best move for Connect Four.

I keep the whole board in one string, column after column from the bottom up,
7 characters per column: 6 cells and one "|" on top as a wall. Then a line in any
direction is just a slice with a step, and a win is "xxxx" in that slice:

    step 1 = up, 7 = to the right, 8 = right and up, 6 = right and down

"x" is the player who has to move in the position we got, "o" is the other one.
"""

import time

from kata.board import Board

STEPS = (1, 6, 7, 8)
TIME_LIMIT = 1.4

seen = {}
stop_at = 0


class OutOfTime(Exception):
    pass


def board_to_text(board):
    text = ""
    for c in range(7):
        for r in range(6):
            cell = board.get_cell(r, c)
            if cell is None:
                text += "."
            elif cell == board.current_player:
                text += "x"
            else:
                text += "o"
        text += "|"
    return text


def play(text, col, who):
    """Return the new text, or None if the column is full."""
    place = text.find(".", col * 7, col * 7 + 6)
    if place == -1:
        return None
    return text[:place] + who + text[place + 1:]


def has_won(text, who):
    four = who * 4
    for step in STEPS:
        for start in range(step):
            if four in text[start::step]:
                return True
    return False


def all_plays(text, who):
    plays = []
    for col in (3, 2, 4, 1, 5, 0, 6):
        after = play(text, col, who)
        if after is not None:
            plays.append((col, after))
    return plays


def other(who):
    return "o" if who == "x" else "x"


def winning_column(text, who, n):
    """A column with which `who` (to move) wins with at most n own discs, or None."""
    key = (text, who, n)
    if key in seen:
        return seen[key]
    if time.time() > stop_at:
        raise OutOfTime

    answer = None
    plays = all_plays(text, who)
    for col, after in plays:
        if has_won(after, who):
            answer = col
            break
    if answer is None and n > 1:
        for col, after in plays:
            if is_lost(after, other(who), n - 1):
                answer = col
                break
    seen[key] = answer
    return answer


def is_lost(text, who, n):
    """True if whatever `who` does now, the opponent wins with n more discs."""
    replies = all_plays(text, who)
    if not replies:
        return False  # draw
    for col, after in replies:
        if has_won(after, who):
            return False
    # first see where a disc of the opponent would win at once: I have to go there
    enemy = other(who)
    for col, after in all_plays(text, enemy):
        if has_won(after, enemy):
            after_block = play(text, col, who)
            return winning_column(after_block, enemy, n) is not None
    if n == 1:
        # no threat now, but my own disc may make room for one
        return all(winning_column(after, enemy, 1) is not None for _, after in replies)
    for col, after in replies:
        if winning_column(after, enemy, n) is None:
            return False
    return True


def find_best_move(board: Board) -> int:
    global stop_at
    stop_at = time.time() + TIME_LIMIT
    seen.clear()

    text = board_to_text(board)
    candidates = all_plays(text, "x")
    try:
        for n in range(1, 8):
            # can I win with n discs?
            col = winning_column(text, "x", n)
            if col is not None:
                return col
            # throw out the moves after which the other one wins with n discs
            safe = []
            for col, after in candidates:
                if winning_column(after, "o", n) is None:
                    safe.append((col, after))
            if not safe:
                break  # lost anyway, keep the moves that lose latest
            candidates = safe
    except OutOfTime:
        pass
    return candidates[0][0]
