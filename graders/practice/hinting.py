"""Find the hint that is due for a file: by its last run, and by what was told about it before."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from graders.katas import all_katas
from graders.katas.hinting import Hints, Missed
from graders.model.files import Content, sha256_of
from graders.practice.entry import Entry, HintTaken
from graders.practice.history import entries, hints


class Due(msgspec.Struct, frozen=True):
    """Hold the hints on what comes next, and how many of them were given: 0 to 3."""

    hints: Hints
    given: int

    @property
    def step(self) -> int:
        """Return which one is due, from 1; after the last one that number stays.

        >>> none_yet = Due(Hints("topic", "a", "b", "c", "page"), 0)
        >>> none_yet.step, none_yet.text
        (1, 'a')
        """
        return min(self.given + 1, len(self.hints.steps))

    @property
    def text(self) -> str:
        """Return the hint that is due."""
        return self.hints.steps[self.step - 1]

    @property
    def used_up(self) -> bool:
        """Tell whether all of them were given."""
        return self.given >= len(self.hints.steps)


def run_of(file: Path, source: Content) -> Entry | None:
    """Return the latest whole run of just this source; None where it was never graded so."""
    sha256 = sha256_of(source)
    found = [each for each in entries(file) if each.sha256 == sha256 and each.whole]
    return found[-1] if found else None


def due(file: Path, run: Entry) -> Due | None:
    """Return the hint that is due after a run; None where that leaves nothing to say.

    Raises `ValueError` where the run was remembered by a version that spoke of other topics.
    """
    missed = [Missed(each.id, each.verdict) for each in run.cases if not each.accepted]
    found = all_katas()[run.kata].hints(run.topic, missed) if run.kata in all_katas() else None
    return None if found is None else Due(found, given(hints(file), run.kata, found.topic))


def given(taken: Sequence[HintTaken], kata: str, topic: str) -> int:
    """Return how many hints on a topic were given.

    >>> given([HintTaken("", "a.py", "division", "signs", 2)], "division", "signs")
    2
    """
    return max((each.step for each in taken if (each.kata, each.topic) == (kata, topic)), default=0)
