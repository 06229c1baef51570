"""Connect Four AI.

The whole game state is one immutable string (great as a cache key), columns joined by "|":

    "xo_...|_.....|xxo_..|..."      x = whose turn it is, o = the other one
                                    _ = next free slot of a column, . = not reachable yet

Threats are found with regular expressions, search results live in a plain cache.
"""
import re
import time
from collections import namedtuple

from kata.board import COLS, ROWS, Board

CONFIG = {
    "timeout": 1.4,
    "column_order": [3, 2, 4, 1, 5, 0, 6],
}

STRIDE = ROWS + 1
# offset in the string between neighbours: vertical, diagonal down, horizontal, diagonal up
STEPS = {"vertical": 1, "diag_down": STRIDE - 1, "horizontal": STRIDE, "diag_up": STRIDE + 1}
SWAP_TURN = str.maketrans("xo", "ox")

Result = namedtuple("Result", "outcome depth")  # outcome: 1 win, -1 loss, 0 nothing found

WIN, LOSS, UNKNOWN = 1, -1, 0


class SearchTimeout(Exception):
    pass


def make_patterns(token):
    """Regexes that match four cells in a line which are either `token` or a free slot."""
    cell = f"([{token}_])"
    patterns = []
    for step in STEPS.values():
        gap = ".{%d}" % (step - 1)
        patterns.append((step, re.compile("(?=" + gap.join([cell] * 4) + ")")))
    return patterns


PATTERNS = {"x": make_patterns("x"), "o": make_patterns("o")}


def serialize(board):
    me = board.current_player
    columns = []
    for col in range(COLS):
        height = board.column_height(col)
        text = "".join("x" if board.get_cell(row, col) is me else "o" for row in range(height))
        if height < ROWS:
            text += "_"
        columns.append(text.ljust(ROWS, "."))
    return "|".join(columns)


def winning_slots(state, token):
    """Indexes of all free slots where `token` completes four in a row."""
    slots = set()
    for step, regex in PATTERNS[token]:
        for match in regex.finditer(state):
            cells = match.groups()
            if cells.count("_") == 1:
                slots.add(match.start() + step * cells.index("_"))
    return slots


def free_slots(state):
    slots = []
    for col in CONFIG["column_order"]:
        slot = state.find("_", col * STRIDE, (col + 1) * STRIDE)
        if slot != -1:
            slots.append(slot)
    return slots


def play(state, slot):
    """Return the next state (never mutate!), seen from the other player."""
    after = state[slot + 1:]
    if after[:1] == ".":
        after = "_" + after[1:]
    return (state[:slot] + "x" + after).translate(SWAP_TURN)


class SearchService:
    def __init__(self, timeout):
        self.expires_at = time.time() + timeout
        self.cache = {}
        self.threat_cache = {}

    def get_threats(self, state):
        threats = self.threat_cache.get(state)
        if threats is None:
            threats = (winning_slots(state, "x"), winning_slots(state, "o"))
            self.threat_cache[state] = threats
        return threats

    def evaluate(self, state, depth):
        """Outcome for the player to move if we look `depth` moves ahead."""
        cached = self.cache.get(state)
        if cached and (cached.outcome != UNKNOWN or cached.depth >= depth):
            return cached.outcome
        if time.time() > self.expires_at:
            raise SearchTimeout()
        outcome = self.handle(state, depth)
        self.cache[state] = Result(outcome, depth)
        return outcome

    def handle(self, state, depth):
        my_wins, their_wins = self.get_threats(state)
        if my_wins:
            return WIN
        if len(their_wins) >= 2:
            return LOSS
        if depth <= 1:
            return UNKNOWN
        slots = list(their_wins) or free_slots(state)
        if not slots:
            return UNKNOWN  # draw
        worst_case = LOSS
        for slot in slots:
            outcome = -self.evaluate(play(state, slot), depth - 1)
            if outcome == WIN:
                return WIN
            worst_case = max(worst_case, outcome)
        return worst_case


def rank_fallback(state, slot):
    """Used when nothing is forced: our threats minus theirs after the move."""
    next_state = play(state, slot).replace(".", "_")  # pretend every cell is reachable
    mine = len(winning_slots(next_state, "o"))
    theirs = len(winning_slots(next_state, "x"))
    return mine - theirs


def find_best_move(board: Board) -> int:
    service = SearchService(CONFIG["timeout"])
    state = serialize(board)
    my_wins, their_wins = service.get_threats(state)

    if my_wins:
        return min(my_wins) // STRIDE
    if their_wins:
        return min(their_wins) // STRIDE

    options = sorted(free_slots(state), key=lambda slot: -rank_fallback(state, slot))
    try:
        for depth in range(2, state.count("_") + state.count(".") + 1):
            still_ok = []
            for slot in options:
                outcome = -service.evaluate(play(state, slot), depth - 1)
                if outcome == WIN:
                    return slot // STRIDE
                if outcome != LOSS:
                    still_ok.append(slot)
            if not still_ok:
                break  # everything loses, keep the moves that survived the longest
            options = still_ok
            if len(options) == 1:
                break
    except SearchTimeout:
        pass
    return options[0] // STRIDE
