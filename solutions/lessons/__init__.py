"""Hold further lessons, one change a file: each is a rung, or another lesson, with that one change.

Each is a file of its own, so that it can be read, compared with its base (`diff`) and graded like
anybody's submission; `expected.yaml` says what it gets. `kata bench --lessons` measures each beside
its base, and `docs/ladder.md` has the results.

Must not know: the grader and the suites.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Lesson:
    """Hold a lesson: its file, the file that it changes, and what of that it changes.

    `name` and `base` are modules; `parts` are the functions, methods and constants that are not as
    in the base: changed, new, or gone. `change` says it in a few words.
    """

    name: str
    base: str
    change: str
    parts: frozenset[str]

    @property
    def searches(self) -> bool:
        """Tell whether it changes the search, not only whether there is one."""
        return self.parts.isdisjoint({"BOOK"})


DEEPENING, TABLE = "solutions.iterative_deepening", "solutions.transposition"
PLAIN_TABLE, BEST_MOVE = f"{__name__}.plain_table", f"{__name__}.best_move"


def _lesson(name: str, base: str, change: str, *parts: str) -> Lesson:
    return Lesson(f"{__name__}.{name}", base, change, frozenset(parts))


LESSONS = (
    _lesson(
        "left_to_right",
        DEEPENING,
        "columns left to right, not from the centre",
        *("moves_of", "CENTRE_FIRST"),
    ),
    _lesson(
        "plain_table",
        DEEPENING,
        "a table of scores with flags",
        *("deepen", "best_at", "score_of", "moves_of"),  # now the methods of a class
        *("Search.__init__", "Search.score", "Search.score_after", "Search.moves"),
        *("code", "CODES", "EXACT", "LOWER", "UPPER", "GROWTH"),
    ),
    _lesson(
        "best_move",
        PLAIN_TABLE,
        "the table's best column first",
        *("Search.score", "Search.moves"),
    ),
    _lesson(
        "threats",
        BEST_MOVE,
        "then what threatens most",
        *("Search.moves", "Search.threats_after", "code", "place", "BITS", "CELLS", "STEPS"),
    ),
    Lesson(
        TABLE,
        BEST_MOVE,
        "then what has cut most: history",
        frozenset({"Search.__init__", "Search.score", "Search.moves", "Search.disc"}),
    ),
    _lesson(
        "straight",
        TABLE,
        "to the depth at once, no iterations",
        *("find_best_move", "deepen", "BUDGET_S", "GROWTH"),
    ),
    _lesson(
        "depth_in_key",
        TABLE,
        "position and depth as the key",
        *("Search.__init__", "Search.score", "deepen"),
    ),
    _lesson("proven_scores", TABLE, "proven scores at any depth", "Search.score"),
    _lesson("fail_hard", TABLE, "fail-hard", "Search.score", "clamp"),
    _lesson(
        "enhanced_cut_offs",
        TABLE,
        "cut by what the table knows of a reply",
        *("Search.score", "Search.known_to_cut"),
    ),
    _lesson(
        "internal_deepening",
        TABLE,
        "a first column by a shallower search",
        *("Search.score", "SHALLOWER"),
    ),
    _lesson("principal_variation", TABLE, "no window after the first column", "Search.score"),
    _lesson(
        "mtdf",
        TABLE,
        "windows of no width alone: MTD(f)",
        *("Search.__init__", "Search.score_by_steps", "deepen"),
    ),
    _lesson(
        "folded",
        TABLE,
        "mirror images as one",
        *("Search.__init__", "Search.score", "Search.score_after", "deepen"),
        *("Search.recalled", "Search.remember"),
    ),
    _lesson(
        "opening_book",
        TABLE,
        "the first moves by a proved book",
        *("find_best_move", "book_column", "discs_of", "number", "BOOK", "BOOK_PLIES"),
    ),
)
"""The lessons in the order of their page; a base comes before what changes it."""
