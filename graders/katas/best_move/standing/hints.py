"""Say what to learn next: by the manner that was seen, or by the mistake, which goes first."""

from __future__ import annotations

from collections.abc import Mapping

from graders.katas.best_move.standing.faults import Mistake
from graders.katas.best_move.standing.placing import Manner

_NEXT_ALPHA_BETA = (
    "Keep the best value that each side is sure of, and stop searching a position once its value "
    "falls outside these bounds: that is alpha-beta."
)
_IN_TIME = (
    "Search fewer plies, so few that every position is answered in time; a shallow answer in time "
    "is worth more than a deep one that comes too late."
)
_DEEPEN = (
    "A fixed depth is too shallow for one position and too slow for the next. Search to depth "
    "1, then 2, then 3, and so on until your time budget is spent, and score a sooner win "
    "higher than a later one: that is iterative deepening."
)
_DEEPEN_IN_TIME = (
    "A search that does not end in time has no answer at all. Search to depth 1, then 2, then 3, "
    "and so on until your time budget is spent, and answer by the last depth that was finished; "
    "score a sooner win higher than a later one: that is iterative deepening."
)
_REMEMBER = (
    "The same positions arise again through other orders of moves, and at every depth. Store "
    "what a position was worth, whether that value was exact or only a bound, and which column "
    "was best there, and try that column first: that is a transposition table."
)
_USE_THE_TABLE = (
    "A table of positions, which yours seems to have, should carry it further: keep the depth in "
    "the entry and not in the key, say whether the value is exact or a bound, and try the column "
    "of the entry first; then order the others from the centre outwards."
)
_STOP_BY_THE_CLOCK = (
    "Let the clock stop the search within a depth too, or do not begin a depth that would not end "
    "in time. "
)
_STOP_AT_A_WIN = (
    "Stop as soon as a win is certain: no deeper search changes it, and a sooner win has to score "
    "higher than a later one. "
)
_PROVE = (
    "An estimate may prefer the right column, but only a search to the end of the line knows that "
    "it wins: look deeper, best columns first, depth after depth as long as there is time, with a "
    "proved win above any estimate."
)
_GO_ON = (
    "Most of the time is left: go on, depth after depth, until a time budget is spent that is most "
    "of the cap. "
)
_BLOCK_FIRST = (
    "First find out why it misses a block, which takes two plies to see: is the opponent's four a "
    "loss, and does the best value begin below every loss? Then: "
)
_AS_FAR_AS_9 = " A transposition table carries that to mates in 9."
_SHOW = (
    "Run it again with --stretch --variants: longer mates, draws, traps for a table that takes a "
    "bound for an exact value, and every position mirrored and with its colours swapped."
)

HINTS: Mapping[Manner, str] = {
    Manner.LOST_VARIANTS: (
        "A position that is mirrored, or has its colours swapped, has the same answer, mirrored if "
        "the position is. Search for the side to move, whichever it is, and do not rely on a list "
        "of known positions."
    ),
    Manner.ONE_COLOUR: (
        "Search for the side to move, whichever it is: ask the board for its current player before "
        "the first disc is dropped, and count what is good for that side."
    ),
    Manner.NO_SEARCH: (
        "Before any search, play a column that wins at once; if there is none, block the column "
        "with which the opponent would win. Do so for whichever side is to move, and leave the "
        "board as you found it."
    ),
    Manner.TAKES_WINS: (
        "It takes a win; now look at the replies too. Where the opponent would win with the next "
        "disc, that column has to be blocked."
    ),
    Manner.TAKES_AND_BLOCKS: (
        "It takes a win and blocks one; now look further. Try each column, each reply, each answer "
        "to that, and go by the worst that the opponent can do: that is minimax, and three plies "
        "of it find the next mate."
    ),
    Manner.SEARCHES_IN_VAIN: (
        "Three plies are enough for a mate in 3, and yours takes the time of more. Try it at depth "
        "1, then 2, then 3 on these positions: is a win good for the side that made it, does a "
        "value change its sign at every ply, is it asked whose turn it is, does the search end "
        "where somebody has won, and is row 0 the bottom row in your own board too?"
    ),
    Manner.IDLE: (
        "No answer came within the cap, yet almost no CPU time was used: find out what the "
        "program is waiting for."
    ),
    Manner.LATE: f"No answer came within the cap. {_IN_TIME}",
    Manner.LATE_OR_WRONG: (
        "Begin with fewer plies: with one, every position is answered at once, and a win in one "
        "move is found. Add plies as long as all of it comes in time."
    ),
    Manner.BEYOND_A_MISS: _PROVE + _AS_FAR_AS_9,
    Manner.ESTIMATES: _PROVE + _AS_FAR_AS_9,
    Manner.FASTER_THAN_PROOF: (
        "Answers that come from a list or from an estimate hold for some positions and fail on "
        f"others. {_SHOW} What holds everywhere is a search."
    ),
    Manner.PLAYOUTS: (
        "Random games find what is good on average, and miss the one line that wins by force. "
        "Prove first: search a few plies by alpha-beta for a win of either side, in the tree too, "
        "and play games at random only where nothing is decided."
    ),
    Manner.FILLS_ITS_TIME: (
        "If it searches until the clock stops it, let a certain win stop it too: no deeper search "
        "changes it, and a sooner win has to score higher than a later one. If it prepares "
        "something at each call, prepare less. The times then show what costs how much."
    ),
    Manner.SHALLOW: (
        "You have used almost none of the time: search deeper. When that becomes too slow: "
        f"{_NEXT_ALPHA_BETA}"
    ),
    Manner.NAIVE: (
        f"You search every reply, even those that can no longer matter. {_NEXT_ALPHA_BETA} With "
        "the centre columns first it sees two plies further in less time."
    ),
    Manner.NAIVE_LATE: f"{_IN_TIME} Then: {_NEXT_ALPHA_BETA}",
    Manner.ALPHA_BETA: _DEEPEN,
    Manner.ALPHA_BETA_LATE: _DEEPEN_IN_TIME,
    Manner.DEEPENING: _REMEMBER,
    Manner.DEEPENING_LATE: f"{_STOP_BY_THE_CLOCK}{_REMEMBER}",
    Manner.DEEPENING_WITHOUT_STOP: f"{_STOP_AT_A_WIN}{_REMEMBER}",
    Manner.TABLE: (
        "What is left is speed. Whichever of these you do not do yet: hold the board in two "
        "integers, compute threats instead of scanning lines, and skip replies that lose at once. "
        "Longer mates and draws then fit within the cap."
    ),
    Manner.EXACT: "There is no rung above this one.",
    Manner.EVERYTHING: f"{_SHOW} Only then can its rung be told.",
    Manner.ALL_MATES: (
        f"{_STOP_AT_A_WIN}The times then show whether a mate was searched for or guessed."
    ),
}
"""What to learn next, by the manner in which a submission plays."""

PRUNES_ALREADY: Mapping[Manner, str] = {
    Manner.SHALLOW: "You have used almost none of the time: search deeper, depth after depth.",
    Manner.NAIVE: (
        "Your search has alpha and beta, but it takes as long as one without: are the bounds "
        "handed down, and does the loop over the columns end once alpha reaches beta? Try the "
        "centre columns first, and stop at a win."
    ),
    Manner.NAIVE_LATE: (
        f"{_IN_TIME} Your search has alpha and beta, but even a win at once takes long: does the "
        "loop over the columns end once alpha reaches beta, at the root too?"
    ),
}
"""What to say in its place where the source has alpha and beta."""

REMEMBERS_ALREADY: Mapping[Manner, str] = {
    Manner.BEYOND_A_MISS: _PROVE,
    Manner.ESTIMATES: _PROVE,
    Manner.DEEPENING: _USE_THE_TABLE,
    Manner.DEEPENING_LATE: f"{_STOP_BY_THE_CLOCK}{_USE_THE_TABLE}",
    Manner.DEEPENING_WITHOUT_STOP: f"{_STOP_AT_A_WIN}{_USE_THE_TABLE}",
}
"""What to say in its place where the source has a table."""

FAULT_HINTS: Mapping[Mistake, str] = {
    Mistake.DISC_LEFT: (
        "Take back every disc that is dropped, with undo_move() on every path: before an early "
        "return, a break or a continue too, and where an exception ends the search."
    ),
    Mistake.DISC_LEFT_FULL: (
        "Take back every disc that is dropped, with undo_move() on every path, before an early "
        "return too."
    ),
    Mistake.SCORE_RETURNED: (
        "Keep the best column beside the best score at the root, and return the column."
    ),
    Mistake.COUNTED_FROM_ONE: "Columns are counted from 0: the leftmost one is 0, the last 6.",
    Mistake.ONE_COLOUR: HINTS[Manner.ONE_COLOUR],
    Mistake.SIGN: (
        "What is good for one side is as bad for the other: on the way up, change the sign of a "
        "value at every ply, or take the greatest and the least in turn. Try it at depth 1, then "
        "at depth 2, on the positions of phase 2."
    ),
    Mistake.OWN_WINS_ONLY: (
        "Ask after every disc whether it has won, whoever dropped it, and count the opponent's "
        "four as a loss."
    ),
    Mistake.WINDOW_SHARED: (
        "Hand alpha and beta down as arguments, so that each position narrows a window of its own "
        "and its siblings start from the one of their parent."
    ),
    Mistake.WINDOW_OVER_DEPTHS: (
        "Open the window again, from the lowest score to the highest, before each depth begins."
    ),
    Mistake.DEPTH_BEFORE_WIN: (
        "Ask whether somebody has won before asking whether the depth is used up."
    ),
    Mistake.DRAW_BEFORE_WIN: (
        "Ask whether somebody has won before asking whether the board is full: the last disc may "
        "win."
    ),
    Mistake.CLOCK_BETWEEN_DEPTHS: (
        "Look at the clock inside the search too, every thousand positions or so, and give up the "
        "depth that is not finished: the answer of the one before is there. Or do not begin a "
        "depth that takes longer than is left; each takes several times as long as the last."
    ),
    Mistake.COPIES: (
        "Drop a disc, search, and take it back: undo_move() costs a small part of a copy, so many "
        "more positions are searched in the same time."
    ),
    Mistake.DAWDLES: (
        "Score a win the higher the sooner it comes, for instance 100 less its ply; otherwise "
        "there is no reason to take a win that can still be put off."
    ),
}
"""What to do about a mistake."""

NOTES: Mapping[str, str] = {"go_on": _GO_ON, "block_first": _BLOCK_FIRST}
"""What goes before a hint, by its name."""
