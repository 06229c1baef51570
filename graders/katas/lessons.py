"""State what a kata offers to `kata bench --lessons`: its reference solutions, change by change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

from graders.model.progress import Bar
from graders.model.tables import Table

T_contra = TypeVar("T_contra", contravariant=True)


class Lessons(Protocol[T_contra]):
    """Measure what single changes to the reference solutions are worth."""

    suites: tuple[str, ...]
    """The shipped suites on whose cases they are measured."""
    repeat: int
    """How often each is timed, unless the user says otherwise."""

    def steps(self, repeat: int) -> int:
        """Return how many steps `parts` counts on a bar."""

    def parts(self, tasks: Mapping[str, T_contra], repeat: int, bar: Bar) -> Sequence[Table]:
        """Measure every change beside what it changes, on tasks by the ids of their cases."""
