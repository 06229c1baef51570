"""Choose what comes next: the first entry of the kata's advice whose condition holds.

The conditions are here, by the names that the data gives them; their texts are in `advice.yaml`.
None asks for what the source has or for what the run accepted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from graders.katas.best_move.assessing.answers import Answers
from graders.katas.best_move.assessing.source import Code
from graders.model.scorecard import Result
from graders.model.verdict import Verdict

THREE = 3
"""Plies of the shortest mate that takes a search; one that misses it may as well be at fault."""
TIME_LEFT = 0.5
"""Share of the cap; who misses a mate with less of it used has time left to search further."""


class Facts(msgspec.Struct, frozen=True, dict=True):
    """Hold all that is known of a run; `proved` are the mistakes, in the order of the advice."""

    answers: Answers
    code: Code | None = None
    proved: frozenset[str] = frozenset()

    @property
    def missed_deep(self) -> tuple[Result, ...]:
        """Return the misses of the shortest mate that is not seen."""
        unseen = self.answers.unseen
        if unseen is None:
            return ()
        return tuple(each for each in self.answers.of_mate(unseen) if not each.accepted)

    @property
    def is_late(self) -> bool:
        """Tell whether it is time that the next mate is missed for."""
        missed = self.missed_deep
        late = [each for each in missed if each.verdict is Verdict.TIME_LIMIT_EXCEEDED]
        return bool(missed) and len(late) == len(missed)

    @property
    def has_time_left(self) -> bool:
        """Tell whether that mate was missed with much of the cap left."""
        return all(each.counted_s <= TIME_LEFT * each.cap_s for each in self.missed_deep)

    def searches(self) -> bool:
        """Tell whether the source has a search."""
        return self.code is not None and self.code.search is not None

    def has(self, *features: str) -> bool:
        """Tell whether the source has a search with all of these features."""
        code = self.code
        return self.searches() and all(getattr(code, each) is not None for each in features)

    def lacks(self, feature: str) -> bool:
        """Tell whether the source has a search that for certain has no such feature."""
        return self.searches() and self.code is not None and self.code.lacks(feature)


def _missed_at_once(facts: Facts) -> bool:
    missed = facts.missed_deep if facts.answers.unseen == 1 else ()
    return any(each.verdict is Verdict.WRONG_ANSWER for each in missed)


def _any_wrong(facts: Facts) -> bool:
    return any(each.verdict is Verdict.WRONG_ANSWER for each in facts.answers.seen)


def _missed_block(facts: Facts) -> bool:
    return bool(facts.answers.missed_blocks)


def _too_shallow(facts: Facts) -> bool:
    """Tell whether a mate is missed by a wrong column, and every shorter one is seen."""
    wrong = any(each.verdict is Verdict.WRONG_ANSWER for each in facts.missed_deep)
    return wrong and (facts.answers.unseen or 0) > 1


def _all_usual(facts: Facts) -> bool:
    return facts.answers.all_found and facts.answers.is_usual


def _without_search(facts: Facts) -> bool:
    code = facts.code
    return code is not None and code.lacks("search")


CONDITIONS: Mapping[str, Callable[[Facts], bool]] = {
    "variants_lost": lambda facts: bool(facts.answers.lost),
    "waiting": lambda facts: bool(facts.answers.idle),
    "all_late": lambda facts: len(facts.answers.late) == len(facts.answers.seen) > 0,
    "missed_at_once_searching": lambda facts: _missed_at_once(facts) and facts.searches(),
    "missed_at_once_without_search": lambda facts: (
        _missed_at_once(facts) and _without_search(facts)
    ),
    "missed_at_once": _missed_at_once,
    "missed_block_searching": lambda facts: _missed_block(facts) and facts.searches(),
    "missed_block_without_search": lambda facts: _missed_block(facts) and _without_search(facts),
    "missed_block": _missed_block,
    "late_clock_outside": lambda facts: (
        facts.is_late
        and facts.has("depths", "clock")
        and facts.code is not None
        and facts.code.clock_in_search is None
    ),
    "late_clock_inside": lambda facts: facts.is_late and facts.has("clock_in_search"),
    "late_fixed_depth": lambda facts: facts.is_late and facts.lacks("depths"),
    "late": lambda facts: facts.is_late,
    "window_shared": lambda facts: _any_wrong(facts) and facts.has("window_shared"),
    "window_over_depths": lambda facts: _any_wrong(facts) and facts.has("window_over_depths"),
    "shallow_without_search": lambda facts: _too_shallow(facts) and _without_search(facts),
    "shallow_by_chance": lambda facts: (
        _too_shallow(facts)
        and facts.code is not None
        and facts.code.random is not None
        and facts.code.search is None
    ),
    "missed_three_searching": lambda facts: (
        _too_shallow(facts) and facts.answers.unseen == THREE and facts.searches()
    ),
    "shallow_without_window": lambda facts: _too_shallow(facts) and facts.lacks("window"),
    "shallow_with_copies": lambda facts: _too_shallow(facts) and facts.has("copies"),
    "shallow_without_depths": lambda facts: (
        _too_shallow(facts) and facts.has("window") and facts.lacks("depths")
    ),
    "shallow_without_table": lambda facts: (
        _too_shallow(facts) and facts.has("window", "depths") and facts.lacks("table")
    ),
    "shallow_with_time_left": lambda facts: _too_shallow(facts) and facts.has_time_left,
    "shallow": _too_shallow,
    "all_found_untried": lambda facts: (
        _all_usual(facts) and not facts.answers.has_variants and not facts.answers.has_stretch
    ),
    "all_found_no_variants": lambda facts: (
        facts.answers.all_found and not facts.answers.has_variants
    ),
    "all_found_no_stretch": lambda facts: _all_usual(facts) and not facts.answers.has_stretch,
    "all_found": _all_usual,
}
"""When an entry of the advice fits, by the name of its condition.

A name that is none of these is that of a mistake, and holds where it is proved.
"""


def holds(condition: str, facts: Facts) -> bool:
    """Tell whether a condition of the advice holds."""
    found = CONDITIONS.get(condition)
    return condition in facts.proved if found is None else found(facts)
