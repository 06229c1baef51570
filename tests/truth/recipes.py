"""Choose what an ordinary program does, and say what is true of one that does so."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

import msgspec
from msgspec.structs import asdict, replace

DEEPENING = "deepening"
MISTAKES = {
    "none": "",
    "sign": "sign",
    "sign_at_root": "sign",
    "max_min_swapped": "sign",
    "one_colour": "one_colour",
    "own_wins_only": "own_wins_only",
    "draw_before_win": "last_disc_lost",
    "depth_before_win": "depth_before_win",
    "undo_after_cut": "board_changed",
    "undo_twice": "board_changed",
    "window_shared": "window_shared",
    "window_over_depths": "window_over_depths",
    "counted_from_one": "counted_from_one",
    "score_returned": "score_returned",
    "printed": "",
}
"""The mistakes that are written one by one, each with the name that a scorecard has for it."""
AXES: dict[str, tuple[str, ...]] = {
    "language": ("python", "javascript"),
    "form": ("function", "class", "wrapper"),
    "order": ("left", "centre", "sorted", "shuffled"),
    "sides": ("negamax", "max_min"),
    "window": ("none", "full", "handed_on"),
    "score": ("distance", "plain"),
    "depth": (*map(str, range(1, 10)), DEEPENING),
    "clock": ("none", "node", "depth"),
    "table": ("none", "flags", "colour_blind", "bounds_as_exact", "depth_ignored", "depth_in_key"),
    "board": ("undo", "copy", "deepcopy"),
    "evaluation": ("none", "threes", "centre"),
    "playouts": ("none", "random", "own_generator"),
    "mistake": tuple(MISTAKES),
    "names": ("0", "1", "2", "3"),
}
_RARE = {"language": 8, "playouts": 16, "mistake": 2, "table": 2, "evaluation": 2, "board": 1}
"""For each axis, how many times as often its first value is drawn as any other pair of values."""
_IN_JAVASCRIPT = ("none", "sign", "sign_at_root", "counted_from_one", "undo_after_cut", "printed")
WRONG_TABLES = ("colour_blind", "bounds_as_exact", "depth_ignored")
_CUTS = ("full", "handed_on")
_NEEDS: dict[str, dict[str, tuple[str, ...]]] = {
    "max_min_swapped": {"sides": ("max_min",)},
    "one_colour": {"sides": ("max_min",)},
    "own_wins_only": {"sides": ("max_min",)},
    "undo_after_cut": {"board": ("undo",), "window": _CUTS},
    "undo_twice": {"board": ("undo",), "window": _CUTS},
    "window_shared": {"form": ("class", "wrapper"), "window": _CUTS},
    "window_over_depths": {"depth": (DEEPENING,), "window": ("handed_on",)},
}
"""What a program has to be like for a mistake to be made in it."""


class Recipe(msgspec.Struct, frozen=True):
    """Hold one value of every axis; `names` picks how functions and variables are called."""

    language: str = "python"
    form: str = "function"
    order: str = "left"
    sides: str = "negamax"
    window: str = "none"
    score: str = "distance"
    depth: str = "4"
    clock: str = "none"
    table: str = "none"
    board: str = "undo"
    evaluation: str = "none"
    playouts: str = "none"
    mistake: str = "none"
    names: str = "0"

    def __str__(self) -> str:
        """Return what `recipe_of` reads: what differs from the first recipe that there is."""
        differs = {k: v for k, v in asdict(self).items() if v != getattr(_PLAIN, k)}
        return ",".join(f"{axis}={value}" for axis, value in differs.items()) or "plain"

    @property
    def deepens(self) -> bool:
        """Tell whether it searches depth after depth."""
        return self.depth == DEEPENING

    @property
    def variant(self) -> int:
        """Return the number of its names; odd ones also write some lines the other way."""
        return int(self.names)


_PLAIN = Recipe()


def recipe_of(text: str) -> Recipe:
    """Return the recipe that is written so.

    >>> recipe_of(str(Recipe(depth="7", window="full"))).depth
    '7'
    """
    parts = () if text == "plain" else text.split(",")
    return possible(Recipe(**dict(part.split("=", 1) for part in parts)))


def possible(recipe: Recipe) -> Recipe:
    """Return the nearest recipe that can be written: what cannot be together is left out."""
    if recipe.playouts != "none":  # no search at all
        only = ("form", "board", "playouts", "names")
        return Recipe(**{axis: getattr(recipe, axis) for axis in only})
    needs = _NEEDS.get(recipe.mistake, {})
    left_out = {a: may[0] for a, may in needs.items() if getattr(recipe, a) not in may}
    if recipe.mistake != "none" and recipe.table in WRONG_TABLES:
        left_out["table"] = "none"
    if recipe.language == "javascript":
        left_out |= {"board": "undo", "evaluation": "none"}
        left_out |= {} if recipe.table in ("none", "flags") else {"table": "none"}
        left_out |= {} if recipe.mistake in _IN_JAVASCRIPT else {"mistake": "none"}
        left_out |= {"form": "class"} if recipe.form == "wrapper" else {}
    recipe = replace(recipe, **left_out)
    if not recipe.deepens:
        recipe = replace(recipe, clock="none")
    if recipe.table == "bounds_as_exact" and recipe.window == "none":
        recipe = replace(recipe, table="none")
    return recipe


SOUND = (
    Recipe(),
    Recipe(form="class", order="centre", sides="max_min", depth="4", names="1"),
    Recipe(window="full", depth="5", names="2"),
    Recipe("python", "wrapper", "centre", "max_min", "handed_on", depth="6", names="3"),
    Recipe(order="centre", window="full", depth=DEEPENING, clock="node"),
    Recipe(
        form="class", order="centre", window="full", depth=DEEPENING, clock="node", table="flags"
    ),
)
"""Programs without a mistake, of every rung, with which each list of recipes begins."""


def recipes(count: int, seed: int = 4, *, shallow: bool = False) -> list[Recipe]:
    """Return so many different recipes, those first that have most pairs of values not seen yet.

    Those that are `shallow` search four plies at most.
    """
    lots = drawn(random.Random(seed), shallow=shallow)
    chosen = dict.fromkeys(SOUND)
    seen = set().union(*map(pairs_of, SOUND))
    while len(chosen) < count:
        some = [next(lots) for _ in range(40)]
        if len(chosen) % 3 == 0:  # a rung can be named of these alone
            some = [each for each in some if truth_of(each).is_sound] or some
        best = max(some, key=lambda recipe: (recipe not in chosen, len(pairs_of(recipe) - seen)))
        chosen[best] = None
        seen |= pairs_of(best)
    return list(chosen)


def pairs_of(recipe: Recipe) -> set[tuple[object, ...]]:
    """Return every two values of two axes that the recipe has together."""
    return set(combinations(asdict(recipe).items(), 2))


def drawn(lots: random.Random, *, shallow: bool = False) -> Iterator[Recipe]:
    axes = AXES | {"depth": ("1", "2", "3", "4", DEEPENING)} if shallow else AXES
    while True:
        values = {
            axis: lots.choice((*values, *values[:1] * _RARE.get(axis, 0) * (len(values) - 1)))
            for axis, values in axes.items()
        }
        yield possible(Recipe(**values))


class Truth(msgspec.Struct, frozen=True):
    """Hold what is true of a program.

    `rung` is that of the technique, None for a mixture that is none of the ladder's. A search that
    is `broken` does not see what one of its depth sees. `features` need no line. `depth` is how
    many plies it looks ahead where that is fixed, None where the clock decides.
    """

    rung: str | None
    features: frozenset[str]
    mistakes: frozenset[str]
    broken: bool
    deterministic: bool
    depth: int | None
    in_python: bool

    @property
    def is_sound(self) -> bool:
        """Tell whether it stands on a rung and sees what that rung sees."""
        return self.rung is not None and self.in_python and not self.broken


_HARMLESS = ("none", "draw_before_win", "depth_before_win")


def truth_of(recipe: Recipe) -> Truth:
    """Return what is true of the program that a recipe makes."""
    features = {
        "window": recipe.window != "none",
        "depths": recipe.deepens,
        "table": recipe.table != "none",
        "copies": recipe.board != "undo",
        "clock_in_search": recipe.clock == "node",
        "clock": recipe.clock == "depth",
        "random": recipe.playouts != "none" or recipe.order == "shuffled",
        "playouts": recipe.playouts != "none",
        "evaluation": recipe.evaluation != "none",
        "search": recipe.playouts == "none",
        "window_shared": recipe.mistake == "window_shared",
        "window_over_depths": recipe.mistake == "window_over_depths",
    }
    mistakes = {
        MISTAKES[recipe.mistake]: True,
        "table_without_colours": recipe.table == "colour_blind",
        "table_without_bound": recipe.table == "bounds_as_exact",
        "table_without_depth": recipe.table == "depth_ignored" and recipe.deepens,
        "clock_between_depths": recipe.clock == "depth",
        "copies": recipe.board != "undo" and recipe.playouts == "none",
        "dawdles": recipe.score == "plain" and not recipe.deepens and int(recipe.depth) >= 3,
    }
    return Truth(
        _rung(recipe),
        frozenset(name for name, is_so in features.items() if is_so),
        frozenset(name for name, is_so in mistakes.items() if is_so and name),
        broken=recipe.mistake not in _HARMLESS or recipe.table in WRONG_TABLES,
        deterministic=recipe.playouts != "random" and recipe.order != "shuffled",
        depth=None
        if recipe.deepens
        else int(recipe.depth) - (recipe.mistake == "depth_before_win"),
        in_python=recipe.language == "python",
    )


def _rung(recipe: Recipe) -> str | None:
    """Return the rung of the ladder; a table or no window make no rung of their own.

    >>> _rung(Recipe(depth=DEEPENING, window="full", table="flags"))
    'transposition'
    """
    technique = (recipe.deepens, recipe.window != "none", recipe.table != "none")
    if recipe.playouts != "none":
        return None
    return {
        (False, False, False): "naive",
        (False, True, False): "alpha_beta",
        (True, True, False): "iterative_deepening",
        (True, True, True): "transposition",
    }.get(technique)
