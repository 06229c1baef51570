"""The forms of each mistake that has probes: in which shapes of a search it plays as predicted."""

from __future__ import annotations

from collections.abc import Callable

from tests.mistaken.search import FLAT, Shape, shapes

Mistaken = tuple[Shape, str]
"""A shape of a search, and the mistake in it."""


def _searches(least: int, *mistakes: str) -> list[Mistaken]:
    depths = tuple(range(least, 10))
    return [(shape, mistake) for mistake in mistakes for shape in shapes(depths, (False,))]


def _with_tables(least: int, mistake: str) -> list[Mistaken]:
    plain = [shape._replace(table=True) for shape, _ in _searches(least, mistake)]
    return [
        (shape._replace(best_first=first), mistake) for shape in plain for first in (False, True)
    ]


def _without_bounds(*, deepens: bool) -> list[Mistaken]:
    """Return those with a window from the root on, which a table without bounds harms most."""
    return [
        (shape, mistake)
        for shape, mistake in _with_tables(5, "no_bounds")
        if shape.root_window
        and shape.soft
        and shape.deepens == deepens
        and not (deepens and shape.score == FLAT)
    ]


def _dawdling() -> list[Mistaken]:
    found = shapes(tuple(range(3, 10)), scores=(FLAT,))
    return [(shape, "") for shape in found if not (shape.deepens and shape.stops)]


FORMS: dict[tuple[str, str], Callable[[], list[Mistaken]]] = {
    ("sign", "turned_round"): lambda: _searches(3, "root", "nowhere", "leaf"),
    ("sign", "never_turned_round"): lambda: _searches(3, "recursion"),
    ("sign", "roles_exchanged"): lambda: _searches(3, "flag"),
    ("one_colour", "for_red"): lambda: _searches(3, "maximises_red", "red_by_turns"),
    ("one_colour", "for_yellow"): lambda: _searches(3, "maximises_yellow", "yellow_by_turns"),
    ("own_wins_only", "any"): lambda: _searches(3, "own_wins_only"),
    ("last_disc_lost", "any"): lambda: _searches(4, "draw_before_win"),
    ("table_without_colours", "taken_cells"): lambda: _with_tables(4, "colour_blind_key"),
    ("table_without_bound", "one_depth"): lambda: _without_bounds(deepens=False),
    ("table_without_bound", "deepening"): lambda: _without_bounds(deepens=True),
    ("dawdles", "any"): _dawdling,
}
