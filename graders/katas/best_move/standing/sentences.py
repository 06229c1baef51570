"""Put a place and a mistake in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graders.katas.best_move.standing.facts import Facts
from graders.katas.best_move.standing.faults import Fault, Mistake
from graders.katas.best_move.standing.placing import Manner, Place, other_colour_lost
from graders.katas.best_move.standing.topics import nudge, topic
from graders.model.scorecard import Standing

_MOST_IDS = 3
_MANNERS: Mapping[Manner, str] = {
    Manner.NO_SEARCH: "stands below the ladder",
    Manner.TAKES_WINS: "stands below the ladder",
    Manner.TAKES_AND_BLOCKS: "stands below the ladder",
    Manner.SEARCHES_IN_VAIN: "stands below the ladder, although it takes the time of a search",
    Manner.LATE: "stands below the ladder, as no answer came in time",
    Manner.IDLE: "stands below the ladder, as no answer came in time",
    Manner.LATE_OR_WRONG: "stands below the ladder, as what came in time was wrong",
    Manner.BEYOND_A_MISS: (
        "plays by a heuristic, as it finds longer mates beyond one that it misses"
    ),
    Manner.ESTIMATES: (
        "plays by a heuristic, an estimate of the positions a few plies ahead, so what it finds "
        "beyond those plies is not proved"
    ),
    Manner.FASTER_THAN_PROOF: (
        "answers faster than even the cheapest search can prove it, as a list of known positions "
        "would, or a heuristic"
    ),
    Manner.PLAYOUTS: "plays games at random and goes by how they end, which proves nothing",
    Manner.FILLS_ITS_TIME: (
        "spends the same time on every case, so its times do not tell how it searches"
    ),
    Manner.NAIVE_LATE: "behaves like naive minimax at a depth too great for the cap",
    Manner.ALPHA_BETA_LATE: "behaves like alpha-beta at a depth too great for the cap",
    Manner.DEEPENING: "behaves like iterative deepening",
    Manner.DEEPENING_LATE: "behaves like iterative deepening, late at times",
    Manner.DEEPENING_WITHOUT_STOP: (
        "keeps searching after it has found a win, as deepening without a stop does"
    ),
    Manner.TABLE: "behaves like iterative deepening with a transposition table",
    Manner.EXACT: "behaves like exact search on bitboards",
    Manner.EVERYTHING: "is right everywhere in this run, which is not enough to place it",
    Manner.ALL_MATES: "finds long mates, but its times do not tell how",
}
_OF_A_DEPTH: Mapping[Manner, str] = {
    Manner.SHALLOW: "behaves like a search",
    Manner.NAIVE: "behaves like naive minimax",
    Manner.ALPHA_BETA: "behaves like alpha-beta",
}
_ENDS_EARLY = " that ends while most of the time is left"
_RUNS_OUT = " that runs out of its budget"
_FAULTS: Mapping[Mistake, str] = {
    Mistake.DISC_LEFT: "the board comes back with discs on it that it did not have",
    Mistake.DISC_LEFT_FULL: (
        "a column is full when it is played, and on some path a disc is dropped that is not taken "
        "back"
    ),
    Mistake.SCORE_RETURNED: "what comes back looks like a score ({what}), not like a column",
    Mistake.COUNTED_FROM_ONE: (
        "each answer is one column to the right of the correct one, as if columns were counted "
        "from 1"
    ),
    Mistake.ONE_COLOUR: "with {what} to move it finds what it misses with the other side to move",
    Mistake.SIGN: (
        "it searches several plies and still passes up a short win, or does not stop the "
        "opponent's: somewhere on the way back up the tree a value has the wrong sign"
    ),
    Mistake.OWN_WINS_ONLY: (
        "it looks for the wins of one side only, and does not see the one that the opponent has "
        "with the next disc"
    ),
    Mistake.WINDOW_SHARED: (
        "alpha or beta is shared by the whole search and never put back, so what one position "
        "narrows is cut off in all others"
    ),
    Mistake.WINDOW_OVER_DEPTHS: (
        "alpha keeps its value from one depth to the next, so the deeper search finds nothing "
        "better than the shallow one"
    ),
    Mistake.DEPTH_BEFORE_WIN: (
        "it ends a line at its full depth before it asks who has won, so the last ply is searched "
        "for nothing"
    ),
    Mistake.DRAW_BEFORE_WIN: (
        "it calls a full board a draw before it asks who has won, so a win with the last disc goes "
        "unseen"
    ),
    Mistake.CLOCK_BETWEEN_DEPTHS: (
        "it looks at the clock only between two depths, and one depth outlasts the cap"
    ),
    Mistake.COPIES: "it copies the board ({what}) at every position that it searches",
    Mistake.DAWDLES: "it wins later than it could, as a sooner win counts no more than a later one",
}


def tell(facts: Facts, place: Place | None, fault: Fault | None) -> Standing | None:
    """Return the standing in words; None where there is nothing to say."""
    if place is None and fault is None:
        return None
    manner = place.manner if place else None
    parts = [_placed(facts, manner)] if manner else []
    parts += [_at_fault(fault)] if fault else []
    evidence = ". ".join([*parts[:1], *map(_capital, parts[1:])])
    faults = (fault.mistake.value,) if fault else ()
    about = topic(facts, manner, fault)
    return Standing(place.rung if place else "none", evidence, nudge(about), faults, about)


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _at_fault(fault: Fault) -> str:
    shown = f" ({_some(fault.ids)})" if fault.ids else ""
    return _FAULTS[fault.mistake].format(what=fault.what) + shown


def _placed(facts: Facts, manner: Manner) -> str:
    if manner is Manner.LOST_VARIANTS:
        return (
            "stands below the ladder: it solves positions as they are, but misses them mirrored or "
            f"colour-swapped ({_some(facts.lost)})"
        )
    if manner is Manner.ONE_COLOUR:
        side = other_colour_lost(facts)
        return f"stands below the ladder: it plays for {side} only"
    sight = facts.sight
    if manner in _OF_A_DEPTH:
        said = f"{_OF_A_DEPTH[manner]} at a fixed depth of {sight} or {sight + 1}"
    else:
        said = _MANNERS[manner]
    if manner is Manner.DEEPENING:
        said += _ENDS_EARLY if facts.ends_early else _RUNS_OUT if facts.uses_its_time else ""
    return f"{said}: {_sight(facts)}{_exceptions(facts)}"


def _sight(facts: Facts) -> str:
    if not facts.deeper:
        return f"it finds mate in {facts.sight}, the longest in this run"
    missed = [case for case in facts.of_mate(facts.deeper[0]) if not case.found]
    how = "runs out of time for" if all(case.late for case in missed) else "misses"
    if not facts.sight:
        return f"it {how} mate in {facts.deeper[0]}"
    return f"it sees mate in {facts.sight} and {how} mate in {facts.deeper[0]}"


def _exceptions(facts: Facts) -> str:
    """Name deeper mates found by luck, and misses that a lack of depth does not explain."""
    lucky = [mate for mate in facts.deeper[1:] if all(case.found for case in facts.of_mate(mate))]
    odd = [case.id for case in facts.blocks if case.wrong]
    if len(lucky) > 1 and not facts.any_late:
        odd += [case.id for case in facts.of_mate(facts.deeper[0]) if case.wrong]
    by_luck = len(lucky) == 1 and not facts.any_late
    words = f"; it also finds mate in {lucky[0]}, perhaps by luck" if by_luck else ""
    if odd and (facts.sight >= 3 or len(lucky) > 1):
        words += f". More depth would not help with {_some(odd)}: look for a bug there"
    return words


def _some(ids: Sequence[str]) -> str:
    return ", ".join(ids[:_MOST_IDS]) + (", …" if len(ids) > _MOST_IDS else "")
