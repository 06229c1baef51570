"""Name a rung of the ladder where answers and source agree on it, and say what the source has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from graders.katas.best_move.assessing.answers import Answers
from graders.katas.best_move.assessing.source import Code
from graders.model.scorecard import Finding

LEAST_SIGHT: Mapping[str, int] = {
    "naive": 3,
    "alpha_beta": 5,
    "iterative_deepening": 7,
    "transposition": 9,
    "bitboard": 9,
}
"""How far a program has to see, in plies, for its answers to agree with its source."""

_FEATURES = {
    "search": "a search that calls itself for each column",
    "window": "a window that cuts",
    "depths": "a loop over depths",
    "table": "a table of positions",
    "bits": "lines found by shifting bits",
    "evaluation": "an estimate at the end of a line",
    "copies": "a copy of the board in the search",
    "clock_in_search": "the clock read in the search",
    "clock": "the clock read outside the search",
    "random": "random numbers",
    "window_shared": "alpha or beta kept for the whole search",
    "window_over_depths": "alpha kept from one depth to the next",
}
"""What a source may have, by the name that `Code` gives it, in the order in which it is told."""


def rung(answers: Answers, code: Code | None) -> str:
    """Return the rung that a program stands on; empty where its answers or its source leave doubt.

    A source says which techniques there are, and the answers that these work.
    """
    found = None if code is None else _technique(code)
    if found is None or answers.missed_blocks or answers.lost or not answers.tell:
        return ""
    return found if answers.sight >= LEAST_SIGHT[found] else ""


def _technique(code: Code) -> str | None:
    """Return the rung whose techniques a source has, none less and none more.

    >>> _technique(Code(search=3, window=9, in_doubt=frozenset()))
    'alpha_beta'
    >>> _technique(Code(search=3, in_doubt=frozenset({"window"})))
    """
    if code.search is None or code.window_shared or code.window_over_depths:
        return None
    if code.bits and code.table:
        return "bitboard"
    steps = ("window", "depths", "table")
    has = [getattr(code, step) is not None for step in steps]
    known = all(there or code.lacks(step) for there, step in zip(has, steps, strict=True))
    in_order = has == sorted(has, reverse=True)
    names = ("naive", "alpha_beta", "iterative_deepening", "transposition")
    return names[sum(has)] if known and in_order else None


def of_source(code: Code, *, lines: bool = True) -> Iterator[Finding]:
    """Yield what a source has, each with its line; of several files without `lines`."""
    for name, text in _FEATURES.items():
        line = getattr(code, name)
        if line is None or (name == "clock" and code.clock_in_search is not None):
            continue
        yield Finding("source", name, text, line if lines else None)
