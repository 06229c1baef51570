"""Hint at the next rung of the ladder, or at what keeps a submission off it."""

from __future__ import annotations

HINTS = {
    "none": (
        "Before any search, play a column that wins at once; if there is none, block the column "
        "with which the opponent would win. Do so for whichever side is to move, and leave the "
        "board as you found it."
    ),
    "one-sided": (
        "A position that is mirrored, or has its colours swapped, has the same answer, mirrored if "
        "the position is. Search for the side to move, whichever it is, and do not rely on a list "
        "of known positions."
    ),
    "idle": (
        "No answer came within the cap, yet almost no CPU time was used: find out what the "
        "program is waiting for."
    ),
    "shallow": (
        "You have used almost none of the cap: search deeper. When that becomes too slow, stop "
        "searching a position once it is worse for a side than what that side is already sure of "
        "elsewhere: that is alpha-beta."
    ),
    "late": (
        "No answer came within the cap. Search fewer plies, so few that every position is answered "
        "in time; a shallow answer in time is worth more than a deep one that comes too late."
    ),
    "naive": (
        "You search every reply, even those that can no longer matter. Keep the best value that "
        "each side is sure of, and stop searching a position once its value falls outside these "
        "bounds: that is alpha-beta. With the centre columns first it sees two plies further in "
        "less time."
    ),
    "alpha_beta": (
        "A fixed depth is too shallow for one position and too slow for the next. Search to depth "
        "1, then 2, then 3, and so on until your time budget is spent, and score a sooner win "
        "higher than a later one: that is iterative deepening."
    ),
    "iterative_deepening": (
        "The same positions arise again through other orders of moves, and at every depth. Store "
        "what a position was worth, whether that value was exact or only a bound, and which column "
        "was best there, and try that column first: that is a transposition table."
    ),
    "transposition": (
        "What is left is speed: hold the board in two integers, compute threats instead of "
        "scanning lines, and skip replies that lose at once. Longer mates and draws then fit "
        "within the cap; the suites of --stretch have some, and traps for a table that takes a "
        "bound for an exact value."
    ),
    "bitboard": "There is no rung above this one. Try --stretch and --variants.",
}
"""What to learn next, by the rung that was reached or by the manner in which none was."""
