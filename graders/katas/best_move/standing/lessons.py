"""Teach what a nudge only points at: the idea and an outline, by the lesson that is due next.

Nothing here is about a position of a suite: a hint must not give an answer away.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from graders.katas.best_move.standing.faults import Mistake
from graders.katas.best_move.standing.placing import Manner


class Lesson(msgspec.Struct, frozen=True):
    """Hold the idea of a lesson, its outline, and the file or page to read after both."""

    idea: str
    outline: str
    read: str


_STATEMENT = "kata/best_move/README.md"
_NAIVE = "solutions/naive.py"
_ALPHA_BETA = "solutions/alpha_beta.py"
_DEEPENING = "solutions/iterative_deepening.py"
_TABLE = "solutions/transposition.py"
_BITBOARD = "solutions/bitboard.py"

_ONE_PLY = Lesson(
    "A win at once is seen by trying: drop a disc, ask check_winner(), take the disc back. The "
    "opponent's win is seen in the same way, after a disc of yours.",
    "1. For each valid column: drop, ask who has won, undo; if it is you, return the column. "
    "2. For each valid column: drop; for each reply: drop, ask, undo; then undo yours. Leave out "
    "the columns after which some reply wins. 3. Of what is left, prefer the centre.",
    _STATEMENT,
)
_BLOCK = Lesson(
    "After each disc of yours it is the opponent's turn. A column after which some reply completes "
    "four is no choice, unless every column is like that.",
    "1. First the wins, as you have them. 2. For each valid column: drop your disc; for each "
    "reply: drop, ask who has won, undo; then undo yours. 3. Leave out the columns after which "
    "some reply wins. 4. Of what is left, prefer the centre.",
    _STATEMENT,
)
_MINIMAX = Lesson(
    "What a position is worth to the side to move is the best of what its columns lead to, and "
    "what is good for one side is as bad for the other. So one function that calls itself is "
    "enough: the value of a column is minus the value of the position after it.",
    "1. Write value(board, depth): if the last disc has won, the side to move has lost, so return "
    "a low score; if the board is full or the depth is 0, return 0. 2. Else, for each valid "
    "column: drop, take minus value(board, depth - 1), undo; return the greatest. 3. At the root "
    "do the same, and return the column of the greatest value. Test it at depth 1, 2, 3.",
    _NAIVE,
)
_PRUNE = Lesson(
    "If one reply already shows that a column is worse for you than another one is, its other "
    "replies need not be looked at: the opponent would never let you have more. Alpha is what you "
    "are sure of, beta what the opponent is; the sooner good columns are tried, the more is cut.",
    "1. Give value() two more parameters, alpha and beta. 2. Call it for a column as "
    "-value(board, depth - 1, -beta, -alpha). 3. Raise alpha to the best value so far, and leave "
    "the loop once alpha >= beta. 4. Try the columns from the centre outwards, and stop at a win. "
    "5. At the root begin with the lowest and the highest score there is.",
    _ALPHA_BETA,
)
_DEEPEN = Lesson(
    "A search to depth d costs little beside one to depth d + 1, so doing all of them in turn "
    "costs hardly more than the last alone. In return there is an answer at any moment, and short "
    "wins are found before long ones are looked for.",
    "1. Note the time when the call begins, and how long you allow yourself: some nine tenths of "
    "the cap. 2. For depth 1, 2, 3 and so on: search all columns; keep the best column of the "
    "last depth that was finished. 3. Look at the clock inside the search, every thousand "
    "positions or so, and raise an exception of your own when the time is up; undo the discs on "
    "its way out. 4. Score a win less the plies to it, and stop when a win is certain.",
    _DEEPENING,
)
_REMEMBER = Lesson(
    "Different orders of moves lead to the same position. A table from position to value answers "
    "the second time at once. But what alpha-beta returns is often only a bound: at least this "
    "much where it was cut off, at most this much where nothing reached alpha.",
    "1. Key: the discs and whose turn it is, in something that can be hashed. 2. Entry: the depth "
    "searched, the value, whether it is exact, a lower or an upper bound, and the best column. "
    "3. On entering a position: where the entry is deep enough, return an exact value, or let a "
    "bound raise alpha or lower beta. 4. Without that, try its best column first. 5. On leaving: "
    "store, a lower bound where alpha >= beta, an upper bound where nothing raised alpha. 6. Keep "
    "the table from depth to depth.",
    _TABLE,
)
_FASTER = Lesson(
    "Seven columns of six cells fit into 49 bits, with a spare bit on top of each column. Then a "
    "disc is an addition, a line of four is three shifts and three ands, and every cell that "
    "would complete a line is found for all columns at once.",
    "1. Hold two integers: the discs of the side to move, and all discs. 2. A column is played by "
    "adding its bottom bit to all discs; the side changes with one exclusive or. 3. For each "
    "direction: discs & (discs >> step), and that again with two steps: anything left is a four. "
    "4. Work out the cells that complete a line for either side; if the opponent has one that can "
    "be reached now, only that column is worth trying, and none right below one is. 5. Search for "
    "win, draw or loss only, with a narrow window.",
    _BITBOARD,
)
_PROVE = Lesson(
    "Look for wins that nothing can stop before you weigh anything: a win that is certain beats "
    "every estimate, and a loss that is certain is worse than every estimate. An estimate only "
    "chooses among what is left.",
    "1. Keep your estimate, but between two scores that no estimate reaches: a win, a loss. "
    "2. Search by alpha-beta to depth 1, 2, 3 and so on; where nobody has won at the end of a "
    "line, ask the estimate. 3. Score a win less the plies to it. 4. Stop at a certain win; else "
    "go on until the time is spent.",
    _DEEPENING,
)
_BOTH_SIDES = Lesson(
    "Nothing about the rules knows red, yellow, left or right. Where an answer depends on one of "
    "them, some line of the program names a colour, or a list of columns or positions has an end.",
    "1. Look for every Player.RED, Player.YELLOW and every literal column in the file. 2. Take the "
    "side from board.current_player, once, before the first disc is dropped; the other one is its "
    "opponent. 3. Or do without sides: the value of a position is always that of the side to "
    "move, and changes its sign from ply to ply. 4. Run it with --variants.",
    _NAIVE,
)
_STOP = Lesson(
    "Iterative deepening has two ends: the clock, and certainty. Once a win is found that nothing "
    "can stop, a deeper search can only find it again.",
    "1. Give a win a score that no other position reaches. 2. After each depth: if the best value "
    "is such a score, answer at once. 3. Likewise if every column but one is a certain loss. "
    "4. Take what you prepare out of the call, or prepare less.",
    _DEEPENING,
)
_IDLE = Lesson(
    "A program that uses no CPU time waits: for input that nobody types, for a lock, for a thread "
    "or process, or in a sleep().",
    "1. Run kata try on one case, and press Ctrl-C where it hangs: the traceback names the line. "
    "2. Take out input(), sleep() and whatever talks to others. 3. Without threads or processes a "
    "search is as fast as with them here.",
    _STATEMENT,
)
_HARDER = Lesson(
    "What is right for one drawing of a position has to be right for its mirror image and with the "
    "colours exchanged; and a table that takes a bound for a value is wrong only now and then.",
    "1. Run it with --variants, then with --stretch, then with both. 2. Take the first case that "
    "fails in hand with kata try. 3. Where none fails and time is left, go for bitboards.",
    _BITBOARD,
)
_TOP = Lesson(
    "Exact search is the last rung here. What is left is speed, and solving from the empty board.",
    "1. Time it with kata grade --stretch. 2. Compare it with the bitboard solution. 3. Try the "
    "other katas: kata list names them.",
    _BITBOARD,
)

BY_MANNER: Mapping[Manner, Lesson] = {
    Manner.LOST_VARIANTS: _BOTH_SIDES,
    Manner.ONE_COLOUR: _BOTH_SIDES,
    Manner.NO_SEARCH: _ONE_PLY,
    Manner.TAKES_WINS: _BLOCK,
    Manner.TAKES_AND_BLOCKS: _MINIMAX,
    Manner.SEARCHES_IN_VAIN: _MINIMAX,
    Manner.IDLE: _IDLE,
    Manner.LATE: _DEEPEN,
    Manner.LATE_OR_WRONG: _DEEPEN,
    Manner.BEYOND_A_MISS: _PROVE,
    Manner.ESTIMATES: _PROVE,
    Manner.FASTER_THAN_PROOF: _PROVE,
    Manner.PLAYOUTS: _PROVE,
    Manner.FILLS_ITS_TIME: _STOP,
    Manner.SHALLOW: _PRUNE,
    Manner.NAIVE: _PRUNE,
    Manner.NAIVE_LATE: _PRUNE,
    Manner.ALPHA_BETA: _DEEPEN,
    Manner.ALPHA_BETA_LATE: _DEEPEN,
    Manner.DEEPENING: _REMEMBER,
    Manner.DEEPENING_LATE: _REMEMBER,
    Manner.DEEPENING_WITHOUT_STOP: _REMEMBER,
    Manner.TABLE: _FASTER,
    Manner.EXACT: _TOP,
    Manner.EVERYTHING: _HARDER,
    Manner.ALL_MATES: _STOP,
}
"""What to teach next, by the manner in which a submission plays."""

_UNDO = Lesson(
    "Each drop has to meet its undo on every way out of the function, and a return in the middle "
    "is a way out too. Python has a form for what must happen whatever comes.",
    "1. In the loop over the columns: drop, then try: with the search in it, finally: with the "
    "undo. 2. Let no return stand between a drop and that. 3. At the end of a call compare the "
    "board with a copy made at its beginning, in kata try.",
    _NAIVE,
)
BY_MISTAKE: Mapping[Mistake, Lesson] = {
    Mistake.DISC_LEFT: _UNDO,
    Mistake.DISC_LEFT_FULL: _UNDO,
    Mistake.SCORE_RETURNED: Lesson(
        "The search answers how good, the root has to answer which. These are two functions, or "
        "one that returns a pair.",
        "1. Write the root as a loop of its own over the columns. 2. Keep best_value and "
        "best_column; replace both where a value is greater. 3. Return best_column alone.",
        _NAIVE,
    ),
    Mistake.COUNTED_FROM_ONE: Lesson(
        "drop_disc() and valid_moves() count from 0, and so does the answer: a column that was "
        "dropped into is the column to return, with nothing added.",
        "1. Go over board.valid_moves(), and do no arithmetic on what it gives. 2. Return one of "
        "these numbers.",
        _STATEMENT,
    ),
    Mistake.ONE_COLOUR: _BOTH_SIDES,
    Mistake.SIGN: Lesson(
        "Every value belongs to a side. Say of each function whose it is: that of the side to move "
        "when it is called. The caller has just moved, so what it gets is the other side's.",
        "1. Where the last disc has won, the side to move has lost: a negative score. 2. The loop "
        "takes minus the value that the call for the reply returns, once and nowhere else. 3. It "
        "keeps the greatest. 4. Check by hand: at depth 1 a win at once is positive; at depth 2 a "
        "column that lets the opponent win is negative.",
        _NAIVE,
    ),
    Mistake.OWN_WINS_ONLY: Lesson(
        "check_winner() names the side that has won, not whether you have. After your disc it can "
        "only be you, after a reply only the opponent.",
        "1. Ask for any winner, not for yours. 2. Where there is one, the side that did not just "
        "move has lost. 3. Let the best value begin below every loss, so that a column is chosen "
        "even where all are lost.",
        _NAIVE,
    ),
    Mistake.WINDOW_SHARED: Lesson(
        "What is certain below one column says nothing of its neighbour: alpha and beta belong to "
        "a position and to what is below it, and to nothing beside it.",
        "1. Make alpha and beta parameters; let nothing be stored in an object or a global. "
        "2. Change only your own copies. 3. Compare, at a small depth, with the same search "
        "without a window: both must find the same value.",
        _ALPHA_BETA,
    ),
    Mistake.WINDOW_OVER_DEPTHS: Lesson(
        "A value of one depth bounds nothing at the next: the deeper search may well find less.",
        "1. Set alpha and beta at the root inside the loop over the depths. 2. Keep from depth to "
        "depth only the best column, to try it first.",
        _DEEPENING,
    ),
    Mistake.DEPTH_BEFORE_WIN: Lesson(
        "At depth 0 the last disc has been dropped already, and it may have won. A search that "
        "gives up first sees one ply less than it pays for.",
        "1. First line of the search: has somebody won? 2. Second: is the board full? 3. Third: is "
        "the depth used up?",
        _NAIVE,
    ),
    Mistake.DRAW_BEFORE_WIN: Lesson(
        "A full board is a draw only where nobody has four.",
        "1. Ask for the winner first. 2. Then ask whether the board is full.",
        _NAIVE,
    ),
    Mistake.CLOCK_BETWEEN_DEPTHS: Lesson(
        "Each depth takes several times as long as all before it. Who looks at the clock only "
        "between them begins one that takes far longer than what is left.",
        "1. Count positions; every thousand or so compare time.monotonic() with the deadline. "
        "2. Past it raise an exception of your own. 3. Undo on the way out (try and finally). "
        "4. Catch it around the loop over the depths, and answer by the last one that was "
        "finished.",
        _DEEPENING,
    ),
    Mistake.COPIES: Lesson(
        "One board is enough for a whole search: on the way down discs are dropped, on the way up "
        "they are taken back.",
        "1. Take the copies out. 2. For each column: drop, search, undo. 3. Where something is "
        "returned early, undo before it, or in a finally.",
        _NAIVE,
    ),
    Mistake.DAWDLES: Lesson(
        "If all wins score the same, the search has no reason to take the short one, and may put "
        "it off for ever.",
        "1. Hand down how many plies have been played. 2. Score a win as a large number less "
        "those, a loss as minus that. 3. Then the greatest value is the soonest win and the "
        "latest loss.",
        _NAIVE,
    ),
}
"""What to teach about a mistake."""

PRUNES_ALREADY = Lesson(
    "A window only cuts where it is handed down turned round, and where the loop is left. If "
    "either is missing, all is searched as before.",
    "1. Count the positions of one search with the window and without: it should be far fewer. "
    "2. Look whether the call hands down -beta, -alpha, and the value comes back with its sign "
    "changed. 3. Look whether alpha is raised before it is compared, and whether the loop ends "
    "there, at the root too. 4. Try the centre first: a bad order cuts next to nothing.",
    _ALPHA_BETA,
)
"""What to teach where the source has a window that seems to cut nothing."""

REMEMBERS_ALREADY = Lesson(
    "A table serves twice: an entry from a deep search answers at once, and an entry from a "
    "shallow one says which column to try first. With the depth in the key it does neither.",
    "1. Key: discs and turn, nothing else. 2. Entry: depth, value, exact or which bound, best "
    "column. 3. Use the value only where the entry's depth is enough; use the column always. "
    "4. Count how often an entry answers, and how often the first column tried is the best.",
    _TABLE,
)
"""What to teach where the source has a table that carries it no further."""
