"""Connect four AI working on strings.

The board gets converted to a string first. Every column has six chars (from the bottom to
the top) and between the columns there is a "|". "a" is the player to move, "b" the opponent,
"-" is an empty field. Because of the "|" a neighbour in the row is always 7 chars away.
"""

import re
from functools import lru_cache

MAX_DEPTH = 5
WIN_VALUE = 10_000
DISTANCES = (1, 6, 7, 8)


def enemy_of(player):
    return "b" if player == "a" else "a"


def board_to_string(board):
    own = board.current_player

    def sign(r, c):
        content = board.get_cell(r, c)
        return "-" if content is None else "a" if content is own else "b"

    return "|".join("".join(sign(r, c) for r in range(6)) for c in range(7))


def with_distance(signs, dist):
    return (".{%d}" % (dist - 1)).join(signs)


def make_regex(patterns):
    parts = "|".join(with_distance(p, dist) for p in patterns for dist in DISTANCES)
    return re.compile("(?=" + parts + ")")


WINNING = {p: make_regex([p * 4]) for p in "ab"}
TRIPLES = {p: make_regex([p * 3 + "-", p * 2 + "-" + p, p + "-" + p * 2, "-" + p * 3]) for p in "ab"}
DOUBLES = {p: make_regex([p * 2 + "--", "--" + p * 2, "-" + p * 2 + "-"]) for p in "ab"}


def count(regex, state):
    return sum(1 for _ in regex.finditer(state))


def heuristic(state, player):
    """Rating of the state from the view of the player."""
    enemy = enemy_of(player)
    center = state.split("|")[3]
    return (
        3 * (center.count(player) - center.count(enemy))
        + 2 * (count(DOUBLES[player], state) - count(DOUBLES[enemy], state))
        + 9 * (count(TRIPLES[player], state) - count(TRIPLES[enemy], state))
    )


def next_states(state, player):
    """All possible moves with the resulting state, starting in the center."""
    cols = state.split("|")
    for i in (3, 2, 4, 1, 5, 0, 6):
        if "-" in cols[i]:
            new_col = cols[i].replace("-", player, 1)
            yield i, "|".join(cols[:i] + [new_col] + cols[i + 1:])


@lru_cache(maxsize=200_000)
def rate(state, player, depth):
    """Negamax with cache."""
    if WINNING[enemy_of(player)].search(state):
        return -WIN_VALUE - depth
    if "-" not in state:
        return 0
    if depth == 0:
        return heuristic(state, player)
    return max(-rate(new, enemy_of(player), depth - 1) for _, new in next_states(state, player))


def find_best_move(board):
    rate.cache_clear()
    moves = dict(next_states(board_to_string(board), "a"))
    return min(moves, key=lambda col: rate(moves[col], "b", MAX_DEPTH - 1))
