"""Say what a column is worth in a position of one's own, which has no answer key."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graders.katas.best_move.known_values import known_values
from graders.katas.best_move.messages import columns_text
from graders.katas.best_move.show import evaluate_columns
from graders.katas.best_move.task import BestMoveTask
from graders.model.explanation import Appraisal, Column
from solutions.prover import Position

_RANKS = {"loss": 0, "draw": 1, "win": 2}
_VERBS = {"loss": ("loses", "lose"), "draw": ("draws", "draw"), "win": ("wins", "win")}


def appraise(task: BestMoveTask, column: int, nodes: int) -> Appraisal:
    """Return what is found of a column within so many `nodes`, and of those that are worth more.

    >>> appraise(BestMoveTask("001122", ()), 3, 10_000).said
    ('column 3 wins at once',)
    >>> appraise(BestMoveTask("00112", ()), 6, 10_000).said[0]
    'column 6 loses in 2 plies'
    """
    known = known_values(task)
    position = Position.from_moves(task.moves, first=task.first)
    worth = tuple(each.column for each in known.values()) or evaluate_columns(position, nodes)
    own = next(each for each in worth if each.column == column)
    keeps = _keeps(own, worth)
    return Appraisal(keeps, tuple(_in_words(own, worth, keeps, nodes)))


def _keeps(own: Column, worth: Sequence[Column]) -> bool | None:
    """Tell whether no column is worth more; None where that is not known."""
    if own.value is None:
        return None
    others = [each for each in worth if each.column != own.column]
    if any(each.value and _RANKS[each.value] > _RANKS[own.value] for each in others):
        return False
    known = own.value == "win" or all(each.value for each in others)
    return True if known else None


def _in_words(
    own: Column, worth: Sequence[Column], keeps: bool | None, nodes: int
) -> Iterator[str]:
    if own.value is None:
        yield f"column {own.column} is not settled within {nodes:,} positions; --nodes allows more"
        return
    yield f"column {own.column} {_VERBS[own.value][0]}{_distance(own)}"
    if keeps is None:
        left = [each.column for each in worth if each.value is None]
        yield f"not settled within {nodes:,} positions: {columns_text(left)}; --nodes allows more"
    elif not keeps:
        yield _better(worth)
    elif own.value == "loss":
        yield "every column loses"
    elif own.value == "win" and (sooner := _soonest(worth)).plies != own.plies:
        yield f"column {sooner.column} wins sooner{_distance(sooner)}"


def _better(worth: Sequence[Column]) -> str:
    best = max((each.value for each in worth if each.value), key=lambda value: _RANKS[value])
    those = [each for each in worth if each.value == best]
    distance = _distance(those[0]) if len(those) == 1 else ""
    verb = _VERBS[best][len(those) > 1]
    return f"{columns_text([each.column for each in those])} {verb}{distance}"


def _soonest(worth: Sequence[Column]) -> Column:
    wins = [each for each in worth if each.value == "win"]
    return min(wins, key=lambda each: each.plies or 99)


def _distance(worth: Column) -> str:
    if worth.value == "draw" or worth.plies is None:
        return ""
    return " at once" if worth.plies == 1 else f" in {worth.plies} plies"
