"""Find a typical mistake from what was seen; where the evidence is not specific, none is named.

Each finder returns the cases that show the mistake, none where it is not shown. The source is
asked where answers and times cannot tell.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

import msgspec

from graders.katas.best_move.standing.facts import Facts, Seen
from graders.katas.best_move.standing.leaves import Leaf
from graders.katas.best_move.standing.placing import deepens, other_colour_lost
from graders.katas.best_move.standing.source import Window
from graders.katas.best_move.standing.work import wins_within
from kata.board import ColumnFullError

SEARCHED = 3000
"""Pairs; more work than that on one position is a search, of three plies at least."""
SLOW = 18_000
"""Pairs; where more work goes to seeing little, it matters what each position costs."""
NEAR = 5
"""Plies of the mates that any search sees."""
LARGE = 9
"""Numbers beyond this are scores, if they are not columns; 7 and 8 may be miscounted ones."""
COLUMN_FULL = f"{ColumnFullError.__module__}.{ColumnFullError.__qualname__}"
"""What the board raises where a column has no room, as runners name types."""


class Mistake(StrEnum):
    """Name a typical mistake."""

    DISC_LEFT = "disc_left"
    DISC_LEFT_FULL = "disc_left_full"
    SCORE_RETURNED = "score_returned"
    COUNTED_FROM_ONE = "counted_from_one"
    ONE_COLOUR = "one_colour"
    SIGN = "sign"
    OWN_WINS_ONLY = "own_wins_only"
    WINDOW_SHARED = "window_shared"
    WINDOW_OVER_DEPTHS = "window_over_depths"
    DEPTH_BEFORE_WIN = "depth_before_win"
    DRAW_BEFORE_WIN = "draw_before_win"
    CLOCK_BETWEEN_DEPTHS = "clock_between_depths"
    COPIES = "copies"
    DAWDLES = "dawdles"


_BESIDE = (Mistake.COPIES, Mistake.DAWDLES, Mistake.DRAW_BEFORE_WIN)


class Fault(msgspec.Struct, frozen=True):
    """Hold a mistake and the cases that show it; `what` is a name or a number from it."""

    mistake: Mistake
    ids: tuple[str, ...] = ()
    what: str = ""

    @property
    def explains_misses(self) -> bool:
        """Tell whether nothing else can be learned before this is mended."""
        return self.mistake not in _BESIDE


def find_fault(facts: Facts) -> Fault | None:
    """Return the mistake that is shown, the one that hides others first."""
    for mistake, shown_by in _FINDERS:
        shown = {case.id for case in shown_by(facts)}
        if shown:
            what = _WHAT[mistake](facts) if mistake in _WHAT else ""
            ids = tuple(case.id for case in (*facts.seen, *facts.varied) if case.id in shown)
            return Fault(mistake, ids, what)
    if facts.seen and facts.code is not None and facts.code.leaf is Leaf.FULL:
        return Fault(Mistake.DRAW_BEFORE_WIN)
    return None


def _disc_left(facts: Facts) -> Sequence[Seen]:
    return [case for case in facts.seen if case.board_changed]


def _disc_left_full(facts: Facts) -> Sequence[Seen]:
    """Return where a column was full, if the source leaves discs behind.

    A list of columns that was made too early ends in the same exception.
    """
    if facts.code is None or not facts.code.leaves_a_disc:
        return []
    return [case for case in facts.seen if _is_full_column(case)]


def _is_full_column(case: Seen) -> bool:
    return case.thrown is not None and case.thrown.type == COLUMN_FULL


def _score_returned(facts: Facts) -> Sequence[Seen]:
    numbers = [case for case in facts.seen if type(case.answer) in (int, float)]
    large = [case for case in numbers if abs(case.answer) > LARGE]
    if len(large) > 1 and 2 * len(large) >= len(numbers):
        return large
    return _plain_scores(numbers)


def _plain_scores(numbers: Sequence[Seen]) -> Sequence[Seen]:
    """Return the answers, where they are 1 for each mate up to some length, and else 0 or -1."""
    mates = sorted(
        (case for case in numbers if case.mate_in is not None), key=lambda case: case.mate_in or 0
    )
    others = [case for case in numbers if case.mate_in is None]
    if {case.answer for case in numbers} not in ({0, 1}, {-1, 0, 1}) or not others:
        return []
    won = [case for case in mates if case.answer == 1]
    sight = max(case.mate_in or 0 for case in won)
    near = [case for case in mates if (case.mate_in or 0) <= sight]
    in_order = sight >= 3 and won == near and all(case.answer != 1 for case in others)
    missed = [case for case in won if not case.found]
    return missed if in_order and len(missed) > 1 else []


def _counted_from_one(facts: Facts) -> Sequence[Seen]:
    """Return the positions of short lines, where each answer is one right of an accepted column."""
    near = [case for case in _near(facts) if case.column is not None]
    columns = {case.column for case in near}
    shifted = all((case.column or 0) - 1 in case.accept and not case.found for case in near)
    return near if shifted and len(near) > 2 and len(columns) > 1 else []


def _one_colour(facts: Facts) -> Sequence[Seen]:
    side = other_colour_lost(facts)
    return [case for case in _near(facts) if case.to_move != side] if side else []


def _sign(facts: Facts) -> Sequence[Seen]:
    """Return wins and blocks that a search misses which turns no value round, or the wrong way.

    One that takes a win at once and stops none, nor sees a mate in 3, takes the opponent's replies
    for its own. To miss even a win at once may have many reasons, and so may estimates.
    """
    if facts.code is None or not facts.code.searches or facts.code.estimates or facts.sight >= 3:
        return []
    wins = [case for case in facts.of_mate(1) if case.wrong]
    blocks = [case for case in facts.blocks if case.wrong]
    short = [case for case in facts.of_mate(3) if case.wrong]
    if not facts.code.turns_round:
        return [*wins, *blocks, *short]
    searched = all(facts.pairs(case.spent_s) >= SEARCHED for case in blocks)
    every_block = bool(blocks) and len(blocks) == len(facts.blocks)
    return blocks if searched and every_block and short and facts.sight == 1 else []


def _own_wins_only(facts: Facts) -> Sequence[Seen]:
    """Return the blocks that are missed, where the source tells why.

    A search may see the opponent's four and not block it all the same, where no column that loses
    is better than the one that it began with.
    """
    if facts.code is None or not facts.code.one_winner:
        return []
    return [case for case in facts.blocks if case.wrong]


def _window_shared(facts: Facts) -> Sequence[Seen]:
    if facts.code is None or facts.code.window is not Window.SHARED:
        return []
    return [case for case in _near(facts) if case.wrong]


def _window_over_depths(facts: Facts) -> Sequence[Seen]:
    if facts.code is None or facts.code.window is not Window.OVER_DEPTHS:
        return []
    return [case for case in facts.seen if case.wrong]


def _depth_before_win(facts: Facts) -> Sequence[Seen]:
    """Return the first mates that are missed: the last ply may have been what they needed."""
    if facts.code is None or facts.code.leaf is not Leaf.DEPTH or not facts.deeper:
        return []
    return [case for case in facts.of_mate(facts.deeper[0]) if case.wrong]


def _clock_between_depths(facts: Facts) -> Sequence[Seen]:
    code = facts.code
    if code is None or not code.reads_clock or code.reads_clock_in_search or not code.searches:
        return []
    late = [case for case in facts.seen if case.late]
    return late if any(case.found for case in facts.seen) and deepens(facts) else []


def _copies(facts: Facts) -> Sequence[Seen]:
    if facts.code is None or not facts.code.copies or facts.sight >= 7:
        return []
    return [case for case in facts.seen if case.late or facts.pairs(case.spent_s) > SLOW]


def _dawdles(facts: Facts) -> Sequence[Seen]:
    """Return the wins that would have come sooner in another column, where several win."""
    several = [
        case
        for case in (*facts.seen, *facts.varied)
        if case.found and case.goal == "win" and len(case.accept) > 1 and case.mate_in is not None
    ]
    return [case for case in several if _takes_longer(case)]


def _takes_longer(case: Seen) -> bool:
    if case.column is None or case.mate_in is None:
        return False
    return wins_within(case.moves, case.first, case.column, case.mate_in) is False


def _near(facts: Facts) -> list[Seen]:
    """Return the positions within the reach of any search."""
    return [case for case in facts.seen if case.goal == "block" or 1 <= (case.mate_in or 0) <= NEAR]


_FINDERS: tuple[tuple[Mistake, Callable[[Facts], Sequence[Seen]]], ...] = (
    (Mistake.SCORE_RETURNED, _score_returned),
    (Mistake.COUNTED_FROM_ONE, _counted_from_one),
    (Mistake.DISC_LEFT_FULL, _disc_left_full),
    (Mistake.DISC_LEFT, _disc_left),
    (Mistake.ONE_COLOUR, _one_colour),
    (Mistake.WINDOW_SHARED, _window_shared),
    (Mistake.WINDOW_OVER_DEPTHS, _window_over_depths),
    (Mistake.OWN_WINS_ONLY, _own_wins_only),
    (Mistake.SIGN, _sign),
    (Mistake.DEPTH_BEFORE_WIN, _depth_before_win),
    (Mistake.CLOCK_BETWEEN_DEPTHS, _clock_between_depths),
    (Mistake.COPIES, _copies),
    (Mistake.DAWDLES, _dawdles),
)
_WHAT: dict[Mistake, Callable[[Facts], str]] = {
    Mistake.ONE_COLOUR: other_colour_lost,
    Mistake.COPIES: lambda facts: facts.code.copies if facts.code else "",
    Mistake.SCORE_RETURNED: lambda facts: str(_score_returned(facts)[0].answer),
}
