"""The whole position is one string, so the rules can be regular expressions.

A column is six letters, bottom first, and the columns are glued with "/":

    "x...../....../xo..../oxo.../....../....../......"

One step up is 1 letter further, one step right is 7, the two diagonals are 8 and 6, and
the slash keeps a line from running off the top of one column into the next.
"""

import re
from functools import lru_cache, partial
from itertools import chain

DEPTH = 5
WIN = 10_000
STEPS = (1, 6, 7, 8)


def _spaced(letters, step):
    return (".{%d}" % (step - 1)).join(letters)


def _any_of(words):
    body = "|".join(_spaced(map(re.escape, word), step) for word in words for step in STEPS)
    return re.compile("(?=" + body + ")")


FOUR = {who: _any_of([who * 4]) for who in "xo"}
THREE = {who: _any_of([who * k + "." + who * (3 - k) for k in range(4)]) for who in "xo"}
PAIR = {who: _any_of([who * 2 + "..", ".." + who * 2, "." + who * 2 + "."]) for who in "xo"}


def to_text(board):
    me = board.current_player

    def letter(row, col):
        cell = board.get_cell(row, col)
        return "." if cell is None else "x" if cell is me else "o"

    return "/".join("".join(letter(r, c) for r in range(6)) for c in range(7))


def replies(text, who):
    """Yield (column, new text), the middle columns first."""
    columns = text.split("/")
    for col in sorted(range(7), key=lambda c: (abs(c - 3), c)):
        if "." in columns[col]:
            grown = columns[col].replace(".", who, 1)
            yield col, "/".join(chain(columns[:col], [grown], columns[col + 1:]))


def other(who):
    return "o" if who == "x" else "x"


def how_many(pattern, text):
    return sum(1 for _ in pattern.finditer(text))


def looks(text, who):
    """How good the text looks to `who` without thinking ahead."""
    foe = other(who)
    middle = text.split("/")[3]
    return (
        9 * (how_many(THREE[who], text) - how_many(THREE[foe], text))
        + 2 * (how_many(PAIR[who], text) - how_many(PAIR[foe], text))
        + 3 * (middle.count(who) - middle.count(foe))
    )


@lru_cache(maxsize=200_000)
def value(text, who, depth):
    """What the position is worth to `who`, whose turn it is."""
    if FOUR[other(who)].search(text):
        return -WIN - depth
    if "." not in text:
        return 0
    if depth == 0:
        return looks(text, who)
    return max(-value(after, other(who), depth - 1) for _, after in replies(text, who))


def find_best_move(board):
    value.cache_clear()
    options = dict(replies(to_text(board), "x"))
    judge = partial(value, who="o", depth=DEPTH - 1)
    return min(options, key=lambda col: judge(options[col]))
