"""Find the hint that is due for a file: by its last run, and by what was told about it before."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from graders.katas import all_katas
from graders.model.submission import Content, sha256_of
from graders.practice.history import GradedRun, HintTaken, graded_runs, hints


class DueHint(msgspec.Struct, frozen=True):
    """The hints on what comes next, each of one or more parts, and how many were given.

    `topic` is the entry of the kata's advice that they are from, `read` what to read after them.
    """

    topic: str
    steps: tuple[tuple[str, ...], ...]
    read: str
    given: int

    @property
    def step(self) -> int:
        """Return which one is due, from 1; after the last one that number stays.

        >>> none_yet = DueHint("signs", (("a",), ("b",), ("c", "d")), "page", 0)
        >>> none_yet.step, none_yet.parts
        (1, ('a',))
        """
        return min(self.given + 1, len(self.steps))

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the hint that is due, in its parts."""
        return self.steps[self.step - 1]

    @property
    def used_up(self) -> bool:
        """Tell whether all of them were given."""
        return self.given >= len(self.steps)


def latest_run_of(file: Path, source: Content) -> GradedRun | None:
    """Return the latest whole run of just this source; None where it was never graded so."""
    sha256 = sha256_of(source)
    found = [each for each in graded_runs(file) if each.sha256 == sha256 and each.whole]
    return found[-1] if found else None


def due_hint(file: Path, run: GradedRun) -> DueHint | None:
    """Return the hint that is due after a run; None where that left nothing to say.

    None, too, where the run was remembered by a version that spoke of other topics.
    """
    kata = all_katas().get(run.kata)
    entry = None if kata is None or not run.hint else kata.advice().entry(run.topic)
    if entry is None:
        return None
    outline = tuple(f"{number}. {step}" for number, step in enumerate(entry.outline, 1))
    steps = ((run.hint,), (entry.idea,), outline)
    return DueHint(entry.id, steps, entry.read, hints_given(hints(file), run.kata, entry.id))


def hints_given(taken: Sequence[HintTaken], kata: str, topic: str) -> int:
    """Return how many hints on a topic were given.

    >>> hints_given([HintTaken("", "a.py", "division", "signs", 2)], "division", "signs")
    2
    """
    return max((each.step for each in taken if (each.kata, each.topic) == (kata, topic)), default=0)
